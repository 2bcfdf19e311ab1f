#include "ui/session/safe_file.h"

#include "core/support/out_of_memory.h"
#include "ui/session/temporary_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cerrno>
#include <cstring>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

namespace headlight {
namespace {

struct FileTexts {
    Q_DECLARE_TR_FUNCTIONS(FileTexts)
};

/// Why something cannot be done, and what to do instead. An empty reason: nothing is in the way.
struct Problem {
    QString reason;
    QString advice;

    explicit operator bool() const { return !reason.isEmpty(); }
};

constexpr qsizetype longestName = 255; // bytes, on every file system in common use

QString native(const QString& path)
{
    return QDir::toNativeSeparators(path);
}

/// The kernel's own words where there are some: Qt's may be "Unknown error".
QString systemReason(const QFileDevice& file)
{
#ifdef Q_OS_UNIX
    if (errno != 0)
        return QString::fromLocal8Bit(std::strerror(errno));
#endif
    return file.errorString();
}

Error notSaved(const QString& path, const Problem& problem)
{
    return {FileTexts::tr("“%1” could not be saved: %2. The file on disk is unchanged; %3.")
                .arg(native(path), problem.reason, problem.advice)
                .toStdString()};
}

Problem diskProblem(const QString& reason)
{
    return {reason, FileTexts::tr("save to another folder")};
}

/// Where the bytes go: behind symbolic links, even where the last one leads to nothing yet.
QString writtenPath(const QString& path)
{
    QString target = path;
    for (int links = 0; links < 40 && QFileInfo(target).isSymbolicLink(); ++links)
        target = QFileInfo(target).symLinkTarget();
    return target;
}

Problem nameProblem(const QString& path)
{
    if (path.isEmpty())
        return {FileTexts::tr("it has no name"), FileTexts::tr("choose a name")};
    if (path.contains(QChar(u'\0')))
        return {FileTexts::tr("the name contains a character no file name may have"),
                FileTexts::tr("choose another name")};
    return {};
}

Problem lengthProblem(const QFileInfo& target)
{
    const qsizetype length = QFile::encodeName(target.fileName()).size();
    if (length <= longestName)
        return {};
    return {
        FileTexts::tr("the name is %1 bytes long, and %2 is the most").arg(length).arg(longestName),
        FileTexts::tr("choose a shorter name")};
}

Problem targetProblem(const QFileInfo& target)
{
    if (target.isDir())
        return {FileTexts::tr("it is a folder"), FileTexts::tr("choose a file name")};
    if (target.isSymbolicLink())
        return {FileTexts::tr("it is a symbolic link that leads in a circle"),
                FileTexts::tr("choose another name")};
    if (target.exists() && !target.isFile())
        return {FileTexts::tr("it is a device or a pipe, not a file"),
                FileTexts::tr("choose another name")};
    if (!target.absoluteDir().exists())
        return {FileTexts::tr("the folder “%1” does not exist").arg(native(target.absolutePath())),
                FileTexts::tr("choose a folder that exists")};
    if (target.exists() && !target.isWritable())
        return {FileTexts::tr("it is read-only"), FileTexts::tr("save under another name")};
    return lengthProblem(target);
}

#ifdef Q_OS_UNIX
bool flushToDisk(const QFile& file)
{
    return ::fsync(file.handle()) == 0;
}

/// Makes the new name itself survive a power cut. Some file systems cannot; the data is safe then.
void flushFolder(const QString& folder)
{
    const int handle = ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_CLOEXEC);
    if (handle < 0)
        return;
    ::fsync(handle);
    ::close(handle);
}
#else
bool flushToDisk(const QFile&)
{
    return true;
}

void flushFolder(const QString&)
{
}
#endif

/// Writes everything and proves it, or says why not. QSaveFile of Qt 6.4 takes a full disk for a
/// success, so every byte is counted and the kernel is asked.
QString writeAll(QFile& file, const QByteArray& bytes)
{
    for (qint64 written = 0; written < bytes.size();) {
        errno = 0;
        const qint64 count = file.write(bytes.constData() + written, bytes.size() - written);
        if (count <= 0)
            return systemReason(file);
        written += count;
    }
    errno = 0;
    if (!file.flush() || !flushToDisk(file))
        return systemReason(file);
    if (file.size() != bytes.size())
        return FileTexts::tr("only %1 of %2 bytes arrived on the disk")
            .arg(file.size())
            .arg(bytes.size());
    return {};
}

/// Replaces `path` or says why not, leaving nothing behind.
QString replaceFile(const QString& path, const QByteArray& bytes)
{
    TemporaryFile temporary(path);
    errno = 0;
    if (!temporary.open())
        return systemReason(temporary.file());
    const QString reason = writeAll(temporary.file(), bytes);
    return reason.isEmpty() ? temporary.replaceTarget() : reason;
}

Error notOpened(const QString& path, const QString& reason)
{
    return {FileTexts::tr("“%1” could not be opened: %2.").arg(native(path), reason).toStdString()};
}

QString tooLarge(qint64 size, qint64 limit)
{
    return FileTexts::tr("it has %L1 bytes, and %L2 is the most that is read here")
        .arg(size)
        .arg(limit);
}

QString sourceProblem(const QString& path, qint64 limit)
{
    if (path.isEmpty() || path.contains(QChar(u'\0')))
        return FileTexts::tr("this is no file name");
    const QFileInfo source(path);
    if (!source.exists())
        return FileTexts::tr("there is no such file");
    if (source.isDir())
        return FileTexts::tr("it is a folder");
    if (!source.isFile())
        return FileTexts::tr("it is a device or a pipe, not a file");
    if (source.size() > limit)
        return tooLarge(source.size(), limit);
    return {};
}

Result<QByteArray> readWhole(const QString& path, qint64 limit)
{
    if (const QString problem = sourceProblem(path, limit); !problem.isEmpty())
        return notOpened(path, problem);
    QFile file(path);
    errno = 0;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return notOpened(path, systemReason(file));
    QByteArray bytes;
    // In pieces: the file may grow while it is read, and files in /proc claim to be empty.
    constexpr qint64 piece = 1 << 20;
    while (bytes.size() <= limit) {
        const QByteArray more = file.read(std::min(piece, limit + 1 - bytes.size()));
        if (more.isEmpty())
            break;
        bytes += more;
    }
    if (file.error() != QFileDevice::NoError)
        return notOpened(path, systemReason(file));
    if (bytes.size() > limit)
        return notOpened(path, tooLarge(bytes.size(), limit));
    return bytes;
}

} // namespace

Result<Ok> writeFileSafely(const QString& path, const QByteArray& bytes)
{
    if (const Problem problem = nameProblem(path))
        return notSaved(path, problem);
    const QString target = writtenPath(path);
    if (const Problem problem = targetProblem(QFileInfo(target)))
        return notSaved(path, problem);
    const QString reason = replaceFile(target, bytes);
    if (!reason.isEmpty())
        return notSaved(path, diskProblem(reason));
    flushFolder(QFileInfo(target).absolutePath());
    return Ok{};
}

Result<QByteArray> readFile(const QString& path, qint64 limit)
{
    return withinMemory([&] { return readWhole(path, limit); });
}

} // namespace headlight
