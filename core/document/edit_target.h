#pragma once

#include "core/document/document.h"
#include "core/support/area.h"

namespace headlight {

/// Why a recording takes no edit.
extern const char* const recordingRefusal;

/// The numbers an edit may write: a block of one matrix of the document, or, for the rows of X,
/// rows of the embedding table chosen by token.
struct EditTarget {
    Shared<Matrix>* matrix = nullptr;
    Index firstRow = 0;
    Index firstColumn = 0;
    Index rows = 0;
    Index columns = 0;
    std::vector<Index> rowOfToken; // when not empty: row t is row rowOfToken[t] of the matrix

    Index row(Index r) const
    {
        return rowOfToken.empty() ? firstRow + r : rowOfToken[std::size_t(r)];
    }

    Area whole() const { return {0, rows, 0, columns}; }

    /// The numbers of a part, rows in the order of the target's own.
    Matrix numbers(const Area& part) const;

    /// The smallest part outside of which writing `numbers` from `row` and `column` on changes
    /// nothing. Numbers are the same when their bits are: -0 is not 0, and NaN is NaN.
    Area difference(const Matrix& numbers, Index row, Index column) const;

    /// Writes what differs, and only that: two tokens may share a row, and the one that was not
    /// changed must not write the old numbers back over the other.
    void write(const Matrix& numbers, Index row, Index column);

private:
    Area inMatrix(const Area& part) const;
};

/// What `tensor` names, or why it cannot be written.
Result<EditTarget> findTarget(Document& document, const std::string& tensor);

/// The same, only to be looked at.
Result<EditTarget> findTarget(const Document& document, const std::string& tensor);

} // namespace headlight
