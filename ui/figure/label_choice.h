#pragma once

#include "ui/figure/figure_text.h"
#include "ui/figure/panel_grid.h"

namespace headlight {

/// Which labels a figure shows and how, and the room that leaves for the maps.
struct LabelChoice {
    QStringList rowLabels; // of every row, shortened where shown; empty: none are shown
    QStringList columnLabels;
    int step = 1; // every how many rows and columns have a label
    bool upright = false; // column labels are turned a quarter
    int gap = 0; // between labels and what they name
    int rowWidth = 0; // what the row labels take beside a map
    int columnHeight = 0; // what the column labels take above or below a map
    int rowStrip = 0; // what row labels and title take beside the maps
    int columnStrip = 0;
    QStringList barLabels; // from low to high; empty: no colour bar
    int barLabelWidth = 0;
    QStringList note; // its lines
    GridSpace space;
};

inline constexpr int layoutGap = 8;
inline constexpr int barGap = 20;
inline constexpr int barWidth = 13;
inline constexpr int titleGap = 4; // between labels and the axis title

/// For a figure in `size` pixels. How labels are shown depends on the size of the cells, and that
/// on the room for labels; so the answer takes a few steps.
LabelChoice chooseLabels(const Figure& figure, QSize size);

} // namespace headlight
