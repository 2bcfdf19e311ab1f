#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"

#include <array>
#include <optional>

namespace headlight {

/// A row of a matrix without a copy.
using RowView = Eigen::Ref<const Eigen::RowVectorXd>;

/// The cosine of the angle between two vectors of one width, -1 to 1; exactly 1 when they are
/// equal. A vector that is zero, or holds a number that is not finite, has no direction: nothing.
std::optional<double> cosineSimilarity(const RowView& a, const RowView& b);

/// T x T, the cosine similarity of every two rows; NaN where there is none.
Matrix cosineTable(const Matrix& rows);

/// Rows as points in the plane in which they are spread out most.
struct PrincipalPlane {
    Matrix points; // N x 2, measured from the mean of the rows
    /// What part of the variance lies along each axis, 0 to 1; both 0 when all rows are equal.
    std::array<double, 2> shares = {0, 0};
};

/// Principal component analysis (Pearson 1901). The sign of an axis is chosen so that its largest
/// entry, the first among equals, is positive. Refuses numbers that are not finite.
Result<PrincipalPlane> principalPlane(const Matrix& rows);

/// Where T tokens are before and after a computation.
struct PlaneMovement {
    PrincipalPlane before;
    PrincipalPlane after;
    /// Whether both were laid into one plane, so that their points can be compared. Vectors of
    /// different widths do not live in one space: each then has a plane of its own.
    bool onePlane = true;
};

/// `before` and `after` in the plane of both together, where their widths allow it.
Result<PlaneMovement> planeMovement(const Matrix& before, const Matrix& after);

} // namespace headlight
