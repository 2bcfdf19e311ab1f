#pragma once

#include "core/explain/math_text.h"
#include "core/explain/steps.h"
#include "core/explain/why.h"

namespace headlight {

/// What is calculated at `step`, written out: the cell, the product or operation, what there is so
/// far. `step`: of `plan`, which belongs to the snapshot's document.
std::vector<MathLine> stepLines(const SnapshotPtr& snapshot, const StepPlan& plan,
                                std::int64_t step, int digits);

/// The cells that are read at `step`.
std::vector<CellRef> stepInputs(const SnapshotPtr& snapshot, const StepPlan& plan,
                                std::int64_t step);

} // namespace headlight
