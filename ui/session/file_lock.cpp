#include "ui/session/file_lock.h"

#ifdef Q_OS_UNIX
#include <sys/file.h>
#include <sys/stat.h>
#endif

namespace headlight {

// QLockFile knows its owner by process number and host name. Both lie in containers and after a
// machine got another name; the kernel's own lock does not.
#ifdef Q_OS_UNIX
bool holdFile(const QFile& file)
{
    return ::flock(file.handle(), LOCK_EX | LOCK_NB) == 0;
}

namespace {

/// Whether `path` still names the open file: its last owner may have removed it meanwhile.
bool isNameOf(const QString& path, const QFile& file)
{
    struct stat named = {};
    struct stat opened = {};
    return ::stat(QFile::encodeName(path).constData(), &named) == 0
        && ::fstat(file.handle(), &opened) == 0 && named.st_dev == opened.st_dev
        && named.st_ino == opened.st_ino;
}

} // namespace
#else
bool holdFile(const QFile&)
{
    return false; // nothing is known to be abandoned, so nothing is swept or offered
}

namespace {

bool isNameOf(const QString&, const QFile&)
{
    return false;
}

} // namespace
#endif

std::unique_ptr<FileLock> FileLock::take(const QString& path)
{
    constexpr int attempts = 3; // its last owner may just be removing it
    std::unique_ptr<FileLock> lock(new FileLock(path));
    for (int i = 0; i < attempts; ++i) {
        if (lock->take())
            return lock;
    }
    return nullptr;
}

FileLock::FileLock(const QString& path)
    : m_file(path)
{
}

bool FileLock::take()
{
    if (!m_file.open(QIODevice::ReadWrite))
        return false;
    if (holdFile(m_file) && isNameOf(m_file.fileName(), m_file))
        return true;
    m_file.close();
    return false;
}

FileLock::~FileLock()
{
    if (m_file.isOpen())
        QFile::remove(m_file.fileName()); // while it is held: nobody takes a name that is going
}

} // namespace headlight
