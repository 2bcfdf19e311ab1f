#pragma once

#include <QString>

namespace headlight {

/// What `headlight --help` prints.
QString helpText();

/// The manual page, in the language of man(7).
QString manualPage();

} // namespace headlight
