#include "core/document/non_finite.h"

#include <cmath>

namespace headlight {
namespace {

/// In one pass without branches: nearly all matrices are, and all of them are read after an edit.
bool isFinite(const Matrix& matrix)
{
    return (matrix * 0.0).sum() == 0; // else NaN
}

std::optional<NonFiniteCell> search(const std::string& path, const Matrix& matrix)
{
    if (isFinite(matrix))
        return std::nullopt;
    for (Index r = 0; r < matrix.rows(); ++r) {
        for (Index c = 0; c < matrix.cols(); ++c) {
            if (!std::isfinite(matrix(r, c)))
                return NonFiniteCell{path, r, c, matrix(r, c)};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<NonFiniteCell> firstNonFinite(const Document& document)
{
    std::optional<NonFiniteCell> found = search("embeddings", *document.embeddings);
    if (!found)
        found = search("positions", *document.positions);
    forEachWeight(document.parameters, [&](const std::string& path, const Shared<Matrix>& weight) {
        if (!found)
            found = search(path, *weight);
    });
    for (const auto& [path, matrix] : document.pins) {
        if (!found)
            found = search(path, *matrix);
    }
    return found;
}

} // namespace headlight
