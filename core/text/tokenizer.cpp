#include "core/text/tokenizer.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

struct CodePoint {
    char32_t value = 0;
    std::size_t begin = 0; // bytes of the sentence
    std::size_t end = 0;
};

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t N>
bool contains(const std::array<Range, N>& ranges, char32_t c)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [c](const Range& r) { return c >= r.first && c <= r.last; });
}

// Tables of Unicode 15, as coarse as their use allows. Everything that is in none of them and
// above ASCII counts as a letter, which keeps the words of most scripts whole.
constexpr std::array<Range, 8> spaces = {{{0x00, 0x20},
                                          {0x7f, 0xa0},
                                          {0x1680, 0x1680},
                                          {0x2000, 0x200a},
                                          {0x2028, 0x202f},
                                          {0x205f, 0x205f},
                                          {0x3000, 0x3000},
                                          {0xfeff, 0xfeff}}};
constexpr std::array<Range, 18> punctuation = {{{0xa1, 0xa9},
                                                {0xab, 0xb1},
                                                {0xb4, 0xb4},
                                                {0xb6, 0xb8},
                                                {0xbb, 0xbf},
                                                {0xd7, 0xd7},
                                                {0xf7, 0xf7},
                                                {0x060c, 0x060d},
                                                {0x061b, 0x061f},
                                                {0x066a, 0x066d},
                                                {0x06d4, 0x06d4},
                                                {0x0964, 0x0965},
                                                {0x2010, 0x2027},
                                                {0x2030, 0x205e},
                                                {0x20a0, 0x22ff},
                                                {0x3001, 0x3020},
                                                {0xff01, 0xff0f},
                                                {0xff1a, 0xff20}}};
constexpr std::array<Range, 7> han = {{{0x3400, 0x4dbf},
                                       {0x4e00, 0x9fff},
                                       {0xf900, 0xfaff},
                                       {0x20000, 0x2fa1f},
                                       {0x30000, 0x323af},
                                       {0x3005, 0x3005},
                                       {0x3007, 0x3007}}};
constexpr std::array<Range, 5> emoji = {{{0x2300, 0x27bf},
                                         {0x2b00, 0x2bff},
                                         {0x1f000, 0x1f1e5},
                                         {0x1f200, 0x1f3fa},
                                         {0x1f400, 0x1faff}}};
constexpr std::array<Range, 6> marks = {{{0x0300, 0x036f},
                                         {0x1ab0, 0x1aff},
                                         {0x1dc0, 0x1dff},
                                         {0x20d0, 0x20ff},
                                         {0xfe00, 0xfe0f},
                                         {0xe0020, 0xe007f}}};
constexpr char32_t zeroWidthJoiner = 0x200d;

bool isRegionalIndicator(char32_t c)
{
    return c >= 0x1f1e6 && c <= 0x1f1ff;
}

/// Marks, variation selectors, skin tones and tags belong to what stands before them.
bool isModifier(char32_t c)
{
    return contains(marks, c) || (c >= 0x1f3fb && c <= 0x1f3ff);
}

bool isAsciiLetterOrDigit(char32_t c)
{
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9');
}

bool isWordCharacter(char32_t c)
{
    if (c < 0x80)
        return isAsciiLetterOrDigit(c) || c == U'_';
    return !contains(spaces, c) && !contains(punctuation, c) && !contains(han, c)
        && !contains(emoji, c) && !isRegionalIndicator(c);
}

bool isApostrophe(char32_t c)
{
    return c == U'\'' || c == 0x2019;
}

/// Number of continuation bytes a first byte asks for; 0 also for bytes that start nothing.
int continuationBytes(unsigned char first)
{
    if (first >= 0xf0 && first < 0xf5)
        return 3;
    if (first >= 0xe0)
        return first < 0xf0 ? 2 : 0;
    return first >= 0xc2 ? 1 : 0;
}

