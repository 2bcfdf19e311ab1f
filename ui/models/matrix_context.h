#pragma once

#include "core/document/snapshot.h"
#include "core/model/head_place.h"

namespace headlight {

/// What stands around a matrix in a table, for formulas and questions; all empty for one that
/// belongs to no document.
struct MatrixContext {
    std::string path; // of the matrix
    std::shared_ptr<const Document> document;
    SnapshotPtr snapshot; // may be of an older document
    HeadPlace place; // whose W_Q, Q, … a formula means
};

} // namespace headlight
