#pragma once

#include "core/document/snapshot.h"
#include "core/explain/cell.h"

#include <optional>
#include <string>

namespace headlight {

/// What somebody who computes a matrix by hand gets wrong most often.
enum class Mistake {
    NotScaled, // the scores were not divided by sqrt(d_k)
    ScaledTooEarly, // a score was divided already
    NoRoot, // divided by d_k in place of sqrt(d_k), or twice by its root
    Multiplied, // by the root in place of divided
    SoftmaxDownColumn, // in place of along the row
    NoSoftmax, // the score in place of the weight
    NoExponential, // scores divided by their sum
    NotDivided, // exponentials not divided by their sum
    MaskForgotten,
    KeyNotTransposed, // row of Q with column of K
    WeightsTransposed, // row of X with row of the weight matrix
    RowAndColumnSwapped, // the value of cell (c, r); for a score: query and key exchanged
    ColumnOfWeights, // the values blended with a column of weights
    RowOfValues, // a row of V in place of a column
    OtherMatrix, // of W_Q, W_K and W_V
    BiasForgotten, // b_O
    ResidualForgotten, // X was not added
    WrongSign,
    OtherRow, // the right number of another row
    Rounded, // close, but rounded too early
};

/// One sentence or two for the learner: what seems to have happened, and how to do it right.
std::string mistakeText(Mistake mistake);

/// The mistake that gives the number somebody typed for a cell, the most telling one if there are
/// several. Nothing when the number is right, or when no known mistake gives it.
std::optional<Mistake> recognise(const SnapshotPtr& snapshot, const CellRef& cell, double typed,
                                 double tolerance);

struct Answer {
    bool right = false;
    std::optional<Mistake> mistake;
};

/// Judges a number that was typed for a cell. A cell that does not exist takes no number.
Answer judge(const SnapshotPtr& snapshot, const CellRef& cell, double typed, double tolerance);

} // namespace headlight
