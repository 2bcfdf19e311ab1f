#pragma once

#include "core/document/snapshot.h"
#include "core/lesson/cell_name.h"

#include <string_view>

namespace headlight {

/// The value of an expression such as "Q[1,1]*K[2,1] + 3/sqrt(2)" on what a document computed:
///   numbers, cells (cell_name.h), + - * / ( ) and a minus in front
///   sqrt(x)  exp(x)
///   sum(weights[1,*])  max(scores[*,*])      over cells
///   cosine(X[1], X[4])                       how far two rows point the same way, -1 to 1
///   difference(output[1], output[4])         the largest distance between two rows, cell by cell
/// Division by zero and roots of negative numbers give what IEEE arithmetic gives.
Result<double> evaluate(std::string_view expression, const SnapshotPtr& snapshot,
                        const HeadPlace& place);

/// Whether an expression is written correctly, whatever cells a document has.
Result<Ok> checkExpression(std::string_view expression);

} // namespace headlight
