#pragma once

#include "core/explain/cell.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A piece of a written-out calculation.
struct Span {
    enum class Style { Words, Maths, Sub, Sup, Strong };

    std::string text; // UTF-8: × ÷ · √ ᵀ − ∞
    Style style = Style::Maths;
    std::optional<CellRef> cell = {}; // where the number stands
    bool current = false; // what the step player is at

    bool operator==(const Span&) const = default;
};

/// One line of a calculation.
using MathLine = std::vector<Span>;

std::string toText(const std::vector<MathLine>& lines);
std::string toMarkdown(const std::vector<MathLine>& lines);
/// An align* block for amsmath.
std::string toLatex(const std::vector<MathLine>& lines);

} // namespace headlight
