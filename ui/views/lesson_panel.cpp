#include "ui/views/lesson_panel.h"

#include "ui/style/plain_label.h"
#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextTable>
#include <QVBoxLayout>

namespace headlight {
namespace {

QPushButton* makeButton(const QString& name, const QString& text, const QString& tip)
{
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    return button;
}

void makeBold(QWidget* widget)
{
    QFont font = widget->font();
    font.setWeight(QFont::DemiBold);
    widget->setFont(font);
}

/// Thin lines around cells with some air in them.
void styleTable(QTextTable& table)
{
    QTextTableFormat format = table.format();
    format.setBorder(1);
    format.setBorderBrush(currentTheme().border);
    format.setBorderCollapse(true);
    format.setCellSpacing(0);
    format.setCellPadding(4);
    format.setBottomMargin(8);
    table.setFormat(format);
}

/// A stranger's lesson could have any file of this computer read as a picture. What stood for one
/// becomes a link.
QString withoutPictures(QString markdown)
{
    static const QRegularExpression pictures(QStringLiteral("!+\\[")); // "!![" would leave one
    return markdown.replace(pictures, QStringLiteral("["));
}

} // namespace

LessonPanel::LessonPanel(const QList<LessonInfo>& lessons, QWidget* parent)
    : QWidget(parent)
    , m_stack(new QStackedWidget)
    , m_lesson(plainLabel({}, QStringLiteral("muted")))
    , m_title(plainLabel({}))
    , m_body(new QTextBrowser)
    , m_questionArea(new QWidget)
    , m_questionLayout(new QVBoxLayout(m_questionArea))
    , m_problem(plainLabel({}, QStringLiteral("warning")))
    , m_place(plainLabel({}, QStringLiteral("muted")))
    , m_back(makeButton(QStringLiteral("lessonBack"), tr("&Back"), tr("The page before")))
    , m_next(makeButton(QStringLiteral("lessonNext"), tr("&Next"), tr("The next page")))
{
    setObjectName(QStringLiteral("lessonPanel"));
    setAccessibleName(tr("Lessons"));
    setMinimumWidth(310);
    m_stack->addWidget(makeList(lessons));
    m_stack->addWidget(makePage());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
}

QWidget* LessonPanel::makeList(const QList<LessonInfo>& lessons)
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(12, 4, 12, 12);
    column->setSpacing(12);
    column->addWidget(plainLabel(tr("Each lesson drives the window beside it. Change whatever you "
                                    "like: “Put it back” undoes it."),
                                 QStringLiteral("muted")));
    for (const LessonInfo& lesson : lessons)
        column->addWidget(makeCard(lesson));
    column->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("lessonList"));
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(page);
    return scroll;
}

QWidget* LessonPanel::makeCard(const LessonInfo& lesson)
{
    auto* card = new QWidget;
    auto* button = new QPushButton(withoutMnemonic(lesson.title));
    button->setObjectName(QStringLiteral("lesson_") + lesson.name);
    button->setAccessibleName(lesson.title);
    button->setAccessibleDescription(lesson.summary);
    button->setStyleSheet(QStringLiteral("text-align: left; min-width: 0"));
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    button->setToolTip(plainToolTip(lesson.title));
    makeBold(button);
    connect(button, &QPushButton::clicked, this,
            [this, name = lesson.name] { emit lessonChosen(name); });
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins({});
    column->setSpacing(4);
    column->addWidget(button);
    column->addWidget(plainLabel(tr("%1 · %2 minutes").arg(lesson.summary).arg(lesson.minutes),
                                 QStringLiteral("muted")));
    return card;
}

QWidget* LessonPanel::makePage()
{
    auto* page = new QWidget;
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    QFont large = m_title->font();
    large.setPointSizeF(large.pointSizeF() * 1.2);
    large.setWeight(QFont::DemiBold);
    m_title->setFont(large);
    m_body->setObjectName(QStringLiteral("lessonBody"));
    m_body->setAccessibleName(tr("Text of the lesson"));
    m_body->setFrameShape(QFrame::NoFrame);
    m_body->setOpenLinks(false);
    m_body->setMinimumHeight(60);
    m_body->document()->setDocumentMargin(0);
    m_questionLayout->setContentsMargins({});
    m_questionLayout->setSpacing(8);
    m_problem->setObjectName(QStringLiteral("lessonProblem"));
    m_place->setObjectName(QStringLiteral("lessonPlace"));
    m_place->setWordWrap(false);
    m_next->setProperty("primary", true);

    auto* list = makeButton(QStringLiteral("lessonListButton"), tr("&All lessons"),
                            tr("Back to the list of lessons"));
    auto* putBack = makeButton(QStringLiteral("lessonPutBack"), tr("&Put it back"),
                               tr("Everything as this page set it up"));
    connect(list, &QPushButton::clicked, this, &LessonPanel::showList);
    connect(putBack, &QPushButton::clicked, this, &LessonPanel::putBackWanted);
    connect(m_back, &QPushButton::clicked, this, [this] { emit pageWanted(m_page.number - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_page.number + 1 < m_page.count)
            emit pageWanted(m_page.number + 1);
        else
            showList();
    });

    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(list);
    top->addStretch(1);
    top->addWidget(putBack);
    auto* bottom = new QHBoxLayout;
    bottom->setSpacing(8);
    bottom->addWidget(m_place);
    bottom->addStretch(1);
    bottom->addWidget(m_back);
    bottom->addWidget(m_next);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(12, 4, 12, 12);
    column->setSpacing(8);
    column->addLayout(top);
    column->addWidget(m_lesson);
    column->addWidget(m_title);
    column->addWidget(m_body, 1);
    column->addWidget(m_questionArea);
    column->addWidget(m_problem);
    column->addLayout(bottom);
    return page;
}

