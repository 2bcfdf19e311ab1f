#include "core/text/tokenizer.h"

#include "core/text/characters.h"

namespace headlight {
namespace {

bool isJoiner(char32_t c)
{
    return c == zeroWidthJoiner || c == zeroWidthNonJoiner;
}

bool isApostrophe(char32_t c)
{
    return c == U'\'' || c == 0x2019;
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
            // A joiner with nothing before it joins nothing.
            if (isSeparator(at(begin)) || isJoiner(at(begin))) {
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

    /// <s>, </b>, <br/>, <|end|>, [CLS]: a name between brackets, kept whole.
    std::size_t endOfSpecial(std::size_t begin) const
    {
        return at(begin) == U'[' ? endOfSquare(begin) : endOfAngle(begin);
    }

    std::size_t endOfAngle(std::size_t begin) const
    {
        std::size_t i = begin + (at(begin + 1) == U'/' ? 2 : 1);
        if (at(begin) != U'<' || !(isAsciiLetter(at(i)) || at(i) == U'|'))
            return begin;
        while (isAsciiLetter(at(i)) || isDigit(at(i)) || at(i) == U'_' || at(i) == U'|')
            ++i;
        i += at(i) == U'/' ? 1 : 0;
        return at(i) == U'>' ? i + 1 : begin;
    }

    /// Capitals only: a[i] and [1] are no special tokens.
    std::size_t endOfSquare(std::size_t begin) const
    {
        std::size_t i = begin + 1;
        while (isCapital(at(i)))
            ++i;
        return i > begin + 1 && at(i) == U']' ? i + 1 : begin;
    }

    /// A digit, # or * that is drawn as a key.
    bool isKeycap(std::size_t i) const
    {
        const bool hasKey = at(i + 1) == 0x20e3 || (at(i + 1) == 0xfe0f && at(i + 2) == 0x20e3);
        return hasKey && (isDigit(at(i)) || at(i) == U'#' || at(i) == U'*');
    }

    std::size_t endOfWord(std::size_t i) const
    {
        while (isWordCharacter(at(i)) ? !isKeycap(i) : isInnerApostrophe(i))
            ++i;
        return i;
    }

    bool isInnerApostrophe(std::size_t i) const
    {
        return isApostrophe(at(i)) && isWordCharacter(at(i - 1)) && isWordCharacter(at(i + 1));
    }

    /// Past the modifiers at `i`, and past the signs that joiners glue on.
    std::size_t endOfCluster(std::size_t i) const
    {
        while (i < m_points.size()) {
            const bool glues = at(i) == zeroWidthJoiner && !isSeparator(at(i + 1))
                && !isWordCharacter(at(i + 1));
            if (!isMark(at(i)) && !glues)
                break;
            i += glues ? 2 : 1;
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
