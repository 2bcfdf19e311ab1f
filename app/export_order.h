#pragma once

#include "app/command_options.h"
#include "ui/figure/figure_export.h"
#include "ui/views/look.h"

namespace headlight {

/// What `headlight export` was told to draw, and where to.
struct ExportOrder {
    QString output; // one picture...
    QString folder; // ...or one for every head, in here
    FigureFormat format = FigureFormat::Png;
    FigureSize size;
    double points = 8; // of the letters
    QString title;
    Look look;
    int layer = 1;
    std::optional<int> head; // all heads of the layer without it
    bool allHeads = false; // of all layers
};

/// Fills `order`, or says what is wrong.
QString readOrder(const Options& options, ExportOrder& order);

/// Complains about a layer or head that the model has not.
QString checkPlace(const ExportOrder& order, const Config& config);

} // namespace headlight
