#include "app/document_file.h"
#include "app/file_choice.h"
#include "app/main_window.h"
#include "app/recording_file.h"
#include "app/word_vectors.h"
#include "core/io/recorded_document.h"
#include "ui/views/model_bar.h"
#include "ui/views/recording_dialog.h"
#include "ui/views/sentence_bar.h"

#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTabBar>

// Attention and embeddings that other programs made.

namespace headlight {
namespace {

constexpr qsizetype mostWordsNamed = 20;

bool hasChoice(const std::vector<RecordedArray>& arrays)
{
    return arrays.size() > 1 || (arrays.size() == 1 && arrays.front().prompts.size() > 1);
}

QString notOpened(const QString& path, const Error& error)
{
    return MainWindow::tr("“%1” was not opened. %2")
        .arg(QDir::toNativeSeparators(path), QString::fromStdString(error.message));
}

QString fileName(const QString& path)
{
    return QFileInfo(path).fileName();
}

QString named(const QStringList& words)
{
    const QString list = QStringList(words.mid(0, mostWordsNamed)).join(QStringLiteral(", "));
    const qsizetype more = words.size() - mostWordsNamed;
    return more > 0 ? MainWindow::tr("%1 and %2 more").arg(list).arg(more) : list;
}

} // namespace

void MainWindow::openRecording(const QString& path)
{
    RecordingFile file;
    const std::optional<std::vector<RecordedArray>> arrays = readArrays(path, file);
    if (!arrays)
        return;
    RecordingSource source = sourceOf(file);
    if (hasChoice(*arrays)) {
        RecordingDialog dialog(*arrays, this);
        if (dialog.exec() != QDialog::Accepted)
            return;
        source.array = dialog.array();
        source.prompt = dialog.prompt();
    }
    source.release = releaseBytes; // nobody reads the file after that
    Result<Document> document = Error{};
    const auto read = [&](const BackgroundWork& control) {
        source.stop = control.stop;
        Result<Recording> recording = readRecording(source);
        document = recording ? documentOf(std::move(*recording)) : recording.error();
    };
    if (!workInBackground(this, tr("Reading “%1”…").arg(fileName(path)), read))
        return;
    if (!document)
        return showExplanation(tr("Open"), notOpened(path, document.error()));
    if (!mayReplaceDocument())
        return;
    QString title = QFileInfo(path).completeBaseName();
    if (arrays->size() > 1)
        title += QStringLiteral(" · ") + QString::fromStdString(document->title);
    document->title = title.toStdString();
    rememberRecentFile(path);
    replaceDocument(std::move(*document),
                    {}); // without a path: nothing is saved over the recording
}

/// Reads a file and what it has to choose from; nothing when that fails or one cancelled.
std::optional<std::vector<RecordedArray>> MainWindow::readArrays(const QString& path,
                                                                 RecordingFile& file)
{
    Result<std::vector<RecordedArray>> arrays = Error{};
    const auto look = [&](const BackgroundWork& control) {
        Result<RecordingFile> read = readRecordingFile(path);
        if (read)
            file = std::move(*read);
        RecordingSource source = sourceOf(file);
        source.stop = control.stop;
        arrays = read ? recordedArrays(source) : read.error();
    };
    if (!workInBackground(this, tr("Looking through “%1”…").arg(fileName(path)), look))
        return std::nullopt;
    if (arrays)
        return std::move(*arrays);
    showExplanation(tr("Open"), notOpened(path, arrays.error()));
    return std::nullopt;
}

/// A recording has its weights and no model, so what needs one steps aside.
void MainWindow::makeRoomForRecording(bool shown)
{
    if (shown)
        showPage(Page::Heatmaps);
    for (int tab = 1; tab < m_tabs->count(); ++tab)
        m_tabs->setTabVisible(tab, !shown);
    m_modelBar->setChoicesShown(!shown);
    if (shown) {
        m_sentence->line()->clearFocus(); // it does not look as if one could type
        if (!m_chainBeforeRecording)
            m_chainBeforeRecording = !m_chainDock->isHidden();
        m_chainDock->hide();
    } else if (m_chainBeforeRecording) {
        m_chainDock->setVisible(*m_chainBeforeRecording);
        m_chainBeforeRecording.reset();
    }
    showLook(m_look);
}

void MainWindow::loadWordVectors()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Embeddings from Word Vectors"), lastFolder(vectorsKey),
        tr("Word vectors as text, such as GloVe's (*.txt *.vec);;All files (*)"));
    if (path.isEmpty())
        return;
    rememberFolder(vectorsKey, path);
    loadWordVectorsFrom(path);
}

