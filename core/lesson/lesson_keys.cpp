#include "core/lesson/lesson_keys.h"

#include <charconv>

namespace headlight {
namespace {

constexpr int longestMinutes = 600;

// Each reads the value of the key it is named after.

Result<Ok> readOpen(LessonStep& step, std::string_view value)
{
    const bool isName = value.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                                                "XYZ0123456789-_")
        == std::string_view::npos;
    if (!isName)
        return Error{quoted(value)
                     + " is not the name of an example; write it without folder and "
                       "suffix, as in birds-eat-seeds."};
    step.open = value;
    return Ok{};
}

Result<Ok> readSentence(LessonStep& step, std::string_view value)
{
    step.sentence = value;
    return Ok{};
}

Result<Ok> readSeed(LessonStep& step, std::string_view value)
{
    std::uint64_t seed = 0;
    const char* const last = value.data() + value.size();
    const auto [end, error] = std::from_chars(value.data(), last, seed);
    if (error != std::errc() || end != last)
        return Error{"A seed is a whole number such as 7, not " + quoted(value) + "."};
    step.seed = seed;
    return Ok{};
}

Result<Ok> readOption(LessonStep& step, std::string_view value)
{
    const std::size_t at = value.find('=');
    if (at == std::string_view::npos)
        return Error{"An option is written as in \"mask=causal\", not " + quoted(value) + "."};
    const LessonOption option{std::string(trimmed(value.substr(0, at))),
                              std::string(trimmed(value.substr(at + 1)))};
    Config scratch; // only to see whether there is such an option
    if (const Result<Ok> known = setOption(scratch, option); !known)
        return known;
    step.options.push_back(option);
    return Ok{};
}

/// The name of exactly one cell.
Result<CellName> readOneCell(std::string_view value)
{
    Result<CellName> cell = parseCellName(value);
    if (cell && !cell->isOneCell())
        return Error{toString(*cell) + " is more than one cell; give its row and its column."};
    return cell;
}

Result<Ok> readSet(LessonStep& step, std::string_view value)
{
    const std::size_t at = value.find('=');
    if (at == std::string_view::npos)
        return Error{"A number is set as in \"W_K[1,1] = 8\", not " + quoted(value) + "."};
    Result<CellName> cell = readOneCell(trimmed(value.substr(0, at)));
    if (!cell)
        return cell.error();
    const std::optional<double> number = readNumber(trimmed(value.substr(at + 1)));
    if (!number)
        return Error{"Behind \"=\" should stand one number, not "
                     + quoted(trimmed(value.substr(at + 1))) + "."};
    step.sets.push_back({std::move(*cell), *number});
    return Ok{};
}

/// "layer 2" and the like, counted from 0.
std::optional<int> readNumbered(std::string_view text, std::string_view word, Index maximum)
{
    if (!text.starts_with(word))
        return std::nullopt;
    const std::optional<Index> number = readCount(trimmed(text.substr(word.size())), maximum);
    return number ? std::optional(int(*number - 1)) : std::nullopt;
}

Result<Ok> readPlace(LessonStep& step, std::string_view value)
{
    const std::vector<std::string_view> parts = splitOutsideBrackets(value, ',');
    const std::optional<int> layer = readNumbered(parts.front(), "layer ", maximumLayers);
    const std::optional<int> head = readNumbered(parts.back(), "head ", maximumHeads);
    if (parts.size() != 2 || !layer || !head)
        return Error{"A place is written as in \"layer 1, head 2\", not " + quoted(value) + "."};
    step.place = HeadPlace{*layer, *head};
    return Ok{};
}

Result<Ok> readShow(LessonStep& step, std::string_view value)
{
    step.show = viewNamed(value);
    if (!step.show)
        return Error{"There is no view " + quoted(value)
                     + "; show is attention, chain, steps, context, order, scaling, heads or "
                       "distance."};
    return Ok{};
}

Result<Ok> readStage(LessonStep& step, std::string_view value)
{
    step.stage = stageNamed(value);
    if (!step.stage)
        return Error{"There is no stage " + quoted(value)
                     + "; stage is scores, scaled, masked or weights."};
    return Ok{};
}

Result<Ok> readSelect(LessonStep& step, std::string_view value)
{
    Result<CellName> cell = readOneCell(value);
    if (!cell)
        return cell.error();
    step.select = std::move(*cell);
    return Ok{};
}

Result<Ok> readMark(LessonStep& step, std::string_view value)
{
    Result<std::vector<CellName>> cells = parseCellNames(value);
    if (!cells)
        return cells.error();
    step.marks = std::move(*cells);
    return Ok{};
}

Result<Ok> readExpect(LessonStep& step, std::string_view value)
{
    Result<Expect> expect = parseExpect(value);
    if (!expect)
        return expect.error();
    step.expects.push_back(std::move(*expect));
    return Ok{};
}

Result<Ok> readExercise(LessonStep& step, std::string_view value)
{
    for (const std::string_view piece : splitOutsideBrackets(value, ',')) {
        Result<CellName> cell = readOneCell(piece);
        if (!cell)
            return cell.error();
        step.exercise.push_back(std::move(*cell));
    }
    return Ok{};
}

Result<Ok> readTolerance(LessonStep& step, std::string_view value)
{
    const std::optional<double> tolerance = readNumber(value);
    if (!tolerance || *tolerance <= 0)
        return Error{"A tolerance is a number above 0 such as 0.01, not " + quoted(value) + "."};
    step.tolerance = *tolerance;
    return Ok{};
}

Result<Ok> readMinutes(Lesson& lesson, std::string_view value)
{
    const std::optional<Index> minutes = readCount(value, longestMinutes);
    if (!minutes)
        return Error{"The minutes are a whole number from 1 to " + std::to_string(longestMinutes)
                     + ", not " + quoted(value) + "."};
    lesson.minutes = int(*minutes);
    return Ok{};
}

Result<Ok> readSummary(Lesson& lesson, std::string_view value)
{
    lesson.summary = value;
    return Ok{};
}

constexpr LessonKey<Lesson> keysOfLessons[] = {
    {"minutes", false, readMinutes},
    {"summary", false, readSummary},
};

constexpr LessonKey<LessonStep> keysOfSteps[] = {
    {"open", false, readOpen},
    {"sentence", false, readSentence},
    {"seed", false, readSeed},
    {"option", true, readOption},
    {"set", true, readSet},
    {"place", false, readPlace},
    {"show", false, readShow},
    {"stage", false, readStage},
    {"select", false, readSelect},
    {"mark", false, readMark},
    {"expect", true, readExpect},
    {"exercise", false, readExercise},
    {"tolerance", false, readTolerance},
};

} // namespace

std::span<const LessonKey<Lesson>> lessonKeys()
{
    return keysOfLessons;
}

std::span<const LessonKey<LessonStep>> stepKeys()
{
    return keysOfSteps;
}

bool beginsStep(std::string_view line)
{
    return line.starts_with("## ");
}

bool beginsDocument(std::string_view line)
{
    return line.starts_with('`') && trimmed(line) == "```headlight";
}

} // namespace headlight
