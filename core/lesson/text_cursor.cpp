#include "core/lesson/text_cursor.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headlight {
namespace {

constexpr Index largestCount = 1000000;
constexpr std::size_t longestQuote = 60; // bytes

bool isDigitCharacter(char c)
{
    return c >= '0' && c <= '9';
}

bool isNumberCharacter(char c)
{
    return isDigitCharacter(c) || c == '.';
}

bool isWordLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t';
}

/// The whole text as a number of some kind.
template <class Number>
std::optional<Number> readWhole(std::string_view text)
{
    Number number = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

} // namespace

void TextCursor::skipSpaces()
{
    while (!m_rest.empty() && isSpace(m_rest.front()))
        m_rest.remove_prefix(1);
}

template <class Predicate>
std::string_view TextCursor::takeWhile(Predicate wanted)
{
    skipSpaces();
    const auto end = std::find_if_not(m_rest.begin(), m_rest.end(), wanted);
    const std::string_view taken = m_rest.substr(0, std::size_t(end - m_rest.begin()));
    m_rest.remove_prefix(taken.size());
    return taken;
}

bool TextCursor::atEnd()
{
    skipSpaces();
    return m_rest.empty();
}

char TextCursor::peek()
{
    return atEnd() ? '\0' : m_rest.front();
}

bool TextCursor::take(char c)
{
    if (atEnd() || m_rest.front() != c)
        return false;
    m_rest.remove_prefix(1);
    return true;
}

char TextCursor::takeOneOf(std::string_view characters)
{
    const char next = peek();
    if (next == '\0' || characters.find(next) == std::string_view::npos)
        return '\0';
    m_rest.remove_prefix(1);
    return next;
}

std::string_view TextCursor::takeWord()
{
    return takeWhile(isWordLetter);
}

std::string_view TextCursor::takeNumber()
{
    return takeWhile(isNumberCharacter);
}

std::optional<Index> TextCursor::takeCount()
{
    return readCount(takeWhile(isDigitCharacter), largestCount);
}

std::vector<std::string_view> splitOutsideBrackets(std::string_view text, char separator)
{
    std::vector<std::string_view> pieces;
    std::size_t begin = 0;
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '[' || text[i] == ']')
            inside = text[i] == '[';
        if (text[i] != separator || inside)
            continue;
        pieces.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    pieces.push_back(trimmed(text.substr(begin)));
    return pieces;
}

std::optional<double> readNumber(std::string_view text)
{
    const std::optional<double> number = readWhole<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<Index> readCount(std::string_view text, Index maximum)
{
    const std::optional<Index> number = readWhole<Index>(text);
    return number && *number >= 1 && *number <= maximum ? number : std::nullopt;
}

std::string quoted(std::string_view text)
{
    if (text.size() <= longestQuote)
        return "\"" + std::string(text) + "\"";
    std::size_t end = longestQuote;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end; // not in the middle of a character
    return "\"" + std::string(text.substr(0, end)) + "…\"";
}

} // namespace headlight
