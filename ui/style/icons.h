#pragma once

#include <QIcon>
#include <QString>

namespace headlight {

/// One of our line icons, resources/icons/NAME.svg, drawn in the theme's text colour at paint time,
/// so it follows a change of theme and is sharp at any scale. The icon of the program, in colours
/// of its own, is ":/icons/app.svg".
QIcon themedIcon(const QString& name);

} // namespace headlight
