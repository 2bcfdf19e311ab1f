#pragma once

#include "core/kernels/kernels.h"
#include "core/kernels/packing.h"

#include <array>
#include <utility>

namespace headlight {

/// Columns that are done before the next rows of a: so many of a block stay in the second cache.
template <class Scalar>
inline constexpr Count stripWidth = 1536 / Count(sizeof(Scalar));

/// What comes into the second cache while something else is computed: some numbers for each row of
/// b.
template <class Scalar>
struct Ahead {
    const Scalar* next;
    Count step = 0;
};

/// A tile of c, all its sums in registers.
template <class Scalar, int rows, int vectors>
[[gnu::always_inline]] inline void
multiplyTile(Count depth, const Scalar* __restrict a, Count aStride, const Scalar* __restrict b,
             Scalar* __restrict c, Count cStride, bool add, Count columns, Ahead<Scalar>& ahead)
{
    Vector<Scalar> sums[rows][vectors];
#pragma GCC unroll 8
    for (int i = 0; i < rows; ++i) {
#pragma GCC unroll 4
        for (int j = 0; j < vectors; ++j)
            sums[i][j] = Vector<Scalar>{};
    }
    const Scalar* next = ahead.next;
    for (Count k = 0; k < depth; ++k, b += vectors * lanes<Scalar>, next += ahead.step) {
        prefetch(next);
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
    ahead.next = next;
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
                  Scalar* c, bool add, Count first, Count last, Ahead<Scalar>& ahead)
{
    const Count step = panelWidth<Scalar>(p.width);
    for (Count column = first; column < last; column += step) {
        const Count columns = std::min(step, p.width - column);
        const Scalar* panel = block + depth * column;
        const auto tile = [&]<int vectors>() {
            multiplyTile<Scalar, rows, vectors>(depth, a, p.aStride, panel, c + column, p.cStride,
                                                add, columns, ahead);
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

/// The numbers of b that are read after the columns [first, last) of the block at k, to be fetched
/// while these are multiplied with all rows of a.
template <class Scalar>
Ahead<Scalar> aheadOf(const ProductOf<Scalar>& p, Count k, Count first, Count last)
{
    Ahead<Scalar> ahead{p.upcoming ? p.upcoming : p.packed};
    Count depth = p.upcoming ? std::min(blockDepth, p.depth) : 0;
    if (last < p.lastColumn) {
        depth = std::min(blockDepth, p.depth - k);
        ahead.next = p.packed + k * roundedWidth<Scalar>(p.width) + depth * last;
    } else if (k + blockDepth < p.depth) {
        k += blockDepth;
        depth = std::min(blockDepth, p.depth - k);
        ahead.next = p.packed + k * roundedWidth<Scalar>(p.width) + depth * p.firstColumn;
    }
    const Count tiles = (p.rows + tileRows - 1) / tileRows;
    const Count numbers = depth * (last - first);
    const Count rowsOfB = std::max<Count>(
        1, tiles * std::min(blockDepth, p.depth) * (last - first) / panelWidth<Scalar>(p.width));
    ahead.step = (numbers + rowsOfB - 1) / rowsOfB;
    return ahead;
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
            Ahead<Scalar> ahead = aheadOf(p, k, first, last);
            Count rows = 0;
            for (Count row = 0; row < p.rows; row += rows) {
                rows = tileHeight(p.rows - row);
                functions[std::size_t(rows - 1)](p, depth, p.a + row * p.aStride + k, block,
                                                 p.c + row * p.cStride, k > 0, first, last, ahead);
            }
        }
    }
}

} // namespace headlight
