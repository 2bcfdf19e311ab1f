#include "core/model/forward.h"

#include "core/math/softmax.h"

#include <cmath>
#include <utility>

namespace headlight {
namespace {

/// The pins of one part of the model, found by short name. Without pins nothing is looked up.
template <class Scalar>
class PinnedPart {
public:
    PinnedPart(const PinsOf<Scalar>& pins, const std::string& prefix)
        : m_pins(pins)
        , m_prefix(prefix)
    {
    }

    const MatrixOf<Scalar>* find(const char* name) const
    {
        if (m_pins.empty())
            return nullptr;
        const auto pin = m_pins.find(m_prefix + name);
        return pin == m_pins.end() ? nullptr : &*pin->second;
    }

    /// The pinned matrix, or what `compute` returns.
    template <class Compute>
    MatrixOf<Scalar> orElse(const char* name, Compute&& compute) const
    {
        const MatrixOf<Scalar>* pinned = find(name);
        return pinned ? *pinned : MatrixOf<Scalar>(compute());
    }

private:
    const PinsOf<Scalar>& m_pins;
    const std::string& m_prefix;
};

// Another mask is one more case here and in the enumeration.
template <class Scalar>
MatrixOf<Scalar> hideKeys(Mask mask, MatrixOf<Scalar> scores)
{
    if (mask == Mask::Causal) {
        for (Index t = 0; t + 1 < scores.rows(); ++t)
            scores.row(t).tail(scores.cols() - t - 1).setConstant(hidden<Scalar>);
    }
    return scores;
}

std::string layerPrefix(std::size_t layer)
{
    return "layers." + std::to_string(layer) + ".";
}

std::string headPrefix(std::size_t layer, Index head)
{
    return layerPrefix(layer) + "head." + std::to_string(head) + ".";
}

/// Grouped heads (several query heads for one key head) would choose other columns of W_K and W_V
/// here; rotary positions would turn q and k here.
template <class Scalar>
HeadTraceOf<Scalar> attend(const Config& config, const LayerParametersOf<Scalar>& layer,
                           const MatrixOf<Scalar>& x, const PinsOf<Scalar>& pins,
                           const std::string& prefix, Index head)
{
    const PinnedPart<Scalar> pinned(pins, prefix);
    const Index keyWidth = config.keyWidth;
    const Index valueWidth = config.valueWidth;
    HeadTraceOf<Scalar> trace;
    trace.q
        = pinned.orElse("q", [&] { return x * layer.wQ->middleCols(head * keyWidth, keyWidth); });
    trace.k
        = pinned.orElse("k", [&] { return x * layer.wK->middleCols(head * keyWidth, keyWidth); });
    trace.v = pinned.orElse(
        "v", [&] { return x * layer.wV->middleCols(head * valueWidth, valueWidth); });
    computeScores(config, pins, prefix, trace);
    trace.pattern = trace.masked;
    trace.hiddenRows = softmaxRows(trace.pattern);
    if (const MatrixOf<Scalar>* pattern = pinned.find("pattern")) {
        trace.pattern = *pattern;
        trace.hiddenRows.clear();
    }
    trace.z = pinned.orElse("z", [&] { return trace.pattern * trace.v; });
    return trace;
}

template <class Scalar>
void forgetScores(HeadTraceOf<Scalar>& head)
{
    head.scores.resize(0, 0);
    head.scaled.resize(0, 0);
    head.masked.resize(0, 0);
}

template <class Scalar>
MatrixOf<Scalar> concatenate(const std::vector<HeadTraceOf<Scalar>>& heads, Index rows, Index width)
{
    MatrixOf<Scalar> result(rows, width * Index(heads.size()));
    for (std::size_t h = 0; h < heads.size(); ++h)
        result.middleCols(Index(h) * width, width) = heads[h].z;
    return result;
}

template <class Scalar>
MatrixOf<Scalar> project(const LayerParametersOf<Scalar>& layer, const MatrixOf<Scalar>& concat)
{
    MatrixOf<Scalar> result = concat * *layer.wO;
    if (layer.bO->size() > 0)
        result.rowwise() += layer.bO->row(0);
    return result;
}

template <class Scalar>
void finishLayer(const Config& config, const LayerParametersOf<Scalar>& layer,
                 const PinnedPart<Scalar>& pinned, LayerTraceOf<Scalar>& trace)
{
    trace.concat = pinned.orElse("concat", [&] {
        return concatenate(trace.heads, trace.residPre.rows(), config.valueWidth);
    });
    trace.attnOut = pinned.orElse("attn_out", [&] {
        return config.outputProjection ? project(layer, trace.concat) : trace.concat;
    });
    trace.residPost = pinned.orElse("resid_post", [&]() -> MatrixOf<Scalar> {
        return config.residual ? MatrixOf<Scalar>(trace.residPre + trace.attnOut) : trace.attnOut;
    });
}

} // namespace

template <class Scalar>
void computeScores(const Config& config, const PinsOf<Scalar>& pins, const std::string& prefix,
                   HeadTraceOf<Scalar>& head)
{
    const PinnedPart<Scalar> pinned(pins, prefix);
    const Scalar factor = Scalar(scoreFactor(config));
    head.scores = pinned.orElse("scores", [&] { return head.q * head.k.transpose(); });
    head.scaled = pinned.orElse("scaled", [&] { return head.scores * factor; });
    head.masked = pinned.orElse("masked", [&] { return hideKeys(config.mask, head.scaled); });
}

template <class Scalar>
std::optional<TraceOf<Scalar>> forward(const Config& config, const ParametersOf<Scalar>& parameters,
                                       MatrixOf<Scalar> embed, MatrixOf<Scalar> posEmbed,
                                       const PinsOf<Scalar>& pins, Keep keep,
                                       const ForwardControl& control)
{
    TraceOf<Scalar> trace;
    MatrixOf<Scalar> x = embed;
    if (posEmbed.size() > 0)
        x += posEmbed;
    trace.embed = std::move(embed);
    trace.posEmbed = std::move(posEmbed);
    trace.layers.resize(parameters.layers.size());
    for (std::size_t l = 0; l < parameters.layers.size(); ++l) {
        const std::string prefix = layerPrefix(l);
        const PinnedPart<Scalar> pinned(pins, prefix);
        LayerTraceOf<Scalar>& layer = trace.layers[l];
        layer.residPre = pinned.orElse("resid_pre", [&] { return std::move(x); });
        for (Index h = 0; h < config.heads; ++h) {
            if (control.stop.stop_requested())
                return std::nullopt;
            layer.heads.push_back(
                attend(config, parameters.layers[l], layer.residPre, pins, headPrefix(l, h), h));
            if (keep == Keep::Pictures)
                forgetScores(layer.heads.back());
            if (control.headsDone)
                ++*control.headsDone;
        }
        finishLayer(config, parameters.layers[l], pinned, layer);
        x = layer.residPost;
    }
    return trace;
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
                                                MatrixOf<double>, MatrixOf<double>,
                                                const PinsOf<double>&, Keep, const ForwardControl&);
template std::optional<TraceOf<float>> forward(const Config&, const ParametersOf<float>&,
                                               MatrixOf<float>, MatrixOf<float>,
                                               const PinsOf<float>&, Keep, const ForwardControl&);

} // namespace headlight
