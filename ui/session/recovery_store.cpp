#include "ui/session/recovery_store.h"

#include "ui/session/safe_file.h"
#include "ui/session/temporary_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <algorithm>

namespace headlight {
namespace {

// The file is a line of JSON, the note, and below it the document as it would be saved: whoever
// has lost everything else can take it out with a text editor.

const QString suffix = QStringLiteral(".recovery");
constexpr qint64 longestNote = 1 << 20; // with a small picture it has some kilobytes
constexpr qint64 largestRecovery = (qint64(1) << 30) + longestNote;

struct RecoveryTexts {
    Q_DECLARE_TR_FUNCTIONS(RecoveryTexts)
};

QByteArray lineOf(const RecoveryNote& note, qsizetype documentBytes)
{
    const QJsonObject line{
        {QStringLiteral("headlightRecovery"), 1},
        {QStringLiteral("name"), note.name},
        {QStringLiteral("path"), note.path},
        {QStringLiteral("time"), note.time.toUTC().toString(Qt::ISODateWithMs)},
        {QStringLiteral("picture"), QString::fromLatin1(note.picture.toBase64())},
        {QStringLiteral("bytes"), qint64(documentBytes)},
    };
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

struct NoteLine {
    RecoveryNote note;
    qint64 length = 0; // of the line, in bytes
    qint64 documentBytes = 0;
};

Error damaged(const QString& path, const QString& reason)
{
    return {RecoveryTexts::tr("The recovery file “%1” is damaged: %2. It was left as it is.")
                .arg(QDir::toNativeSeparators(path), reason)
                .toStdString()};
}

Result<NoteLine> readLine(const QString& path, const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (!line.endsWith('\n') || object.value(QLatin1String("headlightRecovery")).toInt() != 1)
        return damaged(path, RecoveryTexts::tr("its first line cannot be read"));
    const auto text
        = [&object](const char* key) { return object.value(QLatin1String(key)).toString(); };
    NoteLine read;
    read.note = {text("name"), text("path"), QDateTime::fromString(text("time"), Qt::ISODateWithMs),
                 QByteArray::fromBase64(text("picture").toLatin1())};
    read.length = line.size();
    read.documentBytes = object.value(QLatin1String("bytes")).toInteger();
    return read;
}

/// Empty for a whole file of `size` bytes.
QString sizeProblem(const NoteLine& line, qint64 size)
{
    const qint64 there = size - line.length;
    return there == line.documentBytes
        ? QString()
        : RecoveryTexts::tr("it holds %L1 of %L2 bytes").arg(there).arg(line.documentBytes);
}

/// Some file systems of networks take files, but have no locks.
QString notMarked(const QString& folder)
{
    const QString sentence = QFileInfo(folder).isWritable()
        ? RecoveryTexts::tr("Files in “%1” cannot be locked, so that other windows would take them "
                            "for abandoned. Set XDG_STATE_HOME to a folder on a disk of this "
                            "computer.")
        : RecoveryTexts::tr("“%1” cannot be written to.");
    return sentence.arg(QDir::toNativeSeparators(folder));
}

QString lockPath(const QString& path)
{
    return path + QStringLiteral(".lock");
}

/// What a process leaves that was killed between marking a file and writing it.
void removeTokensOfNothing(const QString& folder)
{
    for (const QFileInfo& token : QDir(folder).entryInfoList({lockPath(u'*' + suffix)})) {
        if (!QFileInfo::exists(QDir(folder).filePath(token.completeBaseName())))
            FileLock::take(token.filePath()); // and lets it go, which removes it
    }
}

QFileInfoList filesIn(const QString& folder)
{
    return QDir(folder).entryInfoList({u'*' + suffix}, QDir::Files, QDir::Time);
}

} // namespace

QString recoveryFolder()
{
    // QStandardPaths knows no state folder before Qt 6.7. A relative path counts for nothing there.
    const QString state = qEnvironmentVariable("XDG_STATE_HOME");
    return QDir(QDir::isAbsolutePath(state) ? state
                                            : QDir::home().filePath(QStringLiteral(".local/state")))
        .filePath(QStringLiteral("headlight/recovery"));
}

RecoveryFile::RecoveryFile(QString folder)
    : m_path(std::move(folder) + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + suffix)
{
}

std::unique_ptr<RecoveryFile> RecoveryFile::take(const QString& path)
{
    auto file = std::make_unique<RecoveryFile>();
    file->m_path = path;
    file->m_lock = FileLock::take(lockPath(path));
    // Its last owner may have removed it before the lock was free.
    return file->m_lock && QFileInfo::exists(path) ? std::move(file) : nullptr;
}

Result<Ok> RecoveryFile::write(const RecoveryNote& note, const QByteArray& document)
{
    const QString folder = QFileInfo(m_path).absolutePath();
    if (QDir().mkpath(folder)) // what is not published yet is nobody else's to read
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    if (!m_lock)
        m_lock = FileLock::take(lockPath(m_path));
    if (!m_lock) // another window would take it for abandoned
        return Error{notMarked(folder).toStdString()};
    return writeFileSafely(m_path, lineOf(note, document.size()) + document);
}

Result<RecoveryNote> RecoveryFile::readNote() const
{
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly))
        return damaged(m_path, file.errorString());
    const Result<NoteLine> line = readLine(m_path, file.readLine(longestNote));
    if (!line)
        return line.error();
    const QString problem = sizeProblem(*line, file.size());
    return problem.isEmpty() ? Result<RecoveryNote>(line->note) : damaged(m_path, problem);
}

Result<QByteArray> RecoveryFile::readDocument() const
{
    const Result<QByteArray> bytes = readFile(m_path, largestRecovery);
    if (!bytes)
        return bytes.error();
    const Result<NoteLine> line = readLine(m_path, bytes->left(bytes->indexOf('\n') + 1));
    if (!line)
        return line.error();
    const QString problem = sizeProblem(*line, bytes->size());
    return problem.isEmpty() ? Result<QByteArray>(bytes->mid(line->length))
                             : damaged(m_path, problem);
}

void RecoveryFile::remove()
{
    QFile::remove(m_path);
    m_lock.reset();
}

std::vector<std::unique_ptr<RecoveryFile>> takeAbandonedFiles(const QString& folder)
{
    removeStaleTemporaryFiles(folder);
    removeTokensOfNothing(folder);
    std::vector<std::unique_ptr<RecoveryFile>> taken;
    for (const QFileInfo& info : filesIn(folder)) {
        if (std::unique_ptr<RecoveryFile> file = RecoveryFile::take(info.absoluteFilePath()))
            taken.push_back(std::move(file));
    }
    return taken;
}

bool hasAbandonedFiles(const QString& folder)
{
    const QFileInfoList files = filesIn(folder);
    return std::any_of(files.begin(), files.end(), [](const QFileInfo& info) {
        return RecoveryFile::take(info.absoluteFilePath()) != nullptr;
    });
}

} // namespace headlight
