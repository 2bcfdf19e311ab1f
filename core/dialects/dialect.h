#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"
#include "core/support/work_control.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// How a matrix is spelled as text.
enum class Dialect {
    Tsv, // what spreadsheets put on the clipboard
    Csv,
    Markdown,
    LatexMatrix, // bmatrix
    LatexTable, // tabular
    Typst, // mat( )
    NumPy,
    PyTorch,
    Matlab,
    Json,
    Plain, // aligned columns
    Html // a table
};
inline constexpr int dialectCount = int(Dialect::Html) + 1;

/// Whether row and column headings have a place in the dialect.
bool hasHeadings(Dialect dialect);

struct WriteOptions {
    int digits = 0; // as digitsText() writes them; 0: the shortest text that reads back bit for bit
    std::vector<std::string> rowHeadings; // one a row, or none
    std::vector<std::string> columnHeadings; // one a column, or none
};

/// `matrix` in a dialect, with a line end at the end. Headings are left out where the dialect has
/// no place for them. NaN and infinities are spelled as the dialect's own programs read them.
std::string writeMatrix(const Matrix& matrix, Dialect dialect, const WriteOptions& options = {});

/// The numbers of a text in a known dialect; headings are skipped. Where a comma or point could be
/// a decimal mark or group thousands, it is the decimal mark, as writeMatrix() means it.
Result<Matrix> readMatrix(std::string_view text, Dialect dialect, const WorkControl& control = {});

/// What a comma or point between digits can mean.
enum class MarkMeaning { Decimal, Thousands, Separator };

/// One way to read a text.
struct Reading {
    MarkMeaning meaning;
    std::string example; // what it makes of Ambiguity::text: "1234", "1 | 234"
    Matrix matrix;
    Dialect dialect;
};

/// A text with a comma or point that may be meant in several ways.
struct Ambiguity {
    std::string text; // a number it stands in: "1,234"
    std::vector<Reading> readings; // at least two, each with other numbers
};

struct Pasted {
    Matrix matrix; // what is meant, or the first reading when the text is ambiguous
    Dialect dialect;
    bool skippedHeadings = false; // words above or beside the numbers
    std::optional<Ambiguity> ambiguity = {}; // to be asked, never guessed
};

/// The numbers of a text from anywhere, its dialect recognised.
Result<Pasted> readAnyMatrix(std::string_view text);

} // namespace headlight
