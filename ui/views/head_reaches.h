#pragma once

#include "core/document/snapshot.h"
#include "core/model/head_place.h"
#include "ui/views/look.h"

#include <stop_token>
#include <vector>

namespace headlight {

/// How far the numbers of every head of a model reach, for colours that span several heads. Every
/// head is read once, and never again as long as later snapshots share it. A plain value.
class HeadReaches {
public:
    /// Forgets what the new snapshot or look changes. `before` may be null.
    void follow(const SnapshotPtr& before, const Look& lookBefore, const SnapshotPtr& snapshot,
                const Look& look);
    void clear() { *this = {}; }

    /// Heads that are still to be read.
    int missing() const { return m_missing; }
    /// Reads them, or as many as it can until a stop is requested.
    void complete(const SnapshotPtr& snapshot, const Look& look, const std::stop_token& stop = {});
    /// How far the colours of a head reach, once nothing is missing.
    double of(const HeadPlace& place, const Look& look) const;

private:
    void sumUp();

    int m_headsOfLayer = 0;
    int m_missing = 0;
    std::vector<double> m_heads; // layer by layer; below 0: not read yet
    std::vector<double> m_layers; // the farthest of each
    double m_all = 0; // the farthest of all
};

} // namespace headlight
