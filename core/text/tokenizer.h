#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Splits a sentence (UTF-8) into tokens, each a piece of the sentence as typed:
///   - a run of letters, digits, marks, with apostrophes inside ("don't"),
///   - a special token such as <s>, </b>, [CLS], kept whole,
///   - one Han character, or one emoji with all its modifiers and joiners,
///   - any other visible character alone.
/// White space and control characters separate tokens and belong to none.
std::vector<std::string> tokenize(std::string_view sentence);

} // namespace headlight
