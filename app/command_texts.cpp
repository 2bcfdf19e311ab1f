#include "app/command_texts.h"

#include "app/command_table.h"

#include <QCoreApplication>

namespace headlight {
namespace {

constexpr qsizetype lineLength = 90;
constexpr qsizetype optionColumn = 24; // where the text on an option begins

QString exitTexts()
{
    return CommandTexts::tr("0 when it worked, 1 when it did not, 2 when the arguments are wrong, "
                            "130 when it was interrupted; what was written by then is complete.");
}

QString usageOf(const CommandEntry& command, const QString& usage)
{
    return command.name.isEmpty() ? QStringLiteral("headlight ") + usage
                                  : QStringLiteral("headlight %1 %2").arg(command.name, usage);
}

/// Words in lines that all begin `indent` blanks from the left.
QString filled(const QString& text, qsizetype indent)
{
    const QString margin(indent, u' ');
    QString result;
    QString line;
    for (const QString& word : text.split(u' ')) {
        if (!line.isEmpty() && indent + line.size() + 1 + word.size() > lineLength) {
            result += margin + line + u'\n';
            line.clear();
        }
        line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    return result + margin + line + u'\n';
}

QString optionWords(const OptionEntry& option)
{
    const QString name = QStringLiteral("--") + option.name;
    const QString both
        = option.letter.isEmpty() ? name : QStringLiteral("-%1, %2").arg(option.letter, name);
    return option.value.isEmpty() ? both : both + u' ' + option.value;
}

QString optionText(const OptionEntry& option)
{
    QString text = option.text;
    if (!option.choices.isEmpty())
        text += QStringLiteral(": ") + option.choices.join(QStringLiteral(", "));
    return option.standard.isEmpty()
        ? text
        : CommandTexts::tr("%1 (default: %2)").arg(text, option.standard);
}

QString optionHelp(const OptionEntry& option)
{
    const QString words = QStringLiteral("  ") + optionWords(option);
    const QString text = filled(optionText(option), optionColumn);
    if (words.size() + 2 > optionColumn)
        return words + u'\n' + text;
    return words.leftJustified(optionColumn) + text.mid(optionColumn);
}

/// Nothing in `text` is a command of the formatter, and a minus can be searched for and copied.
QString roff(const QString& text)
{
    QString result = text;
    result.replace(u'\\', QStringLiteral("\\e"));
    result.replace(u'-', QStringLiteral("\\-"));
    result.replace(QChar(0x2026), QStringLiteral("\\&...")); // ellipsis
    return result.startsWith(u'.') || result.startsWith(u'\'') ? QStringLiteral("\\&") + result
                                                               : result;
}

QString paragraph(const QString& head, const QString& text)
{
    return QStringLiteral(".TP\n.B %1\n%2\n").arg(head, text);
}

QString optionManual(const OptionEntry& option)
{
    return paragraph(roff(optionWords(option)), roff(optionText(option)) + u'.');
}

QString commandManual(const CommandEntry& command)
{
    QString text
        = QStringLiteral(".TP\n.B %1\n").arg(roff(usageOf(command, command.usages.first())));
    for (const QString& usage : command.usages.mid(1))
        text += QStringLiteral(".TQ\n.B %1\n").arg(roff(usageOf(command, usage)));
    QStringList options;
    for (const QString& option : command.options)
        options += QStringLiteral("\\fB\\-\\-%1\\fR").arg(roff(option));
    return text + roff(command.text) + QStringLiteral("\n.br\n")
        + CommandTexts::tr("Options: %1.").arg(options.join(QStringLiteral(", "))) + u'\n';
}

} // namespace

QString helpText(const QString& command)
{
    QString text = CommandTexts::tr("Usage:") + u'\n';
    for (const CommandEntry& entry : commandTable()) {
        if (!command.isEmpty() && entry.name != command)
            continue;
        for (const QString& usage : entry.usages)
            text += QStringLiteral("  ") + usageOf(entry, usage) + u'\n';
        text += filled(entry.text, 6);
    }
    text += u'\n' + CommandTexts::tr("Options:") + u'\n';
    for (const OptionEntry& option : optionTable()) {
        if (command.isEmpty() || commandNamed(command).options.contains(option.name))
            text += optionHelp(option);
    }
    return text + u'\n' + filled(CommandTexts::tr("Exit status: %1").arg(exitTexts()), 0);
}

QString manualPage()
{
    QString text
        = QStringLiteral(".TH HEADLIGHT 1 \"\" \"Headlight %1\" \"%2\"\n.SH %3\nheadlight \\- %4\n")
              .arg(QCoreApplication::applicationVersion(), CommandTexts::tr("User Commands"),
                   CommandTexts::tr("NAME"),
                   roff(CommandTexts::tr("edit embeddings and weights, watch attention change")));
    text += QStringLiteral(".SH %1\n").arg(CommandTexts::tr("COMMANDS"));
    for (const CommandEntry& command : commandTable())
        text += commandManual(command);
    text += QStringLiteral(".SH %1\n").arg(CommandTexts::tr("OPTIONS"));
    for (const OptionEntry& option : optionTable())
        text += optionManual(option);
    text += QStringLiteral(".SH %1\n%2\n").arg(CommandTexts::tr("EXIT STATUS"), roff(exitTexts()));
    return text;
}

} // namespace headlight
