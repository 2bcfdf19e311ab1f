#pragma once

#include "ui/figure/color_map.h"
#include "ui/views/marks.h"

#include <QImage>
#include <QRect>

#include <functional>
#include <memory>

class QPainter;

namespace headlight {

/// A matrix drawn small inside another picture: tinted cells, numbers where they fit, frames around
/// what is marked. Cells that `isEmpty` names are not computed yet.
struct MatrixTile {
    std::string tensor; // its path, as marks name it
    std::shared_ptr<const Matrix> values;
    ColorMap map = ColorMap::Viridis; // of attention weights
    int digits = 3;
    std::function<bool(Index row, Index column)> isEmpty = {};

    bool isWeights() const { return tensor.ends_with(".pattern"); }
};

/// The number as the tile writes it.
QString tileNumber(const MatrixTile& tile, double value);

/// Width of a cell that takes any number of the tile, at least `least`.
int fittingCellWidth(const MatrixTile& tile, const QFont& font, int least);

/// Where a block of cells lies when the matrix fills `area`.
QRect blockRect(const MatrixTile& tile, const QRect& area, const CellBlock& block);

/// The cell at a place inside `area`.
CellRef cellAt(const MatrixTile& tile, const QRect& area, QPoint place);

/// The device pixels of `area`.
QSize tilePixels(const QPainter& painter, const QRect& area);

/// One pixel a cell in the colours of the theme, but no more than `most` pixels: where cells are
/// finer, each pixel shows the largest number, whatever its sign, of those it covers.
QImage tileImage(const MatrixTile& tile, QSize most);

/// Draws the cells into `area` (logical pixels). `image`: of tileImage(), which callers may keep.
/// Covered cells are drawn as question marks.
void paintTile(QPainter& painter, const QRect& area, const MatrixTile& tile, const QImage& image,
               const Marks& marks, const QFont& font);

} // namespace headlight
