#pragma once

#include "app/command_options.h"
#include "ui/views/export_choice.h"
#include "ui/views/look.h"

namespace headlight {

/// What `headlight export` was told to draw, and where to.
struct ExportOrder {
    QString output; // one picture...
    QString folder; // ...or one for every head, in here
    ExportChoice choice;
    Look look;
    int layer = 1;
};

/// Fills `order`, or says what is wrong.
QString readOrder(const Options& options, ExportOrder& order);

/// The heads it names. An Error for a layer, head or token that the document has not.
Result<std::vector<HeadPlace>> placesOf(const ExportOrder& order, const Document& document);

} // namespace headlight
