#pragma once

#include <QString>

namespace headlight {

/// What `headlight --help` prints, or with the name of a command `headlight export --help`.
QString helpText(const QString& command = {});

/// The manual page, in the language of man(7).
QString manualPage();

} // namespace headlight
