#pragma once

#include "core/kernels/kernels.h"
#include "core/kernels/vector.h"

#include <algorithm>
#include <array>
#include <utility>

// The packed product (Goto and van de Geijn 2008): b lies in panels as wide as a tile of c, cut
// into blocks of rows, so that a block of a panel stays in the first cache and is read in order.
namespace headlight {

inline constexpr Count blockDepth = 256;

/// Columns that are done before the next rows of a: so many of a block stay in the second cache.
template <class Scalar>
inline constexpr Count stripWidth = 1536 / Count(sizeof(Scalar));

template <class Scalar>
Count roundedWidth(Count width)
{
    return (width + lanes<Scalar> - 1) / lanes<Scalar> * lanes<Scalar>;
}

/// Panels of one matrix are equally wide, as far as that goes: 4 vectors are 2 + 2, not 3 + 1.
template <class Scalar>
Count panelWidth(Count width)
{
    const Count vectors = std::max<Count>(1, roundedWidth<Scalar>(width) / lanes<Scalar>);
    const Count panels = (vectors + tileVectors - 1) / tileVectors;
    return (vectors + panels - 1) / panels * lanes<Scalar>;
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

/// A tile of c, all its sums in registers.
template <class Scalar, int rows, int vectors>
[[gnu::always_inline]] inline void
multiplyTile(Count depth, const Scalar* __restrict a, Count aStride, const Scalar* __restrict b,
             Scalar* __restrict c, Count cStride, bool add, Count columns)
{
    Vector<Scalar> sums[rows][vectors];
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 4
        for (int j = 0; j < vectors; ++j)
            sums[i][j] = Vector<Scalar>{};
    }
    for (Count k = 0; k < depth; ++k, b += vectors * lanes<Scalar>) {
        Vector<Scalar> right[vectors];
#pragma GCC unroll 4
        for (int j = 0; j < vectors; ++j)
            right[j] = *reinterpret_cast<const Vector<Scalar>*>(b + j * lanes<Scalar>);
#pragma GCC unroll 8
        for (int i = 0; i < rows; ++i) {
            const Vector<Scalar> left = a[i * aStride + k] - Vector<Scalar>{};
#pragma GCC unroll 4
            for (int j = 0; j < vectors; ++j)
                sums[i][j] += left * right[j];
        }
    }
    if (columns == vectors * lanes<Scalar>) {
#pragma GCC unroll 8
        for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 4
            for (int j = 0; j < vectors; ++j) {
                Scalar* to = c + i * cStride + j * lanes<Scalar>;
                store(to, add ? load(to) + sums[i][j] : sums[i][j]);
            }
        }
    } else {
        // Through a buffer, since whatever is addressed does not stay in registers.
        Scalar edge[rows][vectors * lanes<Scalar>];
#pragma GCC unroll 8
        for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 4
            for (int j = 0; j < vectors; ++j)
                store(&edge[i][j * lanes<Scalar>], sums[i][j]);
        }
        for (int i = 0; i < rows; ++i) {
            for (Count j = 0; j < columns; ++j)
                c[i * cStride + j] = add ? c[i * cStride + j] + edge[i][j] : edge[i][j];
        }
    }
}

/// `rows` rows of a block of a with the columns [first, last) of the same block of b.
template <class Scalar, int rows>
void multiplyRows(const ProductOf<Scalar>& p, Count depth, const Scalar* a, const Scalar* block,
                  Scalar* c, bool add, Count first, Count last)
{
    const Count step = panelWidth<Scalar>(p.width);
    for (Count column = first; column < last; column += step) {
        const Count columns = std::min(step, p.width - column);
        const Scalar* panel = block + depth * column;
        const auto tile = [&]<int vectors>() {
            multiplyTile<Scalar, rows, vectors>(depth, a, p.aStride, panel, c + column, p.cStride,
                                                add, columns);
        };
        const Count vectors = roundedWidth<Scalar>(columns) / lanes<Scalar>;
        if (vectors == 1)
            tile.template operator()<1>();
        else if (vectors == 2)
            tile.template operator()<2>();
        else
            tile.template operator()<tileVectors>();
    }
}

/// multiplyRows() for 1, 2, … rows.
template <class Scalar, int... less>
constexpr auto rowFunctions(std::integer_sequence<int, less...>)
{
    return std::array{&multiplyRows<Scalar, less + 1>...};
}

/// How many rows the next tile takes of those that are left. The last two tiles are equally high:
/// one of a row or two would wait for its sums most of the time.
constexpr Count tileHeight(Count left)
{
    return left > tileRows && left < 2 * tileRows ? (left + 1) / 2
                                                  : std::min<Count>(left, tileRows);
}

template <class Scalar>
void multiply(const ProductOf<Scalar>& p)
{
    static constexpr auto functions
        = rowFunctions<Scalar>(std::make_integer_sequence<int, tileRows>());
    const Count strip
        = std::max(panelWidth<Scalar>(p.width),
                   stripWidth<Scalar> / panelWidth<Scalar>(p.width) * panelWidth<Scalar>(p.width));
    if (p.depth == 0) {
        for (Count row = 0; row < p.rows; ++row)
            std::fill(p.c + row * p.cStride + p.firstColumn, p.c + row * p.cStride + p.lastColumn,
                      Scalar(0));
    }
    for (Count k = 0; k < p.depth; k += blockDepth) {
        const Count depth = std::min(blockDepth, p.depth - k);
        const Scalar* block = p.packed + k * roundedWidth<Scalar>(p.width);
        for (Count first = p.firstColumn; first < p.lastColumn; first += strip) {
            const Count last = std::min(first + strip, p.lastColumn);
            Count rows = 0;
            for (Count row = 0; row < p.rows; row += rows) {
                rows = tileHeight(p.rows - row);
                functions[std::size_t(rows - 1)](p, depth, p.a + row * p.aStride + k, block,
                                                 p.c + row * p.cStride, k > 0, first, last);
            }
        }
    }
}

} // namespace headlight
