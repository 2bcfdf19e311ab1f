#include "ui/report/page_text.h"

#include "ui/figure/figure_text.h"
#include "ui/figure/text_line.h"
#include "ui/style/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <array>
#include <cmath>

namespace headlight {
namespace {

constexpr double scriptFactor = 0.75;
constexpr int widestPiece = 420; // of words and numbers that are not parted
constexpr double hangingIndent = 16; // of lines that a calculation goes on in

QFont ofSize(QFont font, int pixels, int weight = QFont::Normal)
{
    font.setPixelSize(pixels);
    font.setWeight(QFont::Weight(weight));
    font.setHintingPreference(QFont::PreferNoHinting); // the same widths on every device
    return font;
}

QFont fontOf(const MathPiece& piece)
{
    QFont font = pageFont(piece.font);
    font.setPixelSize(int(std::lround(font.pixelSize() * piece.factor)));
    return font;
}

double widthOf(const MathPiece& piece)
{
    return QFontMetricsF(fontOf(piece)).horizontalAdvance(piece.text);
}

MathPiece pieceOf(const Span& span, const QString& text)
{
    using Style = Span::Style;
    MathPiece piece{text};
    if (span.style == Style::Words) {
        piece.font = PageFont::Body;
        piece.isMuted = true;
    } else if (span.style == Style::Strong) {
        piece.font = PageFont::StrongNumber;
    } else if (span.style == Style::Sub || span.style == Style::Sup) {
        piece.factor = scriptFactor;
        piece.raise = span.style == Style::Sup ? 4 : -2.5;
    }
    return piece;
}

/// Tokens may be as long as they like.
MathPiece notTooWide(MathPiece piece)
{
    piece.text = shortened(QFontMetricsF(fontOf(piece)), piece.text, widestPiece);
    return piece;
}

bool isScript(const MathPiece& piece)
{
    return piece.raise != 0;
}

/// Of a piece and of what hangs on it.
double widthWithScripts(const std::vector<MathPiece>& pieces, std::size_t first)
{
    double width = widthOf(pieces[first]);
    for (std::size_t i = first + 1; i < pieces.size() && isScript(pieces[i]); ++i)
        width += widthOf(pieces[i]);
    return width;
}

/// Words may be parted at blanks; numbers stay whole.
std::vector<MathPiece> piecesOf(const MathLine& line)
{
    std::vector<MathPiece> pieces;
    for (const Span& span : line) {
        const QString text = oneLine(QString::fromStdString(span.text));
        qsizetype from = 0;
        while (from < text.size()) {
            const bool isParted = span.style == Span::Style::Words || text.size() > 60;
            const qsizetype blank = isParted ? text.indexOf(u' ', from) : -1;
            const qsizetype end = blank < 0 ? text.size() : blank + 1;
            pieces.push_back(notTooWide(pieceOf(span, text.mid(from, end - from))));
            from = end;
        }
    }
    return pieces;
}

} // namespace

QFont pageFont(PageFont role)
{
    // Made once: finding a font takes far longer than measuring a number.
    static const std::array fonts = {ofSize(textFont(), 27, QFont::DemiBold),
                                     ofSize(textFont(), 20, QFont::DemiBold),
                                     ofSize(textFont(), 16, QFont::DemiBold),
                                     ofSize(textFont(), 13, QFont::DemiBold),
                                     ofSize(textFont(), 13),
                                     ofSize(textFont(), 11),
                                     ofSize(numberFont(), 12),
                                     ofSize(numberFont(), 12, QFont::Bold)};
    return fonts[std::size_t(role)];
}

double lineHeight(PageFont role)
{
    return std::ceil(pageFont(role).pixelSize() * 1.45);
}

QStringList wrappedLines(const QString& text, const QFont& font, double width)
{
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        lines += text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

std::vector<std::vector<MathPiece>> wrappedMath(const MathLine& line, double width)
{
    std::vector<std::vector<MathPiece>> lines(1);
    const std::vector<MathPiece> pieces = piecesOf(line);
    double x = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (x + widthWithScripts(pieces, i) > width && !lines.back().empty()
            && !isScript(pieces[i])) {
            lines.emplace_back();
            x = hangingIndent;
        }
        lines.back().push_back(pieces[i]);
        lines.back().back().x = x;
        x += widthOf(pieces[i]);
    }
    return lines;
}

double mathWidth(const std::vector<MathPiece>& line)
{
    return line.empty() ? 0 : line.back().x + widthOf(line.back());
}

void drawMath(QPainter& painter, const std::vector<MathPiece>& line, QPointF at)
{
    for (const MathPiece& piece : line) {
        painter.setFont(fontOf(piece));
        painter.setPen(piece.isMuted ? currentTheme().muted : currentTheme().text);
        const QFontMetricsF metrics(painter.font());
        const QRectF where(at.x() + piece.x, at.y() - piece.raise - metrics.ascent(),
                           widthOf(piece), metrics.height());
        drawTextLine(painter, where, Qt::AlignLeft | Qt::AlignTop, piece.text);
    }
}

} // namespace headlight
