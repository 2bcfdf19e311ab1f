#include "ui/views/order_lab.h"

#include "ui/views/comparison_parts.h"
#include "ui/views/lab_parts.h"
#include "ui/views/matrix_view.h"
#include "ui/views/newest_job.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

/// More pairs than this nobody reads.
constexpr std::size_t mostPairs = 500;

void swapTwo(std::vector<std::string>& tokens)
{
    if (tokens.size() > 2 && tokens[1] != tokens.back())
        return std::swap(tokens[1], tokens.back());
    const auto other = std::find_if(tokens.begin(), tokens.end(), [&](const std::string& token) {
        return token != tokens.front();
    });
    if (other != tokens.end())
        std::swap(tokens.front(), *other);
}

QString verdictOf(const OrderComparison& comparison, const SnapshotPtr& first, int layer)
{
    if (comparison.largest == 0)
        return OrderLab::tr("Largest difference 0: the same rows in another order.");
    if (std::isnan(comparison.largest))
        return OrderLab::tr("Some outputs are no numbers, so they cannot be compared.");
    const QString number = statedNumber(comparison.largest);
    const QString causes = orderSources(*first->document);
    if (causes.isEmpty() || isRounding(comparison.largest, outputOf(*first, layer)))
        return OrderLab::tr("Largest difference %1, which is rounding: the same rows in another "
                            "order.")
            .arg(number);
    return OrderLab::tr("Largest difference %1: the order matters. What tells it: %2.")
        .arg(number, causes);
}

QString pairText(const Document& first, const RowPair& rows, double difference)
{
    return OrderLab::tr("“%1”: word %2 and word %3 differ by %4")
        .arg(QString::fromStdString(first.tokens[std::size_t(rows.first)]),
             QString::number(rows.first + 1), QString::number(rows.second + 1),
             statedNumber(difference));
}

void showOutput(MatrixView* table, const Snapshot& snapshot, int layer)
{
    const Matrix& output = outputOf(snapshot, layer);
    showMatrix(table, output, numberedTokens(snapshot.document->tokens),
               columnNames(output.cols()));
}

} // namespace

QString swappedOrder(std::vector<std::string> tokens)
{
    swapTwo(tokens);
    return tokenTexts(tokens).join(u' ');
}

OrderLab::OrderLab(QWidget* parent)
    : QWidget(parent)
    , m_sinusoidal(new QCheckBox(tr("S&inusoidal positions")))
    , m_place(makeLabel(QStringLiteral("orderPlace"), {}, QStringLiteral("muted")))
    , m_firstSentence(new QLineEdit)
    , m_secondSentence(new QLineEdit)
    , m_firstTable(
          makeReadOnlyTable(QStringLiteral("firstOutput"), tr("Output of the first sentence")))
    , m_secondTable(
          makeReadOnlyTable(QStringLiteral("secondOutput"), tr("Output of the second sentence")))
    , m_verdict(makeLabel(QStringLiteral("orderVerdict"), {}))
    , m_pairs(makeSentences(QStringLiteral("orderPairs"), tr("Rows of the same word")))
    , m_job(new NewestJob(this))
{
    setObjectName(QStringLiteral("orderLab"));
    setAccessibleName(tr("The same words in another order"));
    m_sinusoidal->setObjectName(QStringLiteral("sinusoidalPositions"));
    m_sinusoidal->setAccessibleName(tr("Sinusoidal positions"));
    m_secondSentence->setObjectName(QStringLiteral("otherOrder"));
    m_secondSentence->setAccessibleName(tr("The same words in another order"));
    m_firstSentence->setObjectName(QStringLiteral("firstSentence"));
    m_firstSentence->setAccessibleName(tr("First sentence"));
    m_firstSentence->setReadOnly(true);
    m_verdict->setWordWrap(true);
    QFont bold = m_verdict->font();
    bold.setWeight(QFont::DemiBold);
    m_verdict->setFont(bold);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addLayout(makeSides(), 3);
    layout->addWidget(m_verdict);
    layout->addWidget(m_pairs, 1);
    layout->addStretch();
    setAutoFillBackground(true);
    useCanvasColor(this);
    connect(m_sinusoidal, &QCheckBox::clicked, this, &OrderLab::wantPositions);
    connect(m_secondSentence, &QLineEdit::textChanged, this, &OrderLab::refreshIfVisible);
}

