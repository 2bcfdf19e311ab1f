#pragma once

#include "core/dialects/dialect.h"
#include "ui/models/cell_block.h"

class QWidget;

namespace headlight {

/// Asks what a comma or point in pasted text means. Nothing when the person cancels.
std::optional<Matrix> askMeaning(const Ambiguity& ambiguity, QWidget* parent);

/// Asks what to do with a block that does not fit the range: leave out what is too much, or repeat
/// it. Nothing when the person cancels.
std::optional<CellRange> askTarget(const Matrix& matrix, const CellRange& range,
                                   const Matrix& block, QWidget* parent);

} // namespace headlight
