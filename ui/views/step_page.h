#pragma once

#include "core/document/snapshot.h"
#include "core/explain/steps.h"

#include <QRect>

class QPainter;

namespace headlight {

/// One step of the computation as a picture: the matrices that meet, as far as they are computed,
/// and the arithmetic written out. The same on screen and in exported pages. Of large matrices the
/// part around the current cell is shown.
struct StepPage {
    SnapshotPtr snapshot;
    std::shared_ptr<const StepPlan> plan = std::make_shared<const StepPlan>();
    std::int64_t step = 0;
    int digits = 3;
};

/// Paints into `area` in the colours of the current theme.
void paintStepPage(QPainter& painter, const QRect& area, const StepPage& page);

/// "Step 12 of 156 · scores · row birds".
QString stepTitle(const StepPage& page);

} // namespace headlight
