#include "ui/figure/heat_part.h"

#include "core/support/thread_pool.h"
#include "ui/figure/pixel_line.h"
#include "ui/figure/shared_drawing.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace headlight {
namespace {

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

/// Lines of a picture in which a pixel speaks for several cells.
class PooledLines {
public:
    PooledLines(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
        : m_matrix(matrix)
        , m_perRow(scale.perRow)
        , m_color(scale.perRow ? ColorScale{scale.colors.map, 0, 1, scale.colors.bend}
                               : scale.colors)
        , m_rows(firstCells(matrix.rows(), size.height(), part.top(), part.height()))
        , m_columns(firstCells(matrix.cols(), size.width(), part.left(), part.width()))
        , m_width(part.width())
    {
    }

    /// Lines `from` to before `to`; `pixels` is where line 0 begins.
    void draw(QRgb* pixels, int from, int to) const
    {
        const Index first = m_columns.front();
        const Index last = std::max(m_columns.back(), m_columns[std::size_t(m_width) - 1] + 1);
        ColumnMaxima maxima(last - first);
        std::vector<double> pooled(std::size_t(m_width), 0.0);
        for (int y = from; y < to; ++y) {
            const Index top = m_rows[std::size_t(y)];
            const Index bottom = std::max(m_rows[std::size_t(y) + 1], top + 1);
            maxima.clear();
            for (Index r = top; r < bottom; ++r)
                maxima.add(m_matrix.data() + r * m_matrix.cols() + first,
                           unitOfRow(m_matrix, r, m_perRow));
            for (std::size_t x = 0; x < pooled.size(); ++x)
                pooled[x] = maxima.largest(std::size_t(m_columns[x] - first),
                                           std::size_t(m_columns[x + 1] - first));
            m_color.row(pooled.data(), m_width, pixels + std::ptrdiff_t(y) * m_width);
        }
    }

private:
    const Matrix& m_matrix;
    const bool m_perRow;
    const Colorizer m_color;
    const std::vector<Index> m_rows;
    const std::vector<Index> m_columns;
    const int m_width;
};

/// Lines of a picture in which every cell has pixels of its own.
class EnlargedLines {
public:
    EnlargedLines(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
        : m_matrix(matrix)
        , m_scale(scale)
        , m_rows(firstCells(matrix.rows(), size.height(), part.top(), part.height()))
        , m_columns(firstCells(matrix.cols(), size.width(), part.left(), part.width()))
        , m_width(part.width())
    {
    }

    /// Lines `from` to before `to`; `pixels` is where line 0 begins.
    void draw(QRgb* pixels, int from, int to) const
    {
        const std::size_t width = std::size_t(m_width);
        const Index first = m_columns.front();
        std::vector<QRgb> colors(std::size_t(m_columns[width - 1] - first + 1));
        for (int y = from; y < to; ++y) {
            QRgb* const line = pixels + std::ptrdiff_t(y) * m_width;
            const Index row = m_rows[std::size_t(y)];
            if (y > from && row == m_rows[std::size_t(y) - 1]) {
                std::memcpy(line, line - m_width, width * sizeof(QRgb));
                continue;
            }
            const Colorizer color(m_scale.ofRow(m_matrix, row));
            color.row(m_matrix.data() + row * m_matrix.cols() + first, int(colors.size()),
                      colors.data());
            for (std::size_t x = 0; x < width; ++x)
                line[x] = colors[std::size_t(m_columns[x] - first)];
        }
    }

private:
    const Matrix& m_matrix;
    const HeatScale& m_scale;
    const std::vector<Index> m_rows;
    const std::vector<Index> m_columns;
    const int m_width;
};

template <class Lines>
QImage drawnPart(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
{
    constexpr double quick = 1 << 17; // cells that one core has drawn before another one is awake
    QImage image(part.size(), QImage::Format_RGB32);
    if (image.isNull())
        return {};
    const Lines lines(matrix, scale, size, part);
    QRgb* const pixels = pixelLine(image, 0);
    const double share = double(part.width()) * part.height() / size.width() / size.height();
    const int bands
        = double(matrix.size()) * share > quick ? std::min(coreCount(), image.height()) : 1;
    shareDrawing(bands, [&](int band) {
        lines.draw(pixels, image.height() * band / bands, image.height() * (band + 1) / bands);
    });
    return image;
}

} // namespace

QImage heatPart(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part)
{
    if (matrix.size() == 0 || part.isEmpty())
        return {};
    return needsPooling(matrix, size) ? drawnPart<PooledLines>(matrix, scale, size, part)
                                      : drawnPart<EnlargedLines>(matrix, scale, size, part);
}

} // namespace headlight
