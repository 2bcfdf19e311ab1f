#include "core/lesson/lesson.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace headlight {
namespace {

constexpr std::array<std::string_view, 8> viewNames
    = {"attention", "chain", "steps", "context", "order", "scaling", "heads", "distance"};
constexpr std::array<std::string_view, 4> stageNames = {"scores", "scaled", "masked", "weights"};

template <class Value, std::size_t N>
std::optional<Value> named(const std::array<std::string_view, N>& names, std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(Value(found - names.begin()));
}

} // namespace

std::string_view nameOf(LessonView view)
{
    return viewNames[std::size_t(view)];
}

std::string_view nameOf(LessonStage stage)
{
    return stageNames[std::size_t(stage)];
}

std::optional<LessonView> viewNamed(std::string_view name)
{
    return named<LessonView>(viewNames, name);
}

std::optional<LessonStage> stageNamed(std::string_view name)
{
    return named<LessonStage>(stageNames, name);
}

std::size_t openingStep(const Lesson& lesson, std::size_t step)
{
    assert(step < lesson.steps.size());
    while (step > 0 && lesson.steps[step].open.empty())
        --step;
    return step;
}

} // namespace headlight
