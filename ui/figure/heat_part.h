#pragma once

#include "ui/figure/heat_image.h"

#include <QRect>

namespace headlight {

/// The pixels of heatPicture(matrix, scale, size) inside `part`, without making the others: of a
/// picture that is much larger than the screen only what is seen.
QImage heatPart(const Matrix& matrix, const HeatScale& scale, QSize size, const QRect& part);

} // namespace headlight
