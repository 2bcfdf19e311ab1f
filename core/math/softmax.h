#pragma once

#include "core/kernels/kernels.h"
#include "core/math/matrix.h"

#include <limits>
#include <vector>

namespace headlight {

/// The score of a key that a query may not see.
template <class Scalar>
inline constexpr Scalar hidden = -std::numeric_limits<Scalar>::infinity();

/// Softmax of every row, in place. A hidden entry gets weight exactly zero. A row where everything
/// is hidden has no softmax: it becomes all zeros, and its number is returned. NaN and +infinity
/// spread over their row, as IEEE arithmetic has it.
template <class Scalar>
std::vector<Index> softmaxRows(MatrixOf<Scalar>& rows)
{
    std::vector<Index> hiddenRows;
    for (Index r = 0; r < rows.rows(); ++r) {
        Scalar* row = rows.data() + r * rows.cols();
        if (!kernelsOf<Scalar>().softmax({row, rows.cols(), rows.cols(), Scalar(1)}))
            hiddenRows.push_back(r);
    }
    return hiddenRows;
}

} // namespace headlight
