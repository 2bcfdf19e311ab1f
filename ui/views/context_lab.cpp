#include "ui/views/context_lab.h"

#include "ui/figure/chart.h"
#include "ui/session/number_text.h"
#include "ui/views/comparison_parts.h"
#include "ui/views/head_figure.h"
#include "ui/views/lab_parts.h"
#include "ui/views/matrix_view.h"
#include "ui/views/newest_job.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace headlight {
namespace {

/// More arrows than this cannot be told apart.
constexpr Index mostArrows = 100;

/// Entries of the lists of axes in front of the dimensions.
constexpr int principalAxes = 2;

Matrix stacked(const Matrix& above, const Matrix& below)
{
    Matrix both(above.rows() + below.rows(), above.cols());
    both << above, below;
    return both;
}

/// X of the first sentence, and that of the second below it.
Matrix allInputs(const ContextFacts& facts)
{
    const Matrix& first = inputOf(*facts.first);
    return facts.second ? stacked(first, inputOf(*facts.second)) : first;
}

Matrix allOutputs(const ContextFacts& facts)
{
    const Matrix& first = outputOf(*facts.first, facts.layer);
    return facts.second ? stacked(first, outputOf(*facts.second, facts.layer)) : first;
}

void addSecondSentence(ContextFacts& facts, const std::string& sentence, std::stop_token stop)
{
    ForwardControl control;
    control.stop = std::move(stop);
    const Result<SnapshotPtr> second
        = snapshotOfSentence(*facts.first->document, sentence, control);
    if (!second)
        facts.problem = second.error();
    else if (*second && !(*second)->document->tokens.empty())
        facts.second = *second;
}

ContextFacts factsOf(const SnapshotPtr& snapshot, int layer, const std::string& sentence,
                     const std::stop_token& stop)
{
    ContextFacts facts;
    facts.first = snapshot;
    facts.layer = layer;
    addSecondSentence(facts, sentence, stop);
    facts.movement = planeMovement(allInputs(facts), allOutputs(facts));
    facts.similarityBefore = cosineTable(inputOf(*snapshot));
    facts.similarityAfter = cosineTable(outputOf(*snapshot, layer));
    facts.equal = equalTokens(*snapshot, layer);
    if (facts.second)
        facts.shared = sharedTokens(*snapshot, *facts.second, layer);
    return facts;
}

/// What the second sentence may cost, guessed from its length.
double bytesOf(const Document& document, const QString& second)
{
    const Index tokens = std::max<Index>(Index(document.tokens.size()), second.size());
    return traceBytes(document.config, tokens, Keep::Everything);
}

/// N numbers along the axis with place `axis` in its list.
Eigen::VectorXd coordinates(const PrincipalPlane& plane, const Matrix& rows, int axis)
{
    return axis < principalAxes ? plane.points.col(axis) : rows.col(axis - principalAxes);
}

QString axisTitle(const ContextFacts& facts, int axis)
{
    if (axis >= principalAxes)
        return ContextLab::tr("dimension %1").arg(axis - principalAxes + 1);
    if (!facts.movement->onePlane)
        return ContextLab::tr("principal axis %1").arg(axis + 1);
    const double share = facts.movement->before.shares[std::size_t(axis)];
    return ContextLab::tr("principal axis %1 (%2 %)")
        .arg(axis + 1)
        .arg(shortNumber(100 * share, 2));
}

QString similarityText(const std::optional<double>& similarity)
{
    return similarity ? statedNumber(*similarity) : ContextLab::tr("none (a zero vector)");
}

QString sharedSentence(const ContextFacts& facts, const SharedToken& shared)
{
    const std::string& token = facts.first->document->tokens[std::size_t(shared.rows.first)];
    return ContextLab::tr("“%1” in both sentences (word %2 and word %3): similarity %4 before, %5 "
                          "after")
        .arg(QString::fromStdString(token), QString::number(shared.rows.first + 1),
             QString::number(shared.rows.second + 1), similarityText(shared.before),
             similarityText(shared.after));
}

QString equalSentence(const ContextFacts& facts, const EqualTokens& equal)
{
    const Document& document = *facts.first->document;
    const QString token = QString::fromStdString(document.tokens[std::size_t(equal.rows.front())]);
    const QString causes = orderSources(document);
    const QString start = ContextLab::tr("“%1” is in this sentence %2 times")
                              .arg(token, QString::number(equal.rows.size()));
    if (std::isnan(equal.difference))
        return ContextLab::tr("%1, but some outputs are no numbers.").arg(start);
    if (causes.isEmpty())
        return ContextLab::tr("%1 and comes out equal: without positions and without a mask "
                              "nothing tells them apart.")
            .arg(start);
    if (!isRounding(equal.difference, outputOf(*facts.first, facts.layer)))
        return ContextLab::tr("%1 and comes out differently, by up to %2. What tells them apart: "
                              "%3.")
            .arg(start, statedNumber(equal.difference), causes);
    return ContextLab::tr("%1 and comes out equal.").arg(start);
}

/// What the picture leaves out or cannot say.
QStringList remarks(const ContextFacts& facts)
{
    QStringList texts;
    if (facts.problem)
        texts += QString::fromStdString(facts.problem->message);
    if (!facts.movement)
        texts += QString::fromStdString(facts.movement.error().message);
    else if (!facts.movement->onePlane)
        texts += ContextLab::tr("X is %1 wide and the output %2, so each has a plane of its own: "
                                "an arrow leads from one to the other.")
                     .arg(inputOf(*facts.first).cols())
                     .arg(outputOf(*facts.first, facts.layer).cols());
    if (allInputs(facts).rows() > mostArrows)
        texts += ContextLab::tr("The picture shows the first %1 words.").arg(mostArrows);
    if (facts.second && !facts.first->document->pins.empty())
        texts += ContextLab::tr("Pinned numbers hold in the first sentence only.");
    return texts;
}

QStringList sentencesOf(const ContextFacts& facts)
{
    QStringList texts;
    for (const SharedToken& shared : facts.shared)
        texts += sharedSentence(facts, shared);
    if (facts.second && facts.shared.empty())
        texts += ContextLab::tr("The two sentences have no word in common.");
    for (const EqualTokens& equal : facts.equal)
        texts += equalSentence(facts, equal);
    if (texts.isEmpty())
        texts += ContextLab::tr("Every word is there once. Type a second sentence that shares a "
                                "word with this one.");
    return texts + remarks(facts);
}

ChartLook lookOfSentence(bool second)
{
    ChartLook look;
    look.place = second ? 1 : 0;
    return look;
}

/// The arrows of one sentence, whose first row is `top` of all rows.
void addMovement(Chart& chart, const std::vector<std::string>& tokens, Index top, bool second,
                 const std::vector<QPointF>& from, const std::vector<QPointF>& to)
{
    const QStringList labels = tokenTexts(tokens);
    ChartPoints starts;
    starts.name = second ? ContextLab::tr("second sentence") : ContextLab::tr("this sentence");
    starts.look = lookOfSentence(second);
    for (Index t = 0; t < labels.size() && top + t < mostArrows; ++t) {
        const std::size_t row = std::size_t(top + t);
        starts.points.push_back(from[row]);
        starts.labels += QString();
        chart.arrows.push_back({from[row], to[row], labels[t], lookOfSentence(second)});
    }
    chart.points.push_back(starts);
}

std::vector<QPointF> pointsOf(const Eigen::VectorXd& x, const Eigen::VectorXd& y)
{
    std::vector<QPointF> points;
    for (Index i = 0; i < x.size(); ++i)
        points.push_back({x[i], y[i]});
    return points;
}

Chart emptyChart()
{
    Chart chart;
    chart.equalAspect = true;
    chart.style = screenStyle();
    return chart;
}

Chart chartOf(const ContextFacts& facts, int across, int up)
{
    Chart chart = emptyChart();
    if (!facts.movement)
        return chart;
    chart.xTitle = axisTitle(facts, across);
    chart.yTitle = axisTitle(facts, up);
    const Matrix before = allInputs(facts);
    const Matrix after = allOutputs(facts);
    const PlaneMovement& plane = *facts.movement;
    const std::vector<QPointF> from = pointsOf(coordinates(plane.before, before, across),
                                               coordinates(plane.before, before, up));
    const std::vector<QPointF> to
        = pointsOf(coordinates(plane.after, after, across), coordinates(plane.after, after, up));
    const std::vector<std::string>& tokens = facts.first->document->tokens;
    addMovement(chart, tokens, 0, false, from, to);
    if (facts.second)
        addMovement(chart, facts.second->document->tokens, Index(tokens.size()), true, from, to);
    return chart;
}

} // namespace

