#include "ui/report/block_items.h"

#include "ui/figure/figure_layout.h"
#include "ui/figure/page_painter.h"
#include "ui/figure/text_line.h"
#include "ui/report/matrix_box.h"
#include "ui/report/page_text.h"
#include "ui/report/report_heatmap.h"
#include "ui/style/theme.h"
#include "ui/views/typesetter.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr double indent = 16; // of formulas and calculations
constexpr double factWidth = 210; // of the names
constexpr double boxGap = 22; // between matrices side by side
constexpr double calculationTop = 8; // beside the titles of matrices

PageItem lineItem(const QString& text, PageFont font, double x, double width, bool isMuted)
{
    PageItem item{lineHeight(font)};
    item.paint = [=, height = item.height](PagePainter& page, QPointF at) {
        QPainter& painter = page.painter();
        painter.setFont(pageFont(font));
        painter.setPen(isMuted ? currentTheme().muted : currentTheme().text);
        drawTextLine(painter, QRectF(at.x() + x, at.y(), width, height),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    return item;
}

std::vector<PageItem> textItems(const QString& text, PageFont font, double gap, double width,
                                bool isMuted)
{
    std::vector<PageItem> items;
    for (const QString& paragraph : text.split(u'\n')) {
        for (const QString& line : wrappedLines(paragraph, pageFont(font), width))
            items.push_back(lineItem(line, font, 0, width, isMuted));
    }
    if (!items.empty())
        items.front().gap = gap;
    return items;
}

/// Writes a block as items.
class ItemMaker {
public:
    ItemMaker(int digits, double width)
        : m_digits(digits)
        , m_width(width)
    {
    }

    std::vector<PageItem> operator()(const ReportText& text) const
    {
        std::vector<PageItem> items
            = textItems(QString::fromStdString(text.text),
                        text.isAside ? PageFont::Aside : PageFont::Body, 6, m_width, text.isAside);
        if (!text.isAside && !items.empty())
            items.back().staysWithNext = true; // with the formula or matrix it speaks of
        return items;
    }

    std::vector<PageItem> operator()(const ReportFacts& facts) const
    {
        std::vector<PageItem> items;
        for (const auto& [name, value] : facts.facts) {
            const QStringList lines = wrappedLines(QString::fromStdString(value),
                                                   pageFont(PageFont::Body), m_width - factWidth);
            for (qsizetype i = 0; i < lines.size(); ++i) {
                PageItem item
                    = lineItem(lines[i], PageFont::Body, factWidth, m_width - factWidth, false);
                const PageItem label = lineItem(i == 0 ? QString::fromStdString(name) : QString(),
                                                PageFont::Body, 0, factWidth, true);
                item.paint
                    = [value = item.paint, name = label.paint](PagePainter& page, QPointF at) {
                          name(page, at);
                          value(page, at);
                      };
                item.gap = items.empty() ? 6 : 0;
                items.push_back(std::move(item));
            }
        }
        return items;
    }

    std::vector<PageItem> operator()(const FormulaPart& formula) const
    {
        const FormulaExtent extent = Typesetter(pageFont(PageFont::Body)).measure(formula);
        const double factor = std::min(1.0, (m_width - indent) / extent.width);
        PageItem item{(extent.ascent + extent.descent) * factor, 12, true};
        item.paint = [formula, extent, factor](PagePainter& page, QPointF at) {
            QPainter& painter = page.painter();
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.translate(at + QPointF(indent, 0));
            painter.scale(factor, factor);
            Typesetter(pageFont(PageFont::Body))
                .walk(formula, {0, extent.ascent}, &painter,
                      [](const FormulaPart&, const QRectF&) {});
            painter.restore();
        };
        return {item};
    }

    std::vector<PageItem> operator()(const ReportEquation& equation) const
    {
        std::vector<Piece> pieces;
        for (const ReportMatrix& matrix : equation.matrices) {
            const std::vector<MatrixBox> boxes
                = MatrixBox::boxesOf(matrix, m_digits, m_width - indent);
            for (const MatrixBox& box : boxes)
                pieces.push_back(
                    {box.size(), &box == &boxes.front() ? matrix.before : "",
                     [box](PagePainter& page, QPointF at) { box.paint(page.painter(), at); }});
        }
        if (equation.heatmap)
            pieces.push_back(heatmapPiece(*equation.heatmap, roomBeside(pieces)));
        if (!equation.calculation.empty())
            pieces.push_back(calculationPiece(equation.calculation));
        return rowsOf(pieces);
    }

private:
    /// A matrix or heatmap that stands beside others.
    struct Piece {
        QSizeF size;
        std::string before;
        std::function<void(PagePainter&, QPointF)> paint;
        double x = 0;
    };

    /// What one row of pieces leaves free.
    double roomBeside(const std::vector<Piece>& pieces) const
    {
        double room = m_width - indent;
        for (const Piece& piece : pieces)
            room -= piece.size.width() + boxGap;
        return room;
    }

    /// Made smaller where it then stands beside its matrix.
    Piece heatmapPiece(const ReportHeatmap& heatmap, double room) const
    {
        constexpr double smallest = 0.8; // of its best width
        const int best = figureWidth(heatmap, m_width - indent);
        const bool fits = room >= best * smallest;
        const int width = fits ? std::min(best, int(room)) : best;
        const Figure figure = figureOf(heatmap);
        return {naturalSize(figure, width), {}, [figure, width](PagePainter& page, QPointF at) {
                    page.drawFigure(figure, at, width);
                }};
    }

    Piece calculationPiece(const std::vector<MathLine>& calculation) const
    {
        std::vector<std::vector<MathPiece>> lines;
        for (const MathLine& line : calculation) {
            auto wrapped = wrappedMath(line, m_width - 2 * indent);
            std::move(wrapped.begin(), wrapped.end(), std::back_inserter(lines));
        }
        double width = 0;
        for (const std::vector<MathPiece>& line : lines)
            width = std::max(width, mathWidth(line));
        const double pitch = lineHeight(PageFont::Number);
        const double height = double(lines.size()) * pitch;
        return {{indent + width, calculationTop + height},
                {},
                [lines, pitch, height](PagePainter& page, QPointF at) {
                    const QPointF top = at + QPointF(0, calculationTop);
                    page.painter().fillRect(QRectF(top, QSizeF(2, height)), currentTheme().border);
                    for (std::size_t i = 0; i < lines.size(); ++i)
                        drawMath(page.painter(), lines[i],
                                 top + QPointF(indent, double(i + 1) * pitch - 5));
                }};
    }

    /// As many in a row as there is room for.
    std::vector<PageItem> rowsOf(std::vector<Piece>& pieces) const
    {
        std::vector<PageItem> items;
        std::vector<Piece> row;
        double x = indent;
        for (Piece& piece : pieces) {
            if (!row.empty() && x + piece.size.width() > m_width) {
                items.push_back(rowItem(std::move(row)));
                row.clear();
                x = indent;
            }
            piece.x = x;
            x += piece.size.width() + boxGap;
            row.push_back(std::move(piece));
        }
        if (!row.empty())
            items.push_back(rowItem(std::move(row)));
        keepTogether(items);
        return items;
    }

    static void keepTogether(std::vector<PageItem>& rows)
    {
        constexpr double highest = 480; // about half a page
        double height = 0;
        for (const PageItem& row : rows)
            height += row.height;
        for (std::size_t i = 0; i + 1 < rows.size() && height < highest; ++i)
            rows[i].staysWithNext = true;
    }

    static PageItem rowItem(std::vector<Piece> row)
    {
        PageItem item;
        item.gap = 8;
        for (const Piece& piece : row)
            item.height = std::max(item.height, piece.size.height());
        item.paint = [row = std::move(row)](PagePainter& page, QPointF at) {
            for (const Piece& piece : row) {
                piece.paint(page, at + QPointF(piece.x, 0));
                paintOperator(page.painter(), piece, at);
            }
        };
        return item;
    }

    static void paintOperator(QPainter& painter, const Piece& piece, QPointF at)
    {
        painter.setFont(pageFont(PageFont::Heading2));
        painter.setPen(currentTheme().muted);
        painter.drawText(
            QRectF(at.x() + piece.x - boxGap, at.y() + 20, boxGap, piece.size.height() - 20),
            Qt::AlignCenter, QString::fromStdString(piece.before));
    }

    int m_digits;
    double m_width;
};

} // namespace

std::vector<PageItem> titleItems(const QString& text, double width)
{
    std::vector<PageItem> items = textItems(text, PageFont::Title, 0, width, false);
    for (PageItem& item : items)
        item.staysWithNext = true;
    return items;
}

PageItem headingItem(const ReportSection& section)
{
    constexpr PageFont fonts[] = {PageFont::Heading1, PageFont::Heading2, PageFont::Heading3};
    constexpr double gaps[] = {30, 24, 20};
    const std::size_t level = std::size_t(std::clamp(section.level, 1, 3) - 1);
    PageItem item = lineItem(QString::fromStdString(section.title), fonts[level], 0, 0, false);
    item.gap = gaps[level];
    item.staysWithNext = true;
    item.isHeading = true;
    return item;
}

std::vector<PageItem> blockItems(const ReportBlock& block, int digits, double width)
{
    return std::visit(ItemMaker(digits, width), block);
}

} // namespace headlight
