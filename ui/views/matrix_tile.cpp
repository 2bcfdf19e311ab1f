#include "ui/views/matrix_tile.h"

#include "core/math/finite.h"
#include "ui/figure/heat_image.h"
#include "ui/figure/pixel_line.h"
#include "ui/session/number_text.h"
#include "ui/style/theme.h"

#include <QPainter>

#include <cmath>
#include <limits>

namespace headlight {
namespace {

constexpr int cellPadding = 8; // left and right of a number, together
constexpr int smallestRuled = 6; // pixels; lines would hide smaller cells

QColor blend(const QColor& under, const QColor& over, double amount)
{
    const auto mix = [amount](int a, int b) { return int(std::lround(a + (b - a) * amount)); };
    return {mix(under.red(), over.red()), mix(under.green(), over.green()),
            mix(under.blue(), over.blue())};
}

/// Colours by size, 0 to 255 of the largest, once for each sign.
struct Tints {
    explicit Tints(const Theme& theme)
    {
        for (int i = 0; i < 256; ++i) {
            // The square root keeps small numbers visible beside large ones, as in the tables.
            const double part = std::sqrt(i / 255.0);
            positive[i] = blend(theme.cell, theme.cellTint, part * theme.cellTint.alphaF()).rgb();
            negative[i]
                = blend(theme.cell, theme.cellTintNegative, part * theme.cellTintNegative.alphaF())
                      .rgb();
        }
    }

    QRgb color(double value, double largest) const
    {
        if (std::isnan(value))
            return nanColor;
        if (std::isinf(value))
            return value > 0 ? infinityColor : hiddenColor;
        const int place = largest > 0 ? int(std::lround(std::abs(value) / largest * 255)) : 0;
        return value < 0 ? negative[place] : positive[place];
    }

    QRgb positive[256];
    QRgb negative[256];
};

struct CellSpan {
    int first;
    int last; // one after
};

/// The cells that a pixel covers.
CellSpan covered(int pixel, Index cells, int pixels)
{
    const int first = cellOfPixel(pixel, int(cells), pixels);
    const int next = pixel + 1 < pixels ? cellOfPixel(pixel + 1, int(cells), pixels) : int(cells);
    return {first, std::max(first + 1, next)};
}

/// For each pixel of `size` the number of largest magnitude among the cells it covers; one that is
/// not finite before all others.
Matrix largestOf(const Matrix& values, QSize size)
{
    const auto rank = [](double value) {
        return std::isfinite(value) ? std::abs(value) : std::numeric_limits<double>::infinity();
    };
    Matrix largest(size.height(), size.width());
    for (int y = 0; y < size.height(); ++y) {
        const CellSpan rows = covered(y, values.rows(), size.height());
        for (int x = 0; x < size.width(); ++x) {
            const CellSpan columns = covered(x, values.cols(), size.width());
            double found = values(rows.first, columns.first);
            for (int r = rows.first; r < rows.last; ++r) {
                for (int c = columns.first; c < columns.last; ++c) {
                    if (rank(values(r, c)) > rank(found))
                        found = values(r, c);
                }
            }
            largest(y, x) = found;
        }
    }
    return largest;
}

/// Draws one tile: the pieces of paintTile().
class TilePainter {
public:
    TilePainter(QPainter& painter, const QRect& area, const MatrixTile& tile, const Marks& marks)
        : m_painter(painter)
        , m_area(area)
        , m_tile(tile)
        , m_marks(marks)
        , m_rows(tile.values->rows())
        , m_columns(tile.values->cols())
    {
    }

    void paint(const QImage& image, const QFont& font)
    {
        paintCells(withoutEmptyCells(image));
        if (m_area.height() / m_rows >= smallestRuled
            && m_area.width() / m_columns >= smallestRuled)
            paintRules();
        m_painter.setPen(currentTheme().border);
        m_painter.drawRect(m_area.adjusted(0, 0, -1, -1));
        if (numbersFit(font))
            paintNumbers(image, font);
        paintCovers(font);
        paintMarks();
    }

private:
    QRect cell(Index row, Index column) const
    {
        return blockRect(m_tile, m_area, {m_tile.tensor, row, column});
    }

    void paintCells(const QImage& image)
    {
        QImage picture = enlarged(image, tilePixels(m_painter, m_area));
        const double ratio = m_painter.device()->devicePixelRatioF();
        picture.setDevicePixelRatio(ratio);
        m_painter.drawImage(m_area.topLeft(), picture);
    }

    void paintRules()
    {
        m_painter.setPen(currentTheme().border);
        for (Index r = 1; r < m_rows; ++r) {
            const int y = cell(r, 0).top();
            m_painter.drawLine(m_area.left(), y, m_area.right(), y);
        }
        for (Index c = 1; c < m_columns; ++c) {
            const int x = cell(0, c).left();
            m_painter.drawLine(x, m_area.top(), x, m_area.bottom());
        }
    }

    bool isEmpty(Index row, Index column) const
    {
        return m_tile.isEmpty && m_tile.isEmpty(row, column);
    }
    bool isCovered(Index row, Index column) const
    {
        return m_marks.isCovered({m_tile.tensor, row, column});
    }

    /// With cells that are not computed yet in the colour of the panel.
    QImage withoutEmptyCells(QImage image) const
    {
        for (int y = 0; m_tile.isEmpty && y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (isEmpty(cellOfPixel(y, int(m_rows), image.height()),
                            cellOfPixel(x, int(m_columns), image.width())))
                    image.setPixel(x, y, currentTheme().panel.rgb());
            }
        }
        return image;
    }

    bool numbersFit(const QFont& font) const
    {
        const QFontMetrics metrics(font);
        return m_area.height() / m_rows >= metrics.height()
            && m_area.width() / m_columns >= fittingCellWidth(m_tile, font, 0);
    }

