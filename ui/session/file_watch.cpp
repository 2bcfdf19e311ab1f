#include "ui/session/file_watch.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <chrono>

namespace headlight {

using namespace std::chrono_literals;

constexpr qint64 largestWatched = qint64(1) << 30; // of documents

FileWatch::FileWatch(QObject* parent)
    : QObject(parent)
{
    m_settling.setSingleShot(true);
    m_settling.setInterval(300ms);
    connect(&m_settling, &QTimer::timeout, this, &FileWatch::look);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, &m_settling, qOverload<>(&QTimer::start));
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_settling,
            qOverload<>(&QTimer::start));
}

QByteArray FileWatch::fingerprint(const QString& path)
{
    const QFileInfo info(path);
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha1);
    if (!info.isFile() || info.size() > largestWatched || !file.open(QIODevice::ReadOnly)
        || !hash.addData(&file))
        return {};
    return hash.result();
}

void FileWatch::follow(const QString& path, const QByteArray& known)
{
    m_path = path;
    m_known = known;
    watchAgain();
}

bool FileWatch::hasChanged() const
{
    if (m_path.isEmpty())
        return false;
    const QByteArray now = fingerprint(m_path);
    return !now.isEmpty() && now != m_known;
}

void FileWatch::look()
{
    watchAgain();
    if (hasChanged())
        emit changed();
}

/// The watcher loses a file that another one takes the place of. Of one that is gone the folder is
/// watched until it is back.
void FileWatch::watchAgain()
{
    const QString wanted = QFileInfo::exists(m_path) ? m_path : QFileInfo(m_path).absolutePath();
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    if (watched == QStringList(wanted))
        return;
    if (!watched.isEmpty())
        m_watcher.removePaths(watched);
    if (!m_path.isEmpty() && QFileInfo::exists(wanted))
        m_watcher.addPath(wanted);
}

} // namespace headlight
