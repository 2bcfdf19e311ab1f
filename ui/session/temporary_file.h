#pragma once

#include <QFile>
#include <QString>

namespace headlight {

/// The bytes of a file to be, in the folder of `target`, until they take its place. Goes with the
/// object unless they did; what a killed process leaves is found by removeStaleTemporaryFiles().
class TemporaryFile {
public:
    explicit TemporaryFile(const QString& target);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    /// Every write goes to the system at once. A file that is there gives it its mode.
    bool open();
    QFile& file() { return m_file; }
    /// Closes it and gives it the name of the target, in one step. Why not, or nothing.
    QString replaceTarget();

private:
    QString m_target;
    QFile m_file;
};

/// Removes what killed processes left in a folder: files of our name that no process holds and
/// that nobody touched for `seconds`.
void removeStaleTemporaryFiles(const QString& folder, qint64 seconds = 60);

} // namespace headlight
