#include "ui/session/temporary_file.h"

#include "ui/session/file_lock.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <filesystem>
#include <system_error>

namespace headlight {
namespace {

// A name nobody else uses: QSaveFile's, "notes.headlight.backup", may be a user's own file.
const QString prefix = QStringLiteral(".headlight-saving-");

QString newName()
{
    const quint64 number = QRandomGenerator::system()->generate64();
    return prefix + QStringLiteral("%1").arg(number, 16, 16, QLatin1Char('0'));
}

bool isOurName(const QString& name)
{
    static const QRegularExpression pattern(
        QStringLiteral("\\A%1[0-9a-f]{16}\\z").arg(QRegularExpression::escape(prefix)));
    return pattern.match(name).hasMatch();
}

std::filesystem::path nativePath(const QString& path)
{
#ifdef Q_OS_WIN
    return path.toStdWString();
#else
    return QFile::encodeName(path).toStdString();
#endif
}

void removeIfStale(const QFileInfo& info, qint64 seconds)
{
    // Between its making and its marking a file looks like nobody's, so young ones are left alone.
    if (info.isSymbolicLink() || info.lastModified().secsTo(QDateTime::currentDateTime()) < seconds)
        return;
    QFile file(info.filePath());
    if (file.open(QIODevice::ReadWrite) && holdFile(file))
        QFile::remove(info.filePath());
}

} // namespace

TemporaryFile::TemporaryFile(const QString& target)
    : m_target(target)
    , m_file(QFileInfo(target).absoluteDir().filePath(newName()))
{
}

TemporaryFile::~TemporaryFile()
{
    if (m_file.isOpen())
        m_file.remove();
}

bool TemporaryFile::open()
{
    // Buffered writes fail where nobody looks.
    if (!m_file.open(QIODevice::WriteOnly | QIODevice::NewOnly | QIODevice::Unbuffered))
        return false;
    holdFile(m_file); // where that cannot be done, the file will not be swept either
    if (QFileInfo::exists(m_target))
        m_file.setPermissions(QFile::permissions(m_target));
    return true;
}

QString TemporaryFile::replaceTarget()
{
    std::error_code error;
    std::filesystem::rename(nativePath(m_file.fileName()), nativePath(m_target), error);
    if (error)
        return QString::fromStdString(error.message());
    m_file.close();
    return {};
}

void removeStaleTemporaryFiles(const QString& folder, qint64 seconds)
{
    const QFileInfoList all
        = QDir(folder).entryInfoList({prefix + u'*'}, QDir::Files | QDir::Hidden);
    for (const QFileInfo& info : all) {
        if (isOurName(info.fileName()))
            removeIfStale(info, seconds);
    }
}

} // namespace headlight
