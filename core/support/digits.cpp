#include "core/support/digits.h"

#include <charconv>
#include <cmath>

namespace headlight {
namespace {

constexpr double exponentFrom = 1e9;

std::string withoutTrailingZeros(std::string text)
{
    if (text.find('.') == std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text;
}

std::string written(double value, std::chars_format format, int precision)
{
    char text[400]; // 1e308 has 309 digits
    const auto [end, error] = std::to_chars(text, text + sizeof text, value, format, precision);
    return {text, end};
}

std::string shortest(double value)
{
    char text[32];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    return {text, end};
}

/// "1.50e-07" to "1.5e-7".
std::string scientific(double value, int digits)
{
    const std::string text = written(value, std::chars_format::scientific, digits - 1);
    const std::size_t e = text.find('e');
    return withoutTrailingZeros(text.substr(0, e)) + "e"
        + std::to_string(std::stoi(text.substr(e + 1)));
}

} // namespace

std::string digitsText(double value, int digits)
{
    if (!std::isfinite(value))
        return std::isnan(value) ? "NaN" : value > 0 ? "inf" : "-inf";
    if (value == 0)
        return "0";
    if (digits >= mostDigits)
        return shortest(value);
    const double size = std::abs(value);
    // Half a unit of the last decimal rounds to one.
    if (size >= exponentFrom || size < 0.5 * std::pow(10.0, -digits))
        return scientific(value, digits);
    const int wholeDigits = size < 1 ? 0 : int(std::floor(std::log10(size))) + 1;
    const int decimals = std::max(0, digits - wholeDigits);
    return withoutTrailingZeros(written(value, std::chars_format::fixed, decimals));
}

} // namespace headlight
