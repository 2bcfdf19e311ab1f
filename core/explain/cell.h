#pragma once

#include "core/math/matrix.h"

#include <string>

namespace headlight {

/// One number of a document or its trace. `tensor`: a path of tensor() (snapshot.h).
struct CellRef {
    std::string tensor;
    Index row = 0;
    Index column = 0;

    bool operator==(const CellRef&) const = default;
};

/// A rectangle of cells of one tensor.
struct CellBlock {
    std::string tensor;
    Index row = 0;
    Index column = 0;
    Index rows = 1;
    Index columns = 1;

    bool contains(Index r, Index c) const
    {
        return r >= row && r < row + rows && c >= column && c < column + columns;
    }
    bool operator==(const CellBlock&) const = default;
};

} // namespace headlight
