#include "ui/views/start_page.h"

#include "ui/style/plain_label.h"
#include "ui/style/plain_text.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {
namespace {

QPushButton* makeLinkButton(const QString& text)
{
    auto* button = new QPushButton(withoutMnemonic(text));
    button->setStyleSheet(QStringLiteral("text-align: left"));
    return button;
}

/// A button with what it is about below it.
QWidget* makeCard(QPushButton* button, const QString& note)
{
    auto* card = new QWidget;
    card->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    button->setAccessibleDescription(note);
    QFont bold = button->font();
    bold.setWeight(QFont::DemiBold);
    button->setFont(bold);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(button);
    layout->addWidget(plainLabel(note, QStringLiteral("muted")));
    layout->addStretch(1);
    return card;
}

QGridLayout* inTwoColumns(const QList<QWidget*>& cards)
{
    auto* grid = new QGridLayout;
    grid->setSpacing(12);
    for (int i = 0; i < cards.size(); ++i)
        grid->addWidget(cards[i], i / 2, i % 2);
    return grid;
}

} // namespace

StartPage::StartPage(const QList<LessonInfo>& lessons, const QList<ExampleInfo>& examples,
                     QWidget* parent)
    : QWidget(parent)
    , m_recover(new QPushButton(tr("&Recover unsaved work…")))
    , m_recent(new QVBoxLayout)
{
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start page"));
    auto* heading = plainLabel(tr("See every number of attention"));
    QFont large = heading->font();
    large.setPointSizeF(large.pointSizeF() * 1.7);
    large.setWeight(QFont::DemiBold);
    heading->setFont(large);

    auto* empty = new QPushButton(tr("&Empty document"));
    empty->setObjectName(QStringLiteral("startEmpty"));
    auto* open = new QPushButton(tr("&Open a file…"));
    open->setObjectName(QStringLiteral("startOpen"));
    m_recover->setObjectName(QStringLiteral("startRecover"));
    m_recover->hide();
    connect(empty, &QPushButton::clicked, this, &StartPage::emptyWanted);
    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    connect(m_recover, &QPushButton::clicked, this, &StartPage::recoveryWanted);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(empty);
    buttons->addWidget(open);
    buttons->addWidget(m_recover);
    buttons->addStretch(1);

    QList<QWidget*> lessonCards;
    for (const LessonInfo& lesson : lessons)
        lessonCards += makeLessonCard(lesson);
    QList<QWidget*> exampleCards;
    for (const ExampleInfo& example : examples)
        exampleCards += makeExampleCard(example);

    auto* page = new QWidget;
    page->setMaximumWidth(1040);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(32, 24, 32, 24);
    column->setSpacing(16);
    column->addWidget(heading);
    column->addLayout(buttons);
    column->addWidget(plainLabel(tr("Lessons"), QStringLiteral("heading")));
    column->addLayout(inTwoColumns(lessonCards));
    column->addWidget(plainLabel(tr("Examples"), QStringLiteral("heading")));
    column->addLayout(inTwoColumns(exampleCards));
    column->addLayout(m_recent);
    column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setAlignment(Qt::AlignHCenter);
    scroll->setWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(scroll);
}

QWidget* StartPage::makeLessonCard(const LessonInfo& lesson)
{
    QPushButton* button = makeLinkButton(lesson.title);
    button->setObjectName(QStringLiteral("startLesson_") + lesson.name);
    connect(button, &QPushButton::clicked, this,
            [this, name = lesson.name] { emit lessonChosen(name); });
    return makeCard(button, tr("%1 · %2 minutes").arg(lesson.summary).arg(lesson.minutes));
}

QWidget* StartPage::makeExampleCard(const ExampleInfo& example)
{
    QPushButton* button = makeLinkButton(example.title);
    button->setObjectName(QStringLiteral("example_") + example.name);
    connect(button, &QPushButton::clicked, this,
            [this, name = example.name] { emit exampleChosen(name); });
    return makeCard(button, example.note);
}

void StartPage::setRecoverable(bool recoverable)
{
    m_recover->setVisible(recoverable);
}

void StartPage::setRecentFiles(const QStringList& paths)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (paths.isEmpty())
        return;
    m_recent->addWidget(plainLabel(tr("Recent files"), QStringLiteral("heading")));
    for (const QString& path : paths) {
        auto* button = makeLinkButton(QFileInfo(path).fileName());
        button->setToolTip(plainToolTip(path));
        connect(button, &QPushButton::clicked, this, [this, path] { emit fileChosen(path); });
        m_recent->addWidget(button);
    }
}

} // namespace headlight
