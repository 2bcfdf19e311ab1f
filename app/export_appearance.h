#pragma once

#include "app/command_options.h"
#include "ui/views/export_choice.h"
#include "ui/views/look.h"

namespace headlight {

/// Which numbers are drawn and in which colours; or what is wrong with the options that say so.
QString readLook(const Options& options, Look& look);

/// Texts, labels, cells and colour bar of a picture; or what is wrong.
QString readAppearance(const Options& options, ExportChoice& choice);

} // namespace headlight
