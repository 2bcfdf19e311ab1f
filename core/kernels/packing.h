#pragma once

#include "core/kernels/vector.h"

#include <algorithm>

// How b of a product a b lies in memory (Goto and van de Geijn 2008): in panels as wide as a tile
// of c, cut into blocks of rows, so that a block of a panel stays in the first cache and is read in
// order.
namespace headlight {

inline constexpr Count blockDepth = 256;

template <class Scalar>
Count roundedWidth(Count width)
{
    return (width + lanes<Scalar> - 1) / lanes<Scalar> * lanes<Scalar>;
}

/// Panels of one matrix are equally wide, as far as that goes: 4 vectors are 2 + 2, not 3 + 1, and
/// 8 are four times 2.
template <class Scalar>
Count panelWidth(Count width)
{
    const Count vectors = std::max<Count>(1, roundedWidth<Scalar>(width) / lanes<Scalar>);
    const Count panels = (vectors + tileVectors - 1) / tileVectors;
    const Count wide = (vectors + panels - 1) / panels;
    const bool isNarrowerEven = vectors % wide != 0 && wide > 2 && vectors % (wide - 1) == 0;
    return (isNarrowerEven ? wide - 1 : wide) * lanes<Scalar>;
}

template <class Scalar>
Count packedSize(Count depth, Count width)
{
    return depth * roundedWidth<Scalar>(width);
}

/// Calls `copy(firstRow, rows, firstColumn, columns, panel, panelColumns)` for every panel of every
/// block, in the order in which they are packed.
template <class Scalar, class Copy>
void forEachPanel(Count depth, Count width, Scalar* packed, const Copy& copy)
{
    const Count step = panelWidth<Scalar>(width);
    for (Count row = 0; row < depth; row += blockDepth) {
        const Count rows = std::min(blockDepth, depth - row);
        for (Count column = 0; column < width; column += step) {
            const Count columns = std::min(step, width - column);
            const Count padded = roundedWidth<Scalar>(columns);
            copy(row, rows, column, columns, packed, padded);
            packed += rows * padded;
        }
    }
}

template <class Scalar>
void pack(Count depth, Count width, const Scalar* b, Count stride, Scalar* packed)
{
    forEachPanel(depth, width, packed,
                 [&](Count row, Count rows, Count column, Count columns, Scalar* to, Count padded) {
                     for (Count r = 0; r < rows; ++r, to += padded) {
                         const Scalar* from = b + (row + r) * stride + column;
                         std::fill(std::copy(from, from + columns, to), to + padded, Scalar(0));
                     }
                 });
}

template <class Scalar>
void packTransposed(Count depth, Count width, const Scalar* transposed, Count stride,
                    Scalar* packed)
{
    forEachPanel(depth, width, packed,
                 [&](Count row, Count rows, Count column, Count columns, Scalar* to, Count padded) {
                     std::fill(to, to + (columns < padded ? rows * padded : 0), Scalar(0));
                     const Scalar* from = transposed + column * stride + row;
                     for (Count c = 0; c < columns; ++c, from += stride) {
                         for (Count r = 0; r < rows; ++r)
                             to[r * padded + c] = from[r];
                     }
                 });
}

} // namespace headlight
