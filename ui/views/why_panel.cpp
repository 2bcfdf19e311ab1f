#include "ui/views/why_panel.h"

#include "core/explain/why_text.h"
#include "core/support/digits.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/views/math_html.h"
#include "ui/views/softmax_bars.h"
#include "ui/views/token_texts.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSpinBox>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace headlight {
namespace {

constexpr std::size_t termsShown = 24; // of a long sum, until one asks for all
constexpr int longestHistory = 200;
const QString allTermsLink = QStringLiteral("all:terms");

QToolButton* makeButton(const QString& name, const QString& text, const QString& icon)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setToolTip(text);
    button->setIcon(themedIcon(icon));
    button->setProperty("tab", true);
    return button;
}

bool isLong(const Explanation& explanation)
{
    return explanation.terms.size() > termsShown
        || (explanation.softmax && explanation.softmax->scores.size() > termsShown);
}

} // namespace

WhyPanel::WhyPanel(QWidget* parent)
    : QWidget(parent)
    , m_back(makeButton(QStringLiteral("whyBack"), tr("Back to the number before"),
                        QStringLiteral("back")))
    , m_forward(
          makeButton(QStringLiteral("whyForward"), tr("Forward again"), QStringLiteral("forward")))
    , m_digits(new QSpinBox)
    , m_copy(
          makeButton(QStringLiteral("whyCopy"), tr("Copy the explanation"), QStringLiteral("copy")))
    , m_text(new QTextBrowser)
    , m_barArea(new QWidget)
    , m_unscaled(new QCheckBox(tr("Beside it: without scaling")))
    , m_bars(new SoftmaxBars)
{
    setObjectName(QStringLiteral("whyPanel"));
    setAccessibleName(tr("Why this number?"));
    m_text->setObjectName(QStringLiteral("whyText"));
    m_text->setAccessibleName(tr("Explanation"));
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setMinimumHeight(80);

    auto* bars = new QVBoxLayout(m_barArea);
    bars->setContentsMargins(12, 0, 12, 12);
    bars->setSpacing(8);
    m_unscaled->setObjectName(QStringLiteral("whyUnscaled"));
    m_unscaled->setAccessibleName(m_unscaled->text());
    bars->addWidget(m_bars);
    bars->addWidget(m_unscaled);

    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("whyBars"));
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_barArea);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addWidget(makeHeader());
    layout->addWidget(m_text, 1);
    layout->addWidget(scroll, 1);

    connect(m_text, &QTextBrowser::anchorClicked, this, &WhyPanel::follow);
    connect(m_unscaled, &QCheckBox::toggled, m_bars, &SoftmaxBars::setUnscaledShown);
    connect(m_bars, &SoftmaxBars::keyClicked, this, [this](int key) {
        CellRef cell = m_history[std::size_t(m_place)];
        cell.column = key;
        emit cellChosen(cell);
    });
    refreshIfVisible();
}

QWidget* WhyPanel::makeHeader()
{
    m_digits->setObjectName(QStringLiteral("whyDigits"));
    m_digits->setAccessibleName(tr("Digits shown"));
    m_digits->setRange(fewestDigits, mostDigits);
    m_digits->setValue(3);
    m_digits->setToolTip(tr("Digits shown: %1 to %2; %2 shows every number exactly")
                             .arg(fewestDigits)
                             .arg(mostDigits));
    auto* menu = new QMenu(m_copy);
    menu->addAction(tr("Copy as &Text"), this, &WhyPanel::copyText);
    menu->addAction(tr("Copy as &Markdown"), this, &WhyPanel::copyMarkdown);
    menu->addAction(tr("Copy as &LaTeX"), this, &WhyPanel::copyLatex);
    m_copy->setMenu(menu);
    m_copy->setPopupMode(QToolButton::InstantPopup);

    auto* header = new QWidget;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(8, 0, 12, 0);
    row->setSpacing(4);
    row->addWidget(m_back);
    row->addWidget(m_forward);
    row->addStretch(1);
    auto* label = new QLabel(tr("Digits"));
    label->setProperty("role", QStringLiteral("muted"));
    row->addWidget(label);
    row->addWidget(m_digits);
    row->addWidget(m_copy);
    connect(m_back, &QToolButton::clicked, this, &WhyPanel::goBack);
    connect(m_forward, &QToolButton::clicked, this, &WhyPanel::goForward);
    connect(m_digits, &QSpinBox::valueChanged, this, &WhyPanel::refreshIfVisible);
    return header;
}

void WhyPanel::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    refreshIfVisible();
}

void WhyPanel::setCell(const std::optional<CellRef>& cell)
{
    if (!cell) {
        m_place = -1;
        m_history.clear();
    } else if (m_place < 0 || m_history[std::size_t(m_place)] != *cell) {
        m_history.resize(std::size_t(m_place + 1));
        m_history.push_back(*cell);
        if (m_history.size() > longestHistory)
            m_history.erase(m_history.begin());
        m_place = int(m_history.size()) - 1;
        m_allTerms = false;
    }
    refreshIfVisible();
}

