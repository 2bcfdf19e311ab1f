#include "ui/figure/heat_image.h"

#include "ui/figure/heat_part.h"
#include "ui/figure/pixel_line.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace headlight {
namespace {

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
        QRgb* const pixels = pixelLine(image, r);
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
        const QRgb* const from = pixelLine(cells, row);
        QRgb* const first = pixelLine(image, top);
        for (int x = 0; x < size.width(); ++x)
            first[x] = from[columns[std::size_t(x)]];
        for (int y = top + 1; y < bottom; ++y)
            std::memcpy(pixelLine(image, y), first, std::size_t(size.width()) * sizeof(QRgb));
    }
    return image;
}

QImage pooledImage(const Matrix& matrix, const HeatScale& scale, QSize size)
{
    return heatPart(matrix, scale, size, QRect(QPoint(), size));
}

QImage heatPicture(const Matrix& matrix, const HeatScale& scale, QSize size)
{
    if (matrix.size() == 0 || size.isEmpty())
        return {};
    if (QSize(int(matrix.cols()), int(matrix.rows())) == size)
        return heatImage(matrix, scale);
    return heatPart(matrix, scale, size, QRect(QPoint(), size));
}

} // namespace headlight
