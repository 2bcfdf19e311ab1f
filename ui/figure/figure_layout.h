#pragma once

#include "ui/figure/figure_text.h"

#include <QRect>
#include <QSize>

namespace headlight {

/// One line of text and the place it covers.
struct PlacedText {
    QString text;
    QRect where;
    TextRole role = TextRole::Title;
    bool upright = false; // turned a quarter, read from below
};

/// Where one panel's parts lie, in logical pixels.
struct PanelLayout {
    QRect map; // the cells
    QRect title; // the room for it; empty without a title
    bool rowLabels = false; // it has them, on the side that the figure says
    bool columnLabels = false;
};

/// Where everything of a figure lies. The same for screen and files.
struct FigureLayout {
    std::vector<PanelLayout> panels;
    QRect colorBar;
    std::vector<PlacedText> texts; // all of them; none touches another or a map
    int labelStep = 1; // every how many rows and columns have a label
    bool uprightColumns = false; // column labels are turned a quarter
    QStringList rowLabels; // elided where they are shown
    QStringList columnLabels;
    QSize used; // what all of it needs, exactly
};

/// Lays a figure out in `size` logical pixels. Cells are square, and a whole number of pixels wide
/// where there is room for that.
FigureLayout layoutFigure(const Figure& figure, QSize size);

/// The layout of a figure about `width` wide and as high as that makes it.
FigureLayout naturalLayout(const Figure& figure, int width);

/// Its size: the figure fits in tightly.
QSize naturalSize(const Figure& figure, int width);

} // namespace headlight
