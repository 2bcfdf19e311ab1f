#include "core/model/engine.h"

#include <algorithm>

namespace headlight {
namespace {

template <class Scalar>
bool samePins(const PinsOf<Scalar>& a, const PinsOf<Scalar>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.sharesWith(y.second);
    });
}

/// Up to so many bytes of weights are held back as room for the next pass; fresh memory costs a
/// tenth of a pass, but more than this should not lie idle.
constexpr double roomBudget = 64.0 * 1024 * 1024;

template <class Scalar>
MatrixOf<Scalar> firstX(const ForwardInputOf<Scalar>& input)
{
    if (input.posEmbed.size() == 0)
        return input.embed;
    return input.embed + input.posEmbed;
}

} // namespace

int coreCount()
{
    return std::max(1, int(std::thread::hardware_concurrency()));
}

template <class Scalar>
Engine<Scalar>::Engine(int threads)
    : m_pool(threads > 0 ? threads : coreCount())
{
}

template <class Scalar>
std::optional<TraceOf<Scalar>> Engine<Scalar>::run(ForwardInputOf<Scalar> input,
                                                   const ForwardControl& control)
{
    const bool reuse = mayReuse(input);
    const std::size_t layers = input.parameters.layers.size();
    m_packed.resize(layers);
    TraceOf<Scalar> trace;
    trace.layers.reserve(layers);
    const MatrixOf<Scalar> x = firstX(input);
    for (std::size_t l = 0; l < layers; ++l) {
        LayerInput<Scalar> layer{input, l, l == 0 ? x : trace.layers.back().residPost};
        if (reuse) {
            layer.before = m_trace.layers.shared(l);
            layer.weightsBefore = &m_last->parameters.layers[l];
        }
        if (l < m_room.size())
            layer.room = m_room.takeUnshared(l);
        LayerPass<Scalar> pass(std::move(layer), m_packed[l], m_scratch, m_pool, control);
        std::shared_ptr<const LayerTraceOf<Scalar>> done = pass.run();
        if (!done)
            return std::nullopt;
        trace.layers.push_back(std::move(done));
    }
    trace.embed = input.embed;
    trace.posEmbed = input.posEmbed;
    remember(std::move(input), trace);
    return trace;
}

template <class Scalar>
void Engine<Scalar>::remember(ForwardInputOf<Scalar> input, const TraceOf<Scalar>& trace)
{
    const double tokens = double(input.embed.rows());
    const double weights = tokens * tokens * input.config.heads * input.config.layers;
    m_room = {};
    if (weights * sizeof(Scalar) <= roomBudget)
        m_room = std::move(m_trace.layers);
    m_last = std::move(input);
    m_trace = trace;
}

/// Cells may differ, but not shapes, options or pins.
template <class Scalar>
bool Engine<Scalar>::mayReuse(const ForwardInputOf<Scalar>& input) const
{
    return m_last && m_last->config == input.config && m_last->keep == input.keep
        && m_last->embed.rows() == input.embed.rows() && samePins(m_last->pins, input.pins);
}

template class Engine<double>;
template class Engine<float>;

} // namespace headlight
