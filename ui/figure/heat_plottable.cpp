#include "ui/figure/heat_plottable.h"

#include "ui/figure/cell_marks.h"
#include "ui/figure/cell_values.h"
#include "ui/figure/hatching.h"
#include "ui/session/number_text.h"

#include <cmath>

namespace headlight {
namespace {

constexpr int smallestHatched = 5; // pixels; lines would hide the colour of smaller cells

/// Cells of a picture in a PDF are enlarged up to this many pixels, so that viewers that smooth
/// pictures blur a sliver only...
constexpr int pdfCellPixels = 8;
constexpr int largestPdfPicture = 4096;

/// ...but poppler and cairo smooth what they enlarge less than four times, and the coarsest screen
/// shows a point (4/3 layout pixels) as one pixel.
int pdfFactor(int longestSide, int cellPixels)
{
    const int sharp = cellPixels * 3 / 4 / 4;
    return std::clamp(std::min(sharp, largestPdfPicture / longestSide), 1, pdfCellPixels);
}

} // namespace

HeatPlottable::HeatPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis)
{
    setAntialiased(false);
}

void HeatPlottable::setPanel(const Panel& panel)
{
    m_panel = panel;
    m_picture = {};
}

void HeatPlottable::setValues(bool shown, int digits, const QFont& font)
{
    m_values = shown;
    m_digits = digits;
    m_font = font;
}

void HeatPlottable::setMarked(std::optional<FigureCell> cell, const FigureStyle& style)
{
    m_marked = cell;
    m_style = style;
}

QRect HeatPlottable::mapRect() const
{
    return keyAxis()->axisRect()->rect();
}

QRect HeatPlottable::clipRect() const
{
    return mapRect().adjusted(-2, -2, 2, 2); // the mark may stand over the edge
}

/// The row and the column of the marked cell: dotted lines lead to it.
QRegion HeatPlottable::markedRegion() const
{
    if (!m_marked || !isInside(*m_marked))
        return {};
    const QRect map = mapRect();
    const QRect cell = cellRect(m_marked->row, m_marked->column).adjusted(-3, -3, 3, 3);
    return QRegion(map.left(), cell.top(), map.width() + 1, cell.height())
        + QRegion(cell.left(), map.top(), cell.width(), map.height() + 1) + cell;
}

bool HeatPlottable::isInside(const FigureCell& cell) const
{
    return m_panel.values && cell.row < m_panel.values->rows()
        && cell.column < m_panel.values->cols();
}

QCPRange HeatPlottable::getKeyRange(bool& found, QCP::SignDomain) const
{
    found = true;
    return {-0.5, double(m_panel.values->cols()) - 0.5};
}

QCPRange HeatPlottable::getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const
{
    found = true;
    return {-0.5, double(m_panel.values->rows()) - 0.5};
}

void HeatPlottable::paint(QCPPainter* painter)
{
    painter->save();
    painter->setClipRect(clipRect(), Qt::IntersectClip);
    draw(painter);
    painter->restore();
}

void HeatPlottable::draw(QCPPainter* painter)
{
    if (!m_panel.values || m_panel.values->size() == 0)
        return;
    if (m_placeholder.isEmpty())
        drawCells(painter);
    else
        painter->drawText(mapRect().topLeft(), m_placeholder);
    if (cellRect(0, 0).width() >= smallestHatched)
        drawHatching(painter);
    if (m_borders && bordersFit(cellRect(0, 0).width()))
        drawBorders(painter);
    const QSize cell = cellRect(0, 0).size();
    if (m_values && valuesFit(*m_panel.values, m_digits, valueFont(m_font, cell), cell))
        drawValues(painter);
    drawBlocks(painter);
    if (m_marked)
        drawMark(painter);
}

void HeatPlottable::drawCells(QCPPainter* painter)
{
    if (painter->modes().testFlag(QCPPainter::pmVectorized))
        drawLossless(painter);
    else
        drawOnPixels(painter);
}

/// Draws in pixels of the device, wherever on it the widget lies: enlarging and placing then need
/// no rounding by the painter.
void HeatPlottable::drawOnPixels(QCPPainter* painter)
{
    const QRectF onDevice = painter->deviceTransform().mapRect(QRectF(mapRect()));
    const QRect pixels(
        QPoint(int(std::lround(onDevice.left())), int(std::lround(onDevice.top()))),
        QPoint(int(std::lround(onDevice.right())) - 1, int(std::lround(onDevice.bottom())) - 1));
    if (m_picture.size() != pixels.size())
        m_picture = heatPicture(*m_panel.values, m_panel.scale, pixels.size());
    painter->save();
    painter->setWorldTransform(painter->deviceTransform().inverted() * painter->worldTransform());
    painter->drawImage(pixels.topLeft(), m_picture);
    painter->restore();
}

