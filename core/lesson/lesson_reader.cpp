#include "core/io/document_json.h"
#include "core/lesson/lesson.h"
#include "core/text/characters.h"

#include <algorithm>
#include <charconv>

namespace headlight {
namespace {

constexpr std::string_view documentFence = "```headlight";
constexpr std::string_view closingFence = "```";
constexpr int longestMinutes = 600;

// What a key of a step says. Each reads one value into the step.

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

template <class Target>
struct Key {
    const char* name;
    bool repeats;
    Result<Ok> (*read)(Target&, std::string_view);
};

using LessonKey = Key<Lesson>;
using StepKey = Key<LessonStep>;

constexpr LessonKey lessonKeys[] = {
    {"minutes", false, readMinutes},
    {"summary", false, readSummary},
};

constexpr StepKey stepKeys[] = {
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

template <class Keys>
std::string listOf(const Keys& keys)
{
    std::string text;
    for (const auto& key : keys)
        text += (text.empty() ? "" : ", ") + std::string(key.name);
    return text;
}

/// The lines of a text, without what ends them: LF, CR LF, or CR alone.
std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
        text.remove_prefix(line.size());
        text.remove_prefix(std::min<std::size_t>(text.size(), text.starts_with("\r\n") ? 2 : 1));
        lines.push_back(line);
    }
    return lines;
}

std::string_view withoutByteOrderMark(std::string_view text)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

bool isUtf8(std::string_view text)
{
    if (isAscii(text))
        return true; // most lines: no need to decode them
    const std::vector<CodePoint> points = decode(text);
    return std::none_of(points.begin(), points.end(), [](const CodePoint& point) {
        return point.value == 0xFFFD && point.end - point.begin < 3;
    });
}

/// Lines `begin` to `end`, without empty ones at both ends.
std::string joined(const std::vector<std::string_view>& lines, std::size_t begin, std::size_t end)
{
    while (begin < end && trimmed(lines[begin]).empty())
        ++begin;
    while (begin < end && trimmed(lines[end - 1]).empty())
        --end;
    std::string text;
    for (std::size_t i = begin; i < end; ++i)
        text.append(i == begin ? "" : "\n").append(lines[i]);
    return text;
}

/// Reads a lesson line by line. Functions are named after what they read and return false, with
/// the error set, where they cannot.
class LessonReader {
public:
    explicit LessonReader(std::string_view text)
        : m_lines(linesOf(withoutByteOrderMark(text)))
    {
    }

    Result<Lesson> run()
    {
        const bool read = readable() && head() && steps() && document() && complete();
        if (!read)
            return m_error;
        return std::move(m_lesson);
    }

private:
    bool atEnd() const { return m_at >= m_lines.size(); }
    std::string_view line() const { return m_lines[m_at]; }
    bool atEmptyLine() const { return !atEnd() && trimmed(line()).empty(); }
    bool atStep() const { return !atEnd() && line().starts_with("## "); }
    bool atDocument() const
    {
        return !atEnd() && line().starts_with('`') && trimmed(line()) == documentFence;
    }

    void skipEmptyLines()
    {
        while (atEmptyLine())
            ++m_at;
    }

    bool fail(std::size_t index, const std::string& message)
    {
        m_error = Error{"Line " + std::to_string(index + 1) + ": " + message};
        return false;
    }

    /// Markdown and sentences go to places that take nothing but UTF-8.
    bool readable()
    {
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            if (!isUtf8(m_lines[i]))
                return fail(i, "These bytes are not UTF-8; save the file as UTF-8.");
        }
        return true;
    }

    bool head()
    {
        skipEmptyLines();
        if (atEnd() || !line().starts_with("# "))
            return fail(m_at, "A lesson begins with its title, as in \"# Query, key, value\".");
        if (!title(m_lesson.title, 2))
            return false;
        if (!keys(lessonKeys, "lesson", m_lesson))
            return false;
        skipEmptyLines();
        return true;
    }

    bool title(std::string& title, std::size_t marks)
    {
        title = trimmed(line().substr(marks));
        if (title.empty())
            return fail(m_at, "The title is missing behind the #.");
        ++m_at;
        return true;
    }

