#include "ui/figure/chart.h"

#include "ui/figure/chart_plot.h"
#include "ui/session/number_text.h"
#include "ui/style/plain_text.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>

namespace headlight {
namespace {

constexpr double reach = 20; // pixels from the pointer to a point it means

/// A point one can point at.
struct Target {
    QPointF place;
    QString series;
    QString label;
};

template <class Visitor>
void forEachTarget(const Chart& chart, Visitor&& visit)
{
    for (const ChartPoints& points : chart.points)
        for (std::size_t i = 0; i < points.points.size(); ++i)
            visit(Target{points.points[i], points.name, points.labels.value(qsizetype(i))});
    for (const ChartArrow& arrow : chart.arrows)
        visit(Target{arrow.to, QString(), arrow.label});
    for (const ChartLine& line : chart.lines)
        for (const QPointF& point : line.points)
            visit(Target{point, line.name, QString()});
    for (const ChartBars& bars : chart.bars)
        for (std::size_t i = 0; i < bars.heights.size(); ++i)
            visit(Target{QPointF(double(i), bars.heights[i]), bars.name, QString()});
}

QString nameOfValue(const QString& axisTitle, const QString& fallback)
{
    return axisTitle.isEmpty() ? fallback : axisTitle;
}

QString describe(const Chart& chart, const Target& target)
{
    const QString across = chart.categories.isEmpty()
        ? shortNumber(target.place.x())
        : chart.categories.value(qRound(target.place.x()));
    QStringList rows;
    for (const QString& name : {target.label, target.series})
        if (!name.isEmpty())
            rows += name;
    const QString row = ChartWidget::tr("%1: %2");
    rows += row.arg(nameOfValue(chart.xTitle, QStringLiteral("x")), across);
    rows += row.arg(nameOfValue(chart.yTitle, QStringLiteral("y")), shortNumber(target.place.y()));
    return rows.join(u'\n');
}

/// The names of everything the chart shows, for a screen reader.
QString seriesNames(const Chart& chart)
{
    QStringList names;
    const auto collect = [&names](const auto& series) {
        for (const auto& one : series)
            if (!one.name.isEmpty())
                names += one.name;
    };
    collect(chart.lines);
    collect(chart.bars);
    collect(chart.points);
    return names.join(QStringLiteral(", "));
}

} // namespace

ChartWidget::ChartWidget(QWidget* parent)
    : QWidget(parent)
    , m_plot(new ChartPlot(this))
{
    setObjectName(QStringLiteral("chart"));
    setAccessibleName(tr("Chart"));
    m_plot->setObjectName(QStringLiteral("chartPlot"));
    m_plot->setAccessibleName(tr("Chart"));
    m_plot->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_plot);
}

ChartWidget::~ChartWidget() = default;

void ChartWidget::setChart(const Chart& chart)
{
    m_plot->setChart(chart);
    m_plot->setAccessibleName(chart.title.isEmpty() ? tr("Chart") : chart.title);
    m_plot->setAccessibleDescription(
        tr("%1 against %2. %3").arg(chart.yTitle, chart.xTitle, seriesNames(chart)));
}

const Chart& ChartWidget::chart() const
{
    return m_plot->chart();
}

QPoint ChartWidget::placeOf(QPointF point) const
{
    return m_plot->mapToParent(m_plot->pixelOf(point).toPoint());
}

QString ChartWidget::readoutAt(QPoint place) const
{
    const QPointF pointer = m_plot->mapFromParent(place);
    double nearest = reach;
    std::optional<Target> hit;
    forEachTarget(chart(), [&](const Target& target) {
        const double distance = QLineF(pointer, m_plot->pixelOf(target.place)).length();
        if (distance < nearest) {
            nearest = distance;
            hit = target;
        }
    });
    return hit ? describe(chart(), *hit) : QString();
}

bool ChartWidget::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = readoutAt(m_plot->mapToParent(help->pos()));
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(text), m_plot,
                           QRect(help->pos() - QPoint(4, 4), QSize(9, 9)));
    return true;
}

} // namespace headlight
