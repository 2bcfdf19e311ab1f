#pragma once

#include "core/kernels/vector.h"

#include <iterator>

namespace headlight {

template <class Scalar>
struct ExponentialOf;

/// Coefficients of Cephes' expf (Moshier 1989): exp(r) = 1 + r + r² p(r) for |r| <= ln(2)/2.
template <>
struct ExponentialOf<float> {
    using Bits = std::uint32_t;
    using Wide = double;
    static constexpr int mantissaBits = 23;
    static constexpr float lowest = -104; // smaller exponents give zero
    static constexpr float shifter = 12582912 + 256; // leaves n + 256 in the lowest bits
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
    static constexpr double lowest = -746;
    static constexpr double shifter = 6755399441055744.0 + 2048;
    static constexpr double log2e = 1.4426950408889634;
    static constexpr double ln2High = 6.93145751953125e-1;
    static constexpr double ln2Low = 1.42860682030941723212e-6;
    static constexpr double p[] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                   1.0 / 362880,     1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                   1.0 / 120,        1.0 / 24,        1.0 / 6,        1.0 / 2};
};

/// exp(x + rest) for lowest <= x <= 0 and a rest below the last place of x. Subnormal results are
/// rounded, not flushed; NaN stays NaN.
template <class Scalar>
[[gnu::always_inline]] inline Vector<Scalar> exponential(Vector<Scalar> x, Vector<Scalar> rest)
{
    using E = ExponentialOf<Scalar>;
    typedef typename E::Bits Bits __attribute__((vector_size(vectorBytes)));
    const Vector<Scalar> shifted = x * E::log2e + E::shifter;
    const Vector<Scalar> n = shifted - E::shifter;
    const Vector<Scalar> high = x - n * E::ln2High; // exact
    const Vector<Scalar> low = rest - n * E::ln2Low;
    const Vector<Scalar> r = high + low;
    Vector<Scalar> p = r * E::p[0] + E::p[1];
    for (std::size_t i = 2; i < std::size(E::p); ++i)
        p = p * r + E::p[i];
    const Vector<Scalar> start = 1 + r;
    const Vector<Scalar> fraction = start + (((1 - start) + r) + (((high - r) + low) + r * r * p));
    // 2^n as two factors, since 2^n itself may be too small for an exponent. The shifter left
    // n + 2 (bias + 1) in the bits; each half of that, less 1, is an exponent with its bias.
    const Bits bits = reinterpret_cast<Bits>(shifted);
    const Bits half = bits >> 1;
    const Bits one = (Bits{} + 1) << E::mantissaBits;
    const Bits first = (half << E::mantissaBits) - one;
    const Bits second = ((bits - half) << E::mantissaBits) - one;
    return fraction * reinterpret_cast<Vector<Scalar>>(first)
        * reinterpret_cast<Vector<Scalar>>(second);
}

} // namespace headlight
