#pragma once

#include "core/document/snapshot.h"
#include "ui/figure/figure.h"
#include "ui/views/look.h"

namespace headlight {

/// The heatmaps of some heads of a layer as a figure: the same for the window, the export and the
/// command line. Matrices are shared with the snapshot where it holds them.
Figure headFigure(const SnapshotPtr& snapshot, int layer, const std::vector<int>& heads,
                  const Look& look);

/// All heads of a layer, for headFigure().
std::vector<int> allHeads(const Snapshot& snapshot);

/// Colours of a figure inside the window.
FigureStyle screenStyle();

/// The name of its tensor: "pattern".
const char* stageTensor(Stage stage);

/// How the stage is called: "Attention weights".
QString stageTitle(Stage stage);

} // namespace headlight
