#pragma once

#include "core/math/matrix.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace headlight {

/// Columns [first, last).
struct ColumnRange {
    Index first = 0;
    Index last = 0;

    bool isEmpty() const { return first >= last; }
};

inline ColumnRange common(const ColumnRange& a, const ColumnRange& b)
{
    return {std::max(a.first, b.first), std::min(a.last, b.last)};
}

/// Some rows of a matrix, or all of them.
struct RowSet {
    bool all = false;
    std::vector<Index> some = {}; // ascending; not used for all

    bool isEmpty() const { return !all && some.empty(); }
    bool operator==(const RowSet&) const = default;
};

/// The rows in `a` or `b`.
inline RowSet united(const RowSet& a, const RowSet& b)
{
    if (a.all || b.all)
        return {true};
    RowSet result;
    std::set_union(a.some.begin(), a.some.end(), b.some.begin(), b.some.end(),
                   std::back_inserter(result.some));
    return result;
}

/// What of a computed matrix does not fit its inputs any more.
struct Stale {
    RowSet rows = {};
    ColumnRange columns = {};

    bool isNothing() const { return rows.isEmpty() && columns.isEmpty(); }
};

/// Calls `visit(row, count)` for the runs of consecutive rows of the set that lie in [first, last),
/// `atMost` rows at a time.
template <class Visit>
void forEachRun(const RowSet& rows, Index first, Index last, Index atMost, const Visit& visit)
{
    for (Index row = first; rows.all && row < last; row += atMost)
        visit(row, std::min(atMost, last - row));
    auto run
        = rows.all ? rows.some.end() : std::lower_bound(rows.some.begin(), rows.some.end(), first);
    while (run != rows.some.end() && *run < last) {
        auto end = run + 1;
        while (end != rows.some.end() && *end < last && *end == end[-1] + 1 && end - run < atMost)
            ++end;
        visit(*run, Index(end - run));
        run = end;
    }
}

/// Rows of two matrices of one shape that differ in a bit.
template <class Scalar>
RowSet changedRows(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b)
{
    RowSet rows;
    const std::size_t bytes = std::size_t(a.cols()) * sizeof(Scalar);
    for (Index r = 0; r < a.rows(); ++r) {
        if (bytes > 0 && std::memcmp(&a(r, 0), &b(r, 0), bytes) != 0)
            rows.some.push_back(r);
    }
    if (a.rows() > 0 && Index(rows.some.size()) == a.rows())
        rows = {true};
    return rows;
}

/// From the first to the last column of two matrices of one shape that differ in a bit.
template <class Scalar>
ColumnRange changedColumns(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b)
{
    ColumnRange range{a.cols(), 0};
    const auto differs = [&](Index row, Index column) {
        return std::memcmp(&a(row, column), &b(row, column), sizeof(Scalar)) != 0;
    };
    forEachRun(changedRows(a, b), 0, a.rows(), 1, [&](Index row, Index) {
        for (Index c = 0; c < range.first; ++c) {
            if (differs(row, c))
                range.first = c;
        }
        for (Index c = a.cols() - 1; c >= range.last; --c) {
            if (differs(row, c))
                range.last = c + 1;
        }
    });
    return range;
}

} // namespace headlight
