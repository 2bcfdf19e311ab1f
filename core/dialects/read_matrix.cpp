#include "core/dialects/cell_numbers.h"
#include "core/dialects/dialect.h"
#include "core/dialects/number.h"
#include "core/dialects/recognise.h"
#include "core/support/out_of_memory.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::string_view byteOrderMark = "\ufeff";

std::string_view withoutMark(std::string_view text)
{
    return text.starts_with(byteOrderMark) ? text.substr(byteOrderMark.size()) : text;
}

Result<Cells> csvCells(std::string_view text, const WorkControl& control)
{
    return separatedCells(text, contains(unquotedFirstLine(text), ";") ? ';' : ',', control);
}

Result<Cells> cellsOf(std::string_view text, Dialect dialect, const WorkControl& control)
{
    switch (dialect) {
    case Dialect::Tsv:
        return separatedCells(text, '\t', control);
    case Dialect::Csv:
        return csvCells(text, control);
    case Dialect::Markdown:
        return markdownCells(text);
    case Dialect::LatexMatrix:
    case Dialect::LatexTable:
        return latexCells(text);
    case Dialect::Typst:
        return typstCells(text);
    case Dialect::NumPy:
    case Dialect::PyTorch:
    case Dialect::Json:
        return listCells(text);
    case Dialect::Matlab:
        return matlabCells(text);
    case Dialect::Plain:
        return spacedCells(text);
    case Dialect::Html:
        return htmlCells(text);
    }
    return Error{"This dialect is not known."};
}

/// Whether a program writes it, always with a decimal point.
bool isProgramText(Dialect dialect)
{
    return dialect == Dialect::Typst || dialect == Dialect::NumPy || dialect == Dialect::PyTorch
        || dialect == Dialect::Matlab || dialect == Dialect::Json;
}

/// Cells of which every one may be read, or not, with either decimal mark.
struct BothReadings {
    NumberArea area;
    CellNumbers point;
    CellNumbers comma;

    bool isGood() const { return point.isGood() || comma.isGood(); }
    bool differ() const
    {
        return point.isGood() && comma.isGood() && !sameBits(point.matrix, comma.matrix);
    }
    /// What failed later was probably meant.
    const std::string& problem() const
    {
        return comma.read > point.read ? comma.problem : point.problem;
    }
};

BothReadings bothReadings(const Cells& cells, const NumberArea& area, const WorkControl& control)
{
    return {area, numbersIn(cells, area, NumberStyle::PointDecimal, control.part(0, 0.5)),
            numbersIn(cells, area, NumberStyle::CommaDecimal, control.part(0.5, 1))};
}

/// The index in reading order of the first number that the readings disagree on.
Index firstDifference(const Matrix& a, const Matrix& b)
{
    const double* const end = a.data() + a.size();
    return std::mismatch(a.data(), end, b.data(),
                         [](double x, double y) { return x == y || (x != x && y != y); })
               .first
        - a.data();
}

/// Both readings of a cell such as 1.234, the decimal one first.
Ambiguity decimalOrThousands(const Cells& cells, BothReadings both, Dialect dialect)
{
    const Index index = firstDifference(both.point.matrix, both.comma.matrix);
    const std::size_t columns = both.area.columns;
    const std::string_view cell = cells.at(both.area.row + std::size_t(index) / columns,
                                           both.area.column + std::size_t(index) % columns);
    Matrix& decimal = contains(cell, ".") ? both.point.matrix : both.comma.matrix;
    Matrix& thousands = contains(cell, ".") ? both.comma.matrix : both.point.matrix;
    const auto reading = [&](MarkMeaning meaning, Matrix& matrix) {
        std::string example = shortestNumber(matrix.data()[index]);
        return Reading{meaning, std::move(example), std::move(matrix), dialect};
    };
    return {std::string(cell),
            {reading(MarkMeaning::Decimal, decimal), reading(MarkMeaning::Thousands, thousands)}};
}

Pasted ambiguous(Ambiguity ambiguity)
{
    const Reading& first = ambiguity.readings.front();
    return {first.matrix, first.dialect, false, std::move(ambiguity)};
}

Result<Pasted> exactNumbers(const Cells& cells, const NumberArea& area, Dialect dialect,
                            const WorkControl& control)
{
    CellNumbers numbers = numbersIn(cells, area, NumberStyle::Exact, control);
    if (!numbers.isGood())
        return Error{numbers.problem};
    return Pasted{std::move(numbers.matrix), dialect};
}

Result<Pasted> localNumbers(const Cells& cells, const NumberArea& area, Dialect dialect,
                            const WorkControl& control)
{
    BothReadings both = bothReadings(cells, area, control);
    if (!both.isGood())
        return Error{both.problem()};
    if (both.differ())
        return ambiguous(decimalOrThousands(cells, std::move(both), dialect));
    CellNumbers& good = both.point.isGood() ? both.point : both.comma;
    return Pasted{std::move(good.matrix), dialect};
}

