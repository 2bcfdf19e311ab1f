#pragma once

#include "core/math/matrix.h"

#include <QPainterPath>
#include <QRect>
#include <QRgb>

#include <functional>

namespace headlight {

enum class NotFinite { NaN, PlusInfinity, MinusInfinity };

/// Lines over the cells that hold no finite number, so that colour alone does not have to tell:
/// rising for -infinity (a hidden key), falling for +infinity, both for NaN. `cellRect` tells where
/// a cell lies. One path for each kind, whatever the number of cells.
QPainterPath hatching(const Matrix& values, NotFinite kind,
                      const std::function<QRect(int row, int column)>& cellRect);

/// Reads well on the colour of such cells.
QRgb hatchColor(NotFinite kind);

} // namespace headlight