ContextLab::ContextLab(QWidget* parent)
    : QWidget(parent)
    , m_second(new QLineEdit)
    , m_chart(new ChartWidget)
    , m_caption(makeLabel(QStringLiteral("contextCaption"), {}, QStringLiteral("muted")))
    , m_across(new QComboBox)
    , m_up(new QComboBox)
    , m_before(makeTableButton(QStringLiteral("similarityBefore"), tr("Before")))
    , m_after(makeTableButton(QStringLiteral("similarityAfter"), tr("After")))
    , m_table(makeReadOnlyTable(QStringLiteral("similarities"),
                                tr("Cosine similarity of every two words")))
    , m_sentences(makeSentences(QStringLiteral("contextSentences"), tr("What context did")))
    , m_job(new NewestJob(this))
{
    setObjectName(QStringLiteral("contextLab"));
    setAccessibleName(tr("Words before and after attention"));
    auto* parts = new QSplitter;
    parts->setObjectName(QStringLiteral("contextParts"));
    parts->setChildrenCollapsible(false);
    parts->addWidget(makePlane());
    parts->addWidget(makeTables());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(makeTop());
    layout->addWidget(parts, 1);
    m_after->setChecked(true);
    setAutoFillBackground(true);
    useCanvasColor(this);
}

QWidget* ContextLab::makeTop()
{
    m_second->setObjectName(QStringLiteral("secondSentence"));
    m_second->setAccessibleName(tr("Second sentence"));
    m_second->setPlaceholderText(tr("Another sentence with the same embeddings and weights"));
    connect(m_second, &QLineEdit::textChanged, this, &ContextLab::refreshIfVisible);
    auto* top = new QWidget;
    auto* form = new QFormLayout(top);
    form->setContentsMargins({});
    form->setHorizontalSpacing(12);
    form->addRow(tr("&Second sentence"), m_second);
    return top;
}

