#pragma once

#include "core/dialects/dialect.h"

#include <optional>
#include <string_view>

namespace headlight {

constexpr bool contains(std::string_view text, std::string_view what)
{
    return text.find(what) != std::string_view::npos;
}

/// The dialect that a text without outer space shows by its brackets, commands, tabs or semicolons;
/// nothing for bare numbers with spaces and commas.
std::optional<Dialect> recognised(std::string_view text);

/// The first line without what is in quotation marks.
std::string unquotedFirstLine(std::string_view text);

} // namespace headlight
