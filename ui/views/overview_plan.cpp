#include "ui/views/overview_plan.h"

#include "ui/figure/cell_marks.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int largestGap = 16;

int gapFor(double side)
{
    return std::clamp(int(side / 10), 1, largestGap);
}

/// The longest side with which `count` maps, `share` of it wide, and their gaps have room.
double sideFor(int count, double share, int room)
{
    double side = room / (count * share);
    while (side > 1 && count * (side * share + gapFor(side)) - gapFor(side) > room)
        side -= std::max(0.25, side / 256);
    return side;
}

/// A coordinate after maps of `before` pixels became maps of `after`, gaps included; what lies in
/// a map stays at its cell.
double rescaled(double place, int before, int gapBefore, int after, int gapAfter)
{
    const double index = std::floor(place / (before + gapBefore));
    const double inside = place - index * (before + gapBefore);
    const double moved = inside <= before ? inside * after / before
                                          : after + (inside - before) * gapAfter / gapBefore;
    return index * (after + gapAfter) + moved;
}

/// Where contents of some length begin: in the middle of a view with room to spare, else so that
/// no room is wasted.
int keptInside(int begin, int length, int from, int room)
{
    if (length <= room)
        return from + (room - length) / 2;
    return std::clamp(begin, from + room - length, from);
}

/// How far to move so that begin..end lies inside from..to, its beginning first.
int wayInside(int begin, int end, int from, int to)
{
    int by = end > to ? to - end : 0;
    if (begin + by < from)
        by = from - begin;
    return by;
}

} // namespace

void OverviewPlan::setModel(int layers, int heads, int rows, int columns)
{
    if (layers == m_layers && heads == m_heads && rows == m_rows && columns == m_columns)
        return;
    m_layers = layers;
    m_heads = heads;
    m_rows = std::max(1, rows);
    m_columns = std::max(1, columns);
    fit();
}

void OverviewPlan::setView(const QRect& view)
{
    if (view == m_view || view.isEmpty())
        return;
    m_view = view;
    if (m_fitted)
        fit();
    else
        keepInView();
}

void OverviewPlan::fit()
{
    setSide(fittingSide());
    m_fitted = true;
    keepInView();
}

double OverviewPlan::fittingSide() const
{
    const double longer = std::max(m_rows, m_columns);
    return std::max(1.0,
                    std::min(sideFor(m_heads, m_columns / longer, m_view.width()),
                             sideFor(m_layers, m_rows / longer, m_view.height())));
}

/// One cell fills the view.
double OverviewPlan::largestSide() const
{
    return double(std::max(m_rows, m_columns)) * std::min(m_view.width(), m_view.height());
}

void OverviewPlan::setSide(double side)
{
    m_side = side;
    const double longer = std::max(m_rows, m_columns);
    m_map = QSize(std::max(1, int(side * m_columns / longer)),
                  std::max(1, int(side * m_rows / longer)));
    m_gap = gapFor(side);
}

void OverviewPlan::zoom(double factor, QPointF about)
{
    const QSize before = m_map;
    const int gapBefore = m_gap;
    const double smallest = fittingSide();
    const double side = std::clamp(m_side * factor, smallest, std::max(smallest, largestSide()));
    if (side == smallest)
        return fit();
    setSide(side);
    m_fitted = false;
    const QPointF inside = about - m_origin;
    const double x = rescaled(inside.x(), before.width(), gapBefore, m_map.width(), m_gap);
    const double y = rescaled(inside.y(), before.height(), gapBefore, m_map.height(), m_gap);
    m_origin = QPoint(int(std::lround(about.x() - x)), int(std::lround(about.y() - y)));
    keepInView();
}

void OverviewPlan::move(QPoint by)
{
    m_origin += by;
    keepInView();
}

void OverviewPlan::reveal(const HeadPlace& place)
{
    const QRect map = mapRect(place);
    move({wayInside(map.left(), map.left() + map.width(), m_view.left(),
                    m_view.left() + m_view.width()),
          wayInside(map.top(), map.top() + map.height(), m_view.top(),
                    m_view.top() + m_view.height())});
}

QSize OverviewPlan::contents() const
{
    return QSize(m_heads * pitch().width() - m_gap, m_layers * pitch().height() - m_gap);
}

void OverviewPlan::keepInView()
{
    const QSize all = contents();
    m_origin = QPoint(keptInside(m_origin.x(), all.width(), m_view.left(), m_view.width()),
                      keptInside(m_origin.y(), all.height(), m_view.top(), m_view.height()));
}

bool OverviewPlan::cellsReach(int pixels) const
{
    return m_map.width() >= m_columns * pixels && m_map.height() >= m_rows * pixels;
}

QRect OverviewPlan::mapRect(const HeadPlace& place) const
{
    return {m_origin + QPoint(place.head * pitch().width(), place.layer * pitch().height()), m_map};
}

PlaceRange OverviewPlan::seen() const
{
    const auto index
        = [](int from, int pitch, int count) { return std::clamp(from / pitch, 0, count - 1); };
    const QPoint begin = m_view.topLeft() - m_origin;
    const QPoint end = m_view.bottomRight() - m_origin;
    return {
        {index(begin.y(), pitch().height(), m_layers), index(begin.x(), pitch().width(), m_heads)},
        {index(end.y(), pitch().height(), m_layers), index(end.x(), pitch().width(), m_heads)}};
}

std::optional<HeadPlace> OverviewPlan::placeAt(QPoint point) const
{
    const QPoint inside = point - m_origin;
    if (!m_view.contains(point) || inside.x() < 0 || inside.y() < 0)
        return std::nullopt;
    const HeadPlace place{inside.y() / pitch().height(), inside.x() / pitch().width()};
    const bool exists = place.layer < m_layers && place.head < m_heads;
    return exists && mapRect(place).contains(point) ? std::optional(place) : std::nullopt;
}

FigureCell OverviewPlan::cellAt(const HeadPlace& place, QPoint point) const
{
    const QPoint inside = point - mapRect(place).topLeft();
    return {cellOfPixel(inside.y(), m_rows, m_map.height()),
            cellOfPixel(inside.x(), m_columns, m_map.width())};
}

QRect OverviewPlan::cellRect(const HeadPlace& place, const FigureCell& cell) const
{
    return blockRect({cell.row, cell.column}, m_rows, m_columns, mapRect(place));
}

} // namespace headlight
