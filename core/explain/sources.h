#pragma once

#include "core/document/document.h"
#include "core/explain/cell.h"

#include <map>
#include <vector>

namespace headlight {

/// What went straight into the cells of `block`: rows of X and columns of W_Q for Q, and so on.
/// Empty for what is given or pinned. Knows shapes only, so it costs nothing at any size.
std::vector<CellBlock> directSources(const Document& document, const CellBlock& block);

/// Everything that went into a block, at any distance, by tensor: at most one rectangle each, the
/// smallest around all of its cells. `block` itself is not in it.
std::map<std::string, CellBlock> allSources(const Document& document, const CellBlock& block);

} // namespace headlight
