#pragma once

#include "ui/figure/figure.h"

#include <QFont>
#include <QRect>
#include <QSize>

namespace headlight {

/// Where one panel's parts lie, in logical pixels.
struct PanelLayout {
    QRect map; // the cells
    QRect title; // empty without a title
    bool rowLabels = false; // left of the map
    bool columnLabels = false; // above the map
};

/// Where everything of a figure lies. The same for screen and files.
struct FigureLayout {
    std::vector<PanelLayout> panels;
    QRect title;
    QRect rowTitle; // turned a quarter
    QRect columnTitle;
    QRect colorBar;
    int labelStep = 1; // every how many rows and columns have a label
    bool uprightColumns = false; // column labels are turned a quarter
    QStringList rowLabels; // elided
    QStringList columnLabels;
    QSize used; // what all of it needs
};

/// Fonts of a figure, in pixels of 1/96 inch, so that they measure alike on every device.
QFont figureFont(const FigureStyle& style);
QFont figureValueFont(const FigureStyle& style);

/// Lays a figure out in `size` logical pixels. Cells are square, and a whole number of pixels wide
/// where there is room for that.
FigureLayout layoutFigure(const Figure& figure, QSize size);

/// The size that fits the figure tightly at about this width.
QSize naturalSize(const Figure& figure, int width);

} // namespace headlight
