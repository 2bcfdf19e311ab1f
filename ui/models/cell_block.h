#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"

#include <QString>

namespace headlight {

/// A rectangle of cells inside a matrix.
struct CellRange {
    Index row = 0;
    Index column = 0;
    Index rows = 0;
    Index columns = 0;

    bool contains(Index r, Index c) const
    {
        return r >= row && r < row + rows && c >= column && c < column + columns;
    }
    bool operator==(const CellRange&) const = default;
    bool isSingle() const { return rows == 1 && columns == 1; }
};

/// Cells as spreadsheets put them on the clipboard: tabs between columns, a line a row, numbers at
/// full precision.
QString cellsText(const Matrix& matrix, const CellRange& range);

/// The numbers of a block of tab-separated cells: quotes, CRLF, one trailing newline and a byte
/// order mark are understood. An Error names the cell that is no number.
Result<Matrix> parseCells(const QString& text);

/// `matrix` with `block` written over `range`. A block smaller than the range is repeated when it
/// fits a whole number of times; a range of one cell takes a block of any size that stays inside.
Result<Matrix> pasted(const Matrix& matrix, const CellRange& range, const Matrix& block);

} // namespace headlight
