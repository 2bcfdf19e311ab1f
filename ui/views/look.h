#pragma once

#include "ui/figure/color_map.h"

#include <optional>

namespace headlight {

/// What the colours of a heatmap span.
enum class ColorRange { ZeroToOne, PerHead, PerRow };

/// Which matrix of a head is shown.
enum class Stage { Scores, Scaled, Masked, Pattern };

/// How heatmaps are shown. View state: not part of the document, not on the undo stack.
struct Look {
    ColorMap map = ColorMap::Viridis;
    ColorRange range = ColorRange::ZeroToOne;
    Stage stage = Stage::Pattern;
    bool values = true;
    int digits = 3;

    bool operator==(const Look&) const = default;
};

/// One cell of every heatmap: a query (row) and a key (column).
struct HeatCell {
    int query = 0;
    int key = 0;

    bool operator==(const HeatCell&) const = default;
};

} // namespace headlight
