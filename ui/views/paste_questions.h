#pragma once

#include "core/dialects/dialect.h"
#include "core/document/tensor_path.h"
#include "ui/models/cell_block.h"
#include "ui/models/matrix_context.h"

class QWidget;

namespace headlight {

/// Asks what a comma or point in pasted text means. Nothing when the person cancels.
std::optional<Matrix> askMeaning(const Ambiguity& ambiguity, QWidget* parent);

/// Where a pasted block goes.
struct PasteTarget {
    CellRange cells;
    std::optional<Shape> shape = {}; // when the matrix gets another one first
};

/// Asks what to do with a block that does not fit the range: make the matrix larger, leave out what
/// is too much, or repeat the block. Nothing when the person cancels.
std::optional<PasteTarget> askTarget(const Matrix& matrix, const CellRange& range,
                                     const Matrix& block, const MatrixContext& context,
                                     QWidget* parent);

} // namespace headlight
