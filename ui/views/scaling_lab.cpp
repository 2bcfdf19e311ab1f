#include "ui/views/scaling_lab.h"

#include "ui/figure/chart.h"
#include "ui/session/number_text.h"
#include "ui/views/head_figure.h"
#include "ui/views/lab_parts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int fewestKeys = 2;
constexpr int mostKeys = 128;
constexpr int usualKeys = 16;
constexpr int widthOfTwoCharts = 480; // side by side from here

ChartWidget* makeChart(const QString& name)
{
    auto* chart = new ChartWidget;
    chart->setObjectName(name);
    chart->setMinimumHeight(240);
    return chart;
}

ChartLine lineOf(const QString& name, const std::vector<ScalingPoint>& points,
                 Sharpness ScalingPoint::*kind, double Sharpness::*measure)
{
    ChartLine line{name, {}, true};
    for (const ScalingPoint& point : points)
        line.points.emplace_back(double(point.keyWidth), point.*kind.*measure);
    return line;
}

} // namespace

ScalingLab::ScalingLab(QWidget* parent)
    : QWidget(parent)
    , m_keys(makeLabSlider(QStringLiteral("scalingKeys"), tr("Number of keys T"), fewestKeys,
                           mostKeys))
    , m_keysNumber(new QLabel)
    , m_seed(new QSpinBox)
    , m_charts(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_largest(makeChart(QStringLiteral("scalingLargest")))
    , m_entropy(makeChart(QStringLiteral("scalingEntropy")))
    , m_experimentText(makeLabText(QStringLiteral("scalingText"), tr("What the curves show")))
    , m_documentText(
          makeLabText(QStringLiteral("scalingDocument"), tr("Where the document stands")))
{
    setObjectName(QStringLiteral("scalingLab"));
    setAccessibleName(tr("Why the scores are divided by √d_k"));
    m_charts->setSpacing(12);
    m_charts->addWidget(m_largest, 1);
    m_charts->addWidget(m_entropy, 1);
    auto* contents = new QVBoxLayout;
    contents->addLayout(makeControls());
    contents->addLayout(m_charts, 1);
    contents->addWidget(m_experimentText);
    contents->addWidget(m_documentText);
    setLabContents(this, contents);
    useCanvasColor(this);

    connect(m_keys, &QSlider::valueChanged, this, [this] {
        m_keysChosen = true;
        refreshIfVisible();
    });
    connect(m_seed, &QSpinBox::valueChanged, this, &ScalingLab::refreshIfVisible);
}

QLayout* ScalingLab::makeControls()
{
    m_keys->setValue(usualKeys);
    prepareNumber(m_keysNumber, QStringLiteral("scalingKeysNumber"), QStringLiteral("000"));
    m_seed->setObjectName(QStringLiteral("scalingSeed"));
    m_seed->setAccessibleName(tr("Seed of the random queries and keys"));
    m_seed->setRange(1, 9999);
    m_seed->setMaximumWidth(96);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(makeFieldLabel(tr("&Keys, T"), m_keys));
    row->addWidget(m_keys, 1);
    row->addWidget(m_keysNumber);
    row->addSpacing(8);
    row->addWidget(makeFieldLabel(tr("See&d"), m_seed));
    row->addWidget(m_seed);
    row->addStretch();
    return row;
}

void ScalingLab::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    refreshIfVisible();
}

void ScalingLab::setPlace(int layer, int head)
{
    if (layer == m_layer && head == m_head)
        return;
    m_layer = layer;
    m_head = head;
    refreshIfVisible();
}

void ScalingLab::refreshIfVisible()
{
    m_stale = true;
    if (isVisible())
        refresh();
}

void ScalingLab::refresh()
{
    m_stale = false;
    followDocument();
    m_keysNumber->setText(QString::number(m_keys->value()));
    ScalingSetup setup;
    setup.keys = m_keys->value();
    setup.seed = std::uint64_t(m_seed->value());
    m_points = scalingExperiment(setup);
    m_largest->setChart(
        chartOf(tr("Largest weight, mean of rows"), tr("weight"), &Sharpness::largest));
    m_entropy->setChart(chartOf(tr("Entropy, mean of rows"), tr("nats"), &Sharpness::entropy));
    m_experimentText->setText(experimentText());
    m_documentText->setText(documentText());
}

