#pragma once

#include <string>
#include <string_view>

namespace headlight {

/// Appends what "&name;" stands for in HTML and XML, a character by name or by number ("#8722",
/// "#x2212"); false when it stands for nothing known.
bool appendNamed(std::string& text, std::string_view name);

} // namespace headlight
