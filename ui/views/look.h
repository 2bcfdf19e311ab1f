#pragma once

#include "ui/figure/color_map.h"

#include <optional>
#include <vector>

namespace headlight {

/// What the colours of a heatmap span: a fixed range, or up to the largest value of some cells.
enum class ColorRange { ZeroToOne, PerHead, PerRow, PerLayer, Shown, ByHand };

/// Which matrix of a head is shown.
enum class Stage { Scores, Scaled, Masked, Pattern };

/// How heatmaps are shown. View state: not part of the document, not on the undo stack.
struct Look {
    ColorMap map = ColorMap::Viridis;
    ColorRange range = ColorRange::ZeroToOne;
    double low = 0; // of a range by hand
    double high = 1;
    ColorBend bend = ColorBend::Linear;
    bool symmetric = false; // around 0, in two colours; then the bend is linear
    Stage stage = Stage::Pattern;
    std::vector<int> leftOut; // tokens that are not shown, counted from 0
    bool renormalised = false; // what is left of each row adds up to 1
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
