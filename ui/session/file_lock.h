#pragma once

#include <QFile>
#include <QString>

#include <memory>

namespace headlight {

/// Marks an open file as somebody's. The system takes the mark off when the file is closed or the
/// process ends, in whatever way. False when somebody else, or another part of this program, has
/// it, or where the system cannot tell.
bool holdFile(const QFile& file);

/// Owns a name in the file system as long as it lives; the file of that name is only a token. A
/// process that was killed owns nothing any more.
class FileLock {
public:
    /// Null when somebody else has it, or the token cannot be made.
    static std::unique_ptr<FileLock> take(const QString& path);

    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    explicit FileLock(const QString& path);
    bool take();

    QFile m_file;
};

} // namespace headlight