void MainWindow::loadWordVectorsFrom(const QString& path)
{
    commitEditors();
    const QString title = tr("Embeddings from Word Vectors");
    const std::vector<std::string>& words = m_session.document().words;
    if (words.empty())
        return showRefusal(tr("There are no words to find vectors for: type a sentence first."));
    Result<FoundVectors> found = Error{};
    const auto read
        = [&](const BackgroundWork& control) { found = findWordVectors(path, words, control); };
    if (!workInBackground(
            this,
            tr("Looking for %n word(s) in “%1”…", nullptr, int(words.size())).arg(fileName(path)),
            read))
        return m_message->setText(tr("Cancelled: the embeddings stay as they were."));
    if (!found)
        return showExplanation(title,
                               tr("“%1” was not read. %2")
                                   .arg(QDir::toNativeSeparators(path),
                                        QString::fromStdString(found.error().message)));
    if (found->edit.words.empty())
        return showExplanation(title,
                               tr("None of the words is in “%1”: %2. The embeddings stay as they "
                                  "were.")
                                   .arg(fileName(path), named(found->missing)));
    if (const Result<Ok> fits = checkEdit(m_session.document(), found->edit); !fits)
        return showExplanation(title, QString::fromStdString(fits.error().message));
    const Index width = found->edit.vectors.cols();
    const bool widens = width != m_session.document().config.modelWidth;
    if (widens && !mayWiden(path, width))
        return;
    m_session.edit(found->edit);
    reportWordVectors(path, *found, widens);
}

bool MainWindow::mayWiden(const QString& path, Index width)
{
    QMessageBox box(QMessageBox::Question, tr("Embeddings from Word Vectors"),
                    tr("The vectors in “%1” have %2 numbers, but d_model is %3. Set d_model to %2? "
                       "Weights keep the numbers they have, and new ones come from the seed; one "
                       "undo takes all of it back.")
                        .arg(fileName(path))
                        .arg(width)
                        .arg(m_session.document().config.modelWidth),
                    QMessageBox::Cancel, this);
    box.setObjectName(QStringLiteral("widenModel"));
    box.setTextFormat(Qt::PlainText);
    QPushButton* widen = box.addButton(tr("Set d_model to %1").arg(width), QMessageBox::AcceptRole);
    widen->setObjectName(QStringLiteral("widen"));
    box.setDefaultButton(widen);
    box.exec();
    return box.clickedButton() == widen;
}

/// Which words got a vector, and what became of the others.
void MainWindow::reportWordVectors(const QString& path, const FoundVectors& found, bool widened)
{
    QString text
        = tr("%n word(s) took their embedding from “%1”.", nullptr, int(found.edit.words.size()))
              .arg(fileName(path));
    m_message->setText(text);
    if (found.missing.isEmpty() && found.inLowerCase.isEmpty())
        return;
    if (!found.missing.isEmpty())
        text += QStringLiteral("\n\n")
            + (widened ? tr("Not found, so they keep their numbers and got new columns from the "
                            "seed: %1.")
                       : tr("Not found, so they keep the embedding they had: %1."))
                  .arg(named(found.missing));
    if (!found.inLowerCase.isEmpty())
        text += QStringLiteral("\n\n")
            + tr("Found in lower case only, which was taken: %1.").arg(named(found.inLowerCase));
    QMessageBox box(QMessageBox::Information, tr("Embeddings from Word Vectors"), text,
                    QMessageBox::Ok, this);
    box.setObjectName(QStringLiteral("wordVectorsReport"));
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

} // namespace headlight
