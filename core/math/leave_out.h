#pragma once

#include "core/math/matrix.h"

#include <vector>

namespace headlight {

/// The rows and columns of a matrix that are named, in that order.
Matrix selected(const Matrix& matrix, const std::vector<int>& rows,
                const std::vector<int>& columns);

/// Every row divided by its sum, so that what is left of attention weights after some keys were
/// left out adds up to 1 again. Rows whose sum is 0 or not finite stay as they are.
void renormaliseRows(Matrix& weights);

} // namespace headlight
