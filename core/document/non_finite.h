#pragma once

#include "core/document/document.h"

#include <optional>
#include <string>

namespace headlight {

/// A number of the document that is NaN or infinite.
struct NonFiniteCell {
    std::string tensor; // path: "layers.0.W_K", "embeddings", a pinned intermediate
    Index row = 0;
    Index column = 0;
    double value = 0;
};

/// The first such number among embeddings, positions, weights and pins, in this order; what is not
/// finite in a trace comes from one of them, or from numbers too large to multiply.
std::optional<NonFiniteCell> firstNonFinite(const Document& document);

/// Finds the same in one document after the other, without reading again what is known to be
/// finite.
class NonFiniteSearch {
public:
    std::optional<NonFiniteCell> first(const Document& document);

private:
    std::optional<Document> m_finite; // the last document, when all of it was
};

} // namespace headlight
