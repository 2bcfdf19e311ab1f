#pragma once

#include "core/model/config.h"
#include "core/model/parameters.h"
#include "core/model/trace.h"

#include <atomic>
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

/// How a caller follows and ends a pass from another thread.
struct ForwardControl {
    std::stop_token stop = {};
    std::atomic<int>* headsDone = nullptr; // counts up to layers x heads
};

/// Everything that a pass depends on. The shapes must already fit (checkDocument).
template <class Scalar>
struct ForwardInputOf {
    Config config;
    ParametersOf<Scalar> parameters;
    MatrixOf<Scalar> embed; // T x d_model
    MatrixOf<Scalar> posEmbed; // the same shape, or empty
    PinsOf<Scalar> pins = {}; // a pinned intermediate is taken as it is
    Keep keep = Keep::Everything;
};

/// Runs the model once and keeps what it computed (Vaswani et al. 2017, sections 3.2.1 and 3.2.2),
/// on the calling thread. Empty only when a stop was requested. For passes one after the other
/// there is Engine, which gives the same bits sooner. Instantiated for double and float.
template <class Scalar>
std::optional<TraceOf<Scalar>>
forward(const Config& config, const ParametersOf<Scalar>& parameters, MatrixOf<Scalar> embed,
        MatrixOf<Scalar> posEmbed, const PinsOf<Scalar>& pins = {}, Keep keep = Keep::Everything,
        const ForwardControl& control = {});

/// Fills scores, scaled and masked of a head from its q and k, bit for bit as forward() does.
/// `prefix`: "layers.0.head.1.".
template <class Scalar>
void computeScores(const Config& config, const PinsOf<Scalar>& pins, const std::string& prefix,
                   HeadTraceOf<Scalar>& head);

/// The sinusoidal position table (Vaswani et al. 2017, section 3.5): `rows` x `width`.
Matrix sinusoidalPositions(Index rows, Index width);

} // namespace headlight
