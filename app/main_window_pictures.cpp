#include "app/file_choice.h"
#include "app/head_file.h"
#include "app/main_window.h"
#include "core/io/document_json.h"
#include "ui/session/safe_file.h"
#include "ui/views/export_choice.h"
#include "ui/views/head_figure.h"
#include "ui/views/recipe.h"

#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>

// Pictures out, and back in by the recipe they hold.

namespace headlight {
namespace {

constexpr qint64 largestPicture = 256 * 1024 * 1024; // bytes

Result<Ok> writeFigure(const Figure& figure, const ExportChoice& choice, const QString& path)
{
    const Result<QByteArray> bytes = renderFigure(figure, choice.format, choice.size);
    return bytes ? writeFileSafely(path, *bytes) : Result<Ok>(bytes.error());
}

bool hasPlaces(const Config& config, const std::vector<HeadPlace>& places)
{
    return std::all_of(places.begin(), places.end(), [&](const HeadPlace& place) {
        return place.layer < config.layers && place.head < config.heads;
    });
}

/// The view that shows these heads.
AttentionView::Mode modeFor(const std::vector<HeadPlace>& places)
{
    if (places.size() == 1)
        return AttentionView::Mode::Single;
    const bool oneLayer = std::all_of(places.begin(), places.end(), [&](const HeadPlace& place) {
        return place.layer == places.front().layer;
    });
    return oneLayer ? AttentionView::Mode::Grid : AttentionView::Mode::Model;
}

bool mayReplaceFiles(QWidget* parent, const QStringList& paths)
{
    const auto count = std::count_if(paths.begin(), paths.end(),
                                     [](const QString& path) { return QFile::exists(path); });
    if (count == 0)
        return true;
    QMessageBox box(QMessageBox::Question, MainWindow::tr("Export Picture"),
                    MainWindow::tr("%n file(s) of these names exist already. Replace them?",
                                   nullptr, int(count)),
                    QMessageBox::Yes | QMessageBox::Cancel, parent);
    box.setObjectName(QStringLiteral("replaceFiles"));
    return box.exec() == QMessageBox::Yes;
}

} // namespace

void MainWindow::exportFigure(const SnapshotPtr& snapshot, Figure figure,
                              const std::vector<HeadPlace>& places, const ExportChoice& choice)
{
    const QString suffix = u'.' + suffixOf(choice.format);
    const QString name = QFileInfo(documentName()).completeBaseName() + suffix;
    const QString path = chooseFile(this, tr("Export Picture"), pictureKey, name, suffix);
    if (path.isEmpty())
        return;
    figure.recipe = recipeText(*snapshot, places, m_look);
    report(tr("Export Picture"), path, writeFigure(figure, choice, path));
}

void MainWindow::exportEachHead(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places,
                                const ExportChoice& choice)
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder for the Pictures"),
                                                             lastFolder(pictureKey));
    if (folder.isEmpty())
        return;
    QStringList paths;
    for (const HeadPlace& place : places)
        paths += QDir(folder).filePath(headFileName(place, choice.format));
    if (!mayReplaceFiles(this, paths))
        return;
    rememberFolder(pictureKey, paths.front());
    const Look look = fixedOver(snapshot, places, m_look);
    for (std::size_t i = 0; i < places.size(); ++i) {
        Figure figure = styled(headFigure(snapshot, {places[i]}, look), choice);
        figure.title = headTitle(places[i], choice.title);
        figure.recipe = recipeText(*snapshot, {places[i]}, look);
        const QString& path = paths[qsizetype(i)];
        if (const Result<Ok> written = writeFigure(figure, choice, path); !written)
            return report(tr("Export Picture"), path, written);
    }
    m_message->setText(tr("%n picture(s) saved in %1", nullptr, int(places.size()))
                           .arg(QDir::toNativeSeparators(folder)));
}

void MainWindow::openPicture(const QString& path)
{
    const Result<QByteArray> bytes = readFile(path, largestPicture);
    const Result<Recipe> recipe = bytes ? readRecipe(*bytes) : Result<Recipe>(bytes.error());
    if (!recipe)
        return showExplanation(tr("Open"), QString::fromStdString(recipe.error().message));
    if (!takePicture(*recipe))
        return;
    showLook(recipe->look);
    showPlace(recipe->places.front().layer, recipe->places.front().head);
    m_attention->setMode(modeFor(recipe->places));
    showPage(Page::Heatmaps);
}

/// Opens the document a picture was made of, or stays with this one where the picture was too
/// small to hold it.
bool MainWindow::takePicture(const Recipe& recipe)
{
    const bool inside = !recipe.document.empty();
    Result<Document> document
        = inside ? readDocument(recipe.document) : Result<Document>(m_session.document());
    if (!document) {
        showExplanation(tr("Open"), QString::fromStdString(document.error().message));
        return false;
    }
    if (!hasPlaces(document->config, recipe.places)) {
        showExplanation(
            tr("Open"),
            tr("The document of this picture is too large to be kept inside it, and the open "
               "one has no such head. Open the picture's document first."));
        return false;
    }
    if (!inside)
        return true;
    if (!mayReplaceDocument())
        return false;
    replaceDocument(std::move(*document), {});
    return true;
}

} // namespace headlight
