#pragma once

#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The names of what is asked and what is answered; either may be missing.
struct RecordedTokens {
    std::optional<std::vector<std::string>> queries;
    std::optional<std::vector<std::string>> keys;
};

/// The tokens of every prompt in the JSON beside a recording (see readRecording).
Result<std::vector<RecordedTokens>> readPrompts(std::string_view json);

/// The text that tokens are of: as they are where they bring their own blanks, else with one
/// between them.
std::string sentenceOf(const std::vector<std::string>& tokens);

/// Which of `prompts` belongs to an array: the only one, or the one its name numbers.
std::optional<std::size_t> promptOfArray(std::size_t prompts, std::string_view array);

} // namespace headlight
