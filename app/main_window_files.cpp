#include "app/document_file.h"
#include "app/examples.h"
#include "app/file_choice.h"
#include "app/lesson_runner.h"
#include "app/lessons.h"
#include "app/main_window.h"
#include "app/recording_file.h"
#include "core/document/restructure.h"
#include "core/document/tensor_path.h"
#include "core/io/matrix_file.h"
#include "ui/models/matrix_table_model.h"
#include "ui/session/safe_file.h"
#include "ui/style/plain_text.h"
#include "ui/views/export_dialog.h"
#include "ui/views/head_figure.h"
#include "ui/views/lesson_panel.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/matrix_pane.h"
#include "ui/views/matrix_view.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>

// Opening, saving and exporting.

namespace headlight {
namespace {

const QString documentSuffix = QStringLiteral(".headlight");

QString openFilter()
{
    return MainWindow::tr(
        "All that can be opened (*.headlight *.npz *.npy *.safetensors *.png *.svg *.md);;"
        "Headlight documents (*.headlight);;Attention recordings (*.npz *.npy *.safetensors);;"
        "Pictures it exported (*.png *.svg);;All files (*)");
}

QString saveFilter()
{
    return MainWindow::tr("Headlight documents (*.headlight);;All files (*)");
}

/// What a picture of the shown heatmaps begins with.
ExportedHeads headsOf(AttentionView::Mode mode)
{
    switch (mode) {
    case AttentionView::Mode::Grid:
        return ExportedHeads::Layer;
    case AttentionView::Mode::Model:
        return ExportedHeads::All;
    case AttentionView::Mode::Single:
        break;
    }
    return ExportedHeads::Chosen;
}

constexpr qint64 largestMatrixFile = qint64(1) << 30;

bool isPicture(const QString& path)
{
    return path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)
        || path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
}

QString withSuffix(const QString& path, const QString& suffix)
{
    return QFileInfo(path).suffix().isEmpty() ? path + suffix : path;
}

} // namespace

QString MainWindow::documentName() const
{
    if (m_recovered)
        return tr("Recovered from %1").arg(m_recovered->name);
    if (!m_path.isEmpty())
        return QFileInfo(m_path).fileName();
    const QString title = QString::fromStdString(m_session.document().title);
    return title.isEmpty() ? tr("Untitled") : title;
}

void MainWindow::updateTitle()
{
    const QString title
        = isRecording() ? tr("%1 (recording, read-only)[*] — Headlight") : tr("%1[*] — Headlight");
    setWindowTitle(title.arg(documentName()));
    setWindowModified(!m_session.undoStack()->isClean());
    setWindowFilePath(m_path);
    setWindowTitle(title.arg(documentName()));
}