void HeatPlottable::drawLossless(QCPPainter* painter)
{
    const QImage cells = heatImage(*m_panel.values, m_panel.scale);
    const int factor = pdfFactor(std::max(cells.width(), cells.height()), cellRect(0, 0).height());
    painter->save();
    painter->setRenderHint(QPainter::LosslessImageRendering); // Qt would write a JPEG
    painter->drawImage(QRectF(mapRect()), enlarged(cells, cells.size() * factor));
    painter->restore();
}

QRect HeatPlottable::cellRect(int row, int column) const
{
    const QRect map = mapRect();
    const int rows = int(m_panel.values->rows());
    const int columns = int(m_panel.values->cols());
    const int left = cellEdge(column, columns, map.width());
    const int top = cellEdge(row, rows, map.height());
    return QRect(left, top, cellEdge(column + 1, columns, map.width()) - left,
                 cellEdge(row + 1, rows, map.height()) - top)
        .translated(map.topLeft());
}

void HeatPlottable::drawHatching(QCPPainter* painter) const
{
    const auto where = [this](int row, int column) { return cellRect(row, column); };
    for (const NotFinite kind :
         {NotFinite::NaN, NotFinite::PlusInfinity, NotFinite::MinusInfinity}) {
        const QPainterPath lines = hatching(*m_panel.values, kind, where);
        if (lines.isEmpty())
            continue;
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(QColor::fromRgb(hatchColor(kind)), 1, Qt::SolidLine, Qt::FlatCap));
        painter->drawPath(lines);
    }
}

void HeatPlottable::drawBorders(QCPPainter* painter) const
{
    const QRect map = mapRect();
    QVector<QLineF> lines;
    for (int row = 0; row <= m_panel.values->rows(); ++row) {
        const int y = map.top() + cellEdge(row, int(m_panel.values->rows()), map.height());
        lines += QLineF(map.left(), y, map.right() + 1, y);
    }
    for (int column = 0; column <= m_panel.values->cols(); ++column) {
        const int x = map.left() + cellEdge(column, int(m_panel.values->cols()), map.width());
        lines += QLineF(x, map.top(), x, map.bottom() + 1);
    }
    painter->setPen(QPen(m_style.border, 1, Qt::SolidLine, Qt::FlatCap));
    painter->drawLines(lines);
}

void HeatPlottable::drawValues(QCPPainter* painter) const
{
    const Matrix& values = *m_panel.values;
    const QFont font = valueFont(m_font, cellRect(0, 0).size());
    const QFontMetrics metrics(font);
    painter->setFont(font);
    for (int r = 0; r < values.rows(); ++r) {
        const Colorizer color(m_panel.scale.ofRow(values, r));
        for (int c = 0; c < values.cols(); ++c) {
            const QColor back = QColor::fromRgb(color(values(r, c)));
            const QString text = fixedNumber(values(r, c), m_digits);
            const QRect cell = cellRect(r, c);
            if (!std::isfinite(values(r, c))) { // no hatching under the text
                QRect box(0, 0, metrics.horizontalAdvance(text) + 6, metrics.height());
                box.moveCenter(cell.center());
                painter->fillRect(box, back);
            }
            painter->setPen(textColorOn(back.rgb()));
            painter->drawText(cell, Qt::AlignCenter | Qt::TextDontClip, text);
        }
    }
}

void HeatPlottable::drawBlocks(QCPPainter* painter) const
{
    const int rows = int(m_panel.values->rows());
    const int columns = int(m_panel.values->cols());
    painter->setFont(m_font);
    for (const FigureCell& cell : m_panel.covered)
        paintCover(*painter, blockRect({cell.row, cell.column}, rows, columns, mapRect()), m_style);
    for (const FigureBlock& block : m_panel.framed)
        paintFrame(*painter, blockRect(block, rows, columns, mapRect()), m_style.selection);
}

void HeatPlottable::drawMark(QCPPainter* painter) const
{
    if (!isInside(*m_marked))
        return;
    const QRect map = mapRect();
    const QRect cell = cellRect(m_marked->row, m_marked->column);
    QColor faint = m_style.selection;
    faint.setAlphaF(0.75F);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(faint, 1, Qt::DotLine));
    painter->drawRect(QRect(map.left(), cell.top(), map.width() - 1, cell.height() - 1));
    painter->drawRect(QRect(cell.left(), map.top(), cell.width() - 1, map.height() - 1));
    // Inside a cell with room for it, around a small one.
    const bool roomy = std::min(cell.width(), cell.height()) >= 10;
    QPen pen(m_style.selection, roomy ? 3 : 2);
    pen.setJoinStyle(Qt::MiterJoin);
    painter->setPen(pen);
    painter->drawRect(roomy ? cell.adjusted(1, 1, -2, -2) : cell.adjusted(-1, -1, 1, 1));
}

} // namespace headlight
