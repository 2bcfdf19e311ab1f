#include "core/dialects/cells.h"
#include "core/dialects/number.h"

#include <algorithm>

// Cells of tables that are laid out by characters: TSV, CSV, columns apart by spaces, Markdown.

namespace headlight {
namespace {

/// Takes the cells of separated text one by one.
class SeparatedReader {
public:
    SeparatedReader(std::string_view text, char separator, const WorkControl& control)
        : m_rest(text)
        , m_size(text.size())
        , m_control(control)
        , m_ends{separator, '\r', '\n'}
    {
    }

    Result<Cells> read()
    {
        while (!m_rest.empty()) {
            skipSpaces();
            if (m_rest.starts_with('"') && !takeQuoted())
                return Error{"A quotation mark in row " + std::to_string(m_cells.rows() + 1)
                             + " is never closed."};
            else if (!m_quotedTaken)
                takeUntilEnd();
            takeEnd();
            if (++m_taken % cellsBetweenChecks == 0 && !m_control.mayGoOn(done()))
                return WorkControl::ended();
        }
        if (m_open)
            m_cells.endRow();
        m_cells.dropBlankEnd();
        return std::move(m_cells);
    }

private:
    double done() const { return 1 - double(m_rest.size()) / double(m_size); }

    void skipSpaces()
    {
        while (m_rest.starts_with(' '))
            m_rest.remove_prefix(1);
    }

    std::size_t cellEnd() const
    {
        return std::min(m_rest.find_first_of({m_ends, sizeof m_ends}), m_rest.size());
    }

    void takeUntilEnd()
    {
        const std::size_t end = cellEnd();
        m_cells.add(withoutOuterSpace(m_rest.substr(0, end)));
        m_rest.remove_prefix(end);
    }

    /// A cell in quotation marks, and whatever stands between it and the next separator.
    bool takeQuoted()
    {
        std::string cell;
        for (std::size_t at = 1;;) {
            const std::size_t quote = m_rest.find('"', at);
            if (quote == std::string_view::npos)
                return false;
            cell += m_rest.substr(at, quote - at);
            at = quote + 1;
            if (at == m_rest.size() || m_rest[at] != '"') {
                m_rest.remove_prefix(at);
                break;
            }
            cell += m_rest[at++];
        }
        const std::size_t end = cellEnd();
        cell += m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        m_cells.addRewritten(std::string(withoutOuterSpace(cell)));
        m_quotedTaken = true;
        return true;
    }

    void takeEnd()
    {
        m_quotedTaken = false;
        m_open = true;
        if (m_rest.empty())
            return;
        if (m_rest[0] == m_ends[0]) {
            m_rest.remove_prefix(1);
            if (m_rest.empty())
                m_cells.add({}); // the text ends behind a separator
            return;
        }
        m_rest.remove_prefix(m_rest.starts_with("\r\n") ? 2 : 1);
        m_cells.endRow();
        m_open = false;
    }

    std::string_view m_rest;
    std::size_t m_size;
    const WorkControl& m_control;
    std::size_t m_taken = 0; // cells
    char m_ends[3];
    Cells m_cells;
    bool m_quotedTaken = false;
    bool m_open = false; // a row has cells but no end yet
};

/// Whether a line is the rule under the heading of a Markdown table.
bool isMarkdownRule(std::string_view line)
{
    return line.find('-') != std::string_view::npos && line.find('|') != std::string_view::npos
        && line.find_first_not_of("|-: \t") == std::string_view::npos;
}

void addMarkdownRow(Cells& cells, std::string_view line)
{
    line = withoutOuterSpace(line);
    if (line.starts_with('|'))
        line.remove_prefix(1);
    if (line.ends_with('|') && !line.ends_with("\\|"))
        line.remove_suffix(1);
    for (std::size_t begin = 0; begin <= line.size();) {
        std::size_t end = line.find('|', begin);
        while (end != line.npos && end > 0 && line[end - 1] == '\\')
            end = line.find('|', end + 1);
        end = std::min(end, line.size());
        cells.add(withoutOuterSpace(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    cells.endRow();
}

} // namespace

Result<Cells> separatedCells(std::string_view text, char separator, const WorkControl& control)
{
    return SeparatedReader(text, separator, control).read();
}

Result<Cells> spacedCells(std::string_view text)
{
    constexpr std::string_view spaces = " \t\v\f";
    Cells cells;
    while (!text.empty()) {
        std::string_view line = takeLine(text);
        for (;;) {
            line.remove_prefix(std::min(line.find_first_not_of(spaces), line.size()));
            if (line.empty())
                break;
            const std::size_t end = std::min(line.find_first_of(spaces), line.size());
            cells.add(line.substr(0, end));
            line.remove_prefix(end);
        }
        if (cells.openCells() > 0)
            cells.endRow();
    }
    return cells;
}

bool hasMarkdownRule(std::string_view text)
{
    while (!text.empty()) {
        if (isMarkdownRule(takeLine(text)))
            return true;
    }
    return false;
}

Result<Cells> markdownCells(std::string_view text)
{
    std::string_view heading;
    for (bool found = false; !found;) {
        if (text.empty())
            return Error{"This is no Markdown table: a line such as |---|---| under the heading is "
                         "missing."};
        const std::string_view line = takeLine(text);
        found = isMarkdownRule(line);
        heading = found ? heading : line;
    }
    Cells cells;
    cells.firstRowIsHeading = heading.find('|') != std::string_view::npos;
    if (cells.firstRowIsHeading)
        addMarkdownRow(cells, heading);
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        if (line.find('|') == std::string_view::npos)
            break;
        addMarkdownRow(cells, line);
    }
    return cells;
}

} // namespace headlight
