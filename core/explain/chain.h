#pragma once

#include "core/document/document.h"

#include <string>
#include <vector>

namespace headlight {

/// One matrix in the chain from X to the output of a layer, as one head sees it.
struct ChainStage {
    std::string tensor; // its path
    std::string before; // what is written before it: "·", "=", "÷ √2", "softmax"
    std::string shapes; // of the product that makes it: "3×4 · 4×2 = 3×2"; may be empty
};

/// Every matrix of the chosen head and its layer in the order of the computation. Stages that
/// change nothing (no mask, no scale, one head, no W_O, no residual) are left out unless pinned.
std::vector<ChainStage> chainOf(const Document& document, int layer, int head);

} // namespace headlight
