#include "ui/figure/chart_plot.h"

#include "ui/figure/figure_text.h"

#include <cmath>

namespace headlight {
namespace {

constexpr int padding = 8;
constexpr int widestName = 220; // of a series in the legend, in pixels
constexpr double largest = 1e200; // QCustomPlot has no axis for more
constexpr double lineWidth = 2;
constexpr double markerSize = 7;
constexpr double barsWidth = 0.8; // of one category, shared by its bars

bool isDark(const FigureStyle& style)
{
    return style.text.lightnessF() > 0.5;
}

/// Told apart by people with any colour vision, and at least 3:1 against the background.
QColor seriesColor(int place, bool dark)
{
    static const QColor onLight[] = {0x2f6fb5, 0x9a3b7c, 0x1b7f4d, 0x8c6a00, 0x4d5562};
    static const QColor onDark[] = {0x6cb2f5, 0xe58bc4, 0x5fd09a, 0xe3c14d, 0xb4bbc6};
    return dark ? onDark[place % 5] : onLight[place % 5];
}

Qt::PenStyle seriesDash(int place)
{
    constexpr Qt::PenStyle dashes[]
        = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    return dashes[place % 5];
}

Qt::BrushStyle seriesFill(int place)
{
    constexpr Qt::BrushStyle fills[] = {Qt::SolidPattern, Qt::BDiagPattern, Qt::Dense4Pattern,
                                        Qt::FDiagPattern, Qt::CrossPattern};
    return fills[place % 5];
}

QCPScatterStyle::ScatterShape seriesMarker(int place)
{
    constexpr QCPScatterStyle::ScatterShape shapes[]
        = {QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle,
           QCPScatterStyle::ssDiamond, QCPScatterStyle::ssCross};
    return shapes[place % 5];
}

bool drawable(QPointF point)
{
    return std::abs(point.x()) < largest && std::abs(point.y()) < largest;
}

/// The smallest range that holds everything added.
class Extent {
public:
    void add(double value)
    {
        m_low = m_any ? std::min(m_low, value) : value;
        m_high = m_any ? std::max(m_high, value) : value;
        m_any = true;
    }

    /// With a margin on both sides; [0, 1] when nothing was added.
    QCPRange padded() const
    {
        if (!m_any)
            return {0, 1};
        const double size = m_high - m_low;
        const double margin = size > 0 ? 0.06 * size : std::max(0.5, 0.1 * std::abs(m_low));
        return {m_low - margin, m_high + margin};
    }

