#include "core/lab/geometry.h"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

/// The vector with its largest entry brought to +-1, so that no product can overflow or vanish;
/// nothing without a direction.
std::optional<Eigen::RowVectorXd> scaled(const RowView& vector)
{
    const double largest = vector.size() > 0 ? vector.cwiseAbs().maxCoeff() : 0;
    if (!vector.allFinite() || largest == 0)
        return std::nullopt;
    return Eigen::RowVectorXd(vector / largest);
}

/// +1 or -1, whichever makes the largest entry positive. Entries that differ by rounding only count
/// as equal: the sign must not depend on it.
double signOf(const Eigen::VectorXd& axis)
{
    const double nearlyLargest = axis.cwiseAbs().maxCoeff() * (1 - 1e-9);
    for (Index i = 0; i < axis.size(); ++i) {
        if (std::abs(axis[i]) >= nearlyLargest)
            return axis[i] < 0 ? -1 : 1;
    }
    return 1;
}

Matrix stacked(const Matrix& above, const Matrix& below)
{
    Matrix both(above.rows() + below.rows(), above.cols());
    both << above, below;
    return both;
}

} // namespace

std::optional<double> cosineSimilarity(const RowView& a, const RowView& b)
{
    const std::optional<Eigen::RowVectorXd> u = scaled(a);
    const std::optional<Eigen::RowVectorXd> v = scaled(b);
    if (!u || !v)
        return std::nullopt;
    // One root of the product: sqrt(n * n) is n exactly, which makes equal vectors exactly 1.
    const double cosine = u->dot(*v) / std::sqrt(u->squaredNorm() * v->squaredNorm());
    return std::clamp(cosine, -1.0, 1.0);
}

Matrix cosineTable(const Matrix& rows)
{
    Matrix table(rows.rows(), rows.rows());
    for (Index i = 0; i < rows.rows(); ++i) {
        for (Index j = 0; j <= i; ++j) {
            table(i, j) = table(j, i) = cosineSimilarity(rows.row(i), rows.row(j))
                                            .value_or(std::numeric_limits<double>::quiet_NaN());
        }
    }
    return table;
}

Result<PrincipalPlane> principalPlane(const Matrix& rows)
{
    if (!rows.allFinite())
        return Error{"Some of the numbers are not finite, so they have no place in a plane."};
    PrincipalPlane plane{Matrix::Zero(rows.rows(), 2)};
    if (rows.size() == 0)
        return plane;
    const Matrix centred = rows.rowwise() - rows.colwise().mean();
    const double largest = centred.cwiseAbs().maxCoeff();
    if (largest <= rows.cwiseAbs().maxCoeff() * 1e-15 || !std::isfinite(largest))
        return plane;
    const Eigen::MatrixXd unit = centred / largest;
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(unit, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const double variance = svd.singularValues().squaredNorm();
    for (Index axis = 0; axis < std::min<Index>(2, svd.singularValues().size()); ++axis) {
        const Eigen::VectorXd direction = svd.matrixV().col(axis);
        plane.points.col(axis) = centred * direction * signOf(direction);
        plane.shares[std::size_t(axis)] = std::pow(svd.singularValues()[axis], 2) / variance;
    }
    return plane;
}

Result<PlaneMovement> planeMovement(const Matrix& before, const Matrix& after)
{
    const bool onePlane = before.cols() == after.cols();
    const Result<PrincipalPlane> first = principalPlane(onePlane ? stacked(before, after) : before);
    if (!first)
        return first.error();
    if (onePlane)
        return PlaneMovement{{first->points.topRows(before.rows()), first->shares},
                             {first->points.bottomRows(after.rows()), first->shares}};
    const Result<PrincipalPlane> second = principalPlane(after);
    if (!second)
        return second.error();
    return PlaneMovement{*first, *second, false};
}

} // namespace headlight
