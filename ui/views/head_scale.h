#pragma once

#include "core/document/snapshot.h"
#include "core/model/head_place.h"
#include "ui/figure/heat_image.h"
#include "ui/views/look.h"
#include "ui/views/shown_tokens.h"

#include <map>
#include <vector>

namespace headlight {

/// The name of its tensor: "pattern".
const char* stageTensor(Stage stage);

/// Whether the keys are another sentence than the queries.
bool hasOwnKeys(const Document& document);

/// Which cells of a head's matrix are shown.
ShownCells shownCells(const Snapshot& snapshot, const Look& look);

/// What a head's heatmap shows, shared with the snapshot where that holds it as a whole.
std::shared_ptr<const Matrix> headMatrix(const SnapshotPtr& snapshot, const HeadPlace& place,
                                         const Look& look);

/// Whether the head holds what is shown of it. Else that is made anew each time, and may differ
/// although the head is the same: how scores are scaled is no part of it.
bool isKept(const HeadTrace& head, const Look& look);

/// Whether the colours of a head depend on other heads, too.
bool spansSeveralHeads(const Look& look);

/// Whether one has to read numbers to know what the colours span.
bool needsReach(const Look& look);

/// How far the numbers of a head reach, as far as colours are concerned: the largest, or the one
/// farthest from 0 on a symmetric scale. 0 where there is none.
double reachOf(const Matrix& matrix, const Look& look);

/// The scale of heads of which the farthest reaches that far.
HeatScale scaleOver(const Look& look, double reach);

/// The colour scales of the heads of one figure. Scores have a sign, so their scales are always
/// symmetric around 0; a symmetric scale spans its head where a row of its own was asked for.
class HeadScales {
public:
    HeadScales(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& shown, const Look& look);

    HeatScale of(const HeadPlace& place, const Matrix& matrix);

private:
    double reachOver(const std::vector<HeadPlace>& places) const;
    double reachOfLayer(int layer);
    double reach(const HeadPlace& place, const Matrix& matrix);

    SnapshotPtr m_snapshot;
    Look m_look;
    double m_shown = 0; // how far everything shown reaches
    std::map<int, double> m_layers; // how far a layer reaches, once it was needed
};

/// A look that spans the same values for each of `places` as for all of them in one figure.
Look fixedOver(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places, const Look& look);

} // namespace headlight
