#include "ui/figure/panel_grid.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int widestGap = 16;
constexpr int gapShare = 6; // of the width a map has: small maps stand closer together
constexpr double wholePixels = 5; // from this size on, the rest of a pixel is no great loss

QSize gapFor(const GridSpace& space, int width, int columns)
{
    const int x = std::clamp(width / columns / gapShare, space.leastGap,
                             std::max(widestGap, space.leastGap));
    return {x, space.panelTitle > 0 ? x * 3 / 4 : x};
}

double cellSide(const Figure& figure, const GridSpace& space, QSize size, int columns)
{
    const int count = std::max(1, int(figure.panels.size()));
    const int rows = (count + columns - 1) / columns;
    const QSize gap = gapFor(space, size.width(), columns);
    const double width = size.width() - space.left - space.right - (columns - 1) * gap.width();
    const double height = size.height() - space.top - space.bottom - rows * space.panelTitle
        - (rows - 1) * gap.height();
    const double side = std::min(width / columns / double(columnsOf(figure)),
                                 height / rows / double(rowsOf(figure)));
    return side >= wholePixels ? std::floor(side) : std::max(side, 0.0);
}

int bestColumns(const Figure& figure, const GridSpace& space, QSize size)
{
    if (figure.columns > 0)
        return figure.columns;
    const int count = std::max(1, int(figure.panels.size()));
    int best = 1;
    for (int columns = 2; columns <= count; ++columns) {
        if (cellSide(figure, space, size, columns) > cellSide(figure, space, size, best))
            best = columns;
    }
    // No more columns than the rows need.
    const int rows = (count + best - 1) / best;
    return (count + rows - 1) / rows;
}

} // namespace

Index rowsOf(const Figure& figure)
{
    return std::max<Index>(1, figure.panels.empty() ? 1 : figure.panels.front().values->rows());
}

Index columnsOf(const Figure& figure)
{
    return std::max<Index>(1, figure.panels.empty() ? 1 : figure.panels.front().values->cols());
}

QRect PanelGrid::map(int panel, const GridSpace& space) const
{
    const int row = panel / columns;
    const int column = panel % columns;
    return {QPoint(space.left + column * (mapSize.width() + gap.width()),
                   space.top + space.panelTitle
                       + row * (mapSize.height() + space.panelTitle + gap.height())),
            mapSize};
}

QRect PanelGrid::all(int count, const GridSpace& space) const
{
    QRect all = map(0, space);
    for (int p = 1; p < count; ++p)
        all |= map(p, space);
    return all;
}

PanelGrid fitGrid(const Figure& figure, const GridSpace& space, QSize size)
{
    PanelGrid grid;
    grid.columns = bestColumns(figure, space, size);
    grid.side = cellSide(figure, space, size, grid.columns);
    grid.gap = gapFor(space, size.width(), grid.columns);
    grid.mapSize = QSize(std::max(1, int(std::lround(grid.side * double(columnsOf(figure))))),
                         std::max(1, int(std::lround(grid.side * double(rowsOf(figure))))));
    return grid;
}

int evenColumns(int count)
{
    const int square = std::max(1, int(std::ceil(std::sqrt(double(count)))));
    const auto emptyPlaces
        = [count](int columns) { return (count + columns - 1) / columns * columns - count; };
    int best = square;
    for (int columns = square; columns <= square * 3 / 2; ++columns) {
        if (emptyPlaces(columns) < emptyPlaces(best))
            best = columns;
    }
    return best;
}

} // namespace headlight