/// The place may be ahead of the snapshot: the one of the new sizes is on its way.
void ScalingLab::followDocument()
{
    m_document.reset();
    if (!m_snapshot || m_snapshot->document->tokens.empty()
        || m_layer >= m_snapshot->document->config.layers
        || m_head >= m_snapshot->document->config.heads)
        return;
    m_document = headSharpness(*m_snapshot, m_layer, m_head);
    if (m_keysChosen)
        return;
    const QSignalBlocker blocker(m_keys);
    m_keys->setValue(int(m_snapshot->document->tokens.size()));
}

Chart ScalingLab::chartOf(const QString& title, const QString& yTitle,
                          double Sharpness::*measure) const
{
    Chart chart;
    chart.title = title;
    chart.xTitle = tr("d_k");
    chart.yTitle = yTitle;
    chart.logX = true;
    chart.style = screenStyle();
    const bool isWeight = measure == &Sharpness::largest;
    const double tokens = m_document ? double(m_snapshot->document->tokens.size()) : 1;
    const double most = isWeight ? 1 : std::log(std::max(tokens, double(m_keys->value())));
    chart.yRange = ChartRange{0, 1.08 * most};
    chart.lines = {lineOf(tr("× 1/√d_k"), m_points, &ScalingPoint::scaled, measure),
                   lineOf(tr("no scale"), m_points, &ScalingPoint::plain, measure)};
    if (m_document) {
        const double width = double(m_snapshot->document->config.keyWidth);
        chart.points = {{tr("this document, d_k = %1").arg(width),
                         {{width, m_document->own.*measure}},
                         {},
                         {{}, true}}};
    }
    return chart;
}

QString ScalingLab::experimentText() const
{
    const ScalingPoint& last = m_points.back();
    const double keys = m_keys->value();
    return tr("At d_k = %1, with %2 random keys, the largest weight of a row is %3 on average "
              "without a scale and %4 with 1/√d_k; even weights would be %5. ")
               .arg(last.keyWidth)
               .arg(keys)
               .arg(fixedNumber(last.plain.largest, 3), fixedNumber(last.scaled.largest, 3),
                    fixedNumber(1 / keys, 3))
        + tr("The entropy there is %1 nats without and %2 nats with the scale, of at most "
             "ln %3 = %4. ")
              .arg(fixedNumber(last.plain.entropy, 3), fixedNumber(last.scaled.entropy, 3))
              .arg(keys)
              .arg(fixedNumber(std::log(keys), 3))
        + tr("The unscaled scores q·k have standard deviation %1, where theory expects √%2 = %3; "
             "dividing by √d_k takes that growth out.")
              .arg(fixedNumber(last.scoreDeviation, 1))
              .arg(last.keyWidth)
              .arg(fixedNumber(std::sqrt(double(last.keyWidth)), 1));
}

QString ScalingLab::documentText() const
{
    if (!m_document)
        return tr("Type a sentence to see where its attention stands.");
    const Document& document = *m_snapshot->document;
    return tr("In this document, %1 with d_k = %2 and T = %3: largest weight %4 with its own scale "
              "factor %5, and %6 without a scale; entropy %7 and %8 nats.")
        .arg(headName(document.config, m_layer, m_head))
        .arg(document.config.keyWidth)
        .arg(document.tokens.size())
        .arg(fixedNumber(m_document->own.largest, 3), shortNumber(scoreFactor(document.config), 3),
             fixedNumber(m_document->plain.largest, 3), fixedNumber(m_document->own.entropy, 3),
             fixedNumber(m_document->plain.entropy, 3));
}

void ScalingLab::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void ScalingLab::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_charts->setDirection(width() < widthOfTwoCharts ? QBoxLayout::TopToBottom
                                                      : QBoxLayout::LeftToRight);
}

void ScalingLab::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    useCanvasColor(this);
    refreshIfVisible();
}

} // namespace headlight
