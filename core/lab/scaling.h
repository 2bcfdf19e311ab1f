#pragma once

#include "core/document/snapshot.h"

#include <cstdint>
#include <vector>

namespace headlight {

/// How far attention weights are from being spread evenly over the keys: means over the rows of a
/// pattern.
struct Sharpness {
    double largest = 0; // the largest weight of a row: 1/T when even, 1 when one key has all
    double entropy = 0; // -sum w ln w of a row, in nats: ln T when even, 0 when one key has all
};

/// Of a pattern whose rows sum to 1. Rows of zeros (queries that may see no key) do not count.
Sharpness sharpness(const Matrix& pattern);

/// The softmax of scores times a factor.
Sharpness sharpnessOfScores(const Matrix& scores, double factor);

/// Why scores are divided by sqrt(d_k): random queries against random keys, standard-normal and
/// independent (Vaswani et al. 2017, footnote 4 in section 3.2.1).
struct ScalingSetup {
    std::vector<Index> keyWidths = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}; // d_k, ascending
    Index keys = 16; // T
    Index queries = 48; // rows to take the mean of
    std::uint64_t seed = 1;
};

struct ScalingPoint {
    Index keyWidth = 0; // d_k
    double scoreDeviation = 0; // of q.k without scale: root of the mean square, about sqrt(d_k)
    Sharpness scaled; // softmax of q.k / sqrt(d_k)
    Sharpness plain; // softmax of q.k
};

/// One point for each width. A wider query starts with the numbers of the narrower one, and more
/// keys start with the fewer, so curves move smoothly.
std::vector<ScalingPoint> scalingExperiment(const ScalingSetup& setup);

/// The same two measures for a head of a document.
struct HeadSharpness {
    Sharpness own; // the weights as the document computes them
    Sharpness plain; // softmax of its masked scores without any scale
};

HeadSharpness headSharpness(const Snapshot& snapshot, int layer, int head);

} // namespace headlight
