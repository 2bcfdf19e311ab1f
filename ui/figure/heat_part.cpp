#include "ui/figure/heat_part.h"

#include <algorithm>
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

/// The largest number of each column so far, and whether one of them was NaN.
class ColumnMaxima {
public:
    explicit ColumnMaxima(Index columns)
        : m_largest(std::size_t(columns))
        , m_broken(std::size_t(columns))
    {
    }

    void clear()
    {
        std::fill(m_largest.begin(), m_largest.end(), -std::numeric_limits<double>::infinity());
        std::fill(m_broken.begin(), m_broken.end(), 0.0);
    }

    /// One more row, in shares of `unit`. Without branches and column by column, because all cells
    /// of a map go through here: compilers make vector instructions of it.
    void add(const double* values, double unit)
    {
        double* const largest = m_largest.data();
        double* const broken = m_broken.data();
        const std::size_t count = m_largest.size();
        if (unit == 1) {
            for (std::size_t c = 0; c < count; ++c) {
                largest[c] = values[c] > largest[c] ? values[c] : largest[c];
                broken[c] = values[c] == values[c] ? broken[c] : 1.0;
            }
            return;
        }
        for (std::size_t c = 0; c < count; ++c) {
            const double share = values[c] / unit;
            largest[c] = share > largest[c] ? share : largest[c];
            broken[c] = share == share ? broken[c] : 1.0;
        }
    }

    /// Of the columns from `left` to before `right`. NaN wins, so that a broken cell is never
    /// pooled away; hidden keys lose.
    double largest(Index left, Index right) const
    {
        double result = -std::numeric_limits<double>::infinity();
        double broken = 0;
        for (Index c = left; c < right; ++c) {
            result = std::max(result, m_largest[std::size_t(c)]);
            broken += m_broken[std::size_t(c)];
        }
        return broken > 0 ? std::numeric_limits<double>::quiet_NaN() : result;
    }

private:
    std::vector<double> m_largest;
    std::vector<double> m_broken;
};

/// What the numbers of a row are a share of, where every row has a scale of its own.
double unitOfRow(const Matrix& matrix, Index row, bool perRow)
{
    const double maximum = perRow ? rowMaximum(matrix, row) : 0;
    return maximum > 0 ? maximum : 1;
}

QImage pooledPart(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
{
    QImage image(part.size(), QImage::Format_RGB32);
    const std::vector<Index> rows
        = firstCells(matrix.rows(), size.height(), part.top(), part.height());
    const std::vector<Index> columns
        = firstCells(matrix.cols(), size.width(), part.left(), part.width());
    const Index first = columns.front();
    ColumnMaxima maxima(std::max(columns.back(), columns[std::size_t(part.width()) - 1] + 1)
                        - first);
    const Colorizer color(scale.perRow ? ColorScale{scale.colors.map, 0, 1, scale.colors.bend}
                                       : scale.colors);
    for (int y = 0; y < image.height(); ++y) {
        const Index top = rows[std::size_t(y)];
        const Index bottom = std::max(rows[std::size_t(y) + 1], top + 1);
        maxima.clear();
        for (Index r = top; r < bottom; ++r)
            maxima.add(matrix.data() + r * matrix.cols() + first,
                       unitOfRow(matrix, r, scale.perRow));
        QRgb* const pixels = line(image, y);
        for (int x = 0; x < image.width(); ++x) {
            const Index left = columns[std::size_t(x)] - first;
            const Index right = std::max(columns[std::size_t(x) + 1] - first, left + 1);
            pixels[x] = color(maxima.largest(left, right));
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
