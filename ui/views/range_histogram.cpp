#include "ui/views/range_histogram.h"

#include "ui/session/number_text.h"
#include "ui/style/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int scaleHeight = 10; // the colours below the bars
constexpr int handleReach = 8; // pixels
constexpr double outside = 0.05; // of the range, that the plot shows more on either side
constexpr int digits = 3;

} // namespace

RangeHistogram::RangeHistogram(const Histogram& histogram, ColorMap map, QWidget* parent)
    : QWidget(parent)
    , m_histogram(histogram)
    , m_map(map)
{
    setObjectName(QStringLiteral("rangeHistogram"));
    setAccessibleName(tr("How often each value is shown"));
    setAccessibleDescription(
        tr("From %1 to %2").arg(numberText(histogram.low), numberText(histogram.high)));
    setMouseTracking(true);
}

/// The plot grows with the range, but not while an end is dragged: the end would run away.
void RangeHistogram::setRange(double low, double high)
{
    m_low = low;
    m_high = high;
    if (m_dragged == End::None) {
        const double first = std::min(low, m_histogram.low);
        const double last = std::max(high, m_histogram.high);
        const double more = (last / 2 - first / 2) * 2 * outside;
        m_first = first - more;
        m_last = last + more;
    }
    update();
}

QRect RangeHistogram::plot() const
{
    const int line = fontMetrics().height();
    return rect().adjusted(handleReach, 2, -handleReach, -(scaleHeight + line + 6));
}

int RangeHistogram::placeOf(double value) const
{
    const double share = (value / 2 - m_first / 2) / std::max(m_last / 2 - m_first / 2, 1e-300);
    return plot().left() + int(std::lround(std::clamp(share, 0.0, 1.0) * plot().width()));
}

double RangeHistogram::valueAt(int x) const
{
    const double share = std::clamp(double(x - plot().left()) / plot().width(), 0.0, 1.0);
    return m_first * (1 - share) + m_last * share;
}

RangeHistogram::End RangeHistogram::endAt(int x) const
{
    const int toLow = std::abs(x - placeOf(m_low));
    const int toHigh = std::abs(x - placeOf(m_high));
    if (std::min(toLow, toHigh) > handleReach)
        return End::None;
    return toLow < toHigh ? End::Low : End::High;
}

void RangeHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintBars(painter);
    paintScale(painter);
    paintEnds(painter);
}

/// Square roots of the counts: a single large weight among thousands of small ones stays visible.
void RangeHistogram::paintBars(QPainter& painter) const
{
    const QRect area = plot();
    painter.fillRect(area, currentTheme().canvas);
    const auto count = double(m_histogram.counts.size());
    const std::size_t most
        = *std::max_element(m_histogram.counts.begin(), m_histogram.counts.end());
    for (std::size_t i = 0; i < m_histogram.counts.size() && most > 0; ++i) {
        if (m_histogram.counts[i] == 0)
            continue;
        const auto edge = [&](double bin) {
            return placeOf(m_histogram.low * (1 - bin / count) + m_histogram.high * bin / count);
        };
        const double share = std::sqrt(double(m_histogram.counts[i]) / double(most));
        const int height = std::max(2, int(std::lround(share * area.height())));
        const int left = edge(double(i));
        const int width = std::max(2, edge(double(i + 1)) - left - 1);
        painter.fillRect(left, area.bottom() + 1 - height, width, height, currentTheme().muted);
    }
}

/// The colours between both ends; beyond them the first and the last go on.
void RangeHistogram::paintScale(QPainter& painter) const
{
    const QRect area = plot();
    const ColorScale scale{m_map, m_low, m_high};
    for (int x = area.left(); x <= area.right(); ++x)
        painter.fillRect(x, area.bottom() + 1, 1, scaleHeight,
                         QColor::fromRgb(scale.color(valueAt(x))));
    const int top = area.bottom() + 1 + scaleHeight + 2;
    const QRect labels(area.left(), top, area.width(), fontMetrics().height());
    painter.setPen(currentTheme().muted);
    painter.drawText(labels, Qt::AlignLeft, shortNumber(valueAt(area.left()), digits));
    painter.drawText(labels, Qt::AlignRight, shortNumber(valueAt(area.right() + 1), digits));
}

void RangeHistogram::paintEnds(QPainter& painter) const
{
    const QRect area = plot();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const double value : {m_low, m_high}) {
        const int x = placeOf(value);
        painter.setPen(QPen(currentTheme().selection, 2));
        painter.drawLine(x, area.top(), x, area.bottom() + scaleHeight);
        painter.setBrush(currentTheme().selection);
        painter.drawEllipse(QPoint(x, area.top() + 5), 4, 4);
    }
}

void RangeHistogram::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_dragged = endAt(event->pos().x());
}

/// The ends never pass each other.
void RangeHistogram::mouseMoveEvent(QMouseEvent* event)
{
    const int x = event->pos().x();
    setCursor(m_dragged == End::None && endAt(x) == End::None ? Qt::ArrowCursor
                                                              : Qt::SizeHorCursor);
    const double value = valueAt(x);
    if (m_dragged == End::Low && value < m_high)
        setRange(value, m_high);
    else if (m_dragged == End::High && value > m_low)
        setRange(m_low, value);
    else
        return;
    emit rangeDragged(m_low, m_high);
}

void RangeHistogram::mouseReleaseEvent(QMouseEvent*)
{
    m_dragged = End::None;
    setRange(m_low, m_high);
}

} // namespace headlight
