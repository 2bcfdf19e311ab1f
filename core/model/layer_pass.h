#pragma once

#include "core/model/head_pass.h"
#include "core/support/thread_pool.h"

#include <memory>

namespace headlight {

/// The weights of a layer as products read them.
template <class Scalar>
struct PackedLayer {
    PackedWeight<Scalar> q, k, v; // a block for each head
    PackedWeight<Scalar> o; // one block
};

/// Room that every layer uses in turn.
template <class Scalar>
struct LayerScratch {
    AlignedBuffer<Scalar> keys; // k of every head, packed
    AlignedBuffer<Scalar> values; // v of every head, packed
};

/// What a layer is computed from.
template <class Scalar>
struct LayerInput {
    const ForwardInputOf<Scalar>& whole;
    std::size_t layer;
    const MatrixOf<Scalar>& x; // what comes in, unless it is pinned
    /// The same layer of the pass before, and its weights; null when nothing can be used again.
    std::shared_ptr<const LayerTraceOf<Scalar>> before = nullptr;
    const LayerParametersOf<Scalar>* weightsBefore = nullptr;
    std::shared_ptr<LayerTraceOf<Scalar>> room = nullptr; // matrices to be overwritten, or null
};

/// Computes one layer, as far as it does not fit its input any more.
template <class Scalar>
class LayerPass {
public:
    LayerPass(LayerInput<Scalar> input, PackedLayer<Scalar>& packed, LayerScratch<Scalar>& scratch,
              ThreadPool& pool, const ForwardControl& control);

    /// Null only when a stop was requested. The layer of the pass before when all of it fits.
    std::shared_ptr<const LayerTraceOf<Scalar>> run();

private:
    const LayerParametersOf<Scalar>& weights() const;
    void findChanges();
    bool isUnchanged() const;
    void packWeights();
    void planHeads();
    void project();
    void attend();
    void finish();
    void concatenate();
    void projectOutput();
    void addResidual();
    bool stopped() const { return m_control.stop.stop_requested(); }
    void share(int count, double multiplications, const std::function<void(int)>& task);

    LayerInput<Scalar> m_input;
    const Config& m_config;
    const PinnedPart<Scalar> m_pinned;
    PackedLayer<Scalar>& m_packed;
    LayerScratch<Scalar>& m_scratch;
    ThreadPool& m_pool;
    const ForwardControl& m_control;

    std::shared_ptr<LayerTraceOf<Scalar>> m_trace;
    RowSet m_changedX; // differs from the pass before
    ColumnRange m_changedQ, m_changedK, m_changedV, m_changedO;
    bool m_biasChanged = false;
    std::vector<HeadPass<Scalar>> m_heads;
};

} // namespace headlight
