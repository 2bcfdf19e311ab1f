#pragma once

#include <cstddef>

namespace headlight {

/// c = a b for a part of c: rows of a, and the columns [firstColumn, lastColumn) of b.
/// a and c are row-major; a stride is the distance between two rows.
template <class Scalar>
struct ProductOf {
    std::ptrdiff_t rows = 0;
    std::ptrdiff_t depth = 0; // columns of a, rows of b
    std::ptrdiff_t width = 0; // columns of the whole b
    std::ptrdiff_t firstColumn = 0; // a multiple of panelWidth(width)
    std::ptrdiff_t lastColumn = 0;
    const Scalar* a = nullptr;
    std::ptrdiff_t aStride = 0;
    const Scalar* packed = nullptr; // b, as pack() or packTransposed() left it, 64-byte aligned
    Scalar* c = nullptr;
    std::ptrdiff_t cStride = 0;
    const Scalar* upcoming = nullptr; // what the thread is likely to read next, to be fetched ahead
};

/// One row of scores that becomes weights.
template <class Scalar>
struct SoftmaxRowOf {
    Scalar* row = nullptr;
    std::ptrdiff_t keys = 0;
    std::ptrdiff_t visible = 0; // the keys from here on are hidden: weight 0
    Scalar factor = 1; // on the scores
};

/// The hot loops of the engine for one kind of number. Every number of a product is one sum in the
/// order of the depth, so it has the same bits whatever part of the product it is computed with.
template <class Scalar>
struct KernelsOf {
    /// Rows that a product does at once; blocks of so many stay in the cache.
    std::ptrdiff_t tileRows;

    /// Rows of b that lie together.
    std::ptrdiff_t blockDepth;

    /// How many columns of b lie together; parts of a product start at multiples of it.
    std::ptrdiff_t (*panelWidth)(std::ptrdiff_t width);

    /// How many numbers a packed b of depth x width takes.
    std::ptrdiff_t (*packedSize)(std::ptrdiff_t depth, std::ptrdiff_t width);

    /// Lays b (depth x width, row-major) out in the order in which multiply() reads it.
    void (*pack)(std::ptrdiff_t depth, std::ptrdiff_t width, const Scalar* b, std::ptrdiff_t stride,
                 Scalar* packed);

    /// The same where b is given as its transpose, width x depth.
    void (*packTransposed)(std::ptrdiff_t depth, std::ptrdiff_t width, const Scalar* transposed,
                           std::ptrdiff_t stride, Scalar* packed);

    void (*multiply)(const ProductOf<Scalar>& product);

    /// Softmax in place, within 2 units in the last place. False when every key is hidden: then
    /// the row is all zeros. NaN and +infinity spread over the row.
    bool (*softmax)(const SoftmaxRowOf<Scalar>& row);
};

struct Kernels {
    const char* level; // what they are compiled for: "x86-64-v3"
    KernelsOf<float> single;
    KernelsOf<double> real;
};

} // namespace headlight

/// The kernels of the library that was loaded. The one symbol that it shows: libraries compiled for
/// other instruction sets may be in the same process without sharing a single template.
extern "C"
#ifdef __GNUC__
    __attribute__((visibility("default")))
#endif
    const headlight::Kernels*
    headlight_kernels();

namespace headlight {

template <class Scalar>
const KernelsOf<Scalar>& kernelsOf();
template <>
inline const KernelsOf<float>& kernelsOf<float>()
{
    return headlight_kernels()->single;
}
template <>
inline const KernelsOf<double>& kernelsOf<double>()
{
    return headlight_kernels()->real;
}

} // namespace headlight
