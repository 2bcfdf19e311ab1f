#include "core/dialects/cell_numbers.h"

#include "core/dialects/number.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

/// The whole digits of a number that begins with them, without the marks that group them by three;
/// nothing when they are grouped otherwise.
std::optional<std::string> withoutGroups(std::string_view whole)
{
    std::string digits;
    char mark = '\0';
    std::size_t sinceMark = 0;
    for (const char c : whole) {
        if (isDigit(c)) {
            digits += c;
            ++sinceMark;
            continue;
        }
        const bool isFirst = mark == '\0';
        const bool fits = isFirst ? sinceMark >= 1 && sinceMark <= 3 && digits[0] != '0'
                                  : sinceMark == 3 && c == mark;
        if (!fits)
            return std::nullopt;
        mark = c;
        sinceMark = 0;
    }
    if (mark != '\0' && sinceMark != 3)
        return std::nullopt;
    return digits;
}

/// A number with `decimal` as its mark; the other of comma and point, spaces and apostrophes may
/// group its whole digits.
Number readGrouped(std::string_view cell, char decimal)
{
    const char other = decimal == '.' ? ',' : '.';
    const std::string text = withAsciiSigns(cell);
    const std::size_t first = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const char wholeSet[] = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', other, ' ', '\''};
    const std::size_t end
        = std::min(text.find_first_not_of({wholeSet, sizeof wholeSet}, first), text.size());
    std::string rest = text.substr(end);
    const std::optional<std::string> whole = withoutGroups(text.substr(first, end - first));
    const bool endsInComma = rest == ",";
    if (!whole || endsInComma || rest.find(other) != rest.npos
        || rest.find(decimal, 1) != rest.npos)
        return {0, NumberFault::Grouped};
    return readTypedNumber(text.substr(0, first) + *whole + rest);
}

/// As programs spell numbers: where they write marks between digits, it is no number.
Number readExact(std::string_view cell)
{
    const Number number = readTypedNumber(cell);
    const bool hasMark = number.fault == NumberFault::Grouped || cell.find(',') != cell.npos;
    return hasMark ? Number{0, NumberFault::NotANumber} : number;
}

Number readCell(std::string_view cell, NumberStyle style)
{
    const bool isComputerNumber = cell.find_first_not_of("0123456789.-+eE") == cell.npos;
    if (style == NumberStyle::Exact)
        return readExact(cell);
    const bool hasPoint = cell.find('.') != std::string_view::npos;
    if (isComputerNumber && (style == NumberStyle::PointDecimal || !hasPoint))
        return readTypedNumber(cell);
    return readGrouped(cell, style == NumberStyle::PointDecimal ? '.' : ',');
}

/// Whether a cell is a number in any style.
bool isNumber(std::string_view cell)
{
    return readCell(cell, NumberStyle::PointDecimal).isGood()
        || readCell(cell, NumberStyle::CommaDecimal).isGood();
}

/// Whether a cell can be a heading: not empty, no number, and nothing that was meant as one, such
/// as 1/0, 50% or 1.2.3.
bool isWord(std::string_view cell)
{
    const std::string text = withAsciiSigns(cell);
    const bool looksNumeric = text.find_first_of("0123456789") != text.npos
        && text.find_first_not_of("0123456789.,'+-/%eE_ $()#") == text.npos;
    return !cell.empty() && !looksNumeric && !isNumber(cell);
}

std::string problemWith(std::string_view cell, NumberFault fault)
{
    const std::string quoted = quotedCell(cell);
    switch (fault) {
    case NumberFault::Empty:
        return "the cell is empty. Write 0 for zero.";
    case NumberFault::Grouped:
        return quoted
            + " does not fit the other numbers. Write all of them with the same decimal mark and "
              "without thousands separators.";
    case NumberFault::DividesByZero:
        return quoted + " divides by zero.";
    case NumberFault::TooLarge:
        return quoted + " is too large for double precision (at most about 1.8e308).";
    case NumberFault::TooSmall:
        return quoted + " is too close to zero for double precision. Write 0 for zero.";
    default:
        return quoted + " is not a number. Write digits such as 0.5, -2 or 1e-3.";
    }
}

