#pragma once

#include <string>
#include <vector>

namespace headlight {

/// Texts that break programs: every one of them must come out as it went in. Some are no UTF-8.
const std::vector<std::string>& oddTexts();

} // namespace headlight
