#include "core/dialects/cells.h"
#include "core/dialects/number.h"
#include "core/dialects/power_of_ten.h"

#include <algorithm>
#include <optional>

// Cells between one pair of brackets: [1 2; 3 4] of MATLAB, mat(1, 2; 3, 4) of Typst.

namespace headlight {
namespace {

/// Reads what stands between [ and ] in MATLAB.
class MatlabReader {
public:
    explicit MatlabReader(std::string_view body)
        : m_rest(body)
    {
    }

    Cells read()
    {
        while (!m_rest.empty())
            take(m_rest[0]);
        endRow();
        return std::move(m_cells);
    }

private:
    void take(char c)
    {
        if (c == '%' || m_rest.starts_with("..."))
            skipLine(c == '%');
        else if (c == ';' || c == '\n' || c == '\r')
            endRow();
        else if (c == ',')
            takeComma();
        else if (c == ' ' || c == '\t')
            m_rest.remove_prefix(1);
        else
            takeCell();
    }

    /// A comment ends its row, a continuation does not.
    void skipLine(bool keepLineEnd)
    {
        const std::size_t end = std::min(m_rest.find('\n'), m_rest.size());
        m_rest.remove_prefix(std::min(end + (keepLineEnd ? 0 : 1), m_rest.size()));
    }

    void endRow()
    {
        if (m_cells.openCells() > 0)
            m_cells.endRow();
        if (!m_rest.empty())
            m_rest.remove_prefix(1);
        m_cellStands = false;
    }

    void takeComma()
    {
        if (!m_cellStands)
            m_cells.add({});
        m_rest.remove_prefix(1);
        m_cellStands = false;
    }

    void takeCell()
    {
        const std::size_t end = std::min(m_rest.find_first_of(" \t\r\n,;%"), m_rest.size());
        m_cells.add(m_rest.substr(0, end));
        m_rest.remove_prefix(end);
        m_cellStands = true;
    }

    std::string_view m_rest;
    Cells m_cells;
    bool m_cellStands = false; // since the last comma
};

/// Where the bracket closes that was opened before `text`; at the end if nowhere.
std::size_t closingBracket(std::string_view text)
{
    int depth = 1;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            inString = !inString;
        if (inString)
            continue;
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return text.size();
}

/// The next separator of arguments, not counting those inside brackets or strings.
std::size_t argumentEnd(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            inString = !inString;
        if (inString)
            continue;
        depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
        if (depth == 0 && (text[i] == ',' || text[i] == ';'))
            return i;
    }
    return text.size();
}

/// A cell of mat( ) in the spelling that readTypedNumber() knows.
void addTypstCell(Cells& cells, std::string_view cell)
{
    if (cell.find_first_of("\"abcdfghijklmnopqrstuvwxyz") == std::string_view::npos)
        return cells.add(cell);
    std::string plain = withPowerOfTen(cell, {"times", "dot"});
    for (const std::string_view name : {"\"", "infinity", "oo"}) {
        for (std::size_t at = plain.find(name); at != plain.npos; at = plain.find(name, at))
            plain.replace(at, name.size(), name == "\"" ? "" : "inf");
    }
    cells.addRewritten(plain);
}

} // namespace

Result<Cells> matlabCells(std::string_view text)
{
    const std::size_t begin = text.find('[');
    if (begin == std::string_view::npos)
        return Error{"There is no [ in the text: a MATLAB matrix looks like [1 2; 3 4]."};
    const std::size_t end = text.find(']', begin);
    if (end == std::string_view::npos)
        return Error{"The matrix ends too early: a ] is missing at its end."};
    const std::string_view before = withoutOuterSpace(text.substr(0, begin));
    if (!before.empty() && !before.ends_with('='))
        return Error{quotedCell(before) + " stands before the matrix. Copy the matrix alone."};
    if (text.find_first_of("[]", end + 1) != std::string_view::npos)
        return Error{"There is more than one matrix in the text. Copy one at a time."};
    return MatlabReader(text.substr(begin + 1, end - begin - 1)).read();
}

Result<Cells> typstCells(std::string_view text)
{
    const std::size_t begin = text.find("mat(");
    if (begin == std::string_view::npos)
        return Error{"There is no mat( in the text: a Typst matrix looks like mat(1, 2; 3, 4)."};
    std::string_view rest = text.substr(begin + 4);
    const std::size_t end = closingBracket(rest);
    if (end == rest.size())
        return Error{"The matrix ends too early: a ) is missing at its end."};
    if (rest.find("mat(", end) != std::string_view::npos)
        return Error{"There is more than one matrix in the text. Copy one at a time."};
    rest = rest.substr(0, end);
    Cells cells;
    while (!rest.empty()) {
        const std::size_t length = argumentEnd(rest);
        const std::string_view argument = withoutOuterSpace(rest.substr(0, length));
        const bool isLast
            = withoutOuterSpace(rest.substr(std::min(length + 1, rest.size()))).empty();
        const bool endsRow = isLast || rest[length] == ';';
        rest.remove_prefix(std::min(length + 1, rest.size()));
        if (argument.find(':') == std::string_view::npos)
            addTypstCell(cells, argument);
        if (endsRow && cells.openCells() > 0)
            cells.endRow();
        if (isLast)
            break;
    }
    return cells;
}

} // namespace headlight
