#pragma once

#include <QStringList>

namespace headlight {

/// How a command ends: its exit code (0 done, 1 failed, 2 wrong usage), and what it prints.
struct CommandResult {
    int code = 0;
    QByteArray output; // for standard output
    QString complaint; // for standard error
};

/// Whether these arguments (without the program's name) ask for a command, which needs no display.
bool isCommand(const QStringList& arguments);

/// Carries out a command, or an option such as --help (see command_table.h). Needs a QApplication
/// (of any platform) for the fonts of figures.
CommandResult runCommand(const QStringList& arguments);

/// The document file to open in the window, or an explanation of what is wrong with the arguments.
struct WindowArguments {
    QString file; // empty: the first example
    QString complaint;
};
WindowArguments windowArguments(const QStringList& arguments);

} // namespace headlight
