#include "ui/figure/heat_image.h"

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

/// First cell of every pixel where pixels are coarser than cells, and one past the last.
std::vector<Index> firstCellOfPixel(Index count, int pixels)
{
    std::vector<Index> cells;
    for (int p = 0; p <= pixels; ++p)
        cells.push_back(count * p / pixels);
    return cells;
}

/// NaN wins, so that a broken cell is never pooled away; hidden keys lose.
double largerOf(double a, double b)
{
    return std::isnan(a) || a > b ? a : b;
}

double largestIn(const Matrix& matrix, Index top, Index bottom, Index left, Index right)
{
    double largest = -std::numeric_limits<double>::infinity();
    for (Index r = top; r < std::max(bottom, top + 1); ++r) {
        for (Index c = left; c < std::max(right, left + 1); ++c)
            largest = largerOf(largest, matrix(r, c));
    }
    return largest;
}

} // namespace

QRgb HeatScale::color(double value, double maximum) const
{
    if (!perRow)
        return colors.color(value);
    return ColorScale{colors.map, 0, maximum}.color(value);
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
        const double maximum = scale.perRow ? rowMaximum(matrix, r) : 0;
        QRgb* const pixels = line(image, r);
        for (int c = 0; c < image.width(); ++c)
            pixels[c] = scale.color(matrix(r, c), maximum);
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
    const std::vector<Index> rows = firstCellOfPixel(matrix.rows(), size.height());
    const std::vector<Index> columns = firstCellOfPixel(matrix.cols(), size.width());
    for (int y = 0; y < size.height(); ++y) {
        const Index top = rows[std::size_t(y)];
        const Index bottom = rows[std::size_t(y) + 1];
        const double maximum = scale.perRow ? rowMaximum(matrix, top) : 0;
        QRgb* const pixels = line(image, y);
        for (int x = 0; x < size.width(); ++x)
            pixels[x] = scale.color(largestIn(matrix, top, bottom, columns[std::size_t(x)],
                                              columns[std::size_t(x) + 1]),
                                    maximum);
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
