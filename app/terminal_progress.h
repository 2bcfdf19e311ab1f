#pragma once

#include <QString>

namespace headlight {

/// One line of a terminal that tells how far a command is, and is empty again at the end. Nothing
/// is shown where standard error is no terminal.
class TerminalProgress {
public:
    TerminalProgress();
    ~TerminalProgress();
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    void show(const QString& text);

private:
    bool m_visible;
};

} // namespace headlight
