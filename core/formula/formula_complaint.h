#pragma once

#include "core/support/result.h"

#include <string_view>

namespace mu {
class ParserError;
}

namespace headlight {

/// What is wrong with the characters of a formula, before anything is made of them.
Result<Ok> checkFormulaText(std::string_view formula);

/// A sentence for what muParser says about a formula.
Error formulaComplaint(const mu::ParserError& error, std::string_view formula);

/// Whether a formula can name a matrix so.
bool isMatrixName(std::string_view name);

} // namespace headlight
