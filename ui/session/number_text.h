#pragma once

#include "core/support/result.h"

#include <QString>

namespace headlight {

/// The number a person typed: decimal point or comma, exponent, fractions such as 1/3, a Unicode
/// minus, NaN and infinity. A thousands separator is never guessed. An Error is one sentence that
/// quotes the text. The same in every locale.
Result<double> parseNumber(const QString& text);

/// The shortest decimal text that reads back as the same number.
QString numberText(double value);

/// A number for a narrow cell: at most `significant` digits, without trailing zeros.
QString shortNumber(double value, int significant = 4);

/// A number with a fixed count of decimals, as in a printed table.
QString fixedNumber(double value, int decimals);

} // namespace headlight
