#pragma once

#include "core/document/document.h"
#include "core/model/head_place.h"

#include <mutex>
#include <optional>

namespace headlight {

template <class Scalar>
class Engine;

/// The scores that a trace left out, made for the head that was asked for last: whoever shows one
/// of them shows others, too.
class MadeScores {
public:
    /// Scores, scaled and masked of a head of `trace`; nothing else of it. For any thread.
    std::shared_ptr<const HeadTrace> of(const Document& document, const Trace& trace,
                                        const HeadPlace& place);

private:
    std::mutex m_mutex;
    HeadPlace m_place;
    std::shared_ptr<const HeadTrace> m_head; // null: none were made
};

/// A document together with what it computes. Never changes once made, so any thread may read it.
struct Snapshot {
    std::shared_ptr<const Document> document;
    Trace trace;
    std::shared_ptr<MadeScores> madeScores = std::make_shared<MadeScores>();
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// How a query asks for a key.
struct CellScores {
    double score = 0; // q . k
    double scaled = 0; // divided by sqrt(d_k), or as the document says
};

/// Of one cell of a head, for a pointer that hurries over heads: no other cell is computed, and the
/// bits are those of the whole matrices. Nothing in a recording.
std::optional<CellScores> scoresOfCell(const Snapshot& snapshot, const HeadPlace& place,
                                       Index query, Index key);

/// Null only when a stop was requested. The document must pass checkDocument().
SnapshotPtr computeSnapshot(std::shared_ptr<const Document> document,
                            const ForwardControl& control = {});

/// The same with an engine that computes only what differs from its last pass.
SnapshotPtr computeSnapshot(Engine<double>& engine, std::shared_ptr<const Document> document,
                            const ForwardControl& control = {});

/// Any tensor of a snapshot by its path, weights and intermediates alike:
///   "embeddings" "positions" "embed" "pos_embed" "X" "output"
///   "layers.L.W_Q" (.W_K .W_V .W_O .b_O .resid_pre .concat .attn_out .resid_post)
///   "layers.L.head.H.W_Q" (.W_K .W_V .W_O: that head's block; .q .k .v .scores .scaled .masked
///   .pattern .z)
/// Intermediates that the trace left out are computed here. An unknown path is an Error. A
/// recording has only "layers.L.head.H.pattern".
Result<Matrix> tensor(const Snapshot& snapshot, const std::string& path);

/// The same without a copy where the snapshot holds the matrix: it is shared, and keeps what it
/// belongs to alive.
Result<std::shared_ptr<const Matrix>> sharedTensor(const SnapshotPtr& snapshot,
                                                   const std::string& path);

} // namespace headlight