/// Decodes UTF-8. A byte that belongs to no code point stands for itself, as a letter.
std::vector<CodePoint> decode(std::string_view text)
{
    std::vector<CodePoint> points;
    points.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const int wanted = continuationBytes(first);
        char32_t value = wanted > 0 ? char32_t(first & (0x3f >> wanted)) : first;
        int read = 0;
        while (read < wanted && at + std::size_t(read) + 1 < text.size()
               && (text[at + std::size_t(read) + 1] & 0xc0) == 0x80) {
            ++read;
            value = (value << 6) | char32_t(text[at + std::size_t(read)] & 0x3f);
        }
        const bool broken = read < wanted || (first >= 0x80 && wanted == 0);
        const std::size_t length = broken ? 1 : std::size_t(wanted) + 1;
        points.push_back({broken ? 0xfffd : value, at, at + length});
        at += length;
    }
    return points;
}

class Tokenizer {
public:
    explicit Tokenizer(std::string_view sentence)
        : m_sentence(sentence)
        , m_points(decode(sentence))
    {
    }

    std::vector<std::string> run()
    {
        std::vector<std::string> tokens;
        while (m_at < m_points.size()) {
            const std::size_t begin = m_at;
            if (contains(spaces, m_points[m_at].value)) {
                ++m_at;
                continue;
            }
            m_at = endOfToken(begin);
            const std::size_t first = m_points[begin].begin;
            tokens.emplace_back(m_sentence.substr(first, m_points[m_at - 1].end - first));
        }
        return tokens;
    }

private:
    char32_t at(std::size_t i) const { return i < m_points.size() ? m_points[i].value : U' '; }

    std::size_t endOfToken(std::size_t begin) const
    {
        if (const std::size_t end = endOfSpecial(begin); end > begin)
            return end;
        if (isKeycap(begin))
            return endOfCluster(begin + 1);
        if (isWordCharacter(at(begin)))
            return endOfWord(begin);
        if (isRegionalIndicator(at(begin)) && isRegionalIndicator(at(begin + 1)))
            return begin + 2;
        return endOfCluster(begin + 1);
    }

    /// <s>, </b>, <|end|>, [CLS]: a name between brackets, kept whole.
    std::size_t endOfSpecial(std::size_t begin) const
    {
        const char32_t open = at(begin);
        if (open != U'<' && open != U'[')
            return begin;
        const char32_t close = open == U'<' ? U'>' : U']';
        std::size_t i = begin + 1;
        if (open == U'<' && at(i) == U'/')
            ++i;
        const std::size_t name = i;
        while (isAsciiLetterOrDigit(at(i)) || at(i) == U'_' || at(i) == U'|')
            ++i;
        return i > name && at(i) == close ? i + 1 : begin;
    }

    bool isKeycap(std::size_t i) const { return at(i + 1) == 0x20e3 || at(i + 2) == 0x20e3; }

    std::size_t endOfWord(std::size_t i) const
    {
        for (;; ++i) {
            const bool insideWord
                = isApostrophe(at(i)) && isWordCharacter(at(i + 1)) && isWordCharacter(at(i - 1));
            if (i >= m_points.size() || (!isWordCharacter(at(i)) && !insideWord))
                return i;
        }
    }

    /// Past the modifiers at `i`, and past whatever joiners glue on.
    std::size_t endOfCluster(std::size_t i) const
    {
        while (i < m_points.size()) {
            if (isModifier(at(i)))
                ++i;
            else if (at(i) == zeroWidthJoiner && i + 1 < m_points.size()
                     && !contains(spaces, at(i + 1)))
                i += 2;
            else
                break;
        }
        return i;
    }

    std::string_view m_sentence;
    std::vector<CodePoint> m_points;
    std::size_t m_at = 0;
};

} // namespace

std::vector<std::string> tokenize(std::string_view sentence)
{
    return Tokenizer(sentence).run();
}

} // namespace headlight
