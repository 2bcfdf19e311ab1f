#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headlight {

struct JsonMember;

/// A parsed JSON value that remembers its line. Small, because a stranger's file may hold millions;
/// an array of numbers costs eight bytes a cell.
struct JsonValue {
    using Numbers = std::vector<double>; // an array of nothing but numbers, or empty
    using Items = std::vector<JsonValue>; // any other array
    using Members = std::vector<JsonMember>; // an object, in file order

    std::variant<std::monostate, bool, double, std::uint64_t, std::string, Numbers, Items, Members>
        value; // monostate: null
    int line = 1;
};

struct JsonMember {
    std::string name;
    JsonValue value;
};

/// The meaning of "NaN", "Infinity" and "-Infinity", which JSON has no numbers for; null for any
/// other text.
const double* specialNumber(std::string_view text);

/// Parses a whole text. Refused with the line: bad syntax, invalid UTF-8, two fields of one name,
/// nesting deeper than 64.
Result<JsonValue> parseJson(std::string_view text);

} // namespace headlight
