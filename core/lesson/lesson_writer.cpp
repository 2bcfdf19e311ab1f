#include "core/lesson/lesson_keys.h"
#include "core/support/digits.h"

#include <algorithm>

namespace headlight {
namespace {

std::string oneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return std::string(trimmed(text));
}

void writeKey(std::string& text, std::string_view key, const std::string& value)
{
    const std::string line = oneLine(value);
    if (!line.empty())
        text.append(key).append(": ").append(line).append("\n");
}

void writeCells(std::string& text, std::string_view key, const std::vector<CellName>& cells)
{
    std::string list;
    for (const CellName& cell : cells)
        list += (list.empty() ? "" : ", ") + toString(cell);
    writeKey(text, key, list);
}

std::string placeText(const HeadPlace& place)
{
    return "layer " + std::to_string(place.layer + 1) + ", head " + std::to_string(place.head + 1);
}

/// What the step makes of the document.
void writeEdits(std::string& text, const LessonStep& step)
{
    writeKey(text, "open", step.open);
    if (step.sentence)
        writeKey(text, "sentence", *step.sentence);
    if (step.seed)
        writeKey(text, "seed", std::to_string(*step.seed));
    for (const LessonOption& option : step.options)
        writeKey(text, "option", option.name + "=" + option.value);
    for (const LessonSet& set : step.sets)
        writeKey(text, "set", toString(set.cell) + " = " + digitsText(set.value, mostDigits));
}

/// What the step shows of it.
void writeLooks(std::string& text, const LessonStep& step)
{
    if (step.place)
        writeKey(text, "place", placeText(*step.place));
    if (step.show)
        writeKey(text, "show", std::string(nameOf(*step.show)));
    if (step.stage)
        writeKey(text, "stage", std::string(nameOf(*step.stage)));
    if (step.select)
        writeKey(text, "select", toString(*step.select));
    writeCells(text, "mark", step.marks);
    for (const Expect& expect : step.expects)
        writeKey(text, "expect", toString(expect));
    writeCells(text, "exercise", step.exercise);
    if (step.tolerance != defaultTolerance)
        writeKey(text, "tolerance", digitsText(step.tolerance, mostDigits));
}

/// The body; a line that the reader would take for something else is moved right.
void writeBody(std::string& text, std::string_view body)
{
    while (!body.empty()) {
        const std::string_view line = body.substr(0, body.find('\n'));
        body.remove_prefix(std::min(body.size(), line.size() + 1));
        if (beginsStep(line) || beginsDocument(line))
            text += ' ';
        text.append(line).append("\n");
    }
}

void writeStep(std::string& text, const LessonStep& step)
{
    text += "\n## " + oneLine(step.title) + "\n";
    writeEdits(text, step);
    writeLooks(text, step);
    text += "\n";
    writeBody(text, step.body);
}

} // namespace

std::string writeLesson(const Lesson& lesson)
{
    std::string text = "# " + oneLine(lesson.title) + "\n";
    if (lesson.minutes > 0)
        writeKey(text, "minutes", std::to_string(lesson.minutes));
    writeKey(text, "summary", lesson.summary);
    for (const LessonStep& step : lesson.steps)
        writeStep(text, step);
    if (lesson.document.empty())
        return text;
    text += "\n```headlight\n" + lesson.document;
    text += lesson.document.ends_with('\n') ? "```\n" : "\n```\n";
    return text;
}

} // namespace headlight
