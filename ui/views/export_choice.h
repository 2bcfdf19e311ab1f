#pragma once

#include "ui/figure/figure_export.h"

namespace headlight {

/// Which heads go into a file.
enum class ExportedHeads { Chosen, AllInOne, EachItsOwn };

/// What the export dialog was told.
struct ExportChoice {
    ExportedHeads heads = ExportedHeads::Chosen;
    FigureFormat format = FigureFormat::Png;
    FigureSize size;
    QString family; // empty: the program's font
    double points = 8;
    QString title;
    QString rowTitle; // empty: none
    QString columnTitle;
    bool colorBar = true;
    bool values = true;
    int digits = 3;
    bool transparent = false;
};

/// The figure as the choice wants it. A colour bar stays away where it could not speak for all.
Figure styled(Figure figure, const ExportChoice& choice);

/// "84.0 × 72.3 mm, 992 × 854 pixels".
QString sizeText(const Figure& figure, const ExportChoice& choice);

/// What is unwise about the size, or nothing.
QString sizeWarning(const Figure& figure, const ExportChoice& choice);

} // namespace headlight
