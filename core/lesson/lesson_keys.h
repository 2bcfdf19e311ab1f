#pragma once

#include "core/lesson/lesson.h"

#include <span>
#include <string_view>

namespace headlight {

/// A key that may stand below a heading: "show" in "show: chain".
template <class Target>
struct LessonKey {
    const char* name;
    bool repeats; // whether it may be given more than once
    Result<Ok> (*read)(Target&, std::string_view value); // `value` is trimmed and not empty
};

std::span<const LessonKey<Lesson>> lessonKeys(); // below the title
std::span<const LessonKey<LessonStep>> stepKeys(); // below the heading of a step

/// Whether a line is the heading of a step.
bool beginsStep(std::string_view line);

/// Whether the document that the lesson carries begins behind this line.
bool beginsDocument(std::string_view line);

} // namespace headlight
