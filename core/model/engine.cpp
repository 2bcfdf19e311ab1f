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

/// So often rounding may add up before weights are computed exactly again.
constexpr int mostNudges = 64;

/// The embeddings, and the positions where there are some.
template <class Scalar>
Shared<MatrixOf<Scalar>> firstX(const ForwardInputOf<Scalar>& input)
{
    if (input.posEmbed->size() == 0)
        return input.embed;
    return MatrixOf<Scalar>(*input.embed + *input.posEmbed);
}

} // namespace

template <class Scalar>
Engine<Scalar>::Engine(int threads)
    : m_pool(threads > 0 ? threads : coreCount())
{
}

template <class Scalar>
std::optional<TraceOf<Scalar>> Engine<Scalar>::run(ForwardInputOf<Scalar> input,
                                                   const ForwardControlOf<Scalar>& control)
{
    try {
        return pass(std::move(input), control);
    } catch (...) {
        forget(); // what is half made, and all memory that was only kept for speed
        throw;
    }
}

template <class Scalar>
void Engine<Scalar>::forget()
{
    m_packed.clear();
    m_last.reset();
    m_trace = {};
    m_stale.clear();
    m_nudges = 0;
    m_room = {};
}

template <class Scalar>
std::optional<TraceOf<Scalar>> Engine<Scalar>::pass(ForwardInputOf<Scalar> input,
                                                    const ForwardControlOf<Scalar>& control)
{
    const bool reuse = mayReuse(input);
    const std::size_t layers = input.parameters.layers.size();
    m_packed.resize(layers);
    std::vector<LayerStale> stale;
    stale.reserve(layers);
    TraceOf<Scalar> trace;
    trace.embed = input.embed;
    trace.posEmbed = input.posEmbed;
    trace.layers.reserve(layers);
    const Shared<MatrixOf<Scalar>> x = firstX(input);
    const double perLayer = multiplicationsOf(input.config, x->rows()) / double(layers);
    for (std::size_t l = 0; l < layers; ++l) {
        LayerInput<Scalar> layer{input, l, l == 0 ? *x : trace.layers.back().residPost};
        if (l < m_room.size())
            layer.room = m_room.takeUnshared(l);
        if (reuse) {
            layer.before = m_trace.layers.shared(l);
            layer.weightsBefore = &m_last->parameters.layers[l];
            layer.behind = &m_stale[l];
            layer.beforeIsNudged = m_nudges > 0;
            // In a stack all that follows has to be made anew in any case.
            layer.mayNudge = control.mayNudge && layers == 1 && m_nudges < mostNudges;
            layer.mayDiffer = l == 0 ? changedEmbeddings(input) : stale.back().residPost.rows;
            if (l > 0 && !stale.back().residPost.columns.isEmpty())
                layer.mayDiffer = {true};
        }
        LayerPass<Scalar> pass(std::move(layer), m_packed[l], m_scratch, m_pool, control);
        typename LayerPass<Scalar>::Publication publication;
        if (control.weightsReady && (reuse || l + 1 == layers)) {
            publication.weightsReady = [&](std::shared_ptr<const LayerTraceOf<Scalar>> soFar) {
                control.weightsReady(withRest(trace, std::move(soFar)));
            };
            publication.leastLeft = control.leastLeft - double(layers - 1 - l) * perLayer;
        }
        std::shared_ptr<const LayerTraceOf<Scalar>> done = pass.run(publication);
        if (!done)
            return std::nullopt;
        trace.layers.push_back(std::move(done));
        stale.push_back(pass.takeStale());
        trace.isNudged = trace.isNudged || pass.isNudged();
    }
    m_stale = std::move(stale);
    m_nudges = trace.isNudged ? m_nudges + 1 : 0;
    remember(std::move(input), trace);
    return trace;
}

/// `soFar` with another layer, and the layers after it as they were.
template <class Scalar>
TraceOf<Scalar> Engine<Scalar>::withRest(TraceOf<Scalar> soFar,
                                         std::shared_ptr<const LayerTraceOf<Scalar>> layer) const
{
    soFar.layers.push_back(std::move(layer));
    for (std::size_t l = soFar.layers.size(); l < m_packed.size(); ++l)
        soFar.layers.push_back(m_trace.layers.shared(l));
    return soFar;
}

/// The rows of the embeddings that may differ from the last pass.
template <class Scalar>
RowSet Engine<Scalar>::changedEmbeddings(const ForwardInputOf<Scalar>& input) const
{
    const std::optional<Area> known = input.embed.differenceFrom(m_last->embed);
    const std::optional<Area> positions = input.posEmbed.differenceFrom(m_last->posEmbed);
    if (!known || !positions)
        return {true};
    RowSet rows;
    const Area all = united(*known, *positions);
    for (Index row = all.firstRow; row < all.lastRow; ++row)
        rows.some.push_back(row);
    return rows;
}

template <class Scalar>
void Engine<Scalar>::remember(ForwardInputOf<Scalar> input, const TraceOf<Scalar>& trace)
{
    const double tokens = double(input.embed->rows());
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
        && m_last->embed->rows() == input.embed->rows() && samePins(m_last->pins, input.pins);
}

template class Engine<double>;
template class Engine<float>;

} // namespace headlight
