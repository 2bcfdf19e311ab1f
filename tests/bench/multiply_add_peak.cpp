#include "tests/bench/multiply_add_peak.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace headlight {
namespace {

constexpr long rounds = 2000000;
constexpr int sums = 12; // enough to hide the latency of one operation

#ifdef __x86_64__
typedef float Vector16 __attribute__((vector_size(16)));
typedef float Vector32 __attribute__((vector_size(32)));
typedef float Vector64 __attribute__((vector_size(64)));

/// Vectors stay in registers all the time. The sum is returned so that nothing is left out.
template <class Vector>
[[gnu::always_inline]] inline float multiplyAndAdd()
{
    Vector s[sums]; // all different, or equal ones would be computed once
    for (int j = 0; j < sums; ++j)
        s[j] = Vector{} + float(j);
    Vector factor = Vector{} + 0.999f;
    const Vector step = Vector{} + 0.1f;
    for (long i = 0; i < rounds; ++i) {
#pragma GCC unroll 12
        for (int j = 0; j < sums; ++j)
            s[j] = s[j] * factor + step;
        asm volatile("" : "+x"(factor));
    }
    Vector total = {};
    for (const Vector& sum : s)
        total += sum;
    return total[0];
}

[[gnu::target("avx512f"), gnu::noinline]] float widest()
{
    return multiplyAndAdd<Vector64>();
}

[[gnu::target("avx2,fma"), gnu::noinline]] float wide()
{
    return multiplyAndAdd<Vector32>();
}

[[gnu::noinline]] float narrow()
{
    return multiplyAndAdd<Vector16>();
}
#endif

} // namespace

double multiplyAddPeak(int threads)
{
#ifdef __x86_64__
    const bool has512 = __builtin_cpu_supports("avx512f");
    const bool has256 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    float (*const run)() = has512 ? widest : has256 ? wide : narrow;
    const double lanes = has512 ? 16 : has256 ? 8 : 4;
    std::vector<float> results(static_cast<std::size_t>(threads));
    double best = 0;
    for (int turn = 0; turn < 10; ++turn) {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::thread> others;
        for (std::size_t t = 1; t < results.size(); ++t)
            others.emplace_back([&, t] { results[t] = run(); });
        results[0] = run();
        for (std::thread& other : others)
            other.join();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        best = std::max(best, 2 * lanes * sums * double(rounds) * threads / took.count());
    }
    volatile float sink = results[0];
    (void)sink;
    return best;
#else
    return 0 * threads;
#endif
}

} // namespace headlight
