#pragma once

#include "core/lesson/expression.h"

#include <string>
#include <string_view>

namespace headlight {

/// A statement about numbers that a lesson's text relies on: "weights[1,2] = 0.882".
struct Expect {
    std::string expression; // as written, see expression.h
    char relation = '='; // or '<', '>'
    std::string number; // as written: its decimals say how exact "=" is

    bool operator==(const Expect&) const = default;
};

Result<Expect> parseExpect(std::string_view text);
std::string toString(const Expect& expect);

struct Check {
    bool holds = false;
    double value = 0; // of the expression
};

/// Whether a statement holds. "= 3.74" means at most 0.005 away, "= 9" means 1e-9.
Result<Check> checkExpect(const Expect& expect, const SnapshotPtr& snapshot,
                          const HeadPlace& place);

} // namespace headlight
