#pragma once

#include "core/kernels/exponential.h"
#include "core/kernels/kernels.h"

#include <algorithm>
#include <limits>

namespace headlight {

/// exp(x - maximum). What the subtraction rounds off counts: at -80 its last place is 4e-6 in
/// float, and so would be the error of the result.
template <class Scalar>
[[gnu::always_inline]] inline Vector<Scalar> weightOf(Vector<Scalar> x, Scalar maximum)
{
    const Vector<Scalar> difference = x - maximum;
    const Vector<Scalar> part = difference - x;
    const Vector<Scalar> rest = (x - (difference - part)) - (maximum + part); // Knuth's two-sum
    const auto isZero = difference < ExponentialOf<Scalar>::lowest;
    const Vector<Scalar> zeros = {};
    return exponential<Scalar>(isZero ? zeros + ExponentialOf<Scalar>::lowest : difference,
                               isZero ? zeros : rest);
}

/// A sum of numbers >= 0 with what rounding took from it. Adding zeros changes neither.
template <class Scalar>
struct CompensatedSum {
    Vector<Scalar> sum = {};
    Vector<Scalar> rest = {};

    [[gnu::always_inline]] void add(Vector<Scalar> x)
    {
        const Vector<Scalar> larger = x > sum ? x : sum;
        const Vector<Scalar> smaller = x > sum ? sum : x;
        sum = larger + smaller;
        rest += smaller - (sum - larger);
    }

    typename ExponentialOf<Scalar>::Wide total() const
    {
        typename ExponentialOf<Scalar>::Wide result = 0;
        for (Count i = 0; i < lanes<Scalar>; ++i)
            result += rest[i];
        for (Count i = 0; i < lanes<Scalar>; ++i)
            result += sum[i];
        return result;
    }
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
    for (Count i = 0; i < lanes<Scalar>; ++i)
        maximum = std::max(maximum, largest[i]);
    return maximum;
}

/// Replaces every score by exp(score - maximum) and returns their sum.
template <class Scalar>
typename ExponentialOf<Scalar>::Wide exponentiate(Scalar* row, Count keys, Scalar maximum)
{
    CompensatedSum<Scalar> sum;
    Count key = 0;
    for (; key + lanes<Scalar> <= keys; key += lanes<Scalar>) {
        const Vector<Scalar> weights = weightOf(load(row + key), maximum);
        store(row + key, weights);
        sum.add(weights);
    }
    if (key < keys) {
        const Scalar hidden = -std::numeric_limits<Scalar>::infinity();
        const Vector<Scalar> weights = weightOf(loadPart(row + key, keys - key, hidden), maximum);
        storePart(row + key, keys - key, weights);
        sum.add(weights);
    }
    return sum.total();
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

/// Divides every number by the sum. The inverse has two parts, so that only the result is rounded.
template <class Scalar>
void divide(Scalar* row, Count keys, typename ExponentialOf<Scalar>::Wide sum)
{
    const typename ExponentialOf<Scalar>::Wide inverse = 1 / sum;
    const Scalar high = Scalar(inverse);
    const Scalar low = Scalar(inverse - high);
    Count key = 0;
    for (; key + lanes<Scalar> <= keys; key += lanes<Scalar>)
        store(row + key, scaled(load(row + key), high, low));
    const Vector<Scalar> last = loadPart(row + key, keys - key, Scalar(0));
    storePart(row + key, keys - key, scaled(last, high, low));
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
