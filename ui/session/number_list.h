#pragma once

#include "core/support/result.h"

#include <QString>

#include <vector>

namespace headlight {

/// "1,3-5", counted from 1, as the rising numbers 0, 2, 3, 4; empty for an empty text. An Error
/// for anything else.
Result<std::vector<int>> readNumberList(const QString& text);

} // namespace headlight
