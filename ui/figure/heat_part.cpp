#include "ui/figure/heat_part.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
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

/// The largest number of each column so far. NaN wins, so that a broken cell is never pooled away;
/// hidden keys lose. All cells of a map go through here, so it works without branches and column by
/// column: compilers make vector instructions of that.
class ColumnMaxima {
public:
    explicit ColumnMaxima(Index columns)
        : m_largest(std::size_t(columns))
        , m_row(std::size_t(columns))
    {
    }

    void clear()
    {
        std::fill(m_largest.begin(), m_largest.end(), -std::numeric_limits<double>::infinity());
        m_isBroken = false;
    }

    /// One more row, in shares of `unit`.
    void add(const double* values, double unit)
    {
        const std::size_t count = m_largest.size();
        if (unit != 1) {
            for (std::size_t c = 0; c < count; ++c)
                m_row[c] = values[c] / unit;
            values = m_row.data();
        }
        m_isBroken = !addFinite(values) || m_isBroken;
        for (std::size_t c = 0; m_isBroken && c < count; ++c)
            m_largest[c] = largerOf(m_largest[c], values[c]);
    }

    /// Of the columns from `left` to before `right`.
    double largest(std::size_t left, std::size_t right) const
    {
        double result = m_largest[left];
        for (std::size_t c = left + 1; c < right; ++c)
            result = m_isBroken         ? largerOf(result, m_largest[c])
                : m_largest[c] > result ? m_largest[c]
                                        : result;
        return result;
    }

private:
    /// Whether all of them were finite; else the row has to be looked at once more. The exponent of
    /// a number that is not has all its bits set, so that one more carries into the sign.
    bool addFinite(const double* values)
    {
        constexpr std::uint64_t exponent = 0x7ff0000000000000;
        constexpr std::uint64_t one = 0x0010000000000000;
        const std::size_t count = m_largest.size();
        double* const largest = m_largest.data();
        std::uint64_t carry = 0;
        for (std::size_t c = 0; c < count; ++c) {
            carry |= (std::bit_cast<std::uint64_t>(values[c]) & exponent) + one;
            largest[c] = values[c] > largest[c] ? values[c] : largest[c];
        }
        return carry >> 63 == 0;
    }

    static double largerOf(double a, double b) { return std::isnan(a) || a > b ? a : b; }

    std::vector<double> m_largest;
    std::vector<double> m_row;
    bool m_isBroken = false; // some number is not finite
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
    std::vector<double> pooled(std::size_t(part.width()));
    const Colorizer color(scale.perRow ? ColorScale{scale.colors.map, 0, 1, scale.colors.bend}
                                       : scale.colors);
    for (int y = 0; y < image.height(); ++y) {
        const Index top = rows[std::size_t(y)];
        const Index bottom = std::max(rows[std::size_t(y) + 1], top + 1);
        maxima.clear();
        for (Index r = top; r < bottom; ++r)
            maxima.add(matrix.data() + r * matrix.cols() + first,
                       unitOfRow(matrix, r, scale.perRow));
        for (std::size_t x = 0; x < pooled.size(); ++x)
            pooled[x] = maxima.largest(std::size_t(columns[x] - first),
                                       std::size_t(columns[x + 1] - first));
        color.row(pooled.data(), image.width(), line(image, y));
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
