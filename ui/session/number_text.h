#pragma once

#include "core/support/result.h"

#include <QString>

namespace headlight {

/// The number a person typed: decimal point or comma, exponent, fractions such as 1/3, a Unicode
/// minus, NaN and infinity. A thousands separator is never guessed: one comma or point is the
/// decimal mark, more is refused. An Error is one sentence that quotes the text. The same in every
/// locale.
Result<double> parseNumber(const QString& text);

/// ASCII ("-Inf") is what other programs read; "−∞" is for people, its minus as wide as a plus.
enum class MinusSign { Ascii, Typographic };

/// The shortest decimal text that reads back as the same number.
QString numberText(double value, MinusSign minus = MinusSign::Ascii);

/// A number for a narrow cell: rounded to `significant` digits, without trailing zeros. Whole
/// digits are kept where an exponent would be longer.
QString shortNumber(double value, int significant = 4);

/// A number with a fixed count of decimals, as in a printed table; in scientific notation from 1e9,
/// where a column of digits would be no help.
QString fixedNumber(double value, int decimals);

} // namespace headlight