void WhyPanel::setMarks(const Marks& marks)
{
    if (marks.covered == m_covered)
        return;
    m_covered = marks.covered;
    refreshIfVisible();
}

int WhyPanel::digits() const
{
    return m_digits->value();
}

QString WhyPanel::text() const
{
    return m_text->toPlainText();
}

void WhyPanel::goTo(int place)
{
    if (place < 0 || place >= int(m_history.size()))
        return;
    m_place = place;
    m_allTerms = false;
    emit cellChosen(m_history[std::size_t(place)]);
    refreshIfVisible();
}

void WhyPanel::goBack()
{
    goTo(m_place - 1);
}

void WhyPanel::goForward()
{
    goTo(m_place + 1);
}

void WhyPanel::follow(const QUrl& link)
{
    if (link.toString() == allTermsLink) {
        m_allTerms = true;
        refresh();
    } else if (const std::optional<CellRef> cell = cellOfLink(link)) {
        emit cellChosen(*cell);
    }
}

/// Whether the selected cell is one that the snapshot has and no exercise asks for.
bool WhyPanel::isShowable() const
{
    if (!m_snapshot || m_place < 0)
        return false;
    const CellRef& cell = m_history[std::size_t(m_place)];
    return std::find(m_covered.begin(), m_covered.end(), cell) == m_covered.end()
        && bool(explain(m_snapshot, cell));
}

std::vector<Explanation> WhyPanel::explanations() const
{
    std::vector<Explanation> all;
    for (const CellRef& cell : stagesBehind(*m_snapshot->document, m_history[std::size_t(m_place)]))
        all.push_back(*explain(m_snapshot, cell));
    return all;
}

std::vector<MathLine> WhyPanel::lines(const std::vector<Explanation>& explanations,
                                      std::size_t terms) const
{
    std::vector<MathLine> lines;
    for (const Explanation& explanation : explanations) {
        const std::vector<MathLine> more
            = whyLines(*m_snapshot->document, explanation, {m_digits->value(), terms});
        if (!lines.empty())
            lines.push_back({{" "}});
        lines.insert(lines.end(), more.begin(), more.end());
    }
    return lines;
}

void WhyPanel::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void WhyPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void WhyPanel::refresh()
{
    m_stale = false;
    updateButtons();
    m_text->document()->setDefaultFont(numberFont());
    const bool isCovered = m_snapshot && m_place >= 0
        && std::find(m_covered.begin(), m_covered.end(), m_history[std::size_t(m_place)])
            != m_covered.end();
    if (isCovered) {
        m_text->setHtml(mathHtml(
            {{{tr("The exercise asks for this number.").toStdString(), Span::Style::Words}}}));
    } else if (isShowable()) {
        const std::vector<Explanation> all = explanations();
        QString html = mathHtml(lines(all, m_allTerms ? 0 : termsShown));
        if (!m_allTerms && std::any_of(all.begin(), all.end(), isLong))
            html += QStringLiteral("<p><a href='%1'>%2</a></p>")
                        .arg(allTermsLink, tr("Show every term"));
        m_text->setHtml(html);
    } else {
        m_text->setHtml(mathHtml(
            {{{tr("Select a cell of any matrix to see how its number comes about.").toStdString(),
               Span::Style::Words}}}));
    }
    updateBars();
}

void WhyPanel::updateBars()
{
    const Result<Explanation> explanation = isShowable()
        ? explain(m_snapshot, m_history[std::size_t(m_place)])
        : Result<Explanation>(Error{});
    const bool hasRow = explanation && explanation->softmax;
    m_barArea->parentWidget()->parentWidget()->setVisible(hasRow);
    if (!hasRow)
        return;
    m_unscaled->setEnabled(!explanation->softmax->unscaledWeights.empty());
    m_bars->setRow(*explanation->softmax, tokenTexts(m_snapshot->document->tokens),
                   int(explanation->cell.column), m_digits->value());
}

void WhyPanel::updateButtons()
{
    m_back->setEnabled(m_place > 0);
    m_forward->setEnabled(m_place + 1 < int(m_history.size()));
    m_copy->setEnabled(isShowable());
}

void WhyPanel::copyText()
{
    if (isShowable())
        QApplication::clipboard()->setText(
            QString::fromStdString(toText(lines(explanations(), 0))));
}

void WhyPanel::copyMarkdown()
{
    if (isShowable())
        QApplication::clipboard()->setText(
            QString::fromStdString(toMarkdown(lines(explanations(), 0))));
}

void WhyPanel::copyLatex()
{
    if (isShowable())
        QApplication::clipboard()->setText(
            QString::fromStdString(toLatex(lines(explanations(), 0))));
}

void WhyPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refreshIfVisible();
}

} // namespace headlight
