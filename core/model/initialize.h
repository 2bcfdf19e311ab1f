#pragma once

#include "core/model/config.h"
#include "core/model/parameters.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace headlight {

/// A standard-normal number that depends on nothing but its arguments and has the same bits on
/// every machine (plain IEEE arithmetic, no library functions).
double seededNormal(std::uint64_t seed, std::string_view name, Index row, Index column);

/// The first embedding of a word: depends on the seed and the word alone. A longer row starts with
/// the shorter one.
Matrix seededEmbedding(std::uint64_t seed, const std::string& word, Index width);

/// All weights of a model: every cell depends on the seed, its layer, head, name, row and column,
/// so a model that grew equals one that was made at its size. b_O stays empty.
Parameters seededParameters(const Config& config, std::uint64_t seed, double deviation);

/// Weights of the shapes that `to` asks for: numbers keep their layer, head, row and column,
/// cells that are new are seeded.
Parameters resizeParameters(const Parameters& parameters, const Config& from, const Config& to,
                            std::uint64_t seed, double deviation);

} // namespace headlight
