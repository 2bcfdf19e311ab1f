#pragma once

#include "core/model/packed_weight.h"
#include "core/model/pinned_part.h"

#include <memory>

namespace headlight {

/// What of the inputs of a head differs from the pass before.
struct HeadChanges {
    RowSet x;
    ColumnRange wQ, wK, wV; // columns of the head's blocks
};

/// What the pass before has of a head, and what it no longer needs.
template <class Scalar>
struct HeadMemory {
    std::shared_ptr<const HeadTraceOf<Scalar>> before = nullptr; // null: everything is new
    std::shared_ptr<HeadTraceOf<Scalar>> room = nullptr; // matrices to be overwritten, or null
};

/// Computes one head. First come the projections, which may run at the same time; then prepare();
/// then any parts of the rows, which may run at the same time again; then finish().
template <class Scalar>
class HeadPass {
public:
    HeadPass(const ForwardInputOf<Scalar>& input, std::size_t layer, Index head,
             const MatrixOf<Scalar>& x, HeadMemory<Scalar> memory, const HeadChanges& changes);

    /// Whether the head of the pass before still fits.
    bool isUnchanged() const { return !m_trace; }

    void projectQ(const PackedWeight<Scalar>& weight) { project("q", weight, m_q, m_trace->q); }
    void projectK(const PackedWeight<Scalar>& weight) { project("k", weight, m_k, m_trace->k); }
    void projectV(const PackedWeight<Scalar>& weight) { project("v", weight, m_v, m_trace->v); }

    /// How many numbers prepare() lays out for itself.
    Index packedKeysSize() const;
    Index packedValuesSize() const;
    void prepare(Scalar* packedKeys, Scalar* packedValues);

    /// Weights and blend of the rows [first, last), so many at a time as stay in the cache.
    void attend(Index first, Index last, const std::stop_token& stop);

    /// The rows of z that attend() makes anew, over all rows.
    const RowSet& staleZ() const { return m_staleZ; }

    std::shared_ptr<const HeadTraceOf<Scalar>> finish();

private:
    Stale staleProjection(const char* name, const RowSet& rows, const ColumnRange& columns) const;
    RowSet stalePattern() const;
    RowSet rowsOfStaleZ() const;
    void makeTrace(std::shared_ptr<HeadTraceOf<Scalar>> room);
    void project(const char* name, const PackedWeight<Scalar>& weight, const Stale& stale,
                 MatrixOf<Scalar>& result);
    void weigh(Index first, Index count);
    void blend(Index first, Index count);
    bool scoresArePinned() const;
    bool scoresStay() const;

    const ForwardInputOf<Scalar>& m_input;
    const PinnedPart<Scalar> m_pinned;
    const Index m_head;
    const MatrixOf<Scalar>& m_x;
    std::shared_ptr<const HeadTraceOf<Scalar>> m_before;
    std::shared_ptr<HeadTraceOf<Scalar>> m_trace; // null: m_before fits
    Stale m_q, m_k, m_v;
    RowSet m_stalePattern;
    RowSet m_staleZ;
    std::vector<char> m_isHidden; // for each row whether no key may be seen
    Scalar* m_packedKeys = nullptr;
    Scalar* m_packedValues = nullptr;
};

/// The part of a product that is stale.
template <class Scalar>
void multiplyStale(const ProductOf<Scalar>& product, const Stale& stale);

} // namespace headlight
