#pragma once

#include <string>

namespace headlight {

inline constexpr int fewestDigits = 2;
inline constexpr int mostDigits = 17;

/// A number as one writes it down: `digits` significant digits, but no more than `digits` decimals,
/// no trailing zeros: 0.0128 and 3.7377 with 3 digits are 0.013 and 3.74. Very small and very large
/// numbers get an exponent. With mostDigits: the shortest text that reads back as the same number.
/// The minus is ASCII; infinities are "inf" and "-inf".
std::string digitsText(double value, int digits);

} // namespace headlight
