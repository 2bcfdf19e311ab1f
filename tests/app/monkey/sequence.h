#pragma once

#include "core/support/result.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// One thing that the monkey does: the name of a skill and what it draws from.
struct Action {
    std::string skill;
    std::array<unsigned, 3> numbers{};

    bool operator==(const Action&) const = default;
};

using Sequence = std::vector<Action>;

/// One action a line, "typeCell 3 17 0". What is read back is the same.
std::string toText(const Sequence& sequence);
Result<Sequence> readSequence(std::string_view text);

} // namespace headlight
