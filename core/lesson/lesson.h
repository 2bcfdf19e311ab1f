#pragma once

#include "core/lesson/cell_name.h"
#include "core/lesson/expect.h"
#include "core/lesson/lesson_option.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Which view a step puts in front; the last five are labs.
enum class LessonView { Attention, Chain, Steps, Context, Order, Scaling, Heads, Distance };

/// What the heatmap shows with LessonView::Attention.
enum class LessonStage { Scores, Scaled, Masked, Weights };

/// A number that a step types: "W_K[1,1] = 8".
struct LessonSet {
    CellName cell;
    double value = 0;

    bool operator==(const LessonSet&) const = default;
};

/// What `open` says in a lesson that carries its document inside.
inline constexpr std::string_view openThis = "this";

inline constexpr double defaultTolerance = 0.005;

/// One page of a lesson: what it sets up, what it shows, and its text.
struct LessonStep {
    std::string title;
    std::string open; // an example, or openThis; empty: goes on with what the step before left
    std::optional<std::string> sentence;
    std::optional<std::uint64_t> seed;
    std::vector<LessonOption> options;
    std::vector<LessonSet> sets;
    std::optional<HeadPlace> place; // nothing: the first head of the first layer
    std::optional<LessonView> show;
    std::optional<LessonStage> stage;
    std::optional<CellName> select; // the cell that is explained
    std::vector<CellName> marks;
    std::vector<Expect> expects;
    std::vector<CellName> exercise; // cells that are covered and typed by the learner
    double tolerance = defaultTolerance; // of the exercise
    std::string body; // Markdown, without empty lines at its ends

    bool operator==(const LessonStep&) const = default;
};

struct Lesson {
    std::string title;
    int minutes = 0; // 0: not said
    std::string summary;
    std::vector<LessonStep> steps;
    std::string document; // text of a .headlight file that the lesson carries; may be empty

    bool operator==(const Lesson&) const = default;
};

/// The lesson in the text of a lesson file: a title, its keys, then steps, each a heading, its keys
/// and Markdown; last, if it carries one, its document in a block fenced by ```headlight and ```.
/// Line ends and a byte order mark are free. An Error begins with the line: "Line 7: …".
Result<Lesson> readLesson(std::string_view text);

/// The text of a lesson file that readLesson() reads back as the same lesson; empty lines around a
/// body or the document do not come back. In a body, a line that would begin a step or the document
/// is moved right by one space.
std::string writeLesson(const Lesson& lesson);

/// How the file calls a view or a stage: "chain", "weights".
std::string_view nameOf(LessonView view);
std::string_view nameOf(LessonStage stage);
std::optional<LessonView> viewNamed(std::string_view name);
std::optional<LessonStage> stageNamed(std::string_view name);

/// The step that opens the document which `step` works on: itself or the nearest one before it.
std::size_t openingStep(const Lesson& lesson, std::size_t step);

} // namespace headlight
