#include "tests/bench/kernel_references.h"

#include "core/kernels/exponential.h"

#include <Eigen/Core>

namespace headlight {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void eigenProduct(Count rows, Count depth, Count width, const float* a, const float* b, float* c)
{
    Eigen::Map<RowMajor>(c, rows, width).noalias()
        = Eigen::Map<const RowMajor>(a, rows, depth) * Eigen::Map<const RowMajor>(b, depth, width);
}

void eigenSoftmax(Count rows, Count keys, float* scores)
{
    for (Count i = 0; i < rows; ++i) {
        Eigen::Map<Eigen::ArrayXf> row(scores + i * keys, keys);
        row = (row - row.maxCoeff()).exp();
        row *= 1 / row.sum();
    }
}

void eigenExponential(Count count, const float* x, float* y)
{
    Eigen::Map<Eigen::ArrayXf>(y, count) = Eigen::Map<const Eigen::ArrayXf>(x, count).exp();
}

void ownExponential(Count count, const float* x, float* y)
{
    for (Count i = 0; i < count; i += lanes<float>)
        store(y + i, exponential<float>(load(x + i), ExponentOrigin<float>(0)).rounded());
}

} // namespace
} // namespace headlight

const headlight::KernelReferences* headlight_kernel_references()
{
    using namespace headlight;
    static const KernelReferences references
        = {eigenProduct, eigenSoftmax, eigenExponential, ownExponential};
    return &references;
}
