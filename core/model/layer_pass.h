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
    RowSet mayDiffer = {true}; // the rows of x that may differ from the pass before
    std::shared_ptr<LayerTraceOf<Scalar>> room = nullptr; // of the pass before that, or null
    const LayerStale* behind = nullptr; // in what room differs from before
    bool beforeIsNudged = false; // weights of before are off by rounding
    bool mayNudge = false; // those of this pass may be
};

/// Computes one layer, as far as it does not fit its input any more.
template <class Scalar>
class LayerPass {
public:
    using WeightsReady = std::function<void(std::shared_ptr<const LayerTraceOf<Scalar>>)>;

    /// Who is told of the weights before the rest of the layer is computed.
    struct Publication {
        WeightsReady weightsReady = {}; // takes a layer with what weights need and nothing else
        double leastLeft = 0; // it is not called when fewer multiplications are left in the layer
    };

    LayerPass(LayerInput<Scalar> input, PackedLayer<Scalar>& packed, LayerScratch<Scalar>& scratch,
              ThreadPool& pool, const ForwardControlOf<Scalar>& control);

    /// Null only when a stop was requested. The layer of the pass before when all of it fits.
    std::shared_ptr<const LayerTraceOf<Scalar>> run(const Publication& publication = {});

    /// What run() made anew.
    LayerStale takeStale() { return std::move(m_stale); }
    bool isNudged() const { return m_nudges; }

private:
    /// Some of the three projections of a head.
    struct Projections {
        bool keys; // and queries
        bool values;
    };

    const LayerParametersOf<Scalar>& weights() const;
    void findChanges();
    bool isUnchanged() const;
    bool canNudge() const;
    /// In what m_trace differs from the pass before at the start; null when nothing is known.
    const LayerStale* behind() const { return m_input.room ? m_input.behind : nullptr; }
    void packWeights();
    void planHeads();
    void project(Projections projections);
    void attend();
    void weigh();
    void blend();
    using Attend = void (HeadPass<Scalar>::*)(Index first, Index last, const std::stop_token&);
    using HeadDone = std::function<void(HeadPass<Scalar>& head)>;
    void shareRows(Attend part, const HeadDone& headDone);
    double multiplicationsAfterWeights() const;
    void publish(const WeightsReady& weightsReady) const;
    void finish();
    void concatenate(const HeadPass<Scalar>& head);
    void projectOutput();
    Stale planResidual();
    void addResidual(const Stale& late, const ColumnRange& part);
    bool stopped() const { return m_control.stop.stop_requested(); }
    void share(int count, double multiplications, const std::function<void(int)>& task);
    void shareMoves(Index rows, Index columns, const std::function<void(Index, Index)>& moveRows);
    void countHead() const;

    LayerInput<Scalar> m_input;
    const Config& m_config;
    const PinnedPart<Scalar> m_pinned;
    PackedLayer<Scalar>& m_packed;
    LayerScratch<Scalar>& m_scratch;
    ThreadPool& m_pool;
    const ForwardControlOf<Scalar>& m_control;

    std::shared_ptr<LayerTraceOf<Scalar>> m_trace;
    LayerStale m_stale;
    ColumnRange m_changedQ, m_changedK, m_changedV, m_changedO;
    bool m_biasChanged = false;
    bool m_nudges = false;
    std::vector<HeadPass<Scalar>> m_heads;
    std::vector<HeadPass<Scalar>*> m_staleHeads; // those of m_heads that have something to do
};

} // namespace headlight