/// Whether the commas between cells go with a decimal point. In quotation marks there may be any.
bool isPlainCsv(std::string_view text)
{
    return !contains(text, "\"") && !contains(unquotedFirstLine(text), ";");
}

Result<Pasted> readCells(const Result<Cells>& cells, Dialect dialect, bool isExact,
                         const WorkControl& control)
{
    if (!cells)
        return cells.error();
    const bool isTable = !isProgramText(dialect) && dialect != Dialect::LatexMatrix;
    const Result<NumberArea> area = numberArea(*cells, isTable);
    if (!area)
        return area.error();
    Result<Pasted> pasted = isExact ? exactNumbers(*cells, *area, dialect, control)
                                    : localNumbers(*cells, *area, dialect, control);
    if (pasted)
        pasted->skippedHeadings = area->row > 0 || area->column > 0;
    return pasted;
}

Result<Pasted> readKnown(std::string_view text, Dialect dialect, const WorkControl& control = {})
{
    const bool isExact = isProgramText(dialect) || (dialect == Dialect::Csv && isPlainCsv(text));
    return readCells(cellsOf(text, dialect, control.part(0, 0.5)), dialect, isExact,
                     control.part(0.5, 1));
}

/// "1,05": the part behind the comma would be an odd number of its own.
bool hasPaddedCell(std::string_view text)
{
    for (std::size_t at = text.find(",0"); at != text.npos; at = text.find(",0", at + 1)) {
        if (at + 2 < text.size() && text[at + 2] >= '0' && text[at + 2] <= '9')
            return true;
    }
    return false;
}

/// The first word with a comma in it.
std::string_view firstWithComma(std::string_view text)
{
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t comma = text.find(',');
    const std::size_t before = text.find_last_of(spaces, comma);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    return text.substr(begin, std::min(text.find_first_of(spaces, comma), text.size()) - begin);
}

std::string withCommasAs(std::string_view text, std::string_view by)
{
    std::string replaced;
    for (const char c : text)
        replaced += c == ',' ? std::string(by) : std::string(1, c);
    return replaced;
}

/// A comma that is a decimal mark, or groups thousands, or both, may separate cells as well.
Ambiguity withSeparator(std::string_view text, const Pasted& spaced, const Pasted& csv)
{
    const std::string_view example = firstWithComma(text);
    Ambiguity ambiguity = spaced.ambiguity.value_or(Ambiguity{});
    if (!spaced.ambiguity) {
        const bool groups = std::count(example.begin(), example.end(), ',') > 1;
        ambiguity.readings.push_back({groups ? MarkMeaning::Thousands : MarkMeaning::Decimal,
                                      withCommasAs(example, groups ? "" : "."), spaced.matrix,
                                      spaced.dialect});
    }
    ambiguity.text = example;
    ambiguity.readings.push_back(
        {MarkMeaning::Separator, withCommasAs(example, " | "), csv.matrix, csv.dialect});
    return ambiguity;
}

/// Text without tabs, semicolons or brackets: a comma may be a decimal mark, group thousands or
/// separate cells.
Result<Pasted> readLoose(std::string_view text)
{
    Result<Pasted> spaced = readKnown(text, Dialect::Plain);
    if (!contains(text, ","))
        return spaced;
    Result<Pasted> csv = readKnown(text, Dialect::Csv);
    if (!csv || !spaced)
        return spaced ? spaced : csv;
    if (spaced->skippedHeadings || sameBits(spaced->matrix, csv->matrix))
        return csv;
    if (csv->skippedHeadings || csv->matrix.cols() < 2 || hasPaddedCell(text))
        return spaced;
    return ambiguous(withSeparator(text, *spaced, *csv));
}

/// MATLAB shows a matrix below its name: "A =".
std::string_view withoutName(std::string_view text)
{
    std::string_view rest = text;
    const std::string_view line = withoutOuterSpace(takeLine(rest));
    return line.ends_with('=') ? rest : text;
}

} // namespace

Result<Matrix> readMatrix(std::string_view text, Dialect dialect, const WorkControl& control)
{
    return withinMemory([&]() -> Result<Matrix> {
        Result<Pasted> pasted = readKnown(withoutMark(text), dialect, control);
        if (!pasted)
            return pasted.error();
        return std::move(pasted->matrix);
    });
}

Result<Pasted> readAnyMatrix(std::string_view text)
{
    return withinMemory([&]() -> Result<Pasted> {
        text = withoutMark(text);
        const std::string_view trimmed = withoutOuterSpace(text);
        if (trimmed.empty())
            return Error{"There is no text to paste. Copy numbers first."};
        const std::optional<Dialect> dialect = recognised(trimmed);
        if (!dialect)
            return readLoose(withoutName(trimmed));
        // A blank corner is part of the table.
        const std::string_view whole = *dialect == Dialect::Tsv ? text : trimmed;
        return readKnown(whole, *dialect);
    });
}

} // namespace headlight
