#pragma once

#include "core/kernels/vector.h"

#include <bit>
#include <cmath>
#include <iterator>

namespace headlight {

/// What exp() takes for one kind of number:
///   lowest   exponents of e below it give zero
///   direct   up to this size, exponents are multiples of ln(2) and a rest exactly
///   room     the results are 2^room times as large, or the smallest would be subnormal
///   shifter  1.5 x 2^mantissaBits: leaves a whole number in the lowest bits of a sum
template <class Scalar>
struct ExponentialOf;

/// Coefficients of Cephes' expf (Moshier 1989): exp(r) = 1 + r + r² p(r) for |r| <= ln(2)/2.
template <>
struct ExponentialOf<float> {
    using Bits = std::uint32_t;
    using Wide = double;
    static constexpr int mantissaBits = 23;
    static constexpr Bits bias = 127;
    static constexpr Bits room = 32;
    static constexpr float lowest = -105;
    static constexpr float direct = 210;
    static constexpr float shifter = 12582912;
    static constexpr float log2e = 1.44269504f;
    static constexpr float ln2High = 0.693359375f; // few bits: its multiples are exact
    static constexpr float ln2Low = -2.12194440e-4f;
    static constexpr float p[] = {1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f,
                                  4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f};
};

/// The Taylor series; what it leaves out is below 5e-18.
template <>
struct ExponentialOf<double> {
    using Bits = std::uint64_t;
    using Wide = long double;
    static constexpr int mantissaBits = 52;
    static constexpr Bits bias = 1023;
    static constexpr Bits room = 128;
    static constexpr double lowest = -746;
    static constexpr double direct = 1492;
    static constexpr double shifter = 6755399441055744.0;
    static constexpr double log2e = 1.4426950408889634;
    static constexpr double ln2High = 6.93145751953125e-1;
    static constexpr double ln2Low = 1.42860682030941723212e-6;
    static constexpr double p[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                   1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                   1.0 / 120,        1.0 / 24,        1.0 / 6,        1.0 / 2};
};

/// A number as a power of two and the rest, less than half of it.
template <class Scalar>
struct Unrounded {
    Vector<Scalar> power;
    Vector<Scalar> rest;

    [[gnu::always_inline]] Vector<Scalar> rounded() const { return power + rest; }
};

/// What exponents are measured from, taken apart as they are: base + n ln(2) + high.
template <class Scalar>
struct ExponentOrigin {
    using E = ExponentialOf<Scalar>;

    explicit ExponentOrigin(Scalar origin)
        // Numbers far from zero are subtracted first. What is not far below them, all that counts,
        // lies between their half and their double: such a difference is exact (Sterbenz 1974).
        : base(std::abs(origin) <= E::direct ? Scalar(0) : origin)
        , rest(origin - base)
        , n((rest * E::log2e + E::shifter) - E::shifter)
        , high(rest - n * E::ln2High)
    {
    }

    Scalar base;
    Scalar rest;
    Scalar n;
    Scalar high;
};

/// exp(x - origin) 2^room, for lowest <= x - origin <= 0; zero below. NaN stays NaN.
template <class Scalar>
[[gnu::always_inline]] inline Unrounded<Scalar> exponential(Vector<Scalar> x,
                                                            const ExponentOrigin<Scalar>& origin)
{
    using E = ExponentialOf<Scalar>;
    typedef typename E::Bits Bits __attribute__((vector_size(vectorBytes)));
    const Vector<Scalar> y = x - origin.base;
    // The difference is rounded. That is good enough for n, but not for what n leaves: y and the
    // origin are reduced apart, which is exact, and next to each other only then.
    const Vector<Scalar> difference = y - origin.rest;
    const Vector<Scalar> shifted = difference * E::log2e + E::shifter;
    const Vector<Scalar> n = shifted - (E::shifter - origin.n);
    const Vector<Scalar> high = (y - n * E::ln2High) - origin.high;
    const Vector<Scalar> low = origin.n * E::ln2Low - n * E::ln2Low;
    const Vector<Scalar> r = high + low;
    Vector<Scalar> p = r * E::p[0] + E::p[1];
    for (std::size_t i = 2; i < std::size(E::p); ++i)
        p = p * r + E::p[i];
    const Vector<Scalar> lessOne = r + (((high - r) + low) + r * r * p);
    // The last bits of what is shifted are those of a whole number, here an exponent.
    const Scalar shifter = E::shifter;
    const Bits exponent = reinterpret_cast<Bits>(shifted)
        - (std::bit_cast<typename E::Bits>(shifter) - E::bias - E::room);
    const Vector<Scalar> power = reinterpret_cast<Vector<Scalar>>(exponent << E::mantissaBits);
    const auto isZero = difference < E::lowest;
    const Vector<Scalar> zeros = {};
    return {isZero ? zeros : power, isZero ? zeros : lessOne * power};
}

} // namespace headlight
