#pragma once

#include "core/document/snapshot.h"
#include "ui/figure/figure.h"
#include "ui/views/head_scale.h"

namespace headlight {

/// The heatmaps of some heads of a layer as a figure: the same for the window, the export and the
/// command line. Matrices are shared with the snapshot where it holds them.
Figure headFigure(const SnapshotPtr& snapshot, int layer, const std::vector<int>& heads,
                  const Look& look);

/// The same for heads of any layers: where there are several, every layer is a row, unless
/// it has too many heads for that.
Figure headFigure(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places,
                  const Look& look);

/// Every head of every layer, layer by layer.
std::vector<HeadPlace> allPlaces(const Snapshot& snapshot);

/// All heads of a layer, for headFigure().
std::vector<int> allHeads(const Snapshot& snapshot);

/// Colours of a figure inside the window.
FigureStyle screenStyle();

/// How the stage is called: "Attention weights".
QString stageTitle(Stage stage);

} // namespace headlight
