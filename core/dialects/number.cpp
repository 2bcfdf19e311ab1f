#include "core/dialects/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <optional>
#include <sstream>

namespace headlight {
namespace {

constexpr std::string_view noBreakSpace = "\u00a0";

constexpr std::array<std::pair<std::string_view, char>, 7> asciiFor = {{
    {"\u2212", '-'}, // minus
    {noBreakSpace, ' '},
    {"\u2007", ' '}, // figure space
    {"\u2009", ' '}, // thin space
    {"\u202f", ' '}, // narrow no-break space
    {"\u2019", '\''}, // right single quotation mark
    {"\u066c", '\''}, // Arabic thousands separator
}};

bool isSign(char c)
{
    return c == '+' || c == '-';
}

bool isSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool isAscii(char c)
{
    return static_cast<unsigned char>(c) < 0x80;
}

std::size_t digitsFrom(std::string_view text, std::size_t at)
{
    while (at < text.size() && isDigit(text[at]))
        ++at;
    return at;
}

/// Sign, digits around at most one point, exponent; and nothing else.
bool isDecimal(std::string_view text)
{
    const std::size_t first = !text.empty() && isSign(text[0]) ? 1 : 0;
    std::size_t at = digitsFrom(text, first);
    std::size_t digits = at - first;
    if (at < text.size() && text[at] == '.') {
        const std::size_t end = digitsFrom(text, at + 1);
        digits += end - at - 1;
        at = end;
    }
    if (digits == 0 || at == text.size())
        return digits > 0;
    if (text[at] != 'e' && text[at] != 'E')
        return false;
    at += at + 1 < text.size() && isSign(text[at + 1]) ? 2 : 1;
    return at < text.size() && digitsFrom(text, at) == text.size();
}

bool isGroupMark(char c)
{
    return isSpace(c) || c == '\'' || c == '_';
}

/// "1.234.5", "1 234", "1'234", "1_234": looks like a number with thousands separators.
bool looksGrouped(std::string_view text)
{
    if (std::count(text.begin(), text.end(), '.') > 1)
        return true;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const std::size_t begin = i;
        while (i < text.size() && isGroupMark(text[i]))
            ++i;
        if (i > begin && i < text.size() && isDigit(text[begin - 1]) && isDigit(text[i]))
            return true;
    }
    return false;
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return lower;
}

std::optional<double> special(std::string_view text)
{
    const bool hasSign = !text.empty() && isSign(text[0]);
    const std::string name = lowerCase(text.substr(hasSign ? 1 : 0));
    if (name == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (name == "inf" || name == "infinity" || name == "\u221e")
        return (text[0] == '-' ? -1 : 1) * std::numeric_limits<double>::infinity();
    return std::nullopt;
}

bool hasNonzeroDigit(std::string_view decimal)
{
    const std::string_view mantissa = decimal.substr(0, decimal.find_first_of("eE"));
    return std::any_of(mantissa.begin(), mantissa.end(),
                       [](char c) { return c >= '1' && c <= '9'; });
}

/// `value`, unless double precision has turned something finite into infinity or zero.
Number inRange(double value, bool zeroMeant)
{
    if (std::isinf(value))
        return {value, NumberFault::TooLarge};
    if (value == 0 && !zeroMeant)
        return {value, NumberFault::TooSmall};
    return {value};
}

/// Infinity or zero, for a decimal that from_chars only calls out of range.
double outOfRange(std::string_view decimal)
{
    std::istringstream stream{std::string(decimal)};
    stream.imbue(std::locale::classic());
    double nearest = 0;
    stream >> nearest; // the largest double where there is overflow
    const bool large = std::abs(nearest) > 1;
    return large ? std::copysign(std::numeric_limits<double>::infinity(), nearest) : 0;
}

Number readDecimal(std::string_view text)
{
    if (!isDecimal(text))
        return {0, looksGrouped(text) ? NumberFault::Grouped : NumberFault::NotANumber};
    const std::string_view digits = text.substr(text[0] == '+' ? 1 : 0);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
        value = outOfRange(digits);
    return inRange(value, value != 0 || !hasNonzeroDigit(digits));
}

Number readFraction(std::string_view text, std::size_t slash)
{
    const Number numerator = readDecimal(withoutOuterSpace(text.substr(0, slash)));
    const Number denominator = readDecimal(withoutOuterSpace(text.substr(slash + 1)));
    if (!numerator.isGood() || !denominator.isGood())
        return numerator.isGood() ? denominator : numerator;
    if (denominator.value == 0)
        return {0, NumberFault::DividesByZero};
    return inRange(numerator.value / denominator.value, numerator.value == 0);
}

std::string specialText(double value)
{
    if (std::isnan(value))
        return "NaN";
    return value > 0 ? "Inf" : "-Inf";
}

/// "1e-05" to "1e-5", "1e+20" to "1e20": in a narrow cell every character counts.
std::string withShortExponent(std::string text)
{
    const std::size_t e = text.find('e');
    if (e == std::string::npos)
        return text;
    const std::size_t digits = std::min(text.find_first_not_of("+-0", e + 1), text.size() - 1);
    const bool negative = text[e + 1] == '-';
    return text.substr(0, e) + (negative ? "e-" : "e") + text.substr(digits);
}

} // namespace

Number readTypedNumber(std::string_view text)
{
    text = withoutOuterSpace(text);
    if (text.empty())
        return {0, NumberFault::Empty};
    if (isDecimal(text))
        return readDecimal(text);
    std::string plain = withAsciiSigns(text);
    std::replace(plain.begin(), plain.end(), ',', '.');
    if (const std::optional<double> value = special(plain))
        return {*value};
    const std::size_t slash = plain.find('/');
    return slash == std::string::npos ? readDecimal(plain) : readFraction(plain, slash);
}

std::string withAsciiSigns(std::string_view text)
{
    std::string plain(text);
    if (std::all_of(text.begin(), text.end(), isAscii))
        return plain;
    for (const auto& [mark, ascii] : asciiFor) {
        for (std::size_t at = plain.find(mark); at != plain.npos; at = plain.find(mark, at + 1))
            plain.replace(at, mark.size(), 1, ascii);
    }
    return plain;
}

std::string_view withoutOuterSpace(std::string_view text)
{
    while (!text.empty() && (isSpace(text.front()) || text.starts_with(noBreakSpace)))
        text.remove_prefix(isSpace(text.front()) ? 1 : noBreakSpace.size());
    while (!text.empty() && (isSpace(text.back()) || text.ends_with(noBreakSpace)))
        text.remove_suffix(isSpace(text.back()) ? 1 : noBreakSpace.size());
    return text;
}

std::string shortestNumber(double value)
{
    if (!std::isfinite(value))
        return specialText(value);
    const double size = std::abs(value);
    const bool plain = size == 0 || (size >= 1e-5 && size < 1e16);
    char buffer[64];
    const auto [end, error]
        = std::to_chars(buffer, buffer + sizeof buffer, value,
                        plain ? std::chars_format::fixed : std::chars_format::scientific);
    return withShortExponent({buffer, end});
}

} // namespace headlight
