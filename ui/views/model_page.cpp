#include "ui/views/model_page.h"

#include "core/model/head_list.h"
#include "ui/views/model_overview.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {

ModelPage::ModelPage(QWidget* parent)
    : QWidget(parent)
    , m_overview(new ModelOverview)
    , m_message(new QLabel)
    , m_search(new QLineEdit)
{
    setObjectName(QStringLiteral("modelPage"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_overview, 1);
    layout->addWidget(m_message);
    layout->addWidget(makeStrip());
    auto* find = new QAction(tr("Go to a head of the overview"), this);
    find->setObjectName(QStringLiteral("findHead"));
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(find);
    connect(find, &QAction::triggered, m_search, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    connect(m_search, &QLineEdit::returnPressed, this, &ModelPage::goToTyped);
    connect(m_search, &QLineEdit::textEdited, this, &ModelPage::describePixels);
    connect(m_overview, &ModelOverview::zoomed, this, &ModelPage::describePixels);
    connect(m_overview, &ModelOverview::digitTyped, this, [this](const QString& digit) {
        m_search->setText(digit);
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->deselect();
    });
}

QWidget* ModelPage::makeStrip()
{
    m_message->setObjectName(QStringLiteral("overviewMessage"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setMinimumWidth(1);
    m_message->setContentsMargins(16, 0, 16, 0);
    m_search->setObjectName(QStringLiteral("headSearch"));
    m_search->setAccessibleName(tr("Go to layer:head"));
    m_search->setPlaceholderText(tr("layer:head"));
    m_search->setToolTip(
        tr("Layer and head to go to, such as 3:7 (%1)")
            .arg(QKeySequence(QKeySequence::Find).toString(QKeySequence::NativeText)));
    m_search->setFixedWidth(110);

    auto* strip = new QWidget;
    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(16, 4, 16, 4);
    row->setSpacing(8);
    row->addStretch();
    row->addWidget(m_search);
    const QKeySequence zoomIn(Qt::CTRL | Qt::Key_Plus);
    const QKeySequence plus(Qt::CTRL | Qt::Key_Equal); // the same key without Shift
    for (QAction* action : {addCommand(QStringLiteral("zoomOut"), tr("Smaller"),
                                       {Qt::CTRL | Qt::Key_Minus}, &ModelOverview::zoomOut),
                            addCommand(QStringLiteral("zoomIn"), tr("Larger"), {zoomIn, plus},
                                       &ModelOverview::zoomIn),
                            addCommand(QStringLiteral("zoomFit"), tr("Whole Model"),
                                       {Qt::CTRL | Qt::Key_0}, &ModelOverview::fit)}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAccessibleName(action->text());
        button->setProperty("tab", true);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    return strip;
}

QAction* ModelPage::addCommand(const QString& name, const QString& text,
                               const QList<QKeySequence>& shortcuts, void (ModelOverview::*run)())
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcuts(shortcuts);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(
        QStringLiteral("%1 (%2)").arg(text, shortcuts.front().toString(QKeySequence::NativeText)));
    addAction(action);
    connect(action, &QAction::triggered, m_overview, run);
    return action;
}

void ModelPage::setConfig(const Config& config)
{
    m_layers = config.layers;
    m_heads = config.heads;
    describePixels();
}

/// "3:7", "3 7", or "7" for a head of the same layer.
void ModelPage::goToTyped()
{
    static const QRegularExpression gap(QStringLiteral("\\s*[\\s:,;]\\s*"));
    const QString typed = m_search->text().trimmed().replace(gap, QStringLiteral(":"));
    const Result<std::vector<HeadPlace>> places
        = readHeadList(typed.toStdString(), m_overview->current().layer, m_layers, m_heads);
    if (!places)
        return say(QString::fromStdString(places.error().message), true);
    describePixels();
    m_overview->choose(places->front());
    m_overview->setFocus();
}

void ModelPage::say(const QString& sentence, bool isComplaint)
{
    m_message->setText(sentence);
    m_message->setProperty("role",
                           isComplaint ? QStringLiteral("warning") : QStringLiteral("muted"));
    m_message->style()->unpolish(m_message);
    m_message->style()->polish(m_message);
}

void ModelPage::describePixels()
{
    say(m_overview->isPooled() ? tr("Each pixel shows the largest of its cells.") : QString(),
        false);
}

} // namespace headlight
