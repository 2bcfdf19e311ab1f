#pragma once

#include "ui/figure/figure_format.h"
#include "ui/views/head_scale.h"

namespace headlight {

/// The file of one head among many: "layer-01-head-01.pdf". Names sort as the heads are counted.
QString headFileName(const HeadPlace& place, FigureFormat format);

/// What stands above it: "Birds — Layer 1, head 1", the first part only where there is one.
QString headTitle(const HeadPlace& place, const QString& title);

} // namespace headlight
