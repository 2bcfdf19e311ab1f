#pragma once

#include "core/math/matrix.h"

#include <cmath>
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
        Eigen::Map<Eigen::Array<Scalar, 1, Eigen::Dynamic>> row(rows.row(r).data(), rows.cols());
        // Subtracting the row maximum keeps exp() in range and does not change the result.
        const Scalar maximum = row.template maxCoeff<Eigen::PropagateNaN>();
        if (maximum == hidden<Scalar>) {
            row.setZero();
            hiddenRows.push_back(r);
            continue;
        }
        row = (row - maximum).exp();
        // Eigen's vectorized exp() never quite reaches zero.
        row = (row < std::numeric_limits<Scalar>::min()).select(Scalar(0), row);
        row /= row.sum();
    }
    return hiddenRows;
}

} // namespace headlight
