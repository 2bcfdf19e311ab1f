#include "app/command_line.h"

#include "app/command_options.h"
#include "app/command_table.h"
#include "app/command_texts.h"
#include "app/completion.h"
#include "app/convert_command.h"
#include "app/examples.h"
#include "app/export_command.h"
#include "app/report_command.h"
#include "core/io/trace_json.h"
#include "core/kernels/kernels.h"

#include <QCoreApplication>

namespace headlight {
namespace {

CommandResult computeCommand(const QStringList& arguments)
{
    Options options(commandNamed(QStringLiteral("compute")).options);
    QString complaint = options.parse(arguments);
    if (complaint.isEmpty())
        complaint = checkSource(options, true);
    if (complaint.isEmpty() && options.has("tensor") && !options.has("output"))
        complaint = CommandTexts::tr("Name the file for --tensor with -o, for example -o w.npy.");
    if (!complaint.isEmpty())
        return misused(complaint);
    const Result<SnapshotPtr> snapshot = computeSource(options);
    if (!snapshot)
        return failed(snapshot.error());
    if (options.has("output"))
        return writeTensorFile(*snapshot, options.value("tensor"), options.value("output"));
    return {0, QByteArray::fromStdString(writeTensors(**snapshot)), {}};
}

QByteArray examplesText()
{
    QString text;
    for (const ExampleInfo& example : exampleList())
        text += example.name + u'\t' + example.title + QStringLiteral(". ") + example.note + u'\n';
    return text.toUtf8();
}

CommandResult completionCommand(const QString& shell)
{
    if (const std::optional<QString> script = completionScript(shell))
        return {0, script->toUtf8(), {}};
    return misused(
        CommandTexts::tr("There is no completion for “%1”; take %2.")
            .arg(shell,
                 optionNamed(QStringLiteral("completion")).choices.join(QStringLiteral(", "))));
}

/// An option that stands without a command and does not open the window.
CommandResult informationCommand(const QStringList& arguments)
{
    Options options(commandNamed({}).options);
    if (const QString complaint = options.parse(arguments); !complaint.isEmpty())
        return misused(complaint);
    if (options.has("list-examples"))
        return {0, examplesText(), {}};
    if (options.has("man"))
        return {0, manualPage().toUtf8(), {}};
    if (options.has("completion"))
        return completionCommand(options.value("completion"));
    const QString version = QStringLiteral("Headlight %1 (computing with %2)\n")
                                .arg(QCoreApplication::applicationVersion(),
                                     QLatin1String(headlight_kernels()->level));
    return {0, (options.has("version") ? version : helpText()).toUtf8(), {}};
}

using Command = CommandResult (*)(const QStringList&);

Command commandCalled(const QString& name)
{
    static const QMap<QString, Command> commands = {{QStringLiteral("compute"), computeCommand},
                                                    {QStringLiteral("convert"), convertCommand},
                                                    {QStringLiteral("export"), exportCommand},
                                                    {QStringLiteral("report"), reportCommand}};
    return commands.value(name, informationCommand);
}

bool isInformation(const QString& argument)
{
    const QStringList names = commandNamed({}).options;
    return std::any_of(names.begin(), names.end(), [&](const QString& name) {
        const OptionEntry& option = optionNamed(name);
        const QString word = QStringLiteral("--") + name;
        return argument == word || argument.startsWith(word + u'=')
            || (!option.letter.isEmpty() && argument == u'-' + option.letter);
    });
}

} // namespace

bool isCommand(const QStringList& arguments)
{
    return !arguments.isEmpty()
        && (isInformation(arguments.first())
            || commandCalled(arguments.first()) != &informationCommand);
}

CommandResult runCommand(const QStringList& arguments)
{
    const Command command = commandCalled(arguments.first());
    if (command == &informationCommand)
        return command(arguments);
    const QStringList rest = arguments.mid(1);
    if (rest.contains(QStringLiteral("--help")) || rest.contains(QStringLiteral("-h")))
        return {0, helpText(arguments.first()).toUtf8(), {}};
    return command(rest);
}

WindowArguments windowArguments(const QStringList& arguments)
{
    Options options({});
    const QString complaint = options.parse(arguments);
    if (!complaint.isEmpty())
        return {{}, misused(complaint).complaint};
    if (options.files().size() > 1)
        return {{}, misused(CommandTexts::tr("The window opens one file at a time.")).complaint};
    return {options.files().value(0), {}};
}

} // namespace headlight
