#include "core/io/csv.h"

#include "core/io/json_writer.h"

#include <charconv>
#include <cmath>
#include <vector>

namespace headlight {
namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

void appendNumber(std::string& text, double value)
{
    if (std::isnan(value)) {
        text += "nan";
        return;
    }
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
    text.append(digits, end);
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\"");
    if (first == text.npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

/// Takes what stands before the next `end` off the text.
std::string_view nextPart(std::string_view& text, char end)
{
    const std::size_t length = text.find(end);
    const std::string_view part = text.substr(0, length);
    text.remove_prefix(length == text.npos ? text.size() : length + 1);
    return part;
}

Result<double> readNumber(std::string_view cell)
{
    const std::string_view text = trimmed(cell);
    std::string_view digits = text;
    if (digits.starts_with('+'))
        digits.remove_prefix(1);
    double value = 0;
    const char* end = digits.data() + digits.size();
    const auto [next, error] = std::from_chars(digits.data(), end, value);
    if (error == std::errc() && next == end)
        return value;
    const bool outOfRange = error == std::errc::result_out_of_range;
    return Error{"“" + shortened(text) + "” is "
                 + (outOfRange ? "outside the range of 64-bit numbers." : "no number.")};
}

std::string place(Index line, Index column)
{
    return "Line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

/// Adds the numbers of one line; says how many there were.
Result<Index> readLine(std::string_view line, char separator, Index number,
                       std::vector<double>& values)
{
    Index cells = 0;
    while (true) {
        const bool isLast = line.find(separator) == line.npos;
        const Result<double> value = readNumber(nextPart(line, separator));
        ++cells;
        if (!value)
            return Error{place(number, cells) + value.error().message};
        values.push_back(*value);
        if (isLast)
            return cells;
    }
}

} // namespace

std::string writeSeparated(const Matrix& matrix, char separator)
{
    std::string text;
    for (Index r = 0; r < matrix.rows(); ++r) {
        for (Index c = 0; c < matrix.cols(); ++c) {
            if (c > 0)
                text += separator;
            appendNumber(text, matrix(r, c));
        }
        text += '\n';
    }
    return text;
}

Result<Matrix> readSeparated(std::string_view text, char separator)
{
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    std::vector<double> values;
    Index rows = 0;
    Index columns = 0;
    for (Index number = 1; !text.empty(); ++number) {
        const std::string_view line = nextPart(text, '\n');
        if (trimmed(line).empty() && trimmed(text).find_first_not_of('\n') == text.npos)
            break; // empty lines at the end
        const Result<Index> cells = readLine(line, separator, number, values);
        if (!cells)
            return cells.error();
        if (rows++ > 0 && *cells != columns)
            return Error{"Line " + std::to_string(number) + " has " + std::to_string(*cells)
                         + " cells, but the lines before it have " + std::to_string(columns) + "."};
        columns = *cells;
    }
    if (rows == 0)
        return Error{"There are no numbers in the file."};
    return Matrix(Eigen::Map<const Matrix>(values.data(), rows, columns));
}

} // namespace headlight
