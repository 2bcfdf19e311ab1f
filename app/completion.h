#pragma once

#include <QString>

#include <optional>

namespace headlight {

/// The script that completes the command line in a shell: "bash", "zsh" or "fish".
std::optional<QString> completionScript(const QString& shell);

} // namespace headlight
