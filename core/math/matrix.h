#pragma once

#include <Eigen/Core>

namespace headlight {

/// Row-major, so that row t of an activation is the vector of token t, contiguous in memory,
/// and a tensor file can be read without a transpose.
template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What the user edits. The engine also runs in float; everything outside it speaks double.
using Matrix = MatrixOf<double>;
using Index = Eigen::Index;

/// Whether both hold the same bits: NaN equals NaN, and -0 is not 0.
bool sameBits(double a, double b);
/// The same for all numbers of matrices of the same shape.
bool sameBits(const Matrix& a, const Matrix& b);

} // namespace headlight
