#pragma once

#include <algorithm>
#include <cstddef>

namespace headlight {

/// Rows [firstRow, lastRow) and columns [firstColumn, lastColumn) of a matrix.
struct Area {
    std::ptrdiff_t firstRow = 0;
    std::ptrdiff_t lastRow = 0;
    std::ptrdiff_t firstColumn = 0;
    std::ptrdiff_t lastColumn = 0;

    bool isEmpty() const { return firstRow >= lastRow || firstColumn >= lastColumn; }
    bool operator==(const Area&) const = default;
};

inline Area cellArea(std::ptrdiff_t row, std::ptrdiff_t column)
{
    return {row, row + 1, column, column + 1};
}

/// The smallest area around both.
inline Area united(const Area& a, const Area& b)
{
    if (a.isEmpty() || b.isEmpty())
        return a.isEmpty() ? b : a;
    return {std::min(a.firstRow, b.firstRow), std::max(a.lastRow, b.lastRow),
            std::min(a.firstColumn, b.firstColumn), std::max(a.lastColumn, b.lastColumn)};
}

} // namespace headlight
