#pragma once

#include "core/document/snapshot.h"

#include <cstdint>
#include <optional>
#include <string>

namespace headlight {

/// A number of a document, or of what it computes, that is NaN or infinite.
struct NonFiniteCell {
    std::string tensor; // path: "layers.0.W_K", "embeddings", a pinned intermediate
    Index row = 0;
    Index column = 0;
    double value = 0;
    std::int64_t spread = 0; // countNonFinite() of the pass it stands in
};

/// The first such number among embeddings, positions, weights and pins, in this order. That a mask
/// is -infinity is meant.
std::optional<NonFiniteCell> firstNonFinite(const Document& document);

/// Finds the same in one document after the other, without reading again what is known to be
/// finite.
class NonFiniteSearch {
public:
    std::optional<NonFiniteCell> first(const Document& document);

private:
    std::optional<Document> m_finite; // the last document, when all of it was
};

/// Where the output of a finite document is not finite: the first number that was computed from
/// numbers too large to multiply.
std::optional<NonFiniteCell> firstTooLarge(const Trace& trace);

/// How many numbers of a pass are NaN or infinite, in every matrix that it keeps: what a person
/// counts who looks at all of them. Masks do not count. After a first bad number these are the
/// cells that depend on it.
std::int64_t countNonFinite(const Trace& trace);

} // namespace headlight
