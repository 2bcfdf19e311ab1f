#pragma once

#include "core/support/result.h"
#include "core/support/work_control.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// The cells of a text, row by row. They point into the text they came from, so that a million of
/// them is quick; only cells that had to be rewritten are held here.
class Cells {
public:
    Cells() = default;
    Cells(Cells&&) = default;
    Cells& operator=(Cells&&) = default;

    void add(std::string_view text) { m_texts.push_back(text); }
    void addRewritten(std::string text);
    void endRow() { m_rowEnds.push_back(m_texts.size()); }
    /// Takes rows of nothing away from the end.
    void dropBlankEnd();

    std::size_t rows() const { return m_rowEnds.size(); }
    std::size_t columns(std::size_t row) const { return m_rowEnds[row] - rowBegin(row); }
    std::string_view at(std::size_t row, std::size_t column) const
    {
        return m_texts[rowBegin(row) + column];
    }
    /// Cells of the row that is not ended yet.
    std::size_t openCells() const { return m_texts.size() - rowBegin(rows()); }

    bool firstRowIsHeading = false; // by the rules of the dialect

private:
    std::size_t rowBegin(std::size_t row) const { return row == 0 ? 0 : m_rowEnds[row - 1]; }

    std::vector<std::string_view> m_texts;
    std::vector<std::size_t> m_rowEnds;
    std::deque<std::string> m_rewritten;
};

/// How many cells are read between two looks at a WorkControl.
inline constexpr std::size_t cellsBetweenChecks = std::size_t(1) << 16;

// One function for each way of laying out cells. An Error says what is wrong with the layout; what
// the cells hold is not looked at.

/// TSV and CSV: quoted cells may hold anything, "" stands for a quotation mark.
Result<Cells> separatedCells(std::string_view text, char separator,
                             const WorkControl& control = {});
/// Columns apart by spaces.
Result<Cells> spacedCells(std::string_view text);
Result<Cells> markdownCells(std::string_view text);
/// bmatrix and its relatives, array, tabular.
Result<Cells> latexCells(std::string_view text);
/// The first table of an HTML text.
Result<Cells> htmlCells(std::string_view text);
/// The argument list of mat( ).
Result<Cells> typstCells(std::string_view text);
Result<Cells> matlabCells(std::string_view text);
/// Nested lists as NumPy, PyTorch, Python and JSON write them.
Result<Cells> listCells(std::string_view text);

/// Whether the text is HTML with a table in it.
bool hasHtmlTable(std::string_view text);

/// Whether a line such as |---|:-:| is in the text.
bool hasMarkdownRule(std::string_view text);

/// Takes the next line off the front of `rest`; LF, CRLF and CR end lines.
std::string_view takeLine(std::string_view& rest);

/// `text` for an error message: short, on one line, in quotation marks.
std::string quotedCell(std::string_view text);

} // namespace headlight
