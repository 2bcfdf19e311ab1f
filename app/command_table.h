#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>
#include <QStringList>

namespace headlight {

/// What translates the texts of all commands.
struct CommandTexts {
    Q_DECLARE_TR_FUNCTIONS(CommandTexts)
};

/// What may stand behind an option, for those who complete it.
enum class ValueKind { None, Text, Number, File, Folder, Example, Choice };

struct OptionEntry {
    QString name; // "output", for --output
    QString letter; // "o", for -o; mostly empty
    QString value; // "FILE"; empty: a switch
    ValueKind kind = ValueKind::None;
    QString text; // what it is for, without a full stop
    QString standard = {}; // what holds without it
    QStringList choices = {}; // of ValueKind::Choice
};

struct CommandEntry {
    QString name; // "export"; empty: the window
    QStringList usages; // what may follow the name
    QString text; // what it does, in sentences
    QStringList options; // by name, those it takes
    QStringList fileSuffixes; // of its FILEs, without the dot
};

/// Everything that the command line takes, described once: the parser, the help, the manual page
/// and the completions of shells are made of it.
const QList<OptionEntry>& optionTable();
const QList<CommandEntry>& commandTable();

const OptionEntry& optionNamed(const QString& name);
const CommandEntry& commandNamed(const QString& name);

} // namespace headlight
