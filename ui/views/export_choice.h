#pragma once

#include "core/model/head_place.h"
#include "ui/figure/figure_export.h"

#include <vector>

namespace headlight {

/// Which heads go into files.
enum class ExportedHeads { Chosen, Listed, Layer, All };

/// What the export dialog was told.
struct ExportChoice {
    ExportedHeads heads = ExportedHeads::Chosen;
    QString headList; // for Listed, as it was typed
    bool eachItsOwn = false; // a file for every head
    FigureFormat format = FigureFormat::Png;
    FigureSize size;
    QString family; // empty: the program's font
    double points = 8;
    QString title;
    QString rowTitle; // empty: none
    QString columnTitle;
    FigureLabels labels;
    bool colorBar = true;
    FigureBar bar;
    bool cellBorders = false;
    bool values = true;
    int digits = 3;
    bool transparent = false;
};

/// Heads that there are, and the one that is looked at.
struct HeadRoom {
    int layers = 1;
    int heads = 1;
    HeadPlace current;
};

/// The heads that a choice means. An Error says what is wrong with the list.
Result<std::vector<HeadPlace>> chosenPlaces(const ExportChoice& choice, const HeadRoom& room);

/// The figure as the choice wants it. A colour bar stays away where it could not speak for all.
Figure styled(Figure figure, const ExportChoice& choice);

/// "84.0 × 72.3 mm, 992 × 854 pixels".
QString sizeText(const Figure& figure, const ExportChoice& choice);

/// What is unwise about the size, or nothing.
QString sizeWarning(const Figure& figure, const ExportChoice& choice);

} // namespace headlight
