#pragma once

#include "core/document/document.h"
#include "core/report/report.h"

namespace headlight {

/// Sizes and choices of a model in words.
std::vector<std::pair<std::string, std::string>> modelFacts(const Document& document);

/// What is known of a model whose attention was recorded.
ReportFacts recordingFacts(const Config& config);

/// "1 birds  2 eat  3 seeds"
std::string tokenList(const std::vector<std::string>& tokens);

} // namespace headlight
