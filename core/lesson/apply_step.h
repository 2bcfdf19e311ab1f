#pragma once

#include "core/document/edit.h"
#include "core/lesson/lesson.h"

#include <vector>

namespace headlight {

/// The edits that a step means on the document it opened, or on the one that the step before left:
/// the sentence, the seed, all options as one SetConfig, then the numbers, each to be applied after
/// the ones before it. An Error when the document does not allow one of them.
Result<std::vector<Edit>> stepEdits(const Document& opened, const LessonStep& step);

/// The place a step looks at: its own, or the first head of the first layer.
HeadPlace placeOf(const LessonStep& step);

} // namespace headlight
