#pragma once

#include "ui/figure/figure.h"

#include <QByteArray>

namespace headlight {

/// A web page that needs nothing but itself: heatmaps to point at or to walk through with the arrow
/// keys, and the numbers of each as a table. Values are kept at the figure's digits, or as finely
/// as 65 000 steps allow.
QByteArray htmlPage(const Figure& figure);

/// What the page does (html_script.cpp), and how it looks.
QByteArray htmlScript();
QByteArray htmlStyle();

} // namespace headlight
