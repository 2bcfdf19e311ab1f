#pragma once

#include "core/math/matrix.h"

#include <optional>

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

/// The numbers of a range.
Matrix cellsIn(const Matrix& matrix, const CellRange& range);

/// Where a block goes when it is pasted on `range`: over the range if it fills that a whole number
/// of times; in its own shape from a range of one cell on. Nothing when the shapes do not fit.
std::optional<CellRange> fittingTarget(const Matrix& matrix, const CellRange& range,
                                       const Matrix& block);

/// The cells that are left when what does not fit is cut off, or when the block ends first.
CellRange croppedTarget(const Matrix& matrix, const CellRange& range, const Matrix& block);

/// `matrix` with `block` written over `target`, again and again where the target is larger.
Matrix pasted(const Matrix& matrix, const CellRange& target, const Matrix& block);

} // namespace headlight
