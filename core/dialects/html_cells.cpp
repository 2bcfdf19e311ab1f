#include "core/dialects/cells.h"
#include "core/dialects/number.h"
#include "core/text/named_character.h"

#include <algorithm>
#include <optional>

// The first table of an HTML text, as browsers and spreadsheets put it on the clipboard. Nothing
// is loaded or run: tags only say where cells begin and end.

namespace headlight {
namespace {

constexpr std::string_view white = " \t\r\n\f";

/// Text between two tags with its characters decoded and line ends as spaces.
void appendDecoded(std::string& text, std::string_view piece)
{
    constexpr std::size_t longestName = 10;
    for (std::size_t at = 0; at < piece.size(); ++at) {
        const std::string_view ahead = piece.substr(at, longestName);
        const std::size_t end = ahead.starts_with('&') ? ahead.find(';') : ahead.npos;
        if (end != ahead.npos && appendNamed(text, ahead.substr(1, end - 1)))
            at += end;
        else
            text += white.find(piece[at]) == white.npos ? piece[at] : ' ';
    }
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

/// Where `tag`, in lower case, begins in the text, however it is written there.
std::size_t findTag(std::string_view text, std::string_view tag)
{
    const auto found = std::search(text.begin(), text.end(), tag.begin(), tag.end(),
                                   [](char a, char b) { return lower(a) == b; });
    return found == text.end() ? text.npos : std::size_t(found - text.begin());
}

/// Takes tags and the text between them off the front, and keeps the cells of the first table.
class HtmlReader {
public:
    explicit HtmlReader(std::string_view html)
        : m_rest(html)
    {
    }

    Result<Cells> read()
    {
        while (!m_rest.empty() && !m_isDone) {
            const std::size_t tag = std::min(m_rest.find('<'), m_rest.size());
            addText(m_rest.substr(0, tag));
            m_rest.remove_prefix(tag);
            if (m_rest.starts_with("<!--"))
                skipPast("-->");
            else if (!m_rest.empty())
                takeTag();
            if (m_depth > 1)
                return Error{"There is a table inside the table. Copy the inner or a plain one."};
        }
        endRow();
        m_cells.dropBlankEnd();
        return std::move(m_cells);
    }

private:
    void skipPast(std::string_view end)
    {
        const std::size_t at = findTag(m_rest, end);
        m_rest.remove_prefix(at == m_rest.npos ? m_rest.size() : at + end.size());
    }

    /// Past the end tag; what stands before it is no HTML.
    void skipElement(const std::string& name)
    {
        skipPast("</" + name);
        skipAttributes();
    }

    void takeTag()
    {
        const std::string name = takeName();
        const bool isTag = !name.empty() || m_rest.starts_with('!') || m_rest.starts_with('?');
        if (!isTag)
            return addText("<");
        skipAttributes();
        if (name == "script" || name == "style")
            skipElement(name);
        else if (name == "table" || name == "/table")
            countTable(name == "table");
        else if (name == "tr" || name == "/tr")
            endRow();
        else if (name == "td" || name == "th")
            beginCell(name == "th");
        else if (name == "/td" || name == "/th")
            endCell();
        else if (name == "br" || name == "p" || name == "div")
            addText(" ");
    }

    /// "td", "/td"; in lower case, and empty for a "<" that begins no tag.
    std::string takeName()
    {
        std::string name;
        m_rest.remove_prefix(1);
        while (!m_rest.empty() && name.size() < 16) {
            const char c = lower(m_rest.front());
            if (!(c >= 'a' && c <= 'z') && !(c == '/' && name.empty()))
                break;
            name += c;
            m_rest.remove_prefix(1);
        }
        return name;
    }

    /// Up to the end of the tag; a ">" in quotation marks does not end it.
    void skipAttributes()
    {
        char quote = '\0';
        std::size_t at = 0;
        for (; at < m_rest.size(); ++at) {
            const char c = m_rest[at];
            if (quote != '\0')
                quote = c == quote ? '\0' : quote;
            else if (c == '"' || c == '\'')
                quote = c;
            else if (c == '>')
                break;
        }
        m_rest.remove_prefix(std::min(at + 1, m_rest.size()));
    }

    void countTable(bool begins)
    {
        if (begins) {
            ++m_depth;
            return;
        }
        endRow();
        m_depth = std::max(m_depth - 1, 0);
        m_isDone = m_depth == 0 && m_cells.rows() > 0;
    }

    void beginCell(bool isHeading)
    {
        endCell();
        m_isInCell = m_depth > 0;
        if (m_cells.rows() == 0)
            m_cells.firstRowIsHeading
                = isHeading && (m_cells.openCells() == 0 || m_cells.firstRowIsHeading);
    }

    void addText(std::string_view text)
    {
        if (!m_isInCell || text.empty())
            return;
        const bool isPlain = text.find_first_of("&\t\r\n\f") == text.npos;
        if (m_text.empty() && m_plain.empty() && isPlain) {
            m_plain = text; // most cells are one piece: no copy
            return;
        }
        m_text += m_plain;
        m_plain = {};
        appendDecoded(m_text, text);
    }

    void endCell()
    {
        if (!m_isInCell)
            return;
        if (m_text.empty())
            m_cells.add(withoutOuterSpace(m_plain));
        else
            m_cells.addRewritten(std::string(withoutOuterSpace(m_text)));
        m_isInCell = false;
        m_text.clear();
        m_plain = {};
    }

    void endRow()
    {
        endCell();
        if (m_cells.openCells() > 0)
            m_cells.endRow();
    }

    std::string_view m_rest;
    Cells m_cells;
    int m_depth = 0; // of tables
    bool m_isDone = false;
    bool m_isInCell = false;
    std::string_view m_plain; // the text of the cell, as long as it is one plain piece
    std::string m_text; // else
};

} // namespace

bool hasHtmlTable(std::string_view text)
{
    if (!withoutOuterSpace(text).starts_with('<'))
        return false;
    return findTag(text, "<table") != text.npos;
}

Result<Cells> htmlCells(std::string_view text)
{
    return HtmlReader(text).read();
}

} // namespace headlight
