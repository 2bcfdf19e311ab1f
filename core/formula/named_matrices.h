#pragma once

#include "core/document/snapshot.h"
#include "core/model/head_place.h"

#include <functional>
#include <string>

namespace headlight {

/// Finds the matrix that a formula calls `name`, or says why there is none.
using MatrixLookup = std::function<Result<std::shared_ptr<const Matrix>>(const std::string& name)>;

/// The matrices of one layer and head under the names that lessons use: X, W_Q, Q, scores … What
/// the document holds is taken from `document`, so that an edit a moment ago counts. What has to
/// be computed comes from `snapshot`, which may be null; while it is of an older document, asking
/// for such a matrix is an Error.
MatrixLookup namedMatrices(std::shared_ptr<const Document> document, SnapshotPtr snapshot,
                           const HeadPlace& place);

} // namespace headlight
