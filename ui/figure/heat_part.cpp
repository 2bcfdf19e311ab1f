#include "ui/figure/heat_part.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace headlight {
namespace {

QRgb* line(QImage& image, int y)
{
    return reinterpret_cast<QRgb*>(image.scanLine(y));
}

/// First cell of `length` pixels of a side from pixel `from` on, and one past the last: what a
/// pixel has to speak for.
std::vector<Index> firstCells(Index count, int pixels, int from, int length)
{
    std::vector<Index> cells;
    cells.reserve(std::size_t(length) + 1);
    for (int p = from; p < std::min(from + length + 1, pixels); ++p)
        cells.push_back(count > pixels ? count * p / pixels : cellOfPixel(p, int(count), pixels));
    if (from + length == pixels)
        cells.push_back(count);
    return cells;
}

/// NaN wins, so that a broken cell is never pooled away; hidden keys lose.
double largerOf(double a, double b)
{
    return std::isnan(a) || a > b ? a : b;
}

double largestInRow(const Matrix& matrix, Index row, Index left, Index right)
{
    double largest = -std::numeric_limits<double>::infinity();
    bool hasNaN = false;
    const double* const values = matrix.data() + row * matrix.cols();
    for (Index c = left; c < right; ++c) { // without branches: this is read for every cell
        largest = std::max(largest, values[c]);
        hasNaN |= values[c] != values[c];
    }
    return hasNaN ? std::numeric_limits<double>::quiet_NaN() : largest;
}

/// Rows that have a scale of their own are compared by their share of it.
std::vector<double> unitsOfRows(const Matrix& matrix, bool perRow)
{
    std::vector<double> units(std::size_t(matrix.rows()), 1.0);
    for (Index r = 0; perRow && r < matrix.rows(); ++r) {
        const double maximum = rowMaximum(matrix, r);
        units[std::size_t(r)] = maximum > 0 ? maximum : 1.0;
    }
    return units;
}

QImage pooledPart(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
{
    QImage image(part.size(), QImage::Format_RGB32);
    const std::vector<Index> rows
        = firstCells(matrix.rows(), size.height(), part.top(), part.height());
    const std::vector<Index> columns
        = firstCells(matrix.cols(), size.width(), part.left(), part.width());
    const std::vector<double> units = unitsOfRows(matrix, scale.perRow);
    const Colorizer color(scale.perRow ? ColorScale{scale.colors.map, 0, 1, scale.colors.bend}
                                       : scale.colors);
    for (int y = 0; y < image.height(); ++y) {
        const Index top = rows[std::size_t(y)];
        const Index bottom = std::max(rows[std::size_t(y) + 1], top + 1);
        QRgb* const pixels = line(image, y);
        for (int x = 0; x < image.width(); ++x) {
            const Index left = columns[std::size_t(x)];
            const Index right = std::max(columns[std::size_t(x) + 1], left + 1);
            double largest = -std::numeric_limits<double>::infinity();
            for (Index r = top; r < bottom; ++r)
                largest = largerOf(largest,
                                   largestInRow(matrix, r, left, right) / units[std::size_t(r)]);
            pixels[x] = color(largest);
        }
    }
    return image;
}

/// Where every cell has a pixel of its own.
QImage enlargedPart(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
{
    QImage image(part.size(), QImage::Format_RGB32);
    const std::vector<Index> rows
        = firstCells(matrix.rows(), size.height(), part.top(), part.height());
    const std::vector<Index> columns
        = firstCells(matrix.cols(), size.width(), part.left(), part.width());
    const Index first = columns.front();
    const Index last = columns[std::size_t(part.width()) - 1];
    std::vector<QRgb> colors(std::size_t(last - first + 1));
    for (int y = 0; y < image.height(); ++y) {
        const Index row = rows[std::size_t(y)];
        QRgb* const pixels = line(image, y);
        if (y > 0 && row == rows[std::size_t(y) - 1]) {
            std::memcpy(pixels, line(image, y - 1), std::size_t(image.width()) * sizeof(QRgb));
            continue;
        }
        const Colorizer color(scale.ofRow(matrix, row));
        color.row(matrix.data() + row * matrix.cols() + first, int(colors.size()), colors.data());
        for (int x = 0; x < image.width(); ++x)
            pixels[x] = colors[std::size_t(columns[std::size_t(x)] - first)];
    }
    return image;
}

} // namespace

QImage heatPart(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
{
    if (matrix.size() == 0 || part.isEmpty())
        return {};
    return needsPooling(matrix, size) ? pooledPart(matrix, scale, size, part)
                                      : enlargedPart(matrix, scale, size, part);
}

} // namespace headlight
