#pragma once

#include "core/explain/math_text.h"
#include "core/explain/why.h"

namespace headlight {

struct WhyStyle {
    int digits = 3; // fewestDigits to mostDigits
    std::size_t terms = 0; // of a long sum that are written out; 0: all
};

/// What a cell is called: "scores birds → eat", "Q[birds, 1] of head 2".
std::string cellTitle(const Document& document, const CellRef& cell);

/// An explanation written out: its title, the formula, the numbers, the products, the result.
std::vector<MathLine> whyLines(const Document& document, const Explanation& explanation,
                               const WhyStyle& style = {});

/// The number as it is written in a calculation: typographic minus, ∞.
std::string mathNumber(double value, int digits);

/// The same in parentheses when negative, as a factor or summand needs it.
std::string operand(double value, int digits);

} // namespace headlight
