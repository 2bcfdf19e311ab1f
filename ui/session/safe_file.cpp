#include "ui/session/safe_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#endif

namespace headlight {
namespace {

struct FileTexts {
    Q_DECLARE_TR_FUNCTIONS(FileTexts)
};

QString native(const QString& path)
{
    return QDir::toNativeSeparators(path);
}

Error notWritten(const QString& path, const QString& reason)
{
    return {FileTexts::tr("“%1” was not saved: %2. What was there before is unchanged; try another "
                          "folder or name.")
                .arg(native(path), reason)
                .toStdString()};
}

/// Why `path` cannot be a file of ours, or nothing.
QString targetProblem(const QString& path)
{
    const QFileInfo target(path);
    if (path.isEmpty())
        return FileTexts::tr("no file name was given");
    if (target.isDir())
        return FileTexts::tr("it is a folder");
    if (target.exists() && !target.isFile())
        return FileTexts::tr("it is not an ordinary file");
    if (!target.absoluteDir().exists())
        return FileTexts::tr("the folder “%1” does not exist").arg(native(target.absolutePath()));
    if (target.exists() && !target.isWritable())
        return FileTexts::tr("it is read-only");
    return {};
}

#ifdef Q_OS_UNIX
/// Qt 6.4 reports a file as written although the disk refused it, so the kernel is asked.
QString flushToDisk(QSaveFile& file)
{
    return ::fsync(file.handle()) == 0 ? QString() : QString::fromLocal8Bit(std::strerror(errno));
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
QString flushToDisk(QSaveFile&)
{
    return {};
}

void flushFolder(const QString&)
{
}
#endif

/// Writes everything and proves it, or says why not.
QString writeAll(QSaveFile& file, const QByteArray& bytes)
{
    for (qint64 written = 0; written < bytes.size();) {
        const qint64 count = file.write(bytes.constData() + written, bytes.size() - written);
        if (count <= 0)
            return file.errorString();
        written += count;
    }
    if (!file.flush())
        return file.errorString();
    if (const QString problem = flushToDisk(file); !problem.isEmpty())
        return problem;
    if (file.size() != bytes.size())
        return FileTexts::tr("only %1 of %2 bytes arrived on the disk")
            .arg(file.size())
            .arg(bytes.size());
    return {};
}

} // namespace

Result<Ok> writeFile(const QString& path, const QByteArray& bytes)
{
    if (const QString problem = targetProblem(path); !problem.isEmpty())
        return notWritten(path, problem);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return notWritten(path, file.errorString());
    const QString problem = writeAll(file, bytes);
    if (!problem.isEmpty()) {
        file.cancelWriting();
        file.commit(); // removes the temporary file
        return notWritten(path, problem);
    }
    if (!file.commit())
        return notWritten(path, file.errorString());
    flushFolder(QFileInfo(path).absolutePath());
    return Ok{};
}

Result<QByteArray> readFile(const QString& path, qint64 limit)
{
    const auto notRead = [&](const QString& reason) {
        return Error{
            FileTexts::tr("“%1” was not opened: %2.").arg(native(path), reason).toStdString()};
    };
    const QFileInfo info(path);
    if (!info.exists())
        return notRead(FileTexts::tr("there is no such file"));
    if (!info.isFile())
        return notRead(FileTexts::tr("it is not an ordinary file"));
    if (info.size() > limit)
        return notRead(
            FileTexts::tr("it has %1 bytes, and the limit is %2").arg(info.size()).arg(limit));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return notRead(file.errorString());
    const QByteArray bytes = file.read(limit + 1);
    if (file.error() != QFileDevice::NoError || bytes.size() > limit)
        return notRead(file.errorString());
    return bytes;
}

} // namespace headlight
