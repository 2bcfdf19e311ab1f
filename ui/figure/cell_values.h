#pragma once

#include "core/math/matrix.h"

#include <QFont>
#include <QSize>

namespace headlight {

/// Numbers grow a little with roomy cells.
QFont valueFont(const QFont& base, QSize cell);

/// Whether every number of the matrix has room in its cell.
bool valuesFit(const Matrix& values, int digits, const QFont& font, QSize cell);

} // namespace headlight
