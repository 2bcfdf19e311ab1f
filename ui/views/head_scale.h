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

/// The colour scales of the heads of one figure. Scores have a sign, so their scales are always
/// symmetric around 0; a symmetric scale spans its head where a row of its own was asked for.
class HeadScales {
public:
    HeadScales(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& shown, const Look& look);

    HeatScale of(const HeadPlace& place, const Matrix& matrix);

private:
    bool isSymmetric() const;
    double reachOf(const Matrix& matrix) const;
    double reachOver(const std::vector<HeadPlace>& places) const;
    double reachOfLayer(int layer);
    double reach(const HeadPlace& place, const Matrix& matrix);

    SnapshotPtr m_snapshot;
    Look m_look;
    double m_shown = 1; // largest of everything shown
    std::map<int, double> m_layers; // largest of a layer, once it was needed
};

/// A look that spans the same values for each of `places` as for all of them in one figure.
Look fixedOver(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places, const Look& look);

} // namespace headlight
