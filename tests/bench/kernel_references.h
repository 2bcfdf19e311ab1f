#pragma once

#include <cstddef>

namespace headlight {

/// Other ways to do what the kernels do, compiled for the same level of instructions.
struct KernelReferences {
    /// c = a b, all row-major.
    void (*eigenProduct)(std::ptrdiff_t rows, std::ptrdiff_t depth, std::ptrdiff_t width,
                         const float* a, const float* b, float* c);
    /// Softmax of every row in place, row by row, which is Eigen's fastest way.
    void (*eigenSoftmax)(std::ptrdiff_t rows, std::ptrdiff_t keys, float* scores);
    /// y = exp(x) for x <= 0.
    void (*eigenExponential)(std::ptrdiff_t count, const float* x, float* y);
    /// The same by core/kernels/exponential.h, which the library of the kernels keeps to itself.
    /// `count` is a multiple of 16.
    void (*exponential)(std::ptrdiff_t count, const float* x, float* y);
};

} // namespace headlight

/// Those of the library that the loader chose, as it chooses that of the kernels.
extern "C" __attribute__((visibility("default"))) const headlight::KernelReferences*
headlight_kernel_references();
