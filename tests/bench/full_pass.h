#pragma once

#include "core/model/engine.h"
#include "tests/bench/shortest.h"

#include <cmath>
#include <random>

// Full passes of the engine, as every benchmark of them makes them. A layer is attention with W_O;
// its output is the next layer's input.
namespace headlight {

inline constexpr int passThreads = 2; // of the engine and of its peers

struct PassSize {
    int tokens = 0;
    int width = 0;
    int heads = 1;
    int layers = 1;
};

/// Multiplications and additions of one pass.
inline double operationsOf(const PassSize& size)
{
    const double n = size.tokens;
    const double d = size.width;
    return size.layers * (8 * n * d * d + 4 * n * n * d);
}

template <class Scalar>
MatrixOf<Scalar> randomMatrix(Index rows, Index columns, double deviation)
{
    static std::mt19937 random(1);
    std::normal_distribution<Scalar> normal(0, Scalar(deviation));
    return MatrixOf<Scalar>::NullaryExpr(rows, columns, [&] { return normal(random); });
}

template <class Scalar>
ForwardInputOf<Scalar> randomInput(const PassSize& size)
{
    ForwardInputOf<Scalar> input;
    input.keep = Keep::Pictures;
    input.config.modelWidth = input.config.outputWidth = size.width;
    input.config.keyWidth = input.config.valueWidth = size.width / size.heads;
    input.config.heads = size.heads;
    input.config.layers = size.layers;
    input.embed = randomMatrix<Scalar>(size.tokens, size.width, 1);
    const auto weight = [&] {
        return randomMatrix<Scalar>(size.width, size.width, 1 / std::sqrt(double(size.width)));
    };
    for (int l = 0; l < size.layers; ++l)
        input.parameters.layers.push_back({weight(), weight(), weight(), weight(), {}});
    return input;
}

/// Passes in which every number of X differs from the pass before.
template <class Scalar>
class FullPasses {
public:
    explicit FullPasses(const PassSize& size, int threads = passThreads)
        : m_input(randomInput<Scalar>(size))
        , m_otherEmbed(MatrixOf<Scalar>(-*m_input.embed))
        , m_engine(threads)
    {
    }

    /// The shortest time of a pass within so many seconds.
    double go(double seconds)
    {
        return shortestWithin(seconds, [this] {
            std::swap(m_input.embed, m_otherEmbed);
            m_trace = m_engine.run(m_input);
        });
    }

private:
    ForwardInputOf<Scalar> m_input;
    Shared<MatrixOf<Scalar>> m_otherEmbed; // peers do not make their X in a pass either
    Engine<Scalar> m_engine;
    std::optional<TraceOf<Scalar>> m_trace; // as long as the picture of it is shown
};

} // namespace headlight
