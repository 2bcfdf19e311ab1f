#pragma once

#include "app/command_line.h"

namespace headlight {

/// Carries out `headlight export`, given what follows these words.
CommandResult exportCommand(const QStringList& arguments);

} // namespace headlight
