#include "core/io/glove.h"

#include "core/io/json_writer.h"
#include "core/support/out_of_memory.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>

namespace headlight {
namespace {

constexpr std::size_t blockSize = 1 << 20;
constexpr std::size_t longestLine = 1 << 20;

Error lineError(std::uint64_t line, const std::string& what)
{
    return Error{"Line " + std::to_string(line) + " of the word vectors " + what};
}

std::string_view firstField(std::string_view line)
{
    return line.substr(0, line.find(' '));
}

bool parseNumber(std::string_view text, double& value)
{
    const char* end = text.data() + text.size();
    const auto [next, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && next == end;
}

bool isCount(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// Reads the lines one after another and keeps what was wanted.
class GloveReader {
public:
    explicit GloveReader(const std::vector<std::string>& wanted)
        : m_wanted(wanted.begin(), wanted.end())
    {
        for (const std::string& word : wanted)
            m_starts.insert(std::string(firstField(word)));
    }

    bool isDone() const { return m_found.size() == m_wanted.size(); }

    Result<Ok> readLine(std::string_view line)
    {
        ++m_line;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        while (line.ends_with(' '))
            line.remove_suffix(1);
        if (line.empty())
            return Ok();
        if (m_width == 0)
            return readFirstLine(line);
        return m_starts.contains(firstField(line)) ? keep(line) : Result<Ok>(Ok());
    }

    WordVectors take(const std::vector<std::string>& wanted)
    {
        WordVectors result;
        std::set<std::string_view> seen;
        for (const std::string& word : wanted) {
            if (seen.insert(word).second)
                (m_found.contains(word) ? result.words : result.missing).push_back(word);
        }
        result.vectors.resize(Index(result.words.size()), m_width);
        for (Index r = 0; r < result.vectors.rows(); ++r)
            result.vectors.row(r) = m_found.at(result.words[std::size_t(r)]);
        return result;
    }

private:
    /// Tells how many numbers a line has; two counts alone are the head of word2vec's format.
    Result<Ok> readFirstLine(std::string_view line)
    {
        const Index spaces = std::count(line.begin(), line.end(), ' ');
        if (m_line == 1 && spaces == 1 && isCount(firstField(line))
            && isCount(line.substr(line.find(' ') + 1)))
            return Ok();
        if (spaces == 0)
            return lineError(m_line, "has a word, but no numbers.");
        m_width = spaces;
        return m_starts.contains(firstField(line)) ? keep(line) : Result<Ok>(Ok());
    }

    /// Takes the numbers from the end, so that the word may hold spaces.
    Result<Ok> keep(std::string_view line)
    {
        const std::string_view whole = line;
        Eigen::RowVectorXd vector(m_width);
        for (Index i = m_width; i-- > 0;) {
            const std::size_t space = line.rfind(' ');
            if (space == line.npos)
                return lineError(m_line,
                                 "has fewer than " + std::to_string(m_width)
                                     + " numbers, as many as the first line has.");
            if (!parseNumber(line.substr(space + 1), vector(i)))
                return lineError(m_line,
                                 "holds “" + shortened(line.substr(space + 1))
                                     + "”, which is no number, behind “"
                                     + shortened(firstField(whole)) + "”.");
            line = line.substr(0, space);
        }
        if (m_wanted.contains(line))
            m_found.emplace(line, std::move(vector)); // of a word given twice the first counts
        return Ok();
    }

    std::set<std::string, std::less<>> m_wanted;
    std::set<std::string, std::less<>> m_starts; // the first fields of their lines
    std::map<std::string, Eigen::RowVectorXd, std::less<>> m_found;
    std::uint64_t m_line = 0;
    Index m_width = 0;
};

/// Hands over the complete lines of `text` and leaves the unfinished one in it.
Result<Ok> readLines(std::string& text, GloveReader& reader)
{
    std::string_view rest = text;
    for (std::size_t end = rest.find('\n'); end != rest.npos && !reader.isDone();
         end = rest.find('\n')) {
        if (const Result<Ok> read = reader.readLine(rest.substr(0, end)); !read)
            return read;
        rest.remove_prefix(end + 1);
    }
    text.erase(0, text.size() - rest.size());
    if (text.size() > longestLine && !reader.isDone())
        return Error{"The word vectors have a line of more than " + std::to_string(longestLine)
                     + " bytes; this is no such file."};
    return Ok();
}

/// The next block of the file, appended; false at its end.
bool appendBlock(std::istream& file, std::string& text)
{
    const std::size_t before = text.size();
    text.resize(before + blockSize);
    file.read(text.data() + before, std::streamsize(blockSize));
    text.resize(before + std::size_t(file.gcount()));
    return file.gcount() > 0;
}

} // namespace

Result<WordVectors> readGlove(std::istream& file, const std::vector<std::string>& wanted,
                              const GloveControl& control)
{
    return withinMemory([&]() -> Result<WordVectors> {
        GloveReader reader(wanted);
        std::string text;
        std::uint64_t bytes = 0;
        while (!reader.isDone()) {
            if (control.stop.stop_requested())
                return Error{"The reading of the word vectors was stopped."};
            const std::size_t before = text.size();
            const bool more = appendBlock(file, text);
            bytes += text.size() - before;
            if (!more)
                text += '\n'; // the last line may lack its end
            if (const Result<Ok> read = readLines(text, reader); !read)
                return read.error();
            if (control.progress)
                control.progress(bytes);
            if (!more)
                break;
        }
        if (file.bad())
            return Error{"The word vectors could not be read to their end."};
        return reader.take(wanted);
    });
}

} // namespace headlight
