#pragma once

#include "core/support/result.h"
#include "ui/views/step_page.h"

#include <QByteArray>

#include <vector>

namespace headlight {

/// How many pages one makes of a computation.
enum class StepPages { EveryStep, EveryCell, EveryRow };

/// The steps that get a page, from `first` to `last`, both included: each, or the last of every
/// cell or row.
std::vector<std::int64_t> pageSteps(const StepPlan& plan, StepPages pages, std::int64_t first,
                                    std::int64_t last);

inline constexpr std::size_t mostStepPages = 2000;

/// One page as a PNG, in light colours.
QByteArray stepPng(const StepPage& page);

/// All pages in one PDF, in light colours; text stays text.
QByteArray stepsPdf(const StepPage& page, const std::vector<std::int64_t>& steps);

} // namespace headlight
