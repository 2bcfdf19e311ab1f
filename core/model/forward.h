#pragma once

#include "core/model/config.h"
#include "core/model/parameters.h"
#include "core/model/trace.h"

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace headlight {

/// Path of an intermediate -> the matrix used instead of computing it.
template <class Scalar>
using PinsOf = std::map<std::string, Shared<MatrixOf<Scalar>>>;
using Pins = PinsOf<double>;

/// What a trace holds on to. Pictures leaves out scores, scaled and masked: three quarters of the
/// memory of a long sentence, and cheap to make again for the one head that is looked at.
enum class Keep { Everything, Pictures };

/// How a caller follows and ends a pass.
template <class Scalar>
struct ForwardControlOf {
    std::stop_token stop = {};
    std::atomic<int>* headsDone = nullptr; // counts up to layers x heads

    /// While a number is dragged: weights of long sentences may be off by rounding (1e-6), which is
    /// faster. The pass before must have been of nearly the same input; the next pass without this
    /// is exact again.
    bool mayNudge = false;

    /// Called by the thread that runs the pass as soon as the attention weights of a layer are
    /// there; they are half of the work. The trace is as it will be, or as in the pass before, but
    /// for v, z and all that follows from z in the layer that is being computed: these must not be
    /// read. Not called while a layer is missing.
    std::function<void(const TraceOf<Scalar>&)> weightsReady = {};
    /// It is not called when fewer multiplications than this are left to do.
    double leastLeft = 0;
};
using ForwardControl = ForwardControlOf<double>;

/// Everything that a pass depends on. The shapes must already fit (checkDocument).
template <class Scalar>
struct ForwardInputOf {
    Config config;
    ParametersOf<Scalar> parameters;
    Shared<MatrixOf<Scalar>> embed; // T x d_model
    Shared<MatrixOf<Scalar>> posEmbed; // the same shape, or empty
    PinsOf<Scalar> pins = {}; // a pinned intermediate is taken as it is
    Keep keep = Keep::Everything;
};

/// Runs the model once and keeps what it computed (Vaswani et al. 2017, sections 3.2.1 and 3.2.2),
/// on the calling thread. Empty only when a stop was requested. For passes one after the other
/// there is Engine, which gives the same bits sooner. Instantiated for double and float.
template <class Scalar>
std::optional<TraceOf<Scalar>>
forward(const Config& config, const ParametersOf<Scalar>& parameters,
        Shared<MatrixOf<Scalar>> embed, Shared<MatrixOf<Scalar>> posEmbed,
        const PinsOf<Scalar>& pins = {}, Keep keep = Keep::Everything,
        const ForwardControlOf<Scalar>& control = {});

/// Fills scores, scaled and masked of a head from its q and k, bit for bit as forward() does.
/// `prefix`: "layers.0.head.1.".
template <class Scalar>
void computeScores(const Config& config, const PinsOf<Scalar>& pins, const std::string& prefix,
                   HeadTraceOf<Scalar>& head);

/// How many multiplications a pass makes.
double multiplicationsOf(const Config& config, Index tokens);

/// The sinusoidal position table (Vaswani et al. 2017, section 3.5): `rows` x `width`.
Matrix sinusoidalPositions(Index rows, Index width);

} // namespace headlight
