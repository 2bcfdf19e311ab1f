#pragma once

#include "core/dialects/dialect.h"

#include <optional>

namespace headlight {

/// The dialect that a text without outer space shows by its brackets, commands, tabs or semicolons;
/// nothing for bare numbers with spaces and commas.
std::optional<Dialect> recognised(std::string_view text);

/// The first line without what is in quotation marks.
std::string unquotedFirstLine(std::string_view text);

} // namespace headlight
