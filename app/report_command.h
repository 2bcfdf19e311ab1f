#pragma once

#include "app/command_line.h"

namespace headlight {

/// Carries out `headlight report`, given what follows these words.
CommandResult reportCommand(const QStringList& arguments);

} // namespace headlight