QLayout* OrderLab::makeSides()
{
    auto* sides = new QGridLayout;
    sides->setHorizontalSpacing(16);
    sides->setVerticalSpacing(8);
    sides->addWidget(m_sinusoidal, 0, 0, Qt::AlignLeft);
    sides->addWidget(m_place, 0, 1, Qt::AlignRight);
    sides->addWidget(m_firstSentence, 1, 0);
    sides->addWidget(m_secondSentence, 1, 1);
    sides->addWidget(m_firstTable, 2, 0);
    sides->addWidget(m_secondTable, 2, 1);
    sides->setColumnStretch(0, 1);
    sides->setColumnStretch(1, 1);
    return sides;
}

void OrderLab::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    proposeOrder();
    refreshIfVisible();
}

void OrderLab::setPlace(int layer, int)
{
    if (layer == m_layer)
        return;
    m_layer = layer;
    refreshIfVisible();
}

/// Another order of the document's tokens, until the user typed one.
void OrderLab::proposeOrder()
{
    if (m_secondSentence->text() != m_proposed)
        return;
    m_proposed = swappedOrder(m_snapshot->document->tokens);
    const QSignalBlocker quiet(m_secondSentence);
    m_secondSentence->setText(m_proposed);
    m_secondSentence->setCursorPosition(0);
}

void OrderLab::wantPositions(bool sinusoidal)
{
    if (!m_snapshot)
        return;
    Config config = m_snapshot->document->config;
    config.positions = sinusoidal ? Positions::Sinusoidal : Positions::None;
    emit configWanted(config);
}

void OrderLab::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void OrderLab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void OrderLab::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    useCanvasColor(this);
    if (m_facts)
        showTables();
}

OrderLab::Facts OrderLab::factsOf(const SnapshotPtr& snapshot, int layer,
                                  const std::string& sentence, const std::stop_token& stop)
{
    Facts facts;
    facts.first = snapshot;
    facts.layer = layer;
    ForwardControl control;
    control.stop = stop;
    const Result<SnapshotPtr> second = snapshotOfSentence(*snapshot->document, sentence, control);
    if (!second)
        facts.comparison = second.error();
    else if (*second) {
        facts.second = *second;
        facts.comparison = compareOrder(*snapshot, **second, layer);
    }
    return facts;
}

void OrderLab::refresh()
{
    if (!m_snapshot)
        return;
    m_stale = false;
    const Document& document = *m_snapshot->document;
    if (m_layer >= document.config.layers)
        return; // the snapshot of the new sizes is on its way
    const Index tokens
        = std::max<Index>(Index(document.tokens.size()), m_secondSentence->text().size());
    if (!m_facts)
        m_verdict->setText(tr("Computing…"));
    m_job->run(traceBytes(document.config, tokens, Keep::Everything),
               [this, snapshot = m_snapshot, layer = m_layer,
                sentence = m_secondSentence->text().toStdString()](std::stop_token stop) {
                   auto facts
                       = std::make_shared<const Facts>(factsOf(snapshot, layer, sentence, stop));
                   return [this, facts] { showFacts(*facts); };
               });
}

void OrderLab::showFacts(const Facts& facts)
{
    m_facts = facts;
    const Document& document = *facts.first->document;
    m_sinusoidal->setChecked(document.config.positions == Positions::Sinusoidal);
    m_place->setText(tr("Output of %1").arg(layerText(document.config, facts.layer)));
    m_firstSentence->setText(tokenTexts(document.tokens).join(u' '));
    m_firstSentence->setCursorPosition(0);
    showTables();
    showComparison();
}

void OrderLab::showTables()
{
    showOutput(m_firstTable, *m_facts->first, m_facts->layer);
    if (m_facts->second)
        showOutput(m_secondTable, *m_facts->second, m_facts->layer);
    else
        showMatrix(m_secondTable, {}, {}, {});
}

void OrderLab::showComparison()
{
    m_pairs->clear();
    const Document& document = *m_facts->first->document;
    if (document.tokens.empty())
        return m_verdict->setText(tr("Type a sentence to see whether its order matters."));
    if (!m_facts->comparison)
        return m_verdict->setText(
            tr("The rows cannot be matched: %1")
                .arg(QString::fromStdString(m_facts->comparison.error().message)));
    const OrderComparison& comparison = *m_facts->comparison;
    m_verdict->setText(verdictOf(comparison, m_facts->first, m_facts->layer));
    QStringList lines;
    for (std::size_t i = 0; i < std::min(mostPairs, comparison.rows.size()); ++i)
        lines += pairText(document, comparison.rows[i], comparison.differences[i]);
    m_pairs->setPlainText(lines.join(u'\n'));
    m_pairs->setMaximumHeight(int(lines.size()) * m_pairs->fontMetrics().lineSpacing() + 24);
}

} // namespace headlight
