#include "core/document/non_finite.h"

#include <cmath>

namespace headlight {
namespace {

std::optional<NonFiniteCell> search(const std::string& path, const Matrix& matrix)
{
    const bool isMasked = path.ends_with(".masked");
    for (Index r = 0; r < matrix.rows(); ++r) {
        for (Index c = 0; c < matrix.cols(); ++c) {
            const bool isMask = isMasked && matrix(r, c) == -HUGE_VAL;
            if (!std::isfinite(matrix(r, c)) && !isMask)
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

std::optional<NonFiniteCell> firstNonFinite(const Snapshot& snapshot)
{
    const SharedList<LayerTrace>& layers = snapshot.trace.layers;
    std::optional<NonFiniteCell> found = firstNonFinite(*snapshot.document);
    if (found || layers.size() == 0 || layers[layers.size() - 1].residPost.allFinite())
        return found;
    forEachActivation(snapshot.trace, [&](const std::string& path, const Matrix& matrix) {
        if (!found)
            found = search(path, matrix);
    });
    return found;
}

} // namespace headlight