    void paintNumbers(const QImage& image, const QFont& font)
    {
        m_painter.setFont(font);
        for (Index r = 0; r < m_rows; ++r) {
            for (Index c = 0; c < m_columns; ++c) {
                if (isEmpty(r, c) || isCovered(r, c))
                    continue;
                m_painter.setPen(textColorOn(image.pixel(int(c), int(r))));
                m_painter.drawText(cell(r, c), Qt::AlignCenter,
                                   tileNumber(m_tile, (*m_tile.values)(r, c)));
            }
        }
    }

    void paintCovers(const QFont& font)
    {
        m_painter.setFont(font);
        for (const CellRef& covered : m_marks.covered) {
            if (covered.tensor != m_tile.tensor)
                continue;
            const QRect where = cell(covered.row, covered.column);
            m_painter.fillRect(where.adjusted(1, 1, 0, 0), currentTheme().panel);
            m_painter.setPen(currentTheme().accent);
            m_painter.drawText(where, Qt::AlignCenter, QStringLiteral("?"));
        }
    }

    void paintFrame(const CellBlock& block, int width, double strength)
    {
        QColor color = currentTheme().selection;
        color.setAlphaF(float(strength));
        const QRect where = blockRect(m_tile, m_area, block);
        m_painter.setPen(Qt::NoPen);
        QRegion frame(where.adjusted(0, 0, 1, 1));
        frame -= QRegion(where.adjusted(width, width, 1 - width, 1 - width));
        for (const QRect& side : frame)
            m_painter.fillRect(side, color);
    }

    void paintMarks()
    {
        const auto far = m_marks.reach.find(m_tile.tensor);
        if (far != m_marks.reach.end())
            paintFrame(far->second, 1, 0.55);
        for (const CellBlock& block : m_marks.direct) {
            if (block.tensor == m_tile.tensor)
                paintFrame(block, 2, 0.8);
        }
        for (const CellBlock& block : m_marks.noted) {
            if (block.tensor == m_tile.tensor)
                paintFrame(block, 2, 0.8);
        }
        if (m_marks.cell && m_marks.cell->tensor == m_tile.tensor && m_marks.cell->row < m_rows
            && m_marks.cell->column < m_columns)
            paintFrame({m_tile.tensor, m_marks.cell->row, m_marks.cell->column}, 3, 1);
    }

    QPainter& m_painter;
    QRect m_area;
    const MatrixTile& m_tile;
    const Marks& m_marks;
    Index m_rows;
    Index m_columns;
};

} // namespace

QString tileNumber(const MatrixTile& tile, double value)
{
    if (tile.isWeights() && std::isfinite(value))
        return fixedNumber(value, tile.digits);
    if (std::isinf(value))
        return numberText(value, MinusSign::Typographic);
    return std::abs(value) < 1 && std::abs(value) >= 0.01
        ? shortNumber(std::round(value * 100) / 100, tile.digits)
        : shortNumber(value, tile.digits);
}

int fittingCellWidth(const MatrixTile& tile, const QFont& font, int least)
{
    constexpr Index mostMeasured = 2048; // larger matrices get no numbers anyway
    const QFontMetrics metrics(font);
    int width = least;
    for (Index i = 0; i < std::min(tile.values->size(), mostMeasured); ++i)
        width = std::max(width,
                         metrics.horizontalAdvance(tileNumber(tile, tile.values->data()[i]))
                             + cellPadding);
    return width;
}

QRect blockRect(const MatrixTile& tile, const QRect& area, const CellBlock& block)
{
    const int rows = int(tile.values->rows());
    const int columns = int(tile.values->cols());
    const int left = cellEdge(int(block.column), columns, area.width());
    const int top = cellEdge(int(block.row), rows, area.height());
    return QRect(left, top,
                 cellEdge(int(block.column + block.columns), columns, area.width()) - left,
                 cellEdge(int(block.row + block.rows), rows, area.height()) - top)
        .translated(area.topLeft());
}

CellRef cellAt(const MatrixTile& tile, const QRect& area, QPoint place)
{
    return {tile.tensor,
            cellOfPixel(place.y() - area.top(), int(tile.values->rows()), area.height()),
            cellOfPixel(place.x() - area.left(), int(tile.values->cols()), area.width())};
}

QSize tilePixels(const QPainter& painter, const QRect& area)
{
    return area.size() * painter.device()->devicePixelRatioF();
}

QImage tileImage(const MatrixTile& tile, QSize most)
{
    const Matrix& values = *tile.values;
    const QSize size
        = QSize(int(values.cols()), int(values.rows())).boundedTo(most.expandedTo({1, 1}));
    if (tile.isWeights()) {
        const HeatScale scale{{tile.map, 0, 1}, false};
        return needsPooling(values, size) ? pooledImage(values, scale, size)
                                          : heatImage(values, scale);
    }
    const Tints tints(currentTheme());
    const Matrix pooled = needsPooling(values, size) ? largestOf(values, size) : Matrix();
    const Matrix& shown = pooled.size() > 0 ? pooled : values;
    const double largest = largestFinite(values);
    QImage image(size, QImage::Format_RGB32);
    for (int r = 0; r < image.height(); ++r) {
        QRgb* const line = pixelLine(image, r);
        for (int c = 0; c < image.width(); ++c)
            line[c] = tints.color(shown(r, c), largest);
    }
    return image;
}

void paintTile(QPainter& painter, const QRect& area, const MatrixTile& tile, const QImage& image,
               const Marks& marks, const QFont& font)
{
    if (tile.values->size() > 0)
        TilePainter(painter, area, tile, marks).paint(image, font);
}

} // namespace headlight
