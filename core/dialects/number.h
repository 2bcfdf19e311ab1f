#pragma once

#include <string>
#include <string_view>

namespace headlight {

/// Why a text is not accepted as a number.
enum class NumberFault { None, Empty, NotANumber, Grouped, DividesByZero, TooLarge, TooSmall };

struct Number {
    double value = 0;
    NumberFault fault = NumberFault::None;

    bool isGood() const { return fault == NumberFault::None; }
};

/// ASCII only.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The number a person or a program wrote: decimal point or comma, exponent, fractions such as 1/3,
/// a Unicode minus, NaN and infinity. One comma or point is the decimal mark; thousands separators
/// are the fault Grouped, and what double precision turns into infinity or zero is one too.
Number readTypedNumber(std::string_view text);

/// The text with ASCII signs, apostrophes and spaces in place of the typographic ones.
std::string withAsciiSigns(std::string_view text);

/// Without white space at both ends, the no-break space included.
std::string_view withoutOuterSpace(std::string_view text);

/// The shortest text that reads back bit for bit, in plain notation for the sizes people think in
/// and without padding in the exponent: "0.5", "-0", "1e16". NaN and infinities are "NaN", "Inf"
/// and "-Inf".
std::string shortestNumber(double value);

} // namespace headlight
