#pragma once

#include "core/report/report.h"

namespace headlight {

/// A matrix of the snapshot for a report: with headings, and only the upper left part of a large
/// one.
ReportMatrix reportMatrix(const SnapshotPtr& snapshot, const std::string& path);

ReportHeatmap reportHeatmap(const SnapshotPtr& snapshot, const std::string& path);

/// "96 × 4, the first 8 rows"
std::string shapeText(const ReportMatrix& matrix);

/// What is left out of large matrices, and how to get it.
std::string leftOutText();

} // namespace headlight
