#pragma once

#include <QWidget>

namespace headlight {

/// Takes the limit of memory that was chosen on this computer, or the usual one.
void restoreMemoryLimit();

/// Lets the user choose it, for this program and the commands.
void askForMemoryLimit(QWidget* parent);

} // namespace headlight
