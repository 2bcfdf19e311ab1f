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

/// The tokens that belong to one array, from the JSON beside a recording (see readRecording).
Result<RecordedTokens> readTokensJson(std::string_view text, std::string_view array);

/// The number in an array's name, e.g. 1 in "e1_attn".
std::optional<std::size_t> numberIn(std::string_view name);

} // namespace headlight
