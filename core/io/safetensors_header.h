#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One entry of the header as it stands there; ranges and type are still to be checked.
struct SafetensorsEntry {
    std::string name;
    std::string type;
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> offsets; // two of them
};

/// Reads the JSON of the header and nothing but what the format allows in it: unlike a general
/// reader it keeps 2 and 2.0 apart, and knows no nesting.
Result<std::vector<SafetensorsEntry>> parseSafetensorsHeader(std::string_view text);

} // namespace headlight
