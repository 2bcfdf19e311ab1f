#pragma once

#include "core/math/matrix.h"

#include <cmath>

namespace headlight {

/// The absolute value of the finite number farthest from 0; 0 when there is none.
inline double largestFinite(const Matrix& matrix)
{
    double largest = 0;
    for (Index i = 0; i < matrix.size(); ++i) {
        const double size = std::abs(matrix.data()[i]);
        if (std::isfinite(size) && size > largest)
            largest = size;
    }
    return largest;
}

} // namespace headlight
