#include "core/kernels/kernels.h"

#include "core/kernels/product.h"
#include "core/kernels/softmax.h"

namespace headlight {
namespace {

template <class Scalar>
constexpr KernelsOf<Scalar> tableOf()
{
    return {tileRows,           blockDepth,     panelWidth<Scalar>,
            packedSize<Scalar>, pack<Scalar>,   packTransposed<Scalar>,
            multiply<Scalar>,   softmax<Scalar>};
}

constexpr Kernels kernels = {levelName, tableOf<float>(), tableOf<double>()};

} // namespace
} // namespace headlight

const headlight::Kernels* headlight_kernels()
{
    return &headlight::kernels;
}