    QCPRange paddedByFactor() const
    {
        if (!m_any || m_low <= 0)
            return {1, 10};
        const double margin = m_high > m_low ? std::pow(m_high / m_low, 0.04) : 2;
        return {m_low / margin, m_high * margin};
    }

private:
    double m_low = 0;
    double m_high = 0;
    bool m_any = false;
};

template <class Visitor>
void forEachPoint(const Chart& chart, Visitor&& visit)
{
    for (const ChartLine& line : chart.lines)
        std::for_each(line.points.begin(), line.points.end(), visit);
    for (const ChartPoints& points : chart.points)
        std::for_each(points.points.begin(), points.points.end(), visit);
    for (const ChartArrow& arrow : chart.arrows) {
        visit(arrow.from);
        visit(arrow.to);
    }
    for (const ChartBars& bars : chart.bars) {
        for (std::size_t i = 0; i < bars.heights.size(); ++i) {
            visit(QPointF(double(i) - 0.5, 0));
            visit(QPointF(double(i) + 0.5, bars.heights[i]));
        }
    }
}

QCPRange rangeOf(const std::optional<ChartRange>& wanted, const QCPRange& found)
{
    return wanted ? QCPRange(wanted->low, wanted->high) : found;
}

/// Doublings where few of them span the axis, powers of ten where they would be many.
QSharedPointer<QCPAxisTicker> logTicker(const QCPRange& range, double mostDoubled)
{
    auto ticker = QSharedPointer<QCPAxisTickerLog>::create();
    const bool doublings = range.upper / range.lower < mostDoubled;
    ticker->setLogBase(doublings ? 2 : 10);
    ticker->setSubTickCount(doublings ? 0 : 8);
    return ticker;
}

/// `found`: what the data span. `mostDoubled`: the factor from which powers of ten are shown.
void setRange(QCPAxis* axis, bool isLog, const std::optional<ChartRange>& wanted,
              const Extent& found, double mostDoubled)
{
    axis->setScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis->setRange(rangeOf(wanted, isLog ? found.paddedByFactor() : found.padded()));
    if (isLog)
        axis->setTicker(logTicker(axis->range(), mostDoubled));
}

void styleAxis(QCPAxis* axis, const FigureStyle& style, const QString& title)
{
    axis->setLabel(oneLine(title));
    axis->setLabelFont(figureFont(style, TextRole::AxisTitle));
    axis->setLabelColor(style.muted);
    axis->setLabelPadding(4);
    axis->setTickLabelFont(figureFont(style));
    axis->setTickLabelColor(style.text);
    axis->setNumberFormat(QStringLiteral("gb"));
    axis->setNumberPrecision(4);
    axis->setSubTicks(false);
    const QPen line(style.border, 1);
    axis->setBasePen(line);
    axis->setTickPen(line);
    axis->grid()->setPen(QPen(style.border, 1, Qt::DotLine));
    axis->grid()->setZeroLinePen(QPen(style.border, 1));
}

/// Away from `direction`, so that a text there does not cover what it names.
Qt::Alignment alignmentAwayFrom(QPointF direction)
{
    const bool sideways = std::abs(direction.x()) > std::abs(direction.y());
    if (sideways)
        return Qt::AlignVCenter | (direction.x() > 0 ? Qt::AlignLeft : Qt::AlignRight);
    return Qt::AlignHCenter | (direction.y() > 0 ? Qt::AlignBottom : Qt::AlignTop);
}

/// A text above or below a point near the left or right edge starts or ends there.
Qt::Alignment keptInside(Qt::Alignment alignment, double share)
{
    if (!(alignment & Qt::AlignHCenter) || (share > 0.2 && share < 0.8))
        return alignment;
    return (alignment & Qt::AlignVertical_Mask) | (share < 0.5 ? Qt::AlignLeft : Qt::AlignRight);
}

} // namespace

ChartPlot::ChartPlot(QWidget* parent)
    : QCustomPlot(parent)
{
    setMinimumSize(160, 120); // QCustomPlot warns when it has no area to draw on
    setLocale(QLocale::c());
    setAutoAddPlottableToLegend(false);
    connect(this, &QCustomPlot::afterReplot, this, [this] { m_stale = false; });
    rebuild();
}

void ChartPlot::setChart(const Chart& chart)
{
    m_chart = chart;
    rebuild();
    m_stale = true;
    update();
}

QPointF ChartPlot::pixelOf(QPointF point) const
{
    return {m_rect->axis(QCPAxis::atBottom)->coordToPixel(point.x()),
            m_rect->axis(QCPAxis::atLeft)->coordToPixel(point.y())};
}

void ChartPlot::rebuild()
{
    clearPlottables();
    clearItems();
    plotLayout()->clear();
    plotLayout()->setMargins({});
    plotLayout()->setRowSpacing(4);
    m_nextPlace = 0;
    setBackground(QBrush(m_chart.style.background));
    addTitle();
    addAxes();
    setRanges();
    addSeries();
    addLegend();
    fitToSize();
}

void ChartPlot::addTitle()
{
    if (m_chart.title.isEmpty())
        return;
    auto* title = new QCPTextElement(this, oneLine(m_chart.title),
                                     figureFont(m_chart.style, TextRole::Title));
    title->setTextColor(m_chart.style.text);
    title->setMargins({padding, padding, padding, 0});
    plotLayout()->addElement(plotLayout()->rowCount(), 0, title);
}

void ChartPlot::addAxes()
{
    m_rect = new QCPAxisRect(this, true);
    plotLayout()->addElement(plotLayout()->rowCount(), 0, m_rect);
    m_rect->setMinimumMargins({padding, padding, 2 * padding, padding});
    styleAxis(m_rect->axis(QCPAxis::atBottom), m_chart.style, m_chart.xTitle);
    styleAxis(m_rect->axis(QCPAxis::atLeft), m_chart.style, m_chart.yTitle);
    for (const QCPAxis::AxisType side : {QCPAxis::atTop, QCPAxis::atRight})
        m_rect->axis(side)->setVisible(false);
}

void ChartPlot::setRanges()
{
    Extent x;
    Extent y;
    forEachPoint(m_chart, [&](QPointF point) {
        if (!drawable(point) || (m_chart.logX && point.x() <= 0)
            || (m_chart.logY && point.y() <= 0))
            return;
        x.add(point.x());
        y.add(point.y());
    });
    constexpr double mostAcross = 5000;
    constexpr double mostUp = 100; // there is less room
    setRange(m_rect->axis(QCPAxis::atBottom), m_chart.logX, m_chart.xRange, x, mostAcross);
    setRange(m_rect->axis(QCPAxis::atLeft), m_chart.logY, m_chart.yRange, y, mostUp);
}

void ChartPlot::addSeries()
{
    for (std::size_t i = 0; i < m_chart.bars.size(); ++i)
        addBars(m_chart.bars[i], int(i));
    for (const ChartLine& line : m_chart.lines)
        addLine(line);
    for (const ChartArrow& arrow : m_chart.arrows)
        addArrow(arrow);
    for (const ChartPoints& points : m_chart.points)
        addPoints(points);
}

ChartPlot::Drawing ChartPlot::next(const ChartLook& look)
{
    const int place = look.place ? *look.place : look.selected ? 0 : m_nextPlace++;
    Drawing drawing{seriesColor(place, isDark(m_chart.style)), seriesDash(place), seriesFill(place),
                    seriesMarker(place)};
    if (look.selected) {
        drawing.color = m_chart.style.selection;
        drawing.marker = QCPScatterStyle::ssDiamond;
    }
    return drawing;
}

QString ChartPlot::seriesName(const QString& name) const
{
    return shortened(QFontMetricsF(figureFont(m_chart.style)), oneLine(name), widestName);
}

void ChartPlot::addLine(const ChartLine& line)
{
    const Drawing drawing = next(line.look);
    auto* curve = new QCPCurve(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    curve->setName(seriesName(line.name));
    for (const QPointF& point : line.points)
        curve->addData(drawable(point) ? point.x() : qQNaN(),
                       drawable(point) ? point.y() : qQNaN());
    curve->setPen(QPen(drawing.color, lineWidth, drawing.dash, Qt::RoundCap, Qt::RoundJoin));
    if (line.markers)
        curve->setScatterStyle(QCPScatterStyle(drawing.marker, QPen(drawing.color, 1),
                                               QBrush(drawing.color), markerSize));
}

void ChartPlot::addPoints(const ChartPoints& points)
{
    const Drawing drawing = next(points.look);
    auto* graph = new QCPGraph(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    graph->setName(seriesName(points.name));
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(drawing.marker, QPen(drawing.color, 1),
                                           QBrush(drawing.color), markerSize + 3));
    for (std::size_t i = 0; i < points.points.size(); ++i) {
        const QPointF point = points.points[i];
        if (!drawable(point))
            continue;
        graph->addData(point.x(), point.y());
        addLabel(point, points.labels.value(qsizetype(i)), m_chart.style.text, QPointF(0, 1));
    }
}

void ChartPlot::addBars(const ChartBars& bars, int number)
{
    const Drawing drawing = next(bars.look);
    auto* plottable = new QCPBars(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    const double width = barsWidth / double(m_chart.bars.size());
    const double first = -0.5 * barsWidth + 0.5 * width;
    plottable->setName(seriesName(bars.name));
    plottable->setWidth(0.9 * width);
    plottable->setPen(QPen(drawing.color, 1));
    plottable->setBrush(QBrush(drawing.color, drawing.fill));
    for (std::size_t i = 0; i < bars.heights.size(); ++i)
        if (drawable(QPointF(0, bars.heights[i])))
            plottable->addData(double(i) + first + number * width, bars.heights[i]);
}

void ChartPlot::addArrow(const ChartArrow& arrow)
{
    if (!drawable(arrow.from) || !drawable(arrow.to))
        return;
    const Drawing drawing = next(arrow.look);
    auto* line = new QCPItemLine(this);
    for (QCPItemPosition* position : {line->start, line->end})
        position->setAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    line->start->setCoords(arrow.from);
    line->end->setCoords(arrow.to);
    line->setClipAxisRect(m_rect);
    line->setPen(QPen(drawing.color, lineWidth, drawing.dash));
    line->setHead(QCPLineEnding(QCPLineEnding::esSpikeArrow, 9, 11));
    addLabel(arrow.to, arrow.label, drawing.color, arrow.to - arrow.from);
}

/// 0 at the left end of the axis, 1 at the right.
double ChartPlot::shareAcross(double x) const
{
    const QCPRange range = m_rect->axis(QCPAxis::atBottom)->range();
    return m_chart.logX ? std::log(x / range.lower) / std::log(range.upper / range.lower)
                        : (x - range.lower) / range.size();
}

/// A text beside a point, on the side that `away` leads to.
void ChartPlot::addLabel(QPointF at, const QString& text, const QColor& color, QPointF away)
{
    if (text.isEmpty())
        return;
    constexpr int gap = 7;
    auto* label = new QCPItemText(this);
    label->position->setAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    label->position->setCoords(at);
    label->setClipToAxisRect(false);
    label->setPositionAlignment(keptInside(alignmentAwayFrom(away), shareAcross(at.x())));
    label->setPadding({gap, gap, gap, gap});
    label->setFont(figureFont(m_chart.style));
    label->setColor(color);
    label->setText(oneLine(text));
}

void ChartPlot::addLegend()
{
    if (!m_chart.legend)
        return;
    auto* box = new QCPLegend;
    plotLayout()->addElement(plotLayout()->rowCount(), 0, box);
    plotLayout()->setRowStretchFactor(plotLayout()->rowCount() - 1, 0.001); // no more than it needs
    legend = box;
    box->setLayer(QStringLiteral("legend"));
    box->setBrush(Qt::NoBrush);
    box->setBorderPen(Qt::NoPen);
    box->setFont(figureFont(m_chart.style));
    box->setTextColor(m_chart.style.text);
    box->setIconSize(28, 14);
    box->setMargins({2 * padding, 0, padding, padding});
    for (int i = 0; i < plottableCount(); ++i)
        if (!plottable(i)->name().isEmpty())
            plottable(i)->addToLegend(box);
    if (box->itemCount() < 2)
        plotLayout()->remove(box);
    plotLayout()->simplify();
}

void ChartPlot::fitToSize()
{
    fitCategories();
    fitLegend();
    keepAspect();
}

/// Names of categories lie flat where all fit, else they are turned and shortened.
void ChartPlot::fitCategories()
{
    if (m_chart.categories.isEmpty())
        return;
    const QFontMetricsF metrics(figureFont(m_chart.style));
    const qsizetype count = m_chart.categories.size();
    const int room = std::max(1, int((width() - 80) / count));
    QCPAxis* axis = m_rect->axis(QCPAxis::atBottom);
    axis->grid()->setVisible(false);
    const bool flat = widestLabel(metrics, m_chart.categories) + 8 <= room;
    axis->setTickLabelRotation(flat ? 0 : -60);
    const int step = std::max(1, int(std::ceil(metrics.height() / room)));
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype i = 0; i < count; i += step)
        ticker->addTick(double(i), shortened(metrics, oneLine(m_chart.categories[i]), 96));
    axis->setTicker(ticker);
}

/// As many entries side by side as have room.
void ChartPlot::fitLegend()
{
    if (!legend)
        return;
    int widest = 1;
    int entries = 0;
    for (const QCPLayoutElement* entry : legend->elements(false)) {
        if (!entry)
            continue; // the last row need not be full
        widest = std::max(widest, entry->minimumOuterSizeHint().width());
        ++entries;
    }
    const int room = width() - 3 * padding;
    legend->setWrap(std::clamp(room / (widest + legend->columnSpacing()), 1, entries));
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true); // places the entries anew
}

/// Widens one of the two ranges until a unit is as long across as up.
void ChartPlot::keepAspect()
{
    if (!m_chart.equalAspect)
        return;
    setRanges();
    for (const QCPLayoutElement::UpdatePhase phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plotLayout()->update(phase);
    QCPAxis* across = m_rect->axis(QCPAxis::atBottom);
    QCPAxis* up = m_rect->axis(QCPAxis::atLeft);
    const double unitsAcross = across->range().size() / std::max(1, m_rect->width());
    const double unitsUp = up->range().size() / std::max(1, m_rect->height());
    if (unitsAcross < unitsUp)
        across->setScaleRatio(up, 1);
    else
        up->setScaleRatio(across, 1);
}

void ChartPlot::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event); // replots
    fitToSize();
    m_stale = true;
}

void ChartPlot::paintEvent(QPaintEvent* event)
{
    if (bufferDevicePixelRatio() != devicePixelRatioF()) { // the window went to another screen
        setBufferDevicePixelRatio(devicePixelRatioF());
        m_stale = true;
    }
    if (m_stale)
        replot(rpQueuedRefresh);
    QCustomPlot::paintEvent(event);
}

} // namespace headlight