std::string place(std::size_t row, std::size_t column)
{
    return "Row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

/// The first row of a table without a corner is one cell shorter than the others.
bool lacksCorner(const Cells& cells)
{
    if (cells.rows() < 2)
        return false;
    for (std::size_t row = 1; row < cells.rows(); ++row) {
        if (cells.columns(row) != cells.columns(0) + 1)
            return false;
    }
    return cells.columns(0) > 0 && isWord(cells.at(0, 0));
}

std::string cellCount(std::size_t count)
{
    return std::to_string(count) + (count == 1 ? " cell" : " cells");
}

std::optional<Error> raggedness(const Cells& cells)
{
    for (std::size_t row = 1; row < cells.rows(); ++row) {
        if (cells.columns(row) != cells.columns(0))
            return Error{"Row " + std::to_string(row + 1) + " has " + cellCount(cells.columns(row))
                         + ", but row 1 has " + cellCount(cells.columns(0)) + "."};
    }
    return std::nullopt;
}

bool rowIsWords(const Cells& cells, std::size_t from)
{
    for (std::size_t column = from; column < cells.columns(0); ++column) {
        if (!isWord(cells.at(0, column)))
            return false;
    }
    return cells.columns(0) > from;
}

bool columnIsWords(const Cells& cells, std::size_t from)
{
    for (std::size_t row = from; row < cells.rows(); ++row) {
        if (!isWord(cells.at(row, 0)))
            return false;
    }
    return cells.rows() > from;
}

bool anyWordInFirstRow(const Cells& cells)
{
    for (std::size_t column = 1; column < cells.columns(0); ++column) {
        if (isWord(cells.at(0, column)))
            return true;
    }
    return false;
}

bool anyWordInFirstColumn(const Cells& cells)
{
    for (std::size_t row = 1; row < cells.rows(); ++row) {
        if (isWord(cells.at(row, 0)))
            return true;
    }
    return false;
}

/// A blank corner makes its row and column headings, if there is a word in one of them; else words
/// all along do.
NumberArea withoutHeadings(const Cells& cells)
{
    const bool hasCorner = cells.at(0, 0).empty() && cells.rows() > 1 && cells.columns(0) > 1
        && (cells.firstRowIsHeading ? !cells.at(0, 1).empty()
                                    : anyWordInFirstRow(cells) || anyWordInFirstColumn(cells));
    const std::size_t row = hasCorner || cells.firstRowIsHeading || rowIsWords(cells, 0) ? 1 : 0;
    const std::size_t column = hasCorner || columnIsWords(cells, row) ? 1 : 0;
    return {row, column, cells.rows() - row, cells.columns(0) - column};
}

} // namespace

Result<NumberArea> numberArea(const Cells& cells, bool mayHaveHeadings)
{
    if (mayHaveHeadings && lacksCorner(cells))
        return NumberArea{1, 1, cells.rows() - 1, cells.columns(0)};
    if (const std::optional<Error> ragged = raggedness(cells))
        return *ragged;
    if (cells.rows() == 0 || cells.columns(0) == 0)
        return Error{"There are no numbers in the text."};
    if (!mayHaveHeadings)
        return NumberArea{0, 0, cells.rows(), cells.columns(0)};
    const NumberArea area = withoutHeadings(cells);
    if (area.rows > 0 && area.columns > 0)
        return area;
    const std::size_t row = std::min(area.row, cells.rows() - 1);
    if (isNumber(cells.at(row, 0)))
        return Error{"There are no numbers below the row of headings."};
    return Error{place(row, 0) + ": " + problemWith(cells.at(row, 0), NumberFault::NotANumber)};
}

CellNumbers numbersIn(const Cells& cells, const NumberArea& area, NumberStyle style,
                      const WorkControl& control)
{
    CellNumbers numbers{Matrix(Index(area.rows), Index(area.columns)), 0, {}};
    for (std::size_t row = area.row; row < area.row + area.rows; ++row) {
        for (std::size_t column = area.column; column < area.column + area.columns; ++column) {
            const Number number = readCell(cells.at(row, column), style);
            if (!number.isGood()) {
                numbers.problem
                    = place(row, column) + ": " + problemWith(cells.at(row, column), number.fault);
                return numbers;
            }
            numbers.matrix.data()[numbers.read++] = number.value;
            if (std::size_t(numbers.read) % cellsBetweenChecks == 0
                && !control.mayGoOn(double(numbers.read) / double(numbers.matrix.size()))) {
                numbers.problem = WorkControl::ended().message;
                return numbers;
            }
        }
    }
    return numbers;
}

} // namespace headlight
