#pragma once

#include "core/math/matrix.h"

#include <memory>
#include <vector>

namespace headlight {

/// How often the finite values of some matrices fall into each of equally wide bins. The last bin
/// holds its upper end too.
struct Histogram {
    double low = 0; // the smallest finite value
    double high = 0; // the largest; equal to low where all values are the same or there are none
    std::vector<std::size_t> counts;
};

Histogram histogramOf(const std::vector<std::shared_ptr<const Matrix>>& matrices, int bins);

} // namespace headlight
