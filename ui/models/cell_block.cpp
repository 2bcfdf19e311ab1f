#include "ui/models/cell_block.h"

#include <algorithm>

namespace headlight {

Matrix cellsIn(const Matrix& matrix, const CellRange& range)
{
    return matrix.block(range.row, range.column, range.rows, range.columns);
}

std::optional<CellRange> fittingTarget(const Matrix& matrix, const CellRange& range,
                                       const Matrix& block)
{
    if (range.rows % block.rows() == 0 && range.columns % block.cols() == 0)
        return range;
    const CellRange whole{range.row, range.column, block.rows(), block.cols()};
    const bool isInside
        = range.row + block.rows() <= matrix.rows() && range.column + block.cols() <= matrix.cols();
    return range.isSingle() && isInside ? std::optional(whole) : std::nullopt;
}

CellRange croppedTarget(const Matrix& matrix, const CellRange& range, const Matrix& block)
{
    const Index rows = range.isSingle() ? matrix.rows() - range.row : range.rows;
    const Index columns = range.isSingle() ? matrix.cols() - range.column : range.columns;
    return {range.row, range.column, std::min(rows, block.rows()), std::min(columns, block.cols())};
}

Matrix pasted(const Matrix& matrix, const CellRange& target, const Matrix& block)
{
    Matrix result = matrix;
    for (Index r = 0; r < target.rows; ++r) {
        for (Index c = 0; c < target.columns; ++c)
            result(target.row + r, target.column + c) = block(r % block.rows(), c % block.cols());
    }
    return result;
}

} // namespace headlight
