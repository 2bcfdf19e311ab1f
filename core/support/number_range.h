#pragma once

#include <optional>
#include <string_view>

namespace headlight {

/// "3-5", or "3" for 3 to 3. Both ends are included.
struct NumberRange {
    int first = 0;
    int last = 0;
};

/// A whole number without anything but blanks around it.
std::optional<int> readWholeNumber(std::string_view text);

/// A range as people write it; it may run backwards. Nothing for any other text.
std::optional<NumberRange> readNumberRange(std::string_view text);

} // namespace headlight
