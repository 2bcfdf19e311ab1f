#include "core/lesson/expect.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr double exact = 1e-9;

bool isPlainNumber(std::string_view text)
{
    const bool onlyDigits = text.find_first_not_of("-0123456789.") == std::string_view::npos;
    return onlyDigits && readNumber(text).has_value();
}

/// Half a unit of the last decimal that is written, and a little for rounding in between.
double toleranceOf(const std::string& number)
{
    const std::size_t point = number.find('.');
    if (point == std::string::npos)
        return exact;
    const double decimals = double(number.size() - point - 1);
    return 0.5 * std::pow(10.0, -decimals) + exact;
}

} // namespace

Result<Expect> parseExpect(std::string_view text)
{
    const std::size_t at = text.find_first_of("=<>");
    if (at == std::string_view::npos)
        return Error{quoted(text) + " states nothing; write it as in \"scores[1,2] = 9\"."};
    Expect expect;
    expect.expression = trimmed(text.substr(0, at));
    expect.relation = text[at];
    expect.number = trimmed(text.substr(at + 1));
    if (!isPlainNumber(expect.number))
        return Error{"Behind \"" + std::string(1, expect.relation)
                     + "\" should stand one number such as 0.882, not " + quoted(expect.number)
                     + "."};
    if (const Result<Ok> readable = checkExpression(expect.expression); !readable)
        return readable.error();
    return expect;
}

std::string toString(const Expect& expect)
{
    return expect.expression + " " + expect.relation + " " + expect.number;
}

Result<Check> checkExpect(const Expect& expect, const SnapshotPtr& snapshot, const HeadPlace& place)
{
    const Result<double> value = evaluate(expect.expression, snapshot, place);
    if (!value)
        return value.error();
    const double number = readNumber(expect.number).value_or(std::nan(""));
    if (expect.relation == '<')
        return Check{*value < number, *value};
    if (expect.relation == '>')
        return Check{*value > number, *value};
    return Check{std::abs(*value - number) <= toleranceOf(expect.number), *value};
}

} // namespace headlight
