#include "core/dialects/dialect.h"
#include "core/dialects/heading_text.h"
#include "core/dialects/number.h"
#include "core/io/json_writer.h"
#include "core/support/digits.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace headlight {
namespace {

constexpr Index amsColumns = 10; // amsmath makes no wider matrix unless it is told to

/// The spelling of numbers that are no digits, and what the digits need.
struct Spelling {
    std::string_view nan;
    std::string_view infinity;
    std::string_view minusInfinity;
    bool wantsPoint = false; // a whole number would be read as an integer
    std::string_view beforeExponent = {}; // empty: a bare e
    std::string_view afterExponent = {};
    bool isMath = false; // between dollar signs
};

const Spelling& spellingOf(Dialect dialect)
{
    static const std::array<Spelling, dialectCount> spellings = {{
        {"NaN", "Inf", "-Inf"}, // Tsv
        {"NaN", "Inf", "-Inf"}, // Csv
        {"NaN", "∞", "-∞"}, // Markdown
        {"\\mathrm{NaN}", "\\infty", "-\\infty", false, " \\times 10^{", "}"}, // LatexMatrix
        {"\\mathrm{NaN}", "\\infty", "-\\infty", false, " \\times 10^{", "}", true}, // LatexTable
        {"\"NaN\"", "infinity", "-infinity", false, " times 10^(", ")"}, // Typst
        {"np.nan", "np.inf", "-np.inf", true}, // NumPy
        {"torch.nan", "torch.inf", "-torch.inf", true}, // PyTorch
        {"NaN", "Inf", "-Inf"}, // Matlab
        {"\"NaN\"", "\"Infinity\"", "\"-Infinity\"", true}, // Json
        {"NaN", "Inf", "-Inf"}, // Plain
        {"NaN", "Inf", "-Inf"}, // Html
    }};
    return spellings[std::size_t(dialect)];
}

/// The digits of a finite number. digitsText() has no negative zero.
std::string finiteDigits(double value, int digits)
{
    return digits == 0 || value == 0 ? shortestNumber(value)
                                     : digitsText(value, std::clamp(digits, 1, mostDigits));
}

/// As `spelling` wants a finite number.
std::string spelled(std::string text, const Spelling& spelling)
{
    const std::size_t e = text.find('e');
    if (e != text.npos && !spelling.beforeExponent.empty())
        text = text.substr(0, e).append(spelling.beforeExponent) + text.substr(e + 1)
            + std::string(spelling.afterExponent);
    else if (spelling.wantsPoint && text.find_first_of(".e") == text.npos)
        text += ".0";
    return text;
}

std::string numberIn(const Spelling& spelling, double value, int digits)
{
    std::string text;
    if (std::isnan(value))
        text = spelling.nan;
    else if (std::isinf(value))
        text = value > 0 ? spelling.infinity : spelling.minusInfinity;
    else
        text = spelled(finiteDigits(value, digits), spelling);
    return spelling.isMath ? "$" + text + "$" : text;
}

using TextRows = std::vector<std::vector<std::string>>;

/// Headings and numbers, spelled, as a table. The corner is empty.
TextRows tableOf(const Matrix& matrix, Dialect dialect, const WriteOptions& options)
{
    const bool named = hasHeadings(dialect);
    const bool hasRowHeadings = named && !options.rowHeadings.empty();
    TextRows rows;
    if (named && !options.columnHeadings.empty()) {
        rows.emplace_back(hasRowHeadings ? 1 : 0);
        for (const std::string& heading : options.columnHeadings)
            rows.back().push_back(headingIn(dialect, heading));
    }
    for (Index r = 0; r < matrix.rows(); ++r) {
        rows.emplace_back();
        if (hasRowHeadings)
            rows.back().push_back(headingIn(dialect, options.rowHeadings[std::size_t(r)]));
        for (Index c = 0; c < matrix.cols(); ++c)
            rows.back().push_back(numberIn(spellingOf(dialect), matrix(r, c), options.digits));
    }
    return rows;
}

std::string joined(const std::vector<std::string>& cells, std::string_view separator)
{
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
        text.append(i > 0 ? separator : std::string_view()).append(cells[i]);
    return text;
}

/// Rows with something before, between and behind them.
std::string layOut(const TextRows& rows, std::string_view before, std::string_view between,
                   std::string_view cell, std::string_view after)
{
    std::string text(before);
    for (std::size_t i = 0; i < rows.size(); ++i)
        text.append(i > 0 ? between : std::string_view()).append(joined(rows[i], cell));
    return text.append(after);
}

std::string markdownText(TextRows rows, bool hasHeading)
{
    const std::size_t columns = rows.empty() ? 0 : rows[0].size();
    if (!hasHeading)
        rows.insert(rows.begin(), std::vector<std::string>(columns, " "));
    rows.insert(rows.begin() + 1, std::vector<std::string>(columns, "---:"));
    return layOut(rows, "| ", " |\n| ", " | ", " |\n");
}

std::string latexMatrixText(const TextRows& rows, Index columns)
{
    const std::string wide = columns > amsColumns
        ? "\\setcounter{MaxMatrixCols}{" + std::to_string(columns) + "}\n"
        : std::string();
    return wide + layOut(rows, "\\begin{bmatrix}\n  ", " \\\\\n  ", " & ", "\n\\end{bmatrix}\n");
}

std::string latexTableText(const TextRows& rows, bool hasHeading, bool hasRowHeadings)
{
    const std::size_t columns = rows.empty() ? 0 : rows[0].size();
    std::string text = "\\begin{tabular}{";
    text += (hasRowHeadings ? "l" : "") + std::string(columns - (hasRowHeadings ? 1 : 0), 'r');
    text += "}\n  \\hline\n";
    for (std::size_t i = 0; i < rows.size(); ++i)
        text += "  " + joined(rows[i], " & ") + " \\\\\n"
            + (hasHeading && i == 0 ? "  \\hline\n" : "");
    return text + "  \\hline\n\\end{tabular}\n";
}

std::size_t characters(const std::string& utf8)
{
    return std::size_t(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

/// Columns aligned at the right, two spaces apart.
std::string plainText(TextRows rows)
{
    std::vector<std::size_t> widths(rows.empty() ? 0 : rows[0].size());
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            widths[c] = std::max(widths[c], characters(row[c]));
    }
    for (std::vector<std::string>& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            row[c].insert(0, widths[c] - characters(row[c]), ' ');
    }
    return layOut(rows, "", "\n", "  ", "\n");
}

std::string htmlText(const TextRows& rows, bool hasHeading, bool hasRowHeadings)
{
    std::string text = "<table>\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
        text += "<tr>";
        for (std::size_t c = 0; c < rows[r].size(); ++c) {
            const bool isHeading = (hasHeading && r == 0) || (hasRowHeadings && c == 0);
            text.append(isHeading ? "<th>" : "<td>").append(rows[r][c]);
            text += isHeading ? "</th>" : "</td>";
        }
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

/// Nested lists behind `opening`, the rows below each other.
std::string listText(const TextRows& rows, const std::string& opening, std::string_view closing)
{
    const std::string between = "],\n" + std::string(opening.size() + 1, ' ') + "[";
    return layOut(rows, opening + "[[", between, ", ", "]]").append(closing);
}

/// With headings in the form that pandas calls "split".
std::string jsonText(const TextRows& rows, const WriteOptions& options)
{
    if (options.rowHeadings.empty() && options.columnHeadings.empty())
        return listText(rows, "", "\n");
    std::string text = "{";
    if (!options.columnHeadings.empty())
        text += "\"columns\": " + writeStrings(options.columnHeadings) + ",\n ";
    if (!options.rowHeadings.empty())
        text += "\"index\": " + writeStrings(options.rowHeadings) + ",\n ";
    return text + listText(rows, "\"data\": ", "}\n");
}

} // namespace

bool hasHeadings(Dialect dialect)
{
    switch (dialect) {
    case Dialect::Tsv:
    case Dialect::Csv:
    case Dialect::Markdown:
    case Dialect::LatexTable:
    case Dialect::Json:
    case Dialect::Plain:
    case Dialect::Html:
        return true;
    default:
        return false;
    }
}

std::string writeMatrix(const Matrix& matrix, Dialect dialect, const WriteOptions& options)
{
    assert(options.rowHeadings.empty() || Index(options.rowHeadings.size()) == matrix.rows());
    assert(options.columnHeadings.empty() || Index(options.columnHeadings.size()) == matrix.cols());
    const bool isJson = dialect == Dialect::Json;
    const TextRows rows
        = tableOf(matrix, dialect, isJson ? WriteOptions{options.digits, {}, {}} : options);
    switch (dialect) {
    case Dialect::Tsv:
        return layOut(rows, "", "\n", "\t", "\n");
    case Dialect::Csv:
        return layOut(rows, "", "\n", ",", "\n");
    case Dialect::Markdown:
        return markdownText(rows, !options.columnHeadings.empty());
    case Dialect::LatexMatrix:
        return latexMatrixText(rows, matrix.cols());
    case Dialect::LatexTable:
        return latexTableText(rows, !options.columnHeadings.empty(), !options.rowHeadings.empty());
    case Dialect::Typst:
        return layOut(rows, "$ mat(delim: \"[\",\n  ", ";\n  ", ", ", "\n) $\n");
    case Dialect::NumPy:
        return listText(rows, "np.array(", ")\n");
    case Dialect::PyTorch:
        return listText(rows, "torch.tensor(", ", dtype=torch.float64)\n");
    case Dialect::Matlab:
        return layOut(rows, "[", ";\n ", " ", "]\n");
    case Dialect::Json:
        return jsonText(rows, options);
    case Dialect::Plain:
        return plainText(rows);
    case Dialect::Html:
        return htmlText(rows, !options.columnHeadings.empty(), !options.rowHeadings.empty());
    }
    return {};
}

} // namespace headlight
