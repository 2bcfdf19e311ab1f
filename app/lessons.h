#pragma once

#include "core/lesson/lesson.h"
#include "ui/views/exercise_dialog.h"
#include "ui/views/lesson_panel.h"

namespace headlight {

/// The lessons that the program brings along, in the order of their numbers.
QList<LessonInfo> lessonList();

/// One of them by name: "3-scoring-every-pair".
Result<Lesson> loadLesson(const QString& name);

/// What lesson files are called.
inline const QString lessonSuffix = QStringLiteral(".md");

/// Saves an exercise as a lesson that carries `document` inside. `place`: the head it looks at.
Result<Ok> saveExercise(const QString& path, const Document& document, const ExerciseWish& wish,
                        const HeadPlace& place);

} // namespace headlight
