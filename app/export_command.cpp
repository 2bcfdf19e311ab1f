#include "app/export_command.h"

#include "app/command_table.h"
#include "app/export_order.h"
#include "app/head_file.h"
#include "app/interruption.h"
#include "app/terminal_line.h"
#include "ui/session/safe_file.h"
#include "ui/views/head_figure.h"
#include "ui/views/recipe.h"

#include <QCoreApplication>
#include <QDir>

namespace headlight {
namespace {

struct ExportCommandTexts {
    Q_DECLARE_TR_FUNCTIONS(ExportCommandTexts)
};

Result<Ok> writeFigure(const Figure& figure, const ExportOrder& order, const QString& path)
{
    const Result<QByteArray> bytes = renderFigure(figure, order.choice.format, order.choice.size);
    return bytes ? writeFileSafely(path, *bytes) : Result<Ok>(bytes.error());
}

CommandResult exportOne(const ExportOrder& order, const SnapshotPtr& snapshot,
                        const std::vector<HeadPlace>& places)
{
    Figure figure = styled(headFigure(snapshot, places, order.look), order.choice);
    figure.recipe = recipeText(*snapshot, places, order.look);
    const Interruption interruption;
    const Result<QByteArray> bytes = renderFigure(figure, order.choice.format, order.choice.size);
    if (!bytes)
        return failed(bytes.error());
    if (interruption.happened())
        return {Interruption::exitCode,
                {},
                ExportCommandTexts::tr("Interrupted; nothing was written.")};
    const Result<Ok> written = writeFileSafely(order.output, *bytes);
    return written ? CommandResult() : failed(written.error());
}

QString countText(std::size_t done, std::size_t total, const QString& folder)
{
    return ExportCommandTexts::tr("%1 of %2 pictures are in “%3”, each of them complete.")
        .arg(done)
        .arg(total)
        .arg(QDir::toNativeSeparators(folder));
}

/// A picture for every head. Stops between two of them, so that no file is ever half written.
CommandResult exportEach(const ExportOrder& order, const SnapshotPtr& snapshot,
                         const std::vector<HeadPlace>& places)
{
    const Look look = fixedOver(snapshot, places, order.look);
    const Interruption interruption;
    TerminalLine progress;
    for (std::size_t done = 0; done < places.size(); ++done) {
        const QString count = countText(done, places.size(), order.folder);
        if (interruption.happened())
            return {
                Interruption::exitCode, {}, ExportCommandTexts::tr("Interrupted.") + u' ' + count};
        const HeadPlace& place = places[done];
        Figure figure = styled(headFigure(snapshot, {place}, look), order.choice);
        figure.title = headTitle(place, order.choice.title);
        figure.recipe = recipeText(*snapshot, {place}, look);
        const Result<Ok> written = writeFigure(
            figure, order, QDir(order.folder).filePath(headFileName(place, order.choice.format)));
        if (!written)
            return {1, {}, QString::fromStdString(written.error().message) + u' ' + count};
        progress.show(ExportCommandTexts::tr("%1 of %2 pictures").arg(done + 1).arg(places.size()));
    }
    return {0, (countText(places.size(), places.size(), order.folder) + u'\n').toUtf8(), {}};
}

CommandResult exportIntoFolder(const ExportOrder& order, const SnapshotPtr& snapshot,
                               const std::vector<HeadPlace>& places)
{
    if (!QDir().mkpath(order.folder))
        return {1,
                {},
                ExportCommandTexts::tr("The folder “%1” could not be made; choose another.")
                    .arg(QDir::toNativeSeparators(order.folder))};
    return exportEach(order, snapshot, places);
}

} // namespace

CommandResult exportCommand(const QStringList& arguments)
{
    Options options(commandNamed(QStringLiteral("export")).options);
    ExportOrder order;
    QString complaint = options.parse(arguments);
    if (complaint.isEmpty())
        complaint = checkSource(options, false);
    if (complaint.isEmpty())
        complaint = readOrder(options, order);
    if (!complaint.isEmpty())
        return misused(complaint);
    const Result<SnapshotPtr> snapshot = computeSource(options);
    if (!snapshot)
        return failed(snapshot.error());
    const Result<std::vector<HeadPlace>> places = placesOf(order, *(*snapshot)->document);
    if (!places)
        return misused(QString::fromStdString(places.error().message));
    return order.folder.isEmpty() ? exportOne(order, *snapshot, *places)
                                  : exportIntoFolder(order, *snapshot, *places);
}

} // namespace headlight
