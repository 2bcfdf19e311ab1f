#pragma once

#include "core/model/nudge.h"
#include "core/model/packed_weight.h"
#include "core/model/pinned_part.h"

#include <memory>

namespace headlight {

/// What of the inputs of a head differs from the pass before.
struct HeadChanges {
    RowSet x;
    ColumnRange wQ, wK, wV; // columns of the head's blocks
    bool weights = false; // the weights of the pass before are off by rounding
    bool nudges = false; // those of this pass may be
};

/// What the pass before has of a head, and what it no longer needs.
template <class Scalar>
struct HeadMemory {
    std::shared_ptr<const HeadTraceOf<Scalar>> before = nullptr; // null: everything is new
    std::shared_ptr<HeadTraceOf<Scalar>> room = nullptr; // of the pass before that, or null
    const HeadStale* behind = nullptr; // in what room differs from before; null without room
};

/// Computes one head. First come the projections, which may run at the same time, each with what
/// lays its result out for products; then, unless pictures are enough, the scores; then any parts
/// of the rows, which may run at the same time again: attend(), or weigh() for all of them and
/// after that blend(); then finishWeights().
template <class Scalar>
class HeadPass {
public:
    HeadPass(const ForwardInputOf<Scalar>& input, std::size_t layer, Index head,
             const MatrixOf<Scalar>& x, HeadMemory<Scalar> memory, const HeadChanges& changes);

    /// Whether the head of the pass before still fits.
    bool isUnchanged() const { return !m_trace; }

    /// What this pass makes anew.
    const HeadStale& stale() const { return m_stale; }

    /// `upcoming`: weights that the thread is likely to need next (see ProductOf), or null.
    void projectQ(const PackedWeight<Scalar>& weight, const Scalar* upcoming)
    {
        project("q", weight, upcoming, m_stale.q, m_trace->q);
    }
    void projectK(const PackedWeight<Scalar>& weight, const Scalar* upcoming)
    {
        project("k", weight, upcoming, m_stale.k, m_trace->k);
    }
    void projectV(const PackedWeight<Scalar>& weight, const Scalar* upcoming)
    {
        project("v", weight, upcoming, m_stale.v, m_trace->v);
    }
    Index head() const { return m_head; }

    /// How many numbers the head needs to lay out its keys and values.
    Index packedKeysSize() const;
    Index packedValuesSize() const;
    void packKeys(Scalar* packed);
    void packValues(Scalar* packed);

    /// The stages of the scores, for those who keep everything.
    void keepScores();

    /// Weights and blend of the rows [first, last), so many at a time as stay in the cache.
    void attend(Index first, Index last, const std::stop_token& stop);
    void weigh(Index first, Index last, const std::stop_token& stop);
    void blend(Index first, Index last, const std::stop_token& stop);

    /// When all rows have their weights.
    void finishWeights();

    std::shared_ptr<const HeadTraceOf<Scalar>> trace() const;

private:
    Stale staleProjection(const char* name, const RowSet& rows, const ColumnRange& columns) const;
    RowSet stalePattern() const;
    RowSet staleZ() const;
    void makeTrace(HeadMemory<Scalar> memory);
    void project(const char* name, const PackedWeight<Scalar>& weight, const Scalar* upcoming,
                 const Stale& stale, MatrixOf<Scalar>& result);
    void weighBlock(Index first, Index count);
    void blendBlock(Index first, Index count);
    bool scoresArePinned() const;
    bool scoresStay() const;

    const ForwardInputOf<Scalar>& m_input;
    const PinnedPart<Scalar> m_pinned;
    const Index m_head;
    const MatrixOf<Scalar>& m_x;
    std::shared_ptr<const HeadTraceOf<Scalar>> m_before;
    std::shared_ptr<HeadTraceOf<Scalar>> m_trace; // null: m_before fits
    HeadStale m_stale;
    std::vector<char> m_isHidden; // for each row whether no key may be seen
    std::unique_ptr<Nudge<Scalar>> m_nudge; // takes the place of products and packed matrices
    Scalar* m_packedKeys = nullptr;
    Scalar* m_packedValues = nullptr;
};

/// The part of a product that is stale.
template <class Scalar>
void multiplyStale(const ProductOf<Scalar>& product, const Stale& stale);

} // namespace headlight
