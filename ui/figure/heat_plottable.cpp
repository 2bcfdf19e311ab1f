#include "ui/figure/heat_plottable.h"

#include "ui/session/number_text.h"

#include <cmath>

namespace headlight {
namespace {

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
    m_hasNonFinite = !m_panel.values->allFinite();
}

void HeatPlottable::setValues(bool shown, int digits, const QFont& font)
{
    m_values = shown;
    m_digits = digits;
    m_font = font;
}

void HeatPlottable::setMarked(std::optional<FigureCell> cell, const QColor& color)
{
    m_marked = cell;
    m_markColor = color;
}

QRect HeatPlottable::mapRect() const
{
    return keyAxis()->axisRect()->rect();
}

QRect HeatPlottable::clipRect() const
{
    return mapRect().adjusted(-2, -2, 2, 2); // the mark may stand over the edge
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

void HeatPlottable::draw(QCPPainter* painter)
{
    if (!m_panel.values || m_panel.values->size() == 0)
        return;
    if (m_placeholder.isEmpty())
        drawCells(painter);
    else
        painter->drawText(mapRect().topLeft(), m_placeholder);
    if (m_hasNonFinite)
        drawNonFinite(painter);
    if (m_values && valuesFit())
        drawValues(painter);
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

/// Draws in device pixels: enlarging and placing then need no rounding by the painter.
void HeatPlottable::drawOnPixels(QCPPainter* painter)
{
    const QRectF onDevice = painter->deviceTransform().mapRect(QRectF(mapRect()));
    const QRect pixels(
        QPoint(int(std::lround(onDevice.left())), int(std::lround(onDevice.top()))),
        QPoint(int(std::lround(onDevice.right())) - 1, int(std::lround(onDevice.bottom())) - 1));
    if (m_picture.size() != pixels.size())
        m_picture = heatPicture(*m_panel.values, m_panel.scale, pixels.size());
    const double ratio = painter->device()->devicePixelRatioF();
    painter->save();
    painter->setWorldTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
    m_picture.setDevicePixelRatio(1);
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

/// Cells without a finite number are crossed out, so that colour alone does not have to tell.
void HeatPlottable::drawNonFinite(QCPPainter* painter) const
{
    const Matrix& values = *m_panel.values;
    if (cellRect(0, 0).width() < 5)
        return;
    for (int r = 0; r < values.rows(); ++r) {
        for (int c = 0; c < values.cols(); ++c) {
            if (std::isfinite(values(r, c)))
                continue;
            const QRect cell = cellRect(r, c);
            painter->setPen(QPen(QColor(0x7a808a), 1));
            painter->drawLine(cell.bottomLeft(), cell.topRight());
            if (std::isnan(values(r, c)))
                painter->drawLine(cell.topLeft(), cell.bottomRight());
        }
    }
}

/// Numbers grow a little with roomy cells.
QFont HeatPlottable::valueFont() const
{
    QFont font = m_font;
    const int base = font.pixelSize();
    font.setPixelSize(std::clamp(cellRect(0, 0).height() / 6, base, base * 5 / 4));
    return font;
}

bool HeatPlottable::valuesFit() const
{
    const QFontMetrics metrics(valueFont());
    const Matrix& values = *m_panel.values;
    const QRect cell = cellRect(0, 0);
    if (cell.height() < metrics.height() + 2)
        return false;
    const double extremes[] = {values.minCoeff(), values.maxCoeff()};
    for (const double value : extremes) {
        if (metrics.horizontalAdvance(fixedNumber(value, m_digits)) + 6 > cell.width())
            return false;
    }
    return true;
}

void HeatPlottable::drawValues(QCPPainter* painter) const
{
    const Matrix& values = *m_panel.values;
    painter->setFont(valueFont());
    for (int r = 0; r < values.rows(); ++r) {
        const double maximum = m_panel.scale.perRow ? rowMaximum(values, r) : 0;
        for (int c = 0; c < values.cols(); ++c) {
            painter->setPen(textColorOn(m_panel.scale.color(values(r, c), maximum)));
            painter->drawText(cellRect(r, c), Qt::AlignCenter | Qt::TextDontClip,
                              fixedNumber(values(r, c), m_digits));
        }
    }
}

void HeatPlottable::drawMark(QCPPainter* painter) const
{
    const Matrix& values = *m_panel.values;
    if (m_marked->row >= values.rows() || m_marked->column >= values.cols())
        return;
    const QRect map = mapRect();
    const QRect cell = cellRect(m_marked->row, m_marked->column);
    QColor faint = m_markColor;
    faint.setAlphaF(0.75F);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(faint, 1, Qt::DotLine));
    painter->drawRect(QRect(map.left(), cell.top(), map.width() - 1, cell.height() - 1));
    painter->drawRect(QRect(cell.left(), map.top(), cell.width() - 1, map.height() - 1));
    QPen pen(m_markColor, 3);
    pen.setJoinStyle(Qt::MiterJoin);
    painter->setPen(pen);
    painter->drawRect(cell.adjusted(1, 1, -2, -2));
}

} // namespace headlight
