#pragma once

#include <cstddef>
#include <cstdint>

// Vectors of the instruction set that this file is compiled for, as GCC and Clang extend C++: one
// source for every level.
namespace headlight {

using Count = std::ptrdiff_t;

#if defined(__AVX512F__)
inline constexpr const char* levelName = "x86-64-v4";
inline constexpr int vectorBytes = 64;
inline constexpr int tileRows = 8; // 8 x 3 sums of 32 registers
inline constexpr int tileVectors = 3;
#elif defined(__AVX2__) && defined(__FMA__)
inline constexpr const char* levelName = "x86-64-v3";
inline constexpr int vectorBytes = 32;
inline constexpr int tileRows = 6; // 6 x 2 sums of 16 registers
inline constexpr int tileVectors = 2;
#else
#ifdef __x86_64__
inline constexpr const char* levelName = "x86-64";
#else
inline constexpr const char* levelName = "portable";
#endif
inline constexpr int vectorBytes = 16;
inline constexpr int tileRows = 4;
inline constexpr int tileVectors = 2;
#endif

#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
inline constexpr bool fusesMultiplyAdd = true; // a b + c is rounded once
#else
inline constexpr bool fusesMultiplyAdd = false;
#endif

template <class Scalar>
struct VectorOf {
    typedef Scalar Type __attribute__((vector_size(vectorBytes)));
    /// The same at any address, as the numbers of a matrix lie.
    typedef Scalar Unaligned
        __attribute__((vector_size(vectorBytes), aligned(alignof(Scalar)), may_alias));
    static constexpr Count lanes = vectorBytes / Count(sizeof(Scalar));
};

template <class Scalar>
using Vector = typename VectorOf<Scalar>::Type;

template <class Scalar>
inline constexpr Count lanes = VectorOf<Scalar>::lanes;

template <class Scalar>
[[gnu::always_inline]] inline Vector<Scalar> load(const Scalar* from)
{
    return *reinterpret_cast<const typename VectorOf<Scalar>::Unaligned*>(from);
}

template <class Scalar>
[[gnu::always_inline]] inline void store(Scalar* to, Vector<Scalar> values)
{
    *reinterpret_cast<typename VectorOf<Scalar>::Unaligned*>(to) = values;
}

/// Asks for the number to be in the second cache soon. Any address will do. (GCC drops calls that
/// are not inlined at once: they seem to have no effect.)
[[gnu::always_inline]] inline void prefetch([[maybe_unused]] const void* number)
{
#ifdef __GNUC__
    __builtin_prefetch(number, 0, 2);
#endif
}

/// The first `count` numbers, `filler` in the other lanes.
template <class Scalar>
[[gnu::always_inline]] inline Vector<Scalar> loadPart(const Scalar* from, Count count,
                                                      Scalar filler)
{
    Vector<Scalar> values = Vector<Scalar>{} + filler;
    for (Count i = 0; i < count; ++i)
        values[i] = from[i];
    return values;
}

template <class Scalar>
[[gnu::always_inline]] inline void storePart(Scalar* to, Count count, Vector<Scalar> values)
{
    for (Count i = 0; i < count; ++i)
        to[i] = values[i];
}

} // namespace headlight
