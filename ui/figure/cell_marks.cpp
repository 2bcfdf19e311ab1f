#include "ui/figure/cell_marks.h"

#include <QPainter>

namespace headlight {

QRect blockRect(const FigureBlock& block, int rows, int columns, const QRect& map)
{
    const int left = cellEdge(std::min(block.column, columns), columns, map.width());
    const int top = cellEdge(std::min(block.row, rows), rows, map.height());
    const int right
        = cellEdge(std::min(block.column + block.columns, columns), columns, map.width());
    const int bottom = cellEdge(std::min(block.row + block.rows, rows), rows, map.height());
    return QRect(left, top, right - left, bottom - top).translated(map.topLeft());
}

void paintFrame(QPainter& painter, const QRect& block, const QColor& color)
{
    QPen pen(color, std::min(block.width(), block.height()) >= 10 ? 2 : 1);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(block.adjusted(1, 1, -1, -1));
}

void paintCover(QPainter& painter, const QRect& cell, const FigureStyle& style)
{
    painter.fillRect(cell, style.background.alpha() == 255 ? style.background : QColor(Qt::white));
    painter.setPen(style.muted);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell.adjusted(0, 0, -1, -1));
    if (cell.height() >= painter.fontMetrics().height())
        painter.drawText(cell, Qt::AlignCenter, QStringLiteral("?"));
}

} // namespace headlight
