#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// A parsed JSON value that remembers its line. An array of nothing but numbers keeps them in
/// `numbers`, so a large matrix costs eight bytes a cell.
struct JsonValue {
    enum class Kind { Null, Boolean, Number, String, Array, Object };

    Kind kind = Kind::Null;
    int line = 1;
    bool boolean = false;
    double number = 0;
    std::uint64_t integer = 0; // when isUnsigned
    bool isUnsigned = false; // a whole number that is not negative
    std::string string;
    std::vector<double> numbers; // of an array, or empty
    std::vector<JsonValue> items; // of an array that is not all numbers
    std::vector<std::pair<std::string, JsonValue>> members; // of an object, in file order

    std::size_t size() const { return numbers.size() + items.size(); }
};

/// Parses a whole text. Refused with the line: bad syntax, invalid UTF-8, two fields of one name,
/// nesting deeper than 64.
Result<JsonValue> parseJson(std::string_view text);

} // namespace headlight
