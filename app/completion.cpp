#include "app/completion.h"

#include "app/command_table.h"
#include "app/examples.h"

namespace headlight {
namespace {

/// In single quotes, as every one of these shells reads it.
QString quoted(QString text)
{
    return u'\'' + text.replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QStringList commandNames()
{
    QStringList names;
    for (const CommandEntry& command : commandTable()) {
        if (!command.name.isEmpty())
            names += command.name;
    }
    return names;
}

QStringList exampleNames()
{
    QStringList names;
    for (const ExampleInfo& example : exampleList())
        names += example.name;
    return names;
}

QStringList wordsOf(const OptionEntry& option)
{
    QStringList words = {QStringLiteral("--") + option.name};
    if (!option.letter.isEmpty())
        words.prepend(u'-' + option.letter);
    return words;
}

/// What may be typed as the option's value; nothing for free text.
QStringList valuesOf(const OptionEntry& option)
{
    return option.kind == ValueKind::Example ? exampleNames() : option.choices;
}

QString bashValueCase(const OptionEntry& option)
{
    const QString pattern = wordsOf(option).join(u'|');
    const QStringList values = valuesOf(option);
    QString action = QStringLiteral(":");
    if (!values.isEmpty())
        action = QStringLiteral("COMPREPLY=($(compgen -W %1 -- \"$word\"))")
                     .arg(quoted(values.join(u' ')));
    else if (option.kind == ValueKind::File)
        action = QStringLiteral("_headlight_files ''");
    else if (option.kind == ValueKind::Folder)
        action = QStringLiteral("COMPREPLY=($(compgen -d -- \"$word\"))");
    return QStringLiteral("    %1) %2; return ;;\n").arg(pattern, action);
}

QString bashCommandCase(const CommandEntry& command)
{
    QStringList words;
    for (const QString& option : command.options)
        words += wordsOf(optionNamed(option));
    return QStringLiteral("    %1) options=%2; suffixes=%3 ;;\n")
        .arg(command.name.isEmpty() ? QStringLiteral("*") : command.name, quoted(words.join(u' ')),
             quoted(command.fileSuffixes.join(u'|')));
}

QString bashScript()
{
    QString values;
    for (const OptionEntry& option : optionTable()) {
        if (option.kind != ValueKind::None)
            values += bashValueCase(option);
    }
    QString commands;
    QString window;
    for (const CommandEntry& command : commandTable())
        (command.name.isEmpty() ? window : commands) += bashCommandCase(command);
    return QStringLiteral(R"(# bash completion for headlight; made by headlight --completion bash

# Folders, and files that end in one of $1 (all files when it is empty).
_headlight_files()
{
    compopt -o filenames 2>/dev/null
    local file
    while IFS= read -r file; do
        if [[ -z $1 || -d $file || ${file,,} =~ \.($1)$ ]]; then
            COMPREPLY+=("$file")
        fi
    done < <(compgen -f -- "$word")
}

_headlight()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options suffixes
    COMPREPLY=()
    case $before in
%1    esac
    case ${COMP_WORDS[1]} in
%2%3    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$word"))
        return
    fi
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W %4 -- "$word"))
    fi
    _headlight_files "$suffixes"
}

complete -F _headlight headlight
)")
        .arg(values, commands, window, quoted(commandNames().join(u' ')));
}

/// Brackets and colons part the fields of _arguments.
QString zshEscaped(QString text)
{
    for (const char* c : {"\\", "[", "]", ":"})
        text.replace(QLatin1String(c), u'\\' + QLatin1String(c));
    return text;
}

QString zshValue(const OptionEntry& option)
{
    const QStringList values = valuesOf(option);
    if (!values.isEmpty())
        return QStringLiteral("(%1)").arg(zshEscaped(values.join(u' ')));
    if (option.kind == ValueKind::File)
        return QStringLiteral("_files");
    return option.kind == ValueKind::Folder ? QStringLiteral("_files -/") : QStringLiteral(" ");
}

QString zshOption(const OptionEntry& option)
{
    QString lines;
    for (const QString& word : wordsOf(option)) {
        QString spec = QStringLiteral("%1[%2]").arg(word, zshEscaped(option.text));
        if (option.kind != ValueKind::None)
            spec += QStringLiteral(":%1:%2").arg(zshEscaped(option.value), zshValue(option));
        lines += QStringLiteral(" \\\n        ") + quoted(spec);
    }
    return lines;
}

QString zshCommand(const CommandEntry& command)
{
    QString text = QStringLiteral("    %1) _arguments")
                       .arg(command.name.isEmpty() ? QStringLiteral("*") : command.name);
    for (const QString& option : command.options)
        text += zshOption(optionNamed(option));
    return text
        + QStringLiteral(" \\\n        '*:file:_files -g \"*.(%1)(-.)\"' ;;\n")
              .arg(command.fileSuffixes.join(u'|'));
}

QString zshScript()
{
    QString commands;
    QString window;
    for (const CommandEntry& command : commandTable())
        (command.name.isEmpty() ? window : commands) += zshCommand(command);
    return QStringLiteral(R"(#compdef headlight
# zsh completion for headlight; made by headlight --completion zsh

_headlight()
{
    if ((CURRENT == 2)); then
        compadd -- %1
    fi
    case $words[2] in
%2%3    esac
}

_headlight "$@"
)")
        .arg(commandNames().join(u' '), commands, window);
}

QString fishCondition(const CommandEntry& command)
{
    if (command.name.isEmpty())
        return QStringLiteral("not __fish_seen_subcommand_from ") + commandNames().join(u' ');
    return QStringLiteral("__fish_seen_subcommand_from ") + command.name;
}

QString fishOption(const CommandEntry& command, const OptionEntry& option)
{
    QString line = QStringLiteral("complete -c headlight -n %1 -l %2")
                       .arg(quoted(fishCondition(command)), option.name);
    if (!option.letter.isEmpty())
        line += QStringLiteral(" -s ") + option.letter;
    const QStringList values = valuesOf(option);
    if (!values.isEmpty())
        line += QStringLiteral(" -x -a ") + quoted(values.join(u' '));
    else if (option.kind == ValueKind::File)
        line += QStringLiteral(" -r -F");
    else if (option.kind == ValueKind::Folder)
        line += QStringLiteral(" -x -a '(__fish_complete_directories)'");
    else if (option.kind != ValueKind::None)
        line += QStringLiteral(" -x");
    return line + QStringLiteral(" -d ") + quoted(option.text) + u'\n';
}

QString fishScript()
{
    QString text
        = QStringLiteral("# fish completion for headlight; made by headlight --completion fish\n");
    for (const CommandEntry& command : commandTable()) {
        if (command.name.isEmpty())
            text += QStringLiteral("complete -c headlight -n %1 -a %2\n")
                        .arg(quoted(fishCondition(command)), quoted(commandNames().join(u' ')));
        for (const QString& option : command.options)
            text += fishOption(command, optionNamed(option));
    }
    return text;
}

} // namespace

std::optional<QString> completionScript(const QString& shell)
{
    if (shell == QLatin1String("bash"))
        return bashScript();
    if (shell == QLatin1String("zsh"))
        return zshScript();
    return shell == QLatin1String("fish") ? std::optional(fishScript()) : std::nullopt;
}

} // namespace headlight
