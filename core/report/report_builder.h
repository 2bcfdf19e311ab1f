#pragma once

#include "core/report/report.h"

namespace headlight {

/// makeReport() for options that were checked.
Report buildReport(const SnapshotPtr& snapshot, const ReportOptions& options);

/// The numbers chosen, or every one below `count`.
std::vector<int> chosenOrAll(const std::vector<int>& chosen, int count);

} // namespace headlight
