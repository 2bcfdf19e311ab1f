#include "app/command_options.h"

#include "app/command_table.h"
#include "app/document_file.h"
#include "app/examples.h"
#include "app/recording_file.h"
#include "core/document/edit.h"
#include "core/document/restructure.h"
#include "core/io/recorded_document.h"
#include "ui/session/number_text.h"

#include <QCoreApplication>

namespace headlight {
namespace {

QCommandLineOption parserOption(const OptionEntry& entry)
{
    QStringList names = {entry.name};
    if (!entry.letter.isEmpty())
        names.prepend(entry.letter);
    return QCommandLineOption(names, {}, entry.value);
}

Result<SnapshotPtr> compute(Document document)
{
    if (const Result<Ok> fits = checkDocument(document); !fits)
        return fits.error();
    return computeSnapshot(std::make_shared<const Document>(std::move(document)));
}

/// Attention weights from another program.
Result<SnapshotPtr> computeRecording(const Options& options)
{
    const Result<RecordingFile> file = readRecordingFile(options.files().first());
    if (!file)
        return file.error();
    RecordingSource source = sourceOf(*file);
    source.array = options.value("array").toStdString();
    if (options.has("prompt"))
        source.prompt = options.value("prompt").toUInt() - 1;
    Result<Recording> recording = readRecording(source);
    if (!recording)
        return recording.error();
    Result<Document> document = documentOf(std::move(*recording));
    return document ? compute(std::move(*document)) : Result<SnapshotPtr>(document.error());
}

QString promptComplaint(const Options& options)
{
    QString complaint;
    if (options.number("prompt", 1, complaint).value_or(1) < 1)
        complaint = CommandTexts::tr("--prompt counts from 1.");
    return complaint;
}

} // namespace

CommandResult failed(const Error& error)
{
    return {1, {}, QString::fromStdString(error.message)};
}

CommandResult misused(const QString& complaint)
{
    return {2, {}, complaint + u'\n' + CommandTexts::tr("Try “headlight --help” for the options.")};
}

Options::Options(const QStringList& known)
    : m_known(known)
{
    for (const QString& name : known)
        m_parser.addOption(parserOption(optionNamed(name)));
}

QString Options::parse(const QStringList& arguments)
{
    if (!m_parser.parse(QStringList{QStringLiteral("headlight")} + arguments))
        return m_parser.errorText();
    return {};
}

bool Options::has(const char* name) const
{
    return m_known.contains(QLatin1String(name)) && m_parser.isSet(QLatin1String(name));
}

QString Options::value(const char* name, const QString& otherwise) const
{
    return has(name) ? m_parser.value(QLatin1String(name)) : otherwise;
}

std::optional<int> Options::number(const char* name, int otherwise, QString& complaint) const
{
    if (!has(name))
        return otherwise;
    bool good = false;
    const int number = value(name).toInt(&good);
    if (!good)
        complaint = CommandTexts::tr("--%1 takes a whole number, not “%2”.")
                        .arg(QLatin1String(name), value(name));
    return good ? std::optional(number) : std::nullopt;
}

std::optional<double> Options::real(const char* name, double otherwise, QString& complaint) const
{
    if (!has(name))
        return otherwise;
    const Result<double> number = parseNumber(value(name));
    if (number)
        return *number;
    complaint = QStringLiteral("--%1: ").arg(QLatin1String(name))
        + QString::fromStdString(number.error().message);
    return std::nullopt;
}

QString checkSource(const Options& options, bool sentenceAllowed)
{
    const int sources = int(options.files().size()) + int(options.has("example"))
        + int(sentenceAllowed && options.has("sentence"));
    if (sources == 1)
        return promptComplaint(options);
    return sentenceAllowed ? CommandTexts::tr("Give one of FILE, --example NAME, --sentence TEXT.")
                           : CommandTexts::tr("Give one of FILE and --example NAME.");
}

Result<SnapshotPtr> computeSource(const Options& options)
{
    if (options.has("sentence")) {
        // Sizes are looked at before any number is drawn.
        Document document = newDocument({});
        const SetSentence edit{options.value("sentence").toStdString()};
        if (const Result<Ok> fits = checkEdit(document, edit); !fits)
            return fits.error();
        applyEdit(document, edit);
        return compute(std::move(document));
    }
    if (!options.has("example") && isRecording(options.files().first()))
        return computeRecording(options);
    Result<Document> document = options.has("example") ? loadExample(options.value("example"))
                                                       : openDocument(options.files().first());
    return document ? compute(std::move(*document)) : Result<SnapshotPtr>(document.error());
}

} // namespace headlight
