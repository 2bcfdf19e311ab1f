#pragma once

#include "core/report/report.h"
#include "ui/figure/figure.h"

namespace headlight {

/// The heatmap as a figure: colours from 0 to 1; the numbers stand beside it.
Figure figureOf(const ReportHeatmap& heatmap);

/// How wide it is best drawn where there is room for `width`, in 1/96 inch.
int figureWidth(const ReportHeatmap& heatmap, double width);

/// What it shows, for those who cannot see it: "Attention weights of head 1. birds attends most to
/// eat, 0.882; …"
QString heatmapText(const ReportHeatmap& heatmap, int digits);

} // namespace headlight
