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

/// From the first to the last column in `a` or `b`.
inline ColumnRange united(const ColumnRange& a, const ColumnRange& b)
{
    if (a.isEmpty() || b.isEmpty())
        return a.isEmpty() ? b : a;
    return {std::min(a.first, b.first), std::max(a.last, b.last)};
}

/// What of a computed matrix does not fit its inputs any more: rows, and columns of all rows.
struct Stale {
    RowSet rows = {};
    ColumnRange columns = {};

    bool isNothing() const { return rows.isEmpty() && columns.isEmpty(); }
};

inline Stale united(const Stale& a, const Stale& b)
{
    return {united(a.rows, b.rows), united(a.columns, b.columns)};
}

/// What a pass made anew of a head.
struct HeadStale {
    Stale q, k, v;
    RowSet pattern;
    RowSet z;
};

/// What a pass made anew of a layer.
struct LayerStale {
    RowSet residPre;
    std::vector<HeadStale> heads;
    Stale attnOut;
    Stale residPost;
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

/// Calls `visit(row, column, rows, columns)` for blocks that cover what is stale of a matrix.
template <class Visit>
void forEachBlock(const Stale& stale, Index rows, Index columns, const Visit& visit)
{
    forEachRun(stale.rows, 0, rows, std::max<Index>(rows, 1),
               [&](Index row, Index count) { visit(row, Index(0), count, columns); });
    if (!stale.rows.all && !stale.columns.isEmpty())
        visit(Index(0), stale.columns.first, rows, stale.columns.last - stale.columns.first);
}

/// Makes `to` the same as `from`, from which it differs in nothing but `behind`.
template <class Scalar>
void catchUp(MatrixOf<Scalar>& to, const MatrixOf<Scalar>& from, const Stale& behind)
{
    if (behind.rows.all) {
        to = from;
        return;
    }
    forEachBlock(behind, from.rows(), from.cols(),
                 [&](Index row, Index column, Index rows, Index columns) {
                     to.block(row, column, rows, columns) = from.block(row, column, rows, columns);
                 });
}

/// The rows among `among` in which two matrices of one shape differ in a bit.
template <class Scalar>
RowSet changedRows(const MatrixOf<Scalar>& a, const MatrixOf<Scalar>& b, const RowSet& among)
{
    RowSet rows;
    const std::size_t bytes = std::size_t(a.cols()) * sizeof(Scalar);
    forEachRun(among, 0, a.rows(), 1, [&](Index r, Index) {
        if (bytes > 0 && std::memcmp(&a(r, 0), &b(r, 0), bytes) != 0)
            rows.some.push_back(r);
    });
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
    forEachRun(changedRows(a, b, {true}), 0, a.rows(), 1, [&](Index row, Index) {
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
