#pragma once

#include "core/report/report.h"

namespace headlight {

/// A matrix of the snapshot for a report: with headings, and only the upper left part of a large
/// one.
ReportMatrix reportMatrix(const SnapshotPtr& snapshot, const std::string& path);

ReportHeatmap reportHeatmap(const SnapshotPtr& snapshot, const std::string& path);

/// What of a matrix is left out, and how to get it. For one that is not whole.
std::string leftOutText(const ReportMatrix& matrix);

} // namespace headlight
