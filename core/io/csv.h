#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace headlight {

/// A matrix as plain text: a row a line, cells apart by `separator` (comma or tab), numbers in the
/// shortest form that reads back to the same bits; "nan", "inf" and "-inf" as NumPy writes them.
std::string writeSeparated(const Matrix& matrix, char separator);

/// Reads such a text; a byte order mark, CRLF and spaces around cells do no harm. An Error names
/// the line.
Result<Matrix> readSeparated(std::string_view text, char separator);

} // namespace headlight
