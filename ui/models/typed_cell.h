#pragma once

#include "core/formula/cell_formula.h"
#include "ui/models/matrix_context.h"

#include <QString>

namespace headlight {

/// A formula for the cells of a matrix, with the other matrices of its document.
Result<CellFormula> parseFormula(const QString& formula, const Shape& shape,
                                 const MatrixContext& context);

/// What somebody typed into a cell: a number, or "=" and a formula, which is computed once.
Result<double> typedCell(const QString& text, const Matrix& matrix, Index row, Index column,
                         const MatrixContext& context);

} // namespace headlight
