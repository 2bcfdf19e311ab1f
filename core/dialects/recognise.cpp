#include "core/dialects/recognise.h"

#include "core/dialects/cells.h"
#include "core/dialects/number.h"

namespace headlight {
namespace {

/// Whether `name` is in the text as a word that nothing is in front of: "mat(" is not in "format(".
bool calls(std::string_view text, std::string_view name)
{
    const std::size_t at = text.find(name);
    const char before = at == 0 || at == text.npos ? ' ' : text[at - 1];
    return at != text.npos && !(before >= 'a' && before <= 'z') && before != '_';
}

/// The dialect of a list in square brackets. MATLAB separates rows by ; or by lines, NumPy wraps
/// long rows at about 75 characters.
Dialect dialectOfList(std::string_view text)
{
    const std::size_t first = text.find('[');
    const std::string_view inside = withoutOuterSpace(text.substr(first + 1));
    if (inside.starts_with('['))
        return contains(inside, ",") ? Dialect::Json : Dialect::NumPy;
    if (contains(inside.substr(0, inside.find(']')), ";"))
        return Dialect::Matlab;
    constexpr std::size_t wrapsFrom = 60;
    const bool isOneRow = inside.find_first_of("\r\n") > inside.find(']');
    const bool isWrapped = inside.find_first_of("\r\n") >= wrapsFrom || contains(inside, ",\n");
    if (isOneRow || isWrapped)
        return contains(inside, ",") ? Dialect::Json : Dialect::NumPy;
    return Dialect::Matlab;
}

} // namespace

std::string unquotedFirstLine(std::string_view text)
{
    std::string line;
    bool isQuoted = false;
    for (const char c : takeLine(text)) {
        isQuoted = isQuoted != (c == '"');
        if (!isQuoted)
            line += c;
    }
    return line;
}

std::optional<Dialect> recognised(std::string_view text)
{
    if (hasHtmlTable(text))
        return Dialect::Html;
    if (contains(text, "\\begin{"))
        return contains(text, "matrix") ? Dialect::LatexMatrix : Dialect::LatexTable;
    if (calls(text, "mat("))
        return Dialect::Typst;
    if (calls(text, "tensor("))
        return Dialect::PyTorch;
    if (calls(text, "array("))
        return Dialect::NumPy;
    if (text.starts_with('{'))
        return Dialect::Json;
    const std::size_t bracket = text.find('[');
    const std::string_view before = withoutOuterSpace(text.substr(0, bracket));
    if (bracket != text.npos && (before.empty() || before.ends_with('=')))
        return dialectOfList(text);
    if (hasMarkdownRule(text))
        return Dialect::Markdown;
    if (contains(text, "\t"))
        return Dialect::Tsv;
    if (contains(unquotedFirstLine(text), ";"))
        return Dialect::Csv;
    return std::nullopt;
}

} // namespace headlight
