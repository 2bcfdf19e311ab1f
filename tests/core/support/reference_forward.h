#pragma once

#include "core/document/document.h"

namespace headlight {

using ReferenceMatrix = MatrixOf<long double>; // 64 bits of mantissa on x86

/// What forward() should compute, written a second time from the formulas of Vaswani et al. (2017)
/// with plain loops in long double. Path -> matrix, for every intermediate.
std::map<std::string, ReferenceMatrix> referenceForward(const Document& document);

/// Softmax of one row; all zeros when everything is -infinity.
std::vector<long double> referenceSoftmax(const std::vector<long double>& row);

} // namespace headlight
