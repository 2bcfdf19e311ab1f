#include "core/io/document_json.h"
#include "core/lesson/lesson_keys.h"
#include "core/support/out_of_memory.h"
#include "core/text/characters.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::string_view closingFence = "```";

template <class Target>
std::string listOf(std::span<const LessonKey<Target>> keys)
{
    std::string text;
    for (const LessonKey<Target>& key : keys)
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
    bool atStep() const { return !atEnd() && beginsStep(line()); }
    bool atDocument() const { return !atEnd() && beginsDocument(line()); }

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
        if (!keys(lessonKeys(), "lesson", m_lesson))
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
    template <class Target>
    bool keys(std::span<const LessonKey<Target>> known, const std::string& owner, Target& target)
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

    template <class Target>
    bool key(std::span<const LessonKey<Target>> known, const std::string& owner, Target& target,
             std::string_view name, std::string_view value, std::string& seen)
    {
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const LessonKey<Target>& k) { return k.name == name; });
        if (found == known.end())
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
        if (!title(step.title, 3) || !keys(stepKeys(), "step", step))
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
    return withinMemory([&]() -> Result<Lesson> { return LessonReader(text).run(); });
}

} // namespace headlight
