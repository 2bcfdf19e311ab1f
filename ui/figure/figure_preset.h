#pragma once

#include "ui/figure/figure_export.h"

namespace headlight {

/// A size that is often wanted, with letters that suit it.
struct FigurePreset {
    QString name; // on the command line: "two-columns"
    QString label; // in menus
    FigureSize size;
    double points = 8;
};

/// One and two columns of a journal, a slide, a square picture for the web.
QList<FigurePreset> figurePresets();
std::optional<FigurePreset> figurePreset(const QString& name);

} // namespace headlight
