#pragma once

#include "ui/figure/figure.h"

#include <QRect>
#include <QSize>

namespace headlight {

/// Rows and columns of cells of a figure's maps, at least 1.
Index rowsOf(const Figure& figure);
Index columnsOf(const Figure& figure);

/// What surrounds the maps of a figure, in pixels.
struct GridSpace {
    int left = 0; // row title, labels and the colour bar stand on either side
    int right = 0;
    int top = 0; // title; column title and labels stand above or below
    int bottom = 0;
    int panelTitle = 0; // above every map
    int leastGap = 4; // between maps
};

/// Maps of one size in rows and columns.
struct PanelGrid {
    int columns = 1;
    double side = 0; // of a cell; below 1 in tight places
    QSize mapSize;
    QSize gap;

    QRect map(int panel, const GridSpace& space) const;
    /// What `count` maps cover.
    QRect all(int count, const GridSpace& space) const;
};

/// The grid with the largest cells in `size` pixels, with as many columns as the figure says or as
/// fit best.
PanelGrid fitGrid(const Figure& figure, const GridSpace& space, QSize size);

/// Columns for `count` maps that leave the last row as full as can be, about as many as rows.
int evenColumns(int count);

} // namespace headlight
