#include "app/document_file.h"
#include "app/file_choice.h"
#include "app/main_window.h"
#include "core/document/tensor_path.h"
#include "core/io/document_json.h"
#include "ui/figure/heat_image.h"
#include "ui/session/temporary_file.h"
#include "ui/views/question.h"
#include "ui/views/recovery_dialog.h"
#include "ui/views/start_page.h"

#include <QApplication>
#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QThreadPool>
#include <QUndoStack>

// What happens after a crash, and when another program changes the open file.

namespace headlight {
namespace {

constexpr QSize pictureSize(112, 112);

/// The weights of a head as a small PNG; empty where there is none.
QByteArray pictureOf(const SnapshotPtr& snapshot, const std::string& pattern, ColorMap map)
{
    const Result<std::shared_ptr<const Matrix>> weights = sharedTensor(snapshot, pattern);
    if (!weights || (*weights)->size() == 0)
        return {};
    QByteArray png;
    QBuffer buffer(&png);
    heatPicture(**weights, {{map, 0, 1}}, pictureSize).save(&buffer, "PNG");
    return png;
}

} // namespace

void MainWindow::connectRecovery()
{
    connect(&m_autosaver, &Autosaver::failed, this, [this](const QString& reason) {
        m_message->setText(
            tr("If Headlight crashes now, unsaved changes are lost. %1").arg(reason));
    });
    connect(&m_watch, &FileWatch::changed, this, &MainWindow::askAboutChangedFile);
}

Autosaver::Description MainWindow::describeForRecovery() const
{
    Autosaver::Description about{m_recovered ? m_recovered->name : documentName(),
                                 m_recovered ? m_recovered->path : m_path,
                                 {}};
    if (m_snapshot) {
        const HeadPlace place = picturedPlace();
        about.picture = [snapshot = m_snapshot, map = m_look.map,
                         pattern = toString(TensorPath{place.layer, place.head, "pattern"})] {
            return pictureOf(snapshot, pattern, map);
        };
    }
    return about;
}

void MainWindow::offerRecovery()
{
    std::vector<std::unique_ptr<RecoveryFile>> files = takeAbandonedFiles();
    if (files.empty())
        return;
    RecoveryDialog dialog(std::move(files), this);
    dialog.exec();
    if (std::unique_ptr<RecoveryFile> file = dialog.takeChosen())
        openRecovered(std::move(file));
    if (m_start)
        m_start->setRecoverable(hasAbandonedFiles());
}

/// It goes on living in the file it came from, so that another crash loses no more than this one.
void MainWindow::openRecovered(std::unique_ptr<RecoveryFile> file)
{
    const Result<RecoveryNote> note = file->readNote();
    const Result<QByteArray> bytes = file->readDocument();
    Result<Document> document = bytes
        ? headlight::readDocument({bytes->constData(), std::size_t(bytes->size())})
        : bytes.error();
    if (!note || !document)
        return showExplanation(
            tr("Recover"),
            tr("“%1” was not opened. %2 It was left as it is.")
                .arg(QDir::toNativeSeparators(file->path()),
                     QString::fromStdString((note ? document.error() : note.error()).message)));
    if (!mayReplaceDocument())
        return;
    replaceDocument(std::move(*document), {});
    m_recovered = *note;
    m_autosaver.adopt(std::move(file));
    m_session.undoStack()->resetClean();
    updateTitle();
}

/// Removes what killed saves have left in the folders this program was used in. They may be slow
/// to reach, so nobody waits for it.
void MainWindow::sweepTemporaryFiles()
{
    QStringList folders;
    for (const QString& key : {documentKey, pictureKey, lessonKey, matrixKey})
        folders += lastFolder(key);
    for (const QString& path : recentFiles())
        folders += QFileInfo(path).absolutePath();
    folders.removeDuplicates();
    QThreadPool::globalInstance()->start([folders] {
        for (const QString& folder : folders)
            removeStaleTemporaryFiles(folder);
    });
}

void MainWindow::askAboutChangedFile()
{
    const bool isBusy = QApplication::activeModalWidget() || QApplication::activePopupWidget()
        || QApplication::mouseButtons() != Qt::NoButton;
    if (isBusy)
        return m_watch.lookAgain();
    commitEditors();
    m_watch.follow(m_path, FileWatch::fingerprint(m_path)); // what the question is about
    if (m_session.undoStack()->isClean())
        askToReload();
    else
        askWhoseChanges();
}

void MainWindow::askToReload()
{
    Question question(QStringLiteral("reloadQuestion"), tr("File Changed"), QMessageBox::NoButton,
                      this);
    const QPushButton* load
        = question.addAnswer("loadTheirs", tr("&Reload"), QMessageBox::AcceptRole);
    question.addAnswer("keepMine", tr("&Keep What Is Shown"), QMessageBox::RejectRole);
    if (question.ask(tr("“%1” was changed by another program. Show what is in the file now?")
                         .arg(documentName()))
        == load)
        reload();
    else
        m_session.undoStack()->resetClean(); // what is shown is in no file
}

void MainWindow::askWhoseChanges()
{
    Question question(QStringLiteral("conflictQuestion"), tr("File Changed"), QMessageBox::NoButton,
                      this);
    const QPushButton* load
        = question.addAnswer("loadTheirs", tr("&Load the File"), QMessageBox::DestructiveRole);
    const QPushButton* saveMine
        = question.addAnswer("saveMine", tr("&Save Mine As…"), QMessageBox::AcceptRole);
    QPushButton* keep = question.addAnswer("keepMine", tr("&Keep Mine"), QMessageBox::RejectRole);
    question.setDefaultButton(keep);
    question.setEscapeButton(keep);
    const QAbstractButton* answer
        = question.ask(tr("“%1” was changed by another program, and here it has changes that are "
                          "not saved. Which ones do you want to go on with?")
                           .arg(documentName()));
    if (answer == load)
        reload();
    else if (answer == saveMine)
        saveAs();
}

/// What is shown is the truth until the file has been read.
void MainWindow::reload()
{
    const QByteArray known = FileWatch::fingerprint(m_path);
    Result<Document> document = openDocument(m_path);
    if (!document) {
        m_session.undoStack()->resetClean();
        return showExplanation(tr("Reload"), QString::fromStdString(document.error().message));
    }
    const HeadPlace place{m_layer, m_head};
    replaceDocument(std::move(*document), m_path, known);
    showPlace(place.layer, place.head);
}

/// Whether Save may replace what is in the file.
bool MainWindow::mayOverwrite()
{
    if (!m_watch.hasChanged())
        return true;
    Question question(QStringLiteral("overwriteQuestion"), tr("File Changed"), QMessageBox::Cancel,
                      this);
    const QPushButton* replace
        = question.addAnswer("replace", tr("&Replace"), QMessageBox::DestructiveRole);
    return question.ask(tr("“%1” was changed by another program since it was opened. Replace what "
                           "is in the file?")
                            .arg(documentName()))
        == replace;
}

} // namespace headlight
