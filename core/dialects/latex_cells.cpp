#include "core/dialects/cells.h"
#include "core/dialects/number.h"
#include "core/dialects/power_of_ten.h"

#include <algorithm>
#include <array>
#include <optional>

namespace headlight {
namespace {

/// A matrix or table: its name, and the text between \begin{name} and \end{name}.
struct Environment {
    std::string_view name;
    std::string_view body;
    std::string_view rest;
};

bool isTable(std::string_view name)
{
    return name.starts_with("tabular") || name.starts_with("array") || name.starts_with("longtable")
        || name.starts_with("tblr") || name.starts_with("NiceTabular");
}

bool isMatrix(std::string_view name)
{
    return name.ends_with("matrix") || name.ends_with("matrix*");
}

/// Behind an argument in brackets, if one is there.
std::string_view behindArgument(std::string_view text, char open, char close)
{
    const std::string_view trimmed = withoutOuterSpace(text);
    if (!trimmed.starts_with(open))
        return text;
    int depth = 0;
    for (std::size_t i = 0; i < trimmed.size(); ++i) {
        depth += trimmed[i] == open ? 1 : trimmed[i] == close ? -1 : 0;
        if (depth == 0)
            return trimmed.substr(i + 1);
    }
    return text;
}

/// Without the width and the column specification in front of the cells.
std::string_view withoutArguments(std::string_view name, std::string_view body)
{
    body = behindArgument(body, '[', ']');
    if (isMatrix(name))
        return body;
    if (name == "tabular*" || name == "tabularx")
        body = behindArgument(body, '{', '}');
    return behindArgument(body, '{', '}');
}

Result<Environment> findEnvironment(std::string_view text)
{
    constexpr std::string_view begin = "\\begin{";
    for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin, at + 1)) {
        const std::string_view rest = text.substr(at + begin.size());
        const std::string_view name = rest.substr(0, std::min(rest.find('}'), rest.size()));
        if (!isMatrix(name) && !isTable(name))
            continue;
        const std::string end = "\\end{" + std::string(name) + "}";
        const std::size_t stop = rest.find(end);
        if (stop == std::string_view::npos)
            return Error{"The LaTeX text ends too early: " + end + " is missing."};
        const std::string_view body = rest.substr(name.size() + 1, stop - name.size() - 1);
        return Environment{name, withoutArguments(name, body), rest.substr(stop + end.size())};
    }
    return Error{"There is no matrix in the LaTeX text: it has to hold \\begin{bmatrix} or "
                 "\\begin{tabular}."};
}

/// Comments from % to the end of the line.
void removeComments(std::string& text)
{
    for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at)) {
        if (at > 0 && text[at - 1] == '\\')
            ++at;
        else
            text.erase(at, std::min(text.find('\n', at), text.size()) - at);
    }
}

void replaceAll(std::string& text, std::string_view what, std::string_view by)
{
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

/// Lines between rows: \hline, \toprule, \cmidrule(lr){2-3}.
void removeRules(std::string& text)
{
    for (const std::string_view rule :
         {"\\hline", "\\toprule", "\\midrule", "\\bottomrule", "\\addlinespace"})
        replaceAll(text, rule, "");
    for (const std::string_view rule : {"\\cline", "\\cmidrule"}) {
        for (std::size_t at = text.find(rule); at != text.npos; at = text.find(rule))
            text.erase(at, std::min(text.find('}', at), text.size() - 1) - at + 1);
    }
}

/// What is inside \mathrm{ }, \num{ } and the like.
std::string withoutWrapping(std::string text)
{
    for (const std::string_view wrapper :
         {"\\mathrm{", "\\mathbf{", "\\textbf{", "\\text{", "\\num{", "\\bm{", "\\mathit{"}) {
        if (text.starts_with(wrapper) && text.ends_with('}'))
            text = text.substr(wrapper.size(), text.size() - wrapper.size() - 1);
    }
    return text;
}

/// \frac{1}{3} to 1/3.
std::string withoutFraction(std::string text)
{
    for (const std::string_view command : {"\\frac{", "\\tfrac{", "\\dfrac{"})
        replaceAll(text, command, "\\frac{");
    const std::size_t at = text.find("\\frac{");
    const std::size_t middle = text.find("}{");
    if (at == text.npos || middle == text.npos || !text.ends_with('}'))
        return text;
    return text.substr(0, at) + text.substr(at + 6, middle - at - 6) + "/"
        + text.substr(middle + 2, text.size() - middle - 3);
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> plainSpellings
    = {{{"$", ""},
        {"\\phantom{-}", ""}, // before {-}
        {"\\(", ""},
        {"\\)", ""},
        {"{,}", ","},
        {"{.}", "."},
        {"{-}", "-"},
        {"\\,", "\u2009"},
        {"~", " "},
        {"\\infty", "inf"}}};

/// A cell in the spelling that readTypedNumber() knows.
void addLatexCell(Cells& cells, std::string_view cell)
{
    if (cell.find_first_of("\\${%~^") == std::string_view::npos)
        return cells.add(withoutOuterSpace(cell));
    std::string plain(cell);
    removeComments(plain);
    removeRules(plain);
    for (const auto& [latex, spelling] : plainSpellings)
        replaceAll(plain, latex, spelling);
    plain = withoutFraction(withoutWrapping(std::string(withoutOuterSpace(plain))));
    if (plain.find("10^") != plain.npos)
        plain = withPowerOfTen(plain, {"\\times", "\\cdot", "\u00d7"});
    cells.addRewritten(std::string(withoutOuterSpace(plain)));
}

/// Splits the body of an environment at & and \\.
class LatexReader {
public:
    explicit LatexReader(std::string_view body)
        : m_body(body)
    {
    }

    Cells read()
    {
        while (m_at < m_body.size())
            take();
        endCell(m_body.size());
        m_cells.endRow();
        m_cells.dropBlankEnd();
        return std::move(m_cells);
    }

private:
    void take()
    {
        const char c = m_body[m_at];
        if (m_body.substr(m_at).starts_with("\\\\"))
            endRow();
        else if (c == '\\')
            m_at += 2; // an escaped character is no separator
        else if (c == '%')
            m_at = std::min(m_body.find('\n', m_at), m_body.size());
        else if (c == '&')
            endCell(m_at++);
        else
            ++m_at;
        m_begin = c == '&' ? m_at : m_begin;
    }

    void endCell(std::size_t end) { addLatexCell(m_cells, m_body.substr(m_begin, end - m_begin)); }

    /// Behind \\ there may be a star and a length.
    void endRow()
    {
        endCell(m_at);
        m_cells.endRow();
        m_at += m_body.substr(m_at).starts_with("\\\\*") ? 3 : 2;
        if (m_at < m_body.size() && m_body[m_at] == '[')
            m_at = std::min(m_body.find(']', m_at), m_body.size() - 1) + 1;
        m_begin = m_at;
    }

    std::string_view m_body;
    std::size_t m_at = 0;
    std::size_t m_begin = 0; // of the cell
    Cells m_cells;
};

} // namespace

Result<Cells> latexCells(std::string_view text)
{
    const Result<Environment> found = findEnvironment(text);
    if (!found)
        return found.error();
    if (findEnvironment(found->rest))
        return Error{"There is more than one matrix in the LaTeX text. Copy one at a time."};
    return LatexReader(found->body).read();
}

} // namespace headlight
