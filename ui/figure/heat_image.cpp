#include "ui/figure/heat_image.h"

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

const QRgb* line(const QImage& image, int y)
{
    return reinterpret_cast<const QRgb*>(image.constScanLine(y));
}

/// The cell under every pixel of a side.
std::vector<int> cellUnderPixel(int count, int pixels)
{
    std::vector<int> cells(static_cast<std::size_t>(pixels));
    for (int i = 0; i < count; ++i) {
        for (int p = cellEdge(i, count, pixels); p < cellEdge(i + 1, count, pixels); ++p)
            cells[std::size_t(p)] = i;
    }
    return cells;
}

/// First cell of every pixel of a side, and one past the last: what a pixel has to speak for.
std::vector<Index> firstCellOfPixel(Index count, int pixels)
{
    std::vector<Index> cells;
    cells.reserve(std::size_t(pixels) + 1);
    if (count > pixels) {
        for (int p = 0; p < pixels; ++p)
            cells.push_back(count * p / pixels);
    } else {
        for (const int cell : cellUnderPixel(int(count), pixels))
            cells.push_back(cell);
    }
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

} // namespace

ColorScale HeatScale::ofRow(const Matrix& matrix, Index row) const
{
    return perRow ? ColorScale{colors.map, 0, rowMaximum(matrix, row), colors.bend} : colors;
}

double rowMaximum(const Matrix& matrix, Index row)
{
    double maximum = 0;
    for (Index c = 0; c < matrix.cols(); ++c) {
        if (std::isfinite(matrix(row, c)))
            maximum = std::max(maximum, matrix(row, c));
    }
    return maximum;
}

QImage heatImage(const Matrix& matrix, const HeatScale& scale)
{
    QImage image(int(matrix.cols()), int(matrix.rows()), QImage::Format_RGB32);
    for (int r = 0; r < image.height(); ++r) {
        const Colorizer color(scale.ofRow(matrix, r));
        const double* const values = matrix.data() + Index(r) * matrix.cols();
        QRgb* const pixels = line(image, r);
        color.row(values, image.width(), pixels);
    }
    return image;
}

QImage enlarged(const QImage& cells, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull() || cells.isNull())
        return {};
    const std::vector<int> columns = cellUnderPixel(cells.width(), size.width());
    for (int row = 0; row < cells.height(); ++row) {
        const int top = cellEdge(row, cells.height(), size.height());
        const int bottom = cellEdge(row + 1, cells.height(), size.height());
        if (top == bottom)
            continue;
        const QRgb* const from = line(cells, row);
        QRgb* const first = line(image, top);
        for (int x = 0; x < size.width(); ++x)
            first[x] = from[columns[std::size_t(x)]];
        for (int y = top + 1; y < bottom; ++y)
            std::memcpy(line(image, y), first, std::size_t(size.width()) * sizeof(QRgb));
    }
    return image;
}

QImage pooledImage(const Matrix& matrix, const HeatScale& scale, QSize size)
{
    QImage image(size, QImage::Format_RGB32);
    if (image.isNull())
        return {};
    const std::vector<Index> rows = firstCellOfPixel(matrix.rows(), size.height());
    const std::vector<Index> columns = firstCellOfPixel(matrix.cols(), size.width());
    const std::vector<double> units = unitsOfRows(matrix, scale.perRow);
    const Colorizer color(scale.perRow ? ColorScale{scale.colors.map, 0, 1, scale.colors.bend}
                                       : scale.colors);
    for (int y = 0; y < size.height(); ++y) {
        const Index top = rows[std::size_t(y)];
        const Index bottom = std::max(rows[std::size_t(y) + 1], top + 1);
        QRgb* const pixels = line(image, y);
        for (int x = 0; x < size.width(); ++x) {
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

QImage heatPicture(const Matrix& matrix, const HeatScale& scale, QSize size)
{
    if (matrix.size() == 0 || size.isEmpty())
        return {};
    return needsPooling(matrix, size) ? pooledImage(matrix, scale, size)
                                      : enlarged(heatImage(matrix, scale), size);
}

} // namespace headlight
