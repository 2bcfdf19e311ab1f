#include "core/model/forward.h"

#include "core/math/aligned_buffer.h"
#include "core/math/softmax.h"
#include "core/model/engine.h"
#include "core/model/pinned_part.h"

#include <cmath>
#include <utility>

namespace headlight {
namespace {

/// q k^T
template <class Scalar>
MatrixOf<Scalar> scoresOf(const MatrixOf<Scalar>& q, const MatrixOf<Scalar>& k)
{
    const KernelsOf<Scalar>& kernels = kernelsOf<Scalar>();
    AlignedBuffer<Scalar> packed;
    packed.reserve(kernels.packedSize(k.cols(), k.rows()));
    kernels.packTransposed(k.cols(), k.rows(), k.data(), k.cols(), packed.data());
    MatrixOf<Scalar> scores(q.rows(), k.rows());
    kernels.multiply({q.rows(), q.cols(), k.rows(), 0, k.rows(), q.data(), q.cols(), packed.data(),
                      scores.data(), scores.cols()});
    return scores;
}

// Another mask is one more case here, in visibleKeys() and in the enumeration.
template <class Scalar>
MatrixOf<Scalar> hideKeys(Mask mask, MatrixOf<Scalar> scores)
{
    if (mask == Mask::Causal) {
        for (Index t = 0; t + 1 < scores.rows(); ++t)
            scores.row(t).tail(scores.cols() - t - 1).setConstant(hidden<Scalar>);
    }
    return scores;
}

} // namespace

template <class Scalar>
void computeScores(const Config& config, const PinsOf<Scalar>& pins, const std::string& prefix,
                   HeadTraceOf<Scalar>& head)
{
    const PinnedPart<Scalar> pinned(pins, prefix);
    const MatrixOf<Scalar>* scores = pinned.find("scores");
    const MatrixOf<Scalar>* scaled = pinned.find("scaled");
    const MatrixOf<Scalar>* masked = pinned.find("masked");
    head.scores = scores ? *scores : scoresOf(head.q, head.k);
    head.scaled = scaled ? *scaled : MatrixOf<Scalar>(head.scores * Scalar(scoreFactor(config)));
    head.masked = masked ? *masked : hideKeys(config.mask, head.scaled);
}

template <class Scalar>
std::optional<TraceOf<Scalar>>
forward(const Config& config, const ParametersOf<Scalar>& parameters,
        Shared<MatrixOf<Scalar>> embed, Shared<MatrixOf<Scalar>> posEmbed,
        const PinsOf<Scalar>& pins, Keep keep, const ForwardControlOf<Scalar>& control)
{
    Engine<Scalar> engine(1);
    return engine.run({config, parameters, std::move(embed), std::move(posEmbed), pins, keep},
                      control);
}

double multiplicationsOf(const Config& config, Index tokens)
{
    const double n = double(tokens);
    const double widths = double(2 * config.keyWidth + config.valueWidth);
    const double perHead = n * double(config.modelWidth) * widths
        + n * n * double(config.keyWidth + config.valueWidth);
    const double output
        = config.outputProjection ? n * double(concatWidth(config) * config.outputWidth) : 0;
    return config.layers * (config.heads * perHead + output);
}

Matrix sinusoidalPositions(Index rows, Index width)
{
    Matrix table(rows, width);
    for (Index position = 0; position < rows; ++position) {
        for (Index c = 0; c < width; ++c) {
            const double angle
                = double(position) / std::pow(10000.0, double(c - c % 2) / double(width));
            table(position, c) = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
        }
    }
    return table;
}

template void computeScores(const Config&, const PinsOf<double>&, const std::string&,
                            HeadTraceOf<double>&);
template void computeScores(const Config&, const PinsOf<float>&, const std::string&,
                            HeadTraceOf<float>&);
template std::optional<TraceOf<double>> forward(const Config&, const ParametersOf<double>&,
                                                Shared<Matrix>, Shared<Matrix>,
                                                const PinsOf<double>&, Keep, const ForwardControl&);
template std::optional<TraceOf<float>> forward(const Config&, const ParametersOf<float>&,
                                               Shared<MatrixOf<float>>, Shared<MatrixOf<float>>,
                                               const PinsOf<float>&, Keep,
                                               const ForwardControlOf<float>&);

} // namespace headlight
