#pragma once

#include "core/model/head_place.h"
#include "core/support/result.h"

#include <string_view>
#include <vector>

namespace headlight {

/// Heads as people list them, counted from 1: "1-4, 7" names heads of `layer` (counted from 0),
/// "2:1-4" those of the second layer. In the order of the list, each once. An Error says which part
/// names no head of a model with `layers` layers of `heads` heads, and what could be written.
Result<std::vector<HeadPlace>> readHeadList(std::string_view list, int layer, int layers,
                                            int heads);

} // namespace headlight
