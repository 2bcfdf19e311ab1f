#include "core/math/leave_out.h"

#include <cmath>

namespace headlight {

Matrix selected(const Matrix& matrix, const std::vector<int>& rows, const std::vector<int>& columns)
{
    Matrix result(Index(rows.size()), Index(columns.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            result(Index(r), Index(c)) = matrix(rows[r], columns[c]);
    }
    return result;
}

void renormaliseRows(Matrix& weights)
{
    for (Index r = 0; r < weights.rows(); ++r) {
        const double sum = weights.row(r).sum();
        if (sum != 0 && std::isfinite(sum))
            weights.row(r) /= sum;
    }
}

} // namespace headlight
