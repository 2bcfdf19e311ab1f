#include "app/convert_command.h"

#include "app/command_options.h"
#include "app/command_table.h"
#include "app/interruption.h"
#include "app/terminal_line.h"
#include "core/document/snapshot.h"
#include "core/io/matrix_file.h"
#include "ui/session/safe_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace headlight {
namespace {

struct ConvertTexts {
    Q_DECLARE_TR_FUNCTIONS(ConvertTexts)
};

constexpr qint64 largestConverted = 4LL << 30;

std::string extensionOf(const QString& path)
{
    return QFileInfo(path).suffix().toLower().toStdString();
}

QString checkOutput(const QString& path)
{
    if (canWriteMatrix(extensionOf(path)))
        return {};
    return ConvertTexts::tr("“%1” should end in .csv, .tsv, .npy or .npz.").arg(path);
}

QString checkFiles(const QStringList& files)
{
    if (files.size() != 2)
        return ConvertTexts::tr("Give two files: convert IN OUT.");
    if (!canReadMatrix(extensionOf(files[0])))
        return ConvertTexts::tr("“%1” should end in .csv, .tsv, .npy, .npz or .safetensors.")
            .arg(files[0]);
    return checkOutput(files[1]);
}

/// Says on the terminal how far `work` is, until it is interrupted.
WorkControl followed(const QString& work, TerminalLine& line, const Interruption& interruption)
{
    line.show(work);
    return {[&line, &interruption, work](double done) {
        line.show(ConvertTexts::tr("%1: %2 %").arg(work).arg(int(100 * done)));
        return !interruption.happened();
    }};
}

Result<Matrix> readMatrix(const QString& path, const std::string& array, const WorkControl& control)
{
    const Result<QByteArray> bytes = readFile(path, largestConverted);
    if (!bytes)
        return bytes.error();
    const Result<Matrix> matrix = readMatrixFile({bytes->constData(), std::size_t(bytes->size())},
                                                 extensionOf(path), array, control);
    if (matrix)
        return matrix;
    return Error{
        ConvertTexts::tr("“%1” was not read. %2")
            .arg(QDir::toNativeSeparators(path), QString::fromStdString(matrix.error().message))
            .toStdString()};
}

CommandResult writeBytes(const QString& path, const Result<std::string>& bytes)
{
    if (!bytes)
        return failed(bytes.error());
    const Result<Ok> written = writeFileSafely(path, QByteArray::fromStdString(*bytes));
    return written ? CommandResult() : failed(written.error());
}

std::vector<NamedMatrix> allTensors(const Snapshot& snapshot)
{
    const Document& document = *snapshot.document;
    std::vector<NamedMatrix> matrices;
    if (!document.recorded)
        matrices.push_back({"embeddings", *document.embeddings});
    if (document.positions->size() > 0)
        matrices.push_back({"positions", *document.positions});
    forEachWeight(document.parameters, [&](const std::string& path, const Shared<Matrix>& weight) {
        if (weight->size() > 0)
            matrices.push_back({path, *weight});
    });
    forEachActivation(snapshot.trace, [&](const std::string& path, const Matrix&) {
        // Some are only made on demand; a recording has but its weights.
        if (Result<Matrix> found = tensor(snapshot, path))
            matrices.push_back({path, std::move(*found)});
    });
    return matrices;
}

/// The output file is made in memory and then written at once, so an interruption leaves nothing.
CommandResult convert(const QString& from, const QString& to, const std::string& array)
{
    const Interruption interruption;
    TerminalLine line;
    const CommandResult interrupted{
        Interruption::exitCode, {}, ConvertTexts::tr("Interrupted; nothing was written.")};
    const QString reading = ConvertTexts::tr("Reading %1").arg(QFileInfo(from).fileName());
    const Result<Matrix> matrix = readMatrix(from, array, followed(reading, line, interruption));
    if (interruption.happened())
        return interrupted;
    if (!matrix)
        return failed(matrix.error());
    const QString writing = ConvertTexts::tr("Writing %1").arg(QFileInfo(to).fileName());
    const Result<std::string> bytes
        = writeMatrixFile(*matrix, extensionOf(to), array.empty() ? std::string("matrix") : array,
                          followed(writing, line, interruption));
    return interruption.happened() ? interrupted : writeBytes(to, bytes);
}

} // namespace

CommandResult convertCommand(const QStringList& arguments)
{
    Options options(commandNamed(QStringLiteral("convert")).options);
    QString complaint = options.parse(arguments);
    const QStringList files = options.files();
    if (complaint.isEmpty())
        complaint = checkFiles(files);
    if (!complaint.isEmpty())
        return misused(complaint);
    return convert(files[0], files[1], options.value("array").toStdString());
}

CommandResult writeTensorFile(const SnapshotPtr& snapshot, const QString& path,
                              const QString& output)
{
    if (const QString complaint = checkOutput(output); !complaint.isEmpty())
        return misused(complaint);
    const bool wantsAll = path.isEmpty();
    if (wantsAll && extensionOf(output) != "npz")
        return misused(ConvertTexts::tr("Name the tensor with --tensor, for example --tensor "
                                        "layers.0.head.0.pattern; only an .npz holds all."));
    if (wantsAll)
        return writeBytes(output, writeNpz(allTensors(*snapshot)));
    const std::string name = path.toStdString();
    const Result<Matrix> matrix = tensor(*snapshot, name);
    if (!matrix)
        return failed(matrix.error());
    return writeBytes(output, writeMatrixFile(*matrix, extensionOf(output), name));
}

} // namespace headlight
