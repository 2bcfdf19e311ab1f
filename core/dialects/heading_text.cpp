#include "core/dialects/heading_text.h"

#include "core/dialects/number.h"

#include <algorithm>
#include <string_view>

namespace headlight {
namespace {

std::string inQuotes(const std::string& text)
{
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

/// Behind an apostrophe if a spreadsheet would compute it: a token may be "=HYPERLINK(…)". A sign
/// alone is no formula.
std::string withoutFormula(const std::string& text)
{
    const bool isFormula
        = text.size() > 1 && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
    return isFormula ? "'" + text : text;
}

/// Quoted if a spreadsheet would misread it otherwise.
std::string separatedHeading(const std::string& text)
{
    const bool isPlain = text.find_first_of("\",;\t\r\n") == text.npos
        && std::string(withoutOuterSpace(text)) == text;
    return isPlain ? text : inQuotes(text);
}

std::string onOneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string markdownHeading(const std::string& text)
{
    std::string escaped;
    for (const char c : onOneLine(text)) {
        if (std::string_view("\\`*_{}[]<>#|").find(c) != std::string_view::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string latexHeading(const std::string& text)
{
    std::string escaped;
    for (const char c : onOneLine(text)) {
        if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
            escaped += std::string("\\") + c;
        else if (c == '\\')
            escaped += "\\textbackslash{}";
        else if (c == '~' || c == '^')
            escaped += std::string("\\") + c + "{}";
        else
            escaped += c;
    }
    return escaped;
}

/// One word, because spaces separate the columns.
std::string plainHeading(const std::string& text)
{
    std::string word;
    for (const char c : text)
        word += c == ' ' || (c >= '\t' && c <= '\r') ? std::string("␣") : std::string(1, c);
    return word.empty() ? "␣" : word;
}

std::string htmlHeading(const std::string& text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '&' || c == '<' || c == '>')
            escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;";
        else
            escaped += c;
    }
    return escaped;
}

} // namespace

std::string headingIn(Dialect dialect, const std::string& text)
{
    switch (dialect) {
    case Dialect::Markdown:
        return markdownHeading(text);
    case Dialect::LatexTable:
        return latexHeading(text);
    case Dialect::Plain:
        return plainHeading(text);
    case Dialect::Html:
        return htmlHeading(withoutFormula(text));
    default:
        return separatedHeading(withoutFormula(text));
    }
}

} // namespace headlight
