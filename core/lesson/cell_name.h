#pragma once

#include "core/document/document.h"
#include "core/explain/cell.h"
#include "core/lesson/text_cursor.h"
#include "core/model/head_place.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Cells as a lesson writes them, counted from 1 as on the screen: "Z@2.1[3,*]" is row 3 of Z of
/// head 1 of layer 2. Behind "@" stands a head ("Z@2") or, for what a whole layer has, a layer
/// ("output@2"). Everywhere 0 means: the chosen head or layer, all rows, all columns.
struct CellName {
    std::string matrix;
    int layer = 0;
    int head = 0;
    Index row = 0;
    Index column = 0;

    bool isOneCell() const { return row > 0 && column > 0; }
    bool operator==(const CellName&) const = default;
};

/// The names of the matrices, in the order of the computation.
const std::vector<std::string>& matrixNames();

/// One name, or several with commas between them. The matrix must be one that lessons know; whether
/// a document has such cells is seen by resolveBlock().
Result<CellName> parseCellName(std::string_view text);
Result<std::vector<CellName>> parseCellNames(std::string_view text);

/// The same for a name at the cursor, inside a longer text.
Result<CellName> takeCellName(TextCursor& cursor);

/// What parseCellName() reads.
std::string toString(const CellName& name);

/// The cells in a document. An Error when it has no such head, matrix, row or column.
Result<CellBlock> resolveBlock(const CellName& name, const Document& document,
                               const HeadPlace& place);

/// The same for a name of exactly one cell.
Result<CellRef> resolveCell(const CellName& name, const Document& document, const HeadPlace& place);

/// How a lesson that looks at `place` writes a cell: the way back from resolveCell(). Cells of
/// whole weights become cells of a head's block.
Result<CellName> nameOf(const CellRef& cell, const Document& document, const HeadPlace& place);

} // namespace headlight
