#pragma once

#include "core/document/snapshot.h"

#include <optional>
#include <string>

namespace headlight {

/// A number of a document, or of what it computes, that is NaN or infinite.
struct NonFiniteCell {
    std::string tensor; // path: "layers.0.W_K", "embeddings", a pinned intermediate
    Index row = 0;
    Index column = 0;
    double value = 0;
};

/// The first such number among embeddings, positions, weights and pins, in this order. That a mask
/// is -infinity is meant.
std::optional<NonFiniteCell> firstNonFinite(const Document& document);

/// The same, or where the document is all finite but its output is not, the first number that was
/// computed from numbers too large to multiply.
std::optional<NonFiniteCell> firstNonFinite(const Snapshot& snapshot);

} // namespace headlight