bool MainWindow::mayReplaceDocument()
{
    commitEditors();
    if (m_session.undoStack()->isClean())
        return true;
    QMessageBox box(
        QMessageBox::Question, tr("Save Changes?"),
        tr("“%1” was changed. Save the changes before it is closed?").arg(documentName()),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box.setObjectName(QStringLiteral("saveChanges"));
    box.setTextFormat(Qt::PlainText);
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

void MainWindow::replaceDocument(Document document, const QString& path, const QByteArray& known)
{
    m_runner->stop();
    if (m_lessons)
        m_lessons->showList(); // the page that it may show belongs to no lesson any more
    m_noted.clear();
    m_path = path;
    m_recovered.reset();
    m_watch.follow(path, known);
    m_layer = 0;
    m_head = 0;
    selectCell(std::nullopt);
    Look look = m_look;
    look.leftOut.clear(); // they were tokens of another sentence
    showLook(look);
    const bool manyHeads = document.config.heads > 1;
    QString note = QString::fromStdString(document.note);
    if (document.recorded)
        note.prepend(tr("Recording, read-only: its attention weights can be looked at, copied and "
                        "exported. "));
    m_notedSentence = document.sentence;
    m_session.open(std::move(document));
    showStartPage(false);
    makeRoomForRecording(isRecording());
    showPlace(0, 0);
    m_attention->setMode(manyHeads ? AttentionView::Mode::Grid : AttentionView::Mode::Single);
    m_attention->setNote(note);
}

void MainWindow::newDocumentWanted()
{
    if (mayReplaceDocument())
        replaceDocument(newDocument({}), {});
}

void MainWindow::openExample(const QString& name)
{
    if (!mayReplaceDocument())
        return;
    Result<Document> document = loadExample(name);
    Q_ASSERT(document);
    replaceDocument(std::move(*document), {});
}

void MainWindow::openFile(const QString& path)
{
    if (path.endsWith(lessonSuffix, Qt::CaseInsensitive))
        return openLessonFile(path);
    if (isPicture(path))
        return openPicture(path);
    if (headlight::isRecording(path))
        return openRecording(path);
    const QByteArray known = FileWatch::fingerprint(path);
    Result<Document> document = openDocument(path);
    if (!document)
        return showExplanation(tr("Open"), QString::fromStdString(document.error().message));
    if (!mayReplaceDocument())
        return;
    rememberRecentFile(path);
    replaceDocument(std::move(*document), QFileInfo(path).absoluteFilePath(), known);
}

void MainWindow::openWanted()
{
    const QString path
        = QFileDialog::getOpenFileName(this, tr("Open"), lastFolder(documentKey), openFilter());
    if (path.isEmpty())
        return;
    rememberFolder(documentKey, path);
    openFile(path);
}

bool MainWindow::saveTo(const QString& path)
{
    commitEditors();
    const Result<Ok> saved = saveDocument(path, m_session.document());
    if (!saved) {
        showExplanation(tr("Save"), QString::fromStdString(saved.error().message));
        return false;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_recovered.reset();
    m_watch.follow(m_path, FileWatch::fingerprint(m_path));
    m_session.undoStack()->setClean();
    rememberRecentFile(m_path);
    updateTitle();
    return true;
}

bool MainWindow::save()
{
    return m_path.isEmpty() ? saveAs() : mayOverwrite() && saveTo(m_path);
}

/// A recovered document never replaces the file it once came from unless the user says so.
QString MainWindow::suggestedPath() const
{
    if (!m_path.isEmpty())
        return m_path;
    const QFileInfo lost(m_recovered ? m_recovered->path : QString());
    if (!lost.filePath().isEmpty())
        return lost.absoluteDir().filePath(tr("%1 (recovered)").arg(lost.completeBaseName())
                                           + documentSuffix);
    return QDir(lastFolder(documentKey)).filePath(documentName() + documentSuffix);
}

bool MainWindow::saveAs()
{
    const QString path
        = QFileDialog::getSaveFileName(this, tr("Save As"), suggestedPath(), saveFilter());
    if (path.isEmpty())
        return false;
    rememberFolder(documentKey, path);
    return saveTo(withSuffix(path, documentSuffix));
}

void MainWindow::saveMatrix()
{
    commitEditors();
    const QString name = m_editor->shownMatrix() + QStringLiteral(".npy");
    QString chosenFilter;
    QString path = QFileDialog::getSaveFileName(
        this, tr("Save Matrix"), QDir(lastFolder(matrixKey)).filePath(name),
        tr("NumPy array (*.npy);;NumPy archive (*.npz);;Commas (*.csv);;Tabs (*.tsv)"),
        &chosenFilter);
    if (path.isEmpty())
        return;
    rememberFolder(matrixKey, path);
    saveMatrixTo(withSuffix(path, chosenFilter.section(u'*', 1).chopped(1)));
}

void MainWindow::saveMatrixTo(const QString& path)
{
    const Matrix& matrix = m_editor->mainPane()->view()->matrixModel()->matrix();
    const Result<std::string> bytes
        = writeMatrixFile(matrix, QFileInfo(path).suffix().toLower().toStdString(),
                          m_editor->shownMatrix().toStdString());
    report(tr("Save Matrix"), path,
           bytes ? writeFileSafely(path, QByteArray::fromStdString(*bytes))
                 : Result<Ok>(bytes.error()));
}

void MainWindow::loadMatrix()
{
    commitEditors();
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Load Matrix"), lastFolder(matrixKey),
        tr("Matrices (*.npy *.npz *.safetensors *.csv *.tsv);;All files (*)"));
    if (path.isEmpty())
        return;
    rememberFolder(matrixKey, path);
    loadMatrixFrom(path);
}

/// Numbers for a computed matrix pin it.
void MainWindow::loadMatrixFrom(const QString& path)
{
    const Result<QByteArray> bytes = readFile(path, largestMatrixFile);
    const Result<Matrix> matrix = bytes
        ? readMatrixFile({bytes->constData(), std::size_t(bytes->size())},
                         QFileInfo(path).suffix().toLower().toStdString())
        : Result<Matrix>(bytes.error());
    if (!matrix)
        return showExplanation(tr("Load Matrix"), QString::fromStdString(matrix.error().message));
    const std::string& target = m_editor->mainPane()->path();
    const bool isPin = !editable(m_session.document(), target)
        && isActivation(parsePath(target).value_or(TensorPath{}));
    m_session.edit(isPin ? Edit(SetPin{target, *matrix}) : Edit(SetTensor{target, *matrix}));
}

Figure MainWindow::shownFigure() const
{
    if (m_attention->mode() == AttentionView::Mode::Model)
        return headFigure(m_snapshot, allPlaces(*m_snapshot), m_look);
    const bool grid = m_attention->mode() == AttentionView::Mode::Grid;
    const HeadPlace place = picturedPlace();
    return headFigure(m_snapshot, place.layer,
                      grid ? allHeads(*m_snapshot) : std::vector<int>{place.head}, m_look);
}

void MainWindow::exportPicture()
{
    commitEditors();
    if (!m_snapshot || m_snapshot->document->tokens.empty())
        return showRefusal(tr("There is no picture yet: type a sentence first."));
    const SnapshotPtr snapshot = m_snapshot; // another one may arrive while the dialog is open
    const Config& config = snapshot->document->config;
    ExportDialog dialog(
        {config.layers, config.heads, picturedPlace()},
        [this, snapshot](const std::vector<HeadPlace>& places) {
            return headFigure(snapshot, places, m_look);
        },
        headsOf(m_attention->mode()), this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (dialog.choice().eachItsOwn)
        exportEachHead(snapshot, dialog.places(), dialog.choice());
    else
        exportFigure(snapshot, dialog.figure(), dialog.places(), dialog.choice());
}

/// A modal sentence; the text is shown as it is, because it may quote tokens and file names.
void MainWindow::showExplanation(const QString& title, const QString& sentence)
{
    QMessageBox box(QMessageBox::Warning, title, sentence, QMessageBox::Ok, this);
    box.setObjectName(QStringLiteral("explanation"));
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

/// Says that a file was written, or why not.
void MainWindow::report(const QString& title, const QString& path, const Result<Ok>& written)
{
    if (!written)
        showExplanation(title, QString::fromStdString(written.error().message));
    else
        m_message->setText(tr("Saved as %1").arg(QDir::toNativeSeparators(path)));
}

void MainWindow::copyPicture()
{
    if (!m_snapshot || m_snapshot->document->tokens.empty())
        return showRefusal(tr("There is no picture yet: type a sentence first."));
    const Figure figure = shownFigure();
    const Result<QImage> image = renderImage(figure, {});
    const Result<QByteArray> drawing = renderFigure(figure, FigureFormat::Svg, {});
    if (!image || !drawing)
        return showRefusal(
            QString::fromStdString((image ? drawing.error() : image.error()).message));
    auto* picture = new QMimeData; // the clipboard takes it over
    picture->setImageData(*image);
    picture->setData(QStringLiteral("image/svg+xml"), *drawing);
    QApplication::clipboard()->setMimeData(picture);
    m_message->setText(tr("The picture is on the clipboard."));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayReplaceDocument()) {
        event->ignore();
        return;
    }
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    showPage(Page::Heatmaps); // so that the docks are remembered as they are while working
    showStartPage(false);
    makeRoomForRecording(false);
    settings.setValue(QStringLiteral("layout"), saveState());
    rememberLook();
    m_autosaver.forget();
    event->accept();
}

void MainWindow::restoreFromSettings()
{
    const QSettings settings;
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    if (!restoreState(settings.value(QStringLiteral("layout")).toByteArray()))
        restoreState(m_defaultLayout);
    restoreLook();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString path = event->mimeData()->urls().value(0).toLocalFile();
    event->acceptProposedAction();
    openFile(path);
}

} // namespace headlight
