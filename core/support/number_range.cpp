#include "core/support/number_range.h"

#include "core/support/trimmed.h"

#include <charconv>

namespace headlight {
std::optional<int> readWholeNumber(std::string_view text)
{
    text = trimmed(text);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<NumberRange> readNumberRange(std::string_view text)
{
    const auto dash = text.find('-');
    const std::optional<int> first = readWholeNumber(text.substr(0, dash));
    const std::optional<int> last
        = dash == std::string_view::npos ? first : readWholeNumber(text.substr(dash + 1));
    if (!first || !last)
        return std::nullopt;
    return NumberRange{*first, *last};
}

} // namespace headlight
