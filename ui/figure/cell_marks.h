#pragma once

#include "ui/figure/figure.h"

#include <QRect>

class QPainter;

namespace headlight {

/// Where `block` lies when a matrix of `rows` x `columns` fills `map`; cut off at its edges.
QRect blockRect(const FigureBlock& block, int rows, int columns, const QRect& map);

/// A frame inside the block's edges.
void paintFrame(QPainter& painter, const QRect& block, const QColor& color);

/// Hides a cell behind a question mark, where there is room for one.
void paintCover(QPainter& painter, const QRect& cell, const FigureStyle& style);

} // namespace headlight