QWidget* ContextLab::makePlane()
{
    m_chart->setObjectName(QStringLiteral("contextChart"));
    m_chart->setAccessibleName(tr("How every word moves"));
    m_across->setObjectName(QStringLiteral("across"));
    m_across->setAccessibleName(tr("What is shown across"));
    m_up->setObjectName(QStringLiteral("up"));
    m_up->setAccessibleName(tr("What is shown upwards"));
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    for (QComboBox* box : {m_across, m_up}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(8);
        connect(box, &QComboBox::currentIndexChanged, this, &ContextLab::showChart);
        row->addWidget(box, 1);
    }
    auto* plane = new QWidget;
    auto* layout = new QVBoxLayout(plane);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(8);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    layout->addWidget(m_caption);
    return plane;
}

QToolButton* ContextLab::makeTableButton(const QString& name, const QString& text)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(text);
    button->setAccessibleName(tr("Cosine similarities: %1").arg(text));
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setProperty("tab", true);
    connect(button, &QToolButton::toggled, this, &ContextLab::showTable);
    return button;
}

QWidget* ContextLab::makeTables()
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(makeLabel(QStringLiteral("similarityTitle"), tr("Cosine similarity"),
                             QStringLiteral("heading")));
    row->addStretch(1);
    row->addWidget(m_before);
    row->addWidget(m_after);
    m_sentences->setMinimumHeight(6 * fontMetrics().height());
    auto* tables = new QWidget;
    auto* layout = new QVBoxLayout(tables);
    layout->setContentsMargins(8, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(row);
    layout->addWidget(m_table);
    layout->addWidget(m_sentences, 1);
    return tables;
}

void ContextLab::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    refreshIfVisible();
}

void ContextLab::setPlace(int layer, int)
{
    if (layer == m_layer)
        return;
    m_layer = layer;
    refreshIfVisible();
}

void ContextLab::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void ContextLab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void ContextLab::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    useCanvasColor(this);
    showChart();
    showTable();
}

void ContextLab::refresh()
{
    if (!m_snapshot)
        return;
    m_stale = false;
    if (m_layer >= m_snapshot->document->config.layers)
        return; // the snapshot of the new sizes is on its way
    if (!m_facts)
        showSentences();
    m_job->run(bytesOf(*m_snapshot->document, m_second->text()),
               [this, snapshot = m_snapshot, layer = m_layer,
                sentence = m_second->text().toStdString()](std::stop_token stop) {
                   auto facts = std::make_shared<const ContextFacts>(
                       factsOf(snapshot, layer, sentence, stop));
                   return [this, facts] { showFacts(*facts); };
               });
}

void ContextLab::showFacts(const ContextFacts& facts)
{
    m_facts = facts;
    fillDimensions(
        int(std::min(inputOf(*facts.first).cols(), outputOf(*facts.first, facts.layer).cols())));
    m_caption->setText(tr("Dots: X. Arrow heads: output of %1.")
                           .arg(layerText(facts.first->document->config, facts.layer)));
    showChart();
    showTable();
    showSentences();
}

void ContextLab::fillDimensions(int count)
{
    for (QComboBox* box : {m_across, m_up}) {
        if (box->count() == principalAxes + count)
            continue;
        const QSignalBlocker quiet(box);
        const int current = box->count() == 0 ? (box == m_up ? 1 : 0) : box->currentIndex();
        box->clear();
        for (int axis = 1; axis <= principalAxes; ++axis)
            box->addItem(tr("principal axis %1").arg(axis));
        for (int dimension = 1; dimension <= count; ++dimension)
            box->addItem(tr("dimension %1").arg(dimension));
        box->setCurrentIndex(current < box->count() ? current : 0);
    }
}

void ContextLab::showChart()
{
    m_chart->setChart(m_facts ? chartOf(*m_facts, m_across->currentIndex(), m_up->currentIndex())
                              : emptyChart());
}

void ContextLab::showTable()
{
    if (!m_facts)
        return;
    const QStringList tokens = tokenTexts(m_facts->first->document->tokens);
    showMatrix(m_table,
               m_before->isChecked() ? m_facts->similarityBefore : m_facts->similarityAfter, tokens,
               tokens);
}

void ContextLab::showSentences()
{
    if (!m_facts)
        m_sentences->setPlainText(tr("Computing…"));
    else if (m_facts->first->document->tokens.empty())
        m_sentences->setPlainText(tr("Type a sentence to see how its words move."));
    else
        m_sentences->setPlainText(sentencesOf(*m_facts).join(QStringLiteral("\n\n")));
}

} // namespace headlight
