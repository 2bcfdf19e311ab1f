#pragma once

#include "ui/figure/figure.h"

#include <QByteArray>
#include <QRect>

namespace headlight {

/// The cells of a panel as SVG elements over `map`: one path for each colour with crisp edges,
/// which every viewer draws exactly; above 256 cells a side a picture that viewers are told not to
/// smooth.
QByteArray svgCells(const Panel& panel, const QRect& map);

} // namespace headlight
