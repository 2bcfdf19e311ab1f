#pragma once

#include <QString>

namespace headlight {

/// One line of the terminal that says how far a command is, and is empty again at the end. Nothing
/// is written where standard error is no terminal.
class TerminalLine {
public:
    TerminalLine();
    ~TerminalLine();
    TerminalLine(const TerminalLine&) = delete;
    TerminalLine& operator=(const TerminalLine&) = delete;

    void show(const QString& text);

private:
    bool m_visible;
    QString m_text;
};

} // namespace headlight