    /// The lines below a heading, up to the first empty one.
    template <class Keys, class Target>
    bool keys(const Keys& known, const std::string& owner, Target& target)
    {
        std::string seen = " "; // names of the keys so far, each with a space around it
        for (; !atEnd() && !atEmptyLine() && !atStep() && !atDocument(); ++m_at) {
            const std::size_t colon = line().find(':');
            if (colon == std::string_view::npos)
                return fail(m_at,
                            "Below a heading stand keys, as in \"open: birds-eat-seeds\"; "
                            "leave one line empty before the text.");
            if (!key(known, owner, target, trimmed(line().substr(0, colon)),
                     trimmed(line().substr(colon + 1)), seen))
                return false;
        }
        return true;
    }

    template <class Keys, class Target>
    bool key(const Keys& known, const std::string& owner, Target& target, std::string_view name,
             std::string_view value, std::string& seen)
    {
        const auto found = std::find_if(std::begin(known), std::end(known),
                                        [&](const Key<Target>& k) { return k.name == name; });
        if (found == std::end(known))
            return fail(m_at,
                        "There is no key " + quoted(name) + "; the keys of a " + owner + " are "
                            + listOf(known) + ".");
        const std::string entry = std::string(name) + " ";
        if (!found->repeats && seen.find(" " + entry) != std::string::npos)
            return fail(m_at, "The key " + entry + "is given twice.");
        seen += entry;
        if (value.empty())
            return fail(m_at, "The key " + entry + "has no value.");
        const Result<Ok> read = found->read(target, value);
        return read ? true : fail(m_at, read.error().message);
    }

    bool steps()
    {
        while (atStep()) {
            if (!step())
                return false;
        }
        if (!atEnd() && !atDocument())
            return fail(m_at,
                        "Text stands in a step; begin one with a line such as "
                        "\"## A word is a row of numbers\".");
        return true;
    }

    bool step()
    {
        const std::size_t heading = m_at;
        LessonStep step;
        if (!title(step.title, 3) || !keys(stepKeys, "step", step))
            return false;
        const std::size_t begin = m_at;
        while (!atEnd() && !atStep() && !atDocument())
            ++m_at;
        step.body = joined(m_lines, begin, m_at);
        if (m_lesson.steps.empty() && step.open.empty())
            return fail(heading,
                        "The first step has to open a document, as in "
                        "\"open: birds-eat-seeds\".");
        if (step.open == openThis && m_firstThis == 0)
            m_firstThis = heading;
        m_lesson.steps.push_back(std::move(step));
        return true;
    }

    /// The document that the lesson carries, if it does, and then nothing more.
    bool document()
    {
        if (!atDocument())
            return true;
        const std::size_t fence = m_at++;
        while (!atEnd() && trimmed(line()) != closingFence)
            ++m_at;
        if (atEnd())
            return fail(fence,
                        "The document that begins here has no end; close it with a line "
                        "```.");
        m_lesson.document = joined(m_lines, fence + 1, m_at);
        ++m_at;
        skipEmptyLines();
        if (!atEnd())
            return fail(m_at, "Nothing may follow the document at the end of a lesson.");
        return documentIsGood(fence);
    }

    bool documentIsGood(std::size_t fence)
    {
        // Empty lines in front, so that an error names the line of the lesson's file.
        std::size_t first = fence + 1;
        while (trimmed(m_lines[first]).empty())
            ++first;
        const Result<Document> document
            = readDocument(std::string(first, '\n') + m_lesson.document);
        if (!document)
            m_error = document.error();
        return document.has_value();
    }

    bool complete()
    {
        if (m_lesson.steps.empty())
            return fail(m_lines.size(),
                        "A lesson has at least one step; begin it with a line such "
                        "as \"## A word is a row of numbers\".");
        if (m_firstThis > 0 && m_lesson.document.empty())
            return fail(m_firstThis,
                        "This step opens \"this\", but the lesson carries no document "
                        "at its end.");
        return true;
    }

    std::vector<std::string_view> m_lines;
    std::size_t m_at = 0;
    std::size_t m_firstThis = 0; // line of the first step with "open: this"; 0: none
    Lesson m_lesson;
    Error m_error;
};

} // namespace

Result<Lesson> readLesson(std::string_view text)
{
    return LessonReader(text).run();
}

} // namespace headlight
