#pragma once

#include "core/model/forward.h"
#include "core/model/layer_pass.h"
#include "core/support/thread_pool.h"

namespace headlight {

/// Runs forward passes one after the other. It keeps the last input with its trace, and computes
/// again only what does not fit the next input: bit for bit what forward() gives, whatever the
/// number of threads. Matrices of the pass before the last are overwritten when nobody else holds
/// them. Not for two threads at once.
template <class Scalar>
class Engine {
public:
    /// `threads`: how many compute, the calling one among them; 0: as many as there are cores.
    explicit Engine(int threads = 0);

    /// Empty only when a stop was requested; the next pass then starts from the last whole one.
    /// Where memory is not enough std::bad_alloc is thrown, and the next pass starts from nothing.
    std::optional<TraceOf<Scalar>> run(ForwardInputOf<Scalar> input,
                                       const ForwardControlOf<Scalar>& control = {});

private:
    std::optional<TraceOf<Scalar>> pass(ForwardInputOf<Scalar> input,
                                        const ForwardControlOf<Scalar>& control);
    void forget();
    bool mayReuse(const ForwardInputOf<Scalar>& input) const;
    RowSet changedEmbeddings(const ForwardInputOf<Scalar>& input) const;
    TraceOf<Scalar> withRest(TraceOf<Scalar> soFar,
                             std::shared_ptr<const LayerTraceOf<Scalar>> layer) const;
    void remember(ForwardInputOf<Scalar> input, const TraceOf<Scalar>& trace);

    ThreadPool m_pool;
    LayerScratch<Scalar> m_scratch;
    std::vector<PackedLayer<Scalar>> m_packed;
    std::optional<ForwardInputOf<Scalar>> m_last;
    TraceOf<Scalar> m_trace; // of m_last
    std::vector<LayerStale> m_stale; // what the pass of m_last made anew
    int m_nudges = 0; // how many passes ago the weights of m_trace were exact
    SharedList<LayerTraceOf<Scalar>> m_room; // of the pass before m_last
};

} // namespace headlight
