#pragma once

#include "core/dialects/dialect.h"

namespace headlight {

/// A heading, such as a token, escaped as the dialect wants it in a table.
std::string headingIn(Dialect dialect, const std::string& text);

} // namespace headlight
