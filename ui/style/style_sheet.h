#pragma once

#include <QString>

namespace headlight {

struct Theme;

/// The Qt style sheet of the whole program in the colours of a theme.
QString styleSheet(const Theme& theme);

} // namespace headlight
