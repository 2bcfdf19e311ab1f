#pragma once

#include "core/math/matrix.h"
#include "ui/figure/color_map.h"

#include <QImage>

#include <algorithm>

namespace headlight {

/// What the colours of a matrix span; with `perRow` every row spans 0 to its own maximum.
struct HeatScale {
    ColorScale colors;
    bool perRow = false;

    ColorScale ofRow(const Matrix& matrix, Index row) const;
    bool operator==(const HeatScale&) const = default;
};

/// Largest finite value of a row, or 0.
double rowMaximum(const Matrix& matrix, Index row);

/// One pixel a cell, RGB32, row 0 on top.
QImage heatImage(const Matrix& matrix, const HeatScale& scale);

/// Place of edge `i` of `count` cells over `pixels` pixels: cells meet without gaps or overlaps.
inline int cellEdge(int i, int count, int pixels)
{
    return int((qint64(i) * pixels * 2 + count) / (2 * qint64(count)));
}

/// The cell of `count` that pixel `pixel` of `pixels` shows: the one whose edges are around it, or
/// the first of several.
inline int cellOfPixel(int pixel, int count, int pixels)
{
    int cell = int(std::clamp<qint64>(qint64(pixel) * count / pixels, 0, count - 1));
    if (count > pixels)
        return cell;
    while (cell + 1 < count && cellEdge(cell + 1, count, pixels) <= pixel)
        ++cell;
    while (cell > 0 && cellEdge(cell, count, pixels) > pixel)
        --cell;
    return cell;
}

/// `cells` enlarged to `size` device pixels, every cell one solid rectangle between its edges.
/// Where cells are finer than a pixel, use pooledImage() instead.
QImage enlarged(const QImage& cells, QSize size);

/// The matrix in `size` device pixels where cells are finer than a pixel: each pixel shows the
/// largest value of the cells it covers.
QImage pooledImage(const Matrix& matrix, const HeatScale& scale, QSize size);

/// Whether `size` device pixels are too few to show every cell.
inline bool needsPooling(const Matrix& matrix, QSize size)
{
    return matrix.cols() > size.width() || matrix.rows() > size.height();
}

/// One of the two above.
QImage heatPicture(const Matrix& matrix, const HeatScale& scale, QSize size);

} // namespace headlight