void LessonPanel::showList()
{
    m_stack->setCurrentIndex(0);
}

void LessonPanel::showPage(const LessonPage& page)
{
    m_page = page;
    m_lesson->setText(page.lesson);
    m_title->setText(page.title);
    m_problem->setText(page.problem);
    m_problem->setVisible(!page.problem.isEmpty());
    m_place->setText(tr("%1 of %2").arg(page.number + 1).arg(page.count));
    m_back->setEnabled(page.number > 0);
    m_next->setText(page.number + 1 < page.count ? tr("&Next") : tr("&Done"));
    m_next->setToolTip(page.number + 1 < page.count ? tr("The next page")
                                                    : tr("Back to the list of lessons"));
    renderBody();
    makeQuestions(page.questions);
    const bool hadFocus = m_stack->currentIndex() == 0 && isAncestorOf(QApplication::focusWidget());
    m_stack->setCurrentIndex(1);
    if (hadFocus)
        m_next->setFocus();
}

/// Markdown of a lesson with no HTML in it, with room between paragraphs.
void LessonPanel::renderBody()
{
    QTextDocument* document = m_body->document();
    document->setDefaultFont(textFont());
    document->setMarkdown(withoutPictures(m_page.body),
                          QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                              | QTextDocument::MarkdownNoHTML);
    QTextCursor cursor(document);
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        cursor.setPosition(block.position());
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(0);
        format.setBottomMargin(block.textList() || cursor.currentTable() ? 2 : 8);
        format.setLineHeight(118, QTextBlockFormat::ProportionalHeight);
        cursor.setBlockFormat(format);
    }
    for (QTextFrame* frame : document->rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame))
            styleTable(*table);
    }
    m_body->moveCursor(QTextCursor::Start);
}

void LessonPanel::makeQuestions(const QStringList& questions)
{
    m_questions.clear();
    while (QLayoutItem* item = m_questionLayout->takeAt(0)) {
        item->widget()->hide(); // it may be the sender of the signal that brought us here
        item->widget()->deleteLater();
        delete item;
    }
    m_questionArea->setVisible(!questions.isEmpty());
    for (int i = 0; i < questions.size(); ++i)
        makeQuestion(i, questions[i]);
}

void LessonPanel::makeQuestion(int number, const QString& text)
{
    auto* area = new QWidget;
    auto* line = new QLineEdit;
    line->setObjectName(QStringLiteral("answer%1").arg(number));
    line->setAccessibleName(text);
    line->setPlaceholderText(tr("your number"));
    line->setFont(numberFont());
    line->setMaximumWidth(110);
    auto* check = makeButton(QStringLiteral("check%1").arg(number), tr("Check"),
                             tr("Compare with the engine (Enter)"));
    auto* solution = makeButton(QStringLiteral("solution%1").arg(number), tr("Show"),
                                tr("Uncover this number"));
    auto* verdict = plainLabel({});
    verdict->setObjectName(QStringLiteral("verdict%1").arg(number));
    verdict->hide();
    const auto answer = [this, number, line] { emit answered(number, line->text()); };
    connect(line, &QLineEdit::returnPressed, this, answer);
    connect(check, &QPushButton::clicked, this, answer);
    connect(solution, &QPushButton::clicked, this, [this, number] { emit solutionWanted(number); });
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(line);
    row->addWidget(check);
    row->addWidget(solution);
    row->addStretch(1);
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins({});
    column->setSpacing(4);
    column->addWidget(plainLabel(text));
    column->addLayout(row);
    column->addWidget(verdict);
    m_questionLayout->addWidget(area);
    m_questions.append({line, verdict});
}

void LessonPanel::showVerdict(int question, const Verdict& verdict)
{
    const Question& asked = m_questions[question];
    QPalette colors = asked.verdict->palette();
    colors.setColor(QPalette::WindowText,
                    verdict.isRight ? currentTheme().accent : currentTheme().warning);
    asked.verdict->setPalette(colors);
    asked.verdict->setText(verdict.text);
    asked.verdict->show();
    asked.line->setAccessibleDescription(verdict.text);
    if (!verdict.isRight)
        asked.line->selectAll();
}

void LessonPanel::setFocusInside()
{
    const auto buttons = m_stack->widget(0)->findChildren<QPushButton*>();
    if (m_stack->currentIndex() == 1)
        m_next->setFocus();
    else if (!buttons.isEmpty())
        buttons.first()->setFocus();
}

QString LessonPanel::pageTitle() const
{
    return m_stack->currentIndex() == 1 ? m_title->text() : QString();
}

QString LessonPanel::pageText() const
{
    return m_body->toPlainText();
}

void LessonPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_page.count > 0)
        renderBody();
}

} // namespace headlight
