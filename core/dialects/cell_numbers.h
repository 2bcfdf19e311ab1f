#pragma once

#include "core/dialects/cells.h"
#include "core/math/matrix.h"

namespace headlight {

/// The cells that hold numbers: all but a row and a column of headings.
struct NumberArea {
    std::size_t row = 0;
    std::size_t column = 0;
    std::size_t rows = 0;
    std::size_t columns = 0;
};

/// Finds the headings, if there may be any. An Error when the rows are of different lengths or
/// nothing is left.
Result<NumberArea> numberArea(const Cells& cells, bool mayHaveHeadings);

/// How numbers are spelled.
enum class NumberStyle {
    Exact, // with a decimal point, as programs do
    PointDecimal, // 1,234.5: as people do, who may group digits by three
    CommaDecimal // 1.234,5
};

/// The numbers of the cells, as far as they can be read.
struct CellNumbers {
    Matrix matrix;
    Index read = 0; // how many cells in reading order were numbers
    std::string problem; // what is wrong with the next one; empty when all are numbers

    bool isGood() const { return problem.empty(); }
};

CellNumbers numbersIn(const Cells& cells, const NumberArea& area, NumberStyle style,
                      const WorkControl& control = {});

} // namespace headlight
