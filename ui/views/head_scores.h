#pragma once

#include "core/document/snapshot.h"
#include "core/model/head_place.h"

namespace headlight {

/// The scores of the head that is read out. Traces of long sentences leave them out; then they are
/// made once for the head, not for each of its cells.
class HeadScores {
public:
    /// Makes the scores of a head ready. There are none in a recording, nor for sentences so long
    /// that making them would be felt.
    void prepare(const SnapshotPtr& snapshot, const HeadPlace& place);

    /// Null where there are none.
    const Matrix* scores() const { return m_scores.get(); }
    const Matrix* scaled() const { return m_scaled.get(); }

private:
    SnapshotPtr m_snapshot;
    HeadPlace m_place;
    std::shared_ptr<const Matrix> m_scores;
    std::shared_ptr<const Matrix> m_scaled;
};

} // namespace headlight
