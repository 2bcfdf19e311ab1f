#pragma once

#include "core/kernels/exponential.h"
#include "core/kernels/kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace headlight {

template <class Scalar>
constexpr Scalar powerOfTwo(unsigned exponent)
{
    Scalar power = 1;
    for (unsigned i = 0; i < exponent; ++i)
        power *= 2;
    return power;
}

/// Folds the lanes of a vector, halves onto halves.
template <class Number, std::size_t count, class Fold>
[[gnu::always_inline]] inline Number folded(std::array<Number, count> lane, const Fold& fold)
{
    for (std::size_t half = count / 2; half > 0; half /= 2) {
        for (std::size_t i = 0; i < half; ++i)
            lane[i] = fold(lane[i], lane[i + half]);
    }
    return lane[0];
}

/// A sum of few results of exponential(), which are not rounded before. The upper halves of their
/// digits add up exactly; what these leave is too small for its rounding to be seen (the extraction
/// of Rump, Ogita and Oishi 2008).
template <class Scalar>
class SplitSum {
public:
    static constexpr Count most = 64; // vectors

    /// `rounded` is x.rounded().
    [[gnu::always_inline]] void add(const Unrounded<Scalar>& x, Vector<Scalar> rounded)
    {
        const Vector<Scalar> upper = (rounded + splitter) - splitter;
        m_upper += upper;
        m_lower += (x.power - upper) + x.rest;
    }

    typename ExponentialOf<Scalar>::Wide total() const
    {
        using Wide = typename ExponentialOf<Scalar>::Wide;
        std::array<Wide, lanes<Scalar>> sums;
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] = Wide(m_lower[i]) + Wide(m_upper[i]);
        return folded(sums, [](Wide a, Wide b) { return a + b; });
    }

private:
    /// Half of the bits stay above its last place.
    static constexpr Scalar splitter = Scalar(3)
        * powerOfTwo<Scalar>(ExponentialOf<Scalar>::room + ExponentialOf<Scalar>::mantissaBits / 2);

    Vector<Scalar> m_upper = {};
    Vector<Scalar> m_lower = {};
};

/// Multiplies the row by the factor and returns its largest number; NaN is passed over.
template <class Scalar>
Scalar scaleAndFindMaximum(Scalar* row, Count keys, Scalar factor)
{
    Scalar maximum = -std::numeric_limits<Scalar>::infinity();
    Vector<Scalar> largest = Vector<Scalar>{} + maximum;
    Count key = 0;
    for (; key + lanes<Scalar> <= keys; key += lanes<Scalar>) {
        const Vector<Scalar> x = load(row + key) * factor;
        store(row + key, x);
        largest = x > largest ? x : largest;
    }
    for (; key < keys; ++key)
        maximum = std::max(maximum, row[key] *= factor);
    std::array<Scalar, lanes<Scalar>> each;
    store(each.data(), largest);
    return std::max(maximum, folded(each, [](Scalar a, Scalar b) { return std::max(a, b); }));
}

/// Replaces every score by exp(score - maximum) 2^room, and returns their sum.
template <class Scalar>
typename ExponentialOf<Scalar>::Wide exponentiate(Scalar* row, Count keys, Scalar maximum)
{
    const ExponentOrigin<Scalar> origin(maximum);
    const auto weigh = [&](Vector<Scalar> score, SplitSum<Scalar>& sum) {
        const Unrounded<Scalar> weight = exponential<Scalar>(score, origin);
        const Vector<Scalar> rounded = weight.rounded();
        sum.add(weight, rounded);
        return rounded;
    };
    typename ExponentialOf<Scalar>::Wide sum = 0;
    Count key = 0;
    while (key + lanes<Scalar> <= keys) {
        SplitSum<Scalar> part;
        const Count end = std::min(keys, key + SplitSum<Scalar>::most * lanes<Scalar>);
        for (; key + lanes<Scalar> <= end; key += lanes<Scalar>)
            store(row + key, weigh(load(row + key), part));
        sum += part.total();
    }
    if (key < keys) {
        const Scalar hidden = -std::numeric_limits<Scalar>::infinity();
        SplitSum<Scalar> part;
        storePart(row + key, keys - key, weigh(loadPart(row + key, keys - key, hidden), part));
        sum += part.total();
    }
    return sum;
}

/// x (high + low), rounded once or nearly so.
template <class Scalar>
[[gnu::always_inline]] inline Vector<Scalar> scaled(Vector<Scalar> x, Scalar high, Scalar low)
{
    if constexpr (fusesMultiplyAdd)
        return x * high + x * low;
    // Without a fused operation: the upper halves multiply exactly (Dekker 1971).
    using Bits = typename ExponentialOf<Scalar>::Bits;
    typedef Bits BitVector __attribute__((vector_size(vectorBytes)));
    const BitVector upperHalf = (~BitVector{}) << (ExponentialOf<Scalar>::mantissaBits / 2 + 1);
    const Vector<Scalar> factor = Vector<Scalar>{} + high;
    const auto upper = [&](Vector<Scalar> values) {
        return reinterpret_cast<Vector<Scalar>>(reinterpret_cast<BitVector>(values) & upperHalf);
    };
    const Vector<Scalar> x1 = upper(x);
    const Vector<Scalar> f1 = upper(factor);
    return x1 * f1 + (x1 * (factor - f1) + ((x - x1) * high + x * low));
}

/// Divides every result of exponentiate() by their sum. The inverse has two parts, so that only the
/// weight is rounded, and that where it cannot be subnormal yet.
template <class Scalar>
void divide(Scalar* row, Count keys, typename ExponentialOf<Scalar>::Wide sum)
{
    using Wide = typename ExponentialOf<Scalar>::Wide;
    constexpr Scalar room = powerOfTwo<Scalar>(ExponentialOf<Scalar>::room);
    const Wide inverse = room / sum;
    const Scalar high = Scalar(inverse);
    const Scalar low = Scalar(inverse - high);
    const auto weights = [&](Vector<Scalar> x) { return scaled(x, high, low) * (1 / room); };
    Count key = 0;
    for (; key + lanes<Scalar> <= keys; key += lanes<Scalar>)
        store(row + key, weights(load(row + key)));
    if (key < keys)
        storePart(row + key, keys - key, weights(loadPart(row + key, keys - key, Scalar(0))));
}

template <class Scalar>
bool isNan(Scalar x)
{
    return x != x;
}

template <class Scalar>
bool softmax(const SoftmaxRowOf<Scalar>& scores)
{
    Scalar* row = scores.row;
    Scalar* end = row + scores.keys;
    const Scalar maximum = scaleAndFindMaximum(row, scores.visible, scores.factor);
    const bool nothingSeen = maximum == -std::numeric_limits<Scalar>::infinity();
    if (nothingSeen && std::none_of(row, row + scores.visible, isNan<Scalar>)) {
        std::fill(row, end, Scalar(0));
        return false;
    }
    std::fill(row + scores.visible, end, Scalar(0));
    divide(row, scores.keys, exponentiate(row, scores.visible, maximum));
    return true;
}

} // namespace headlight
