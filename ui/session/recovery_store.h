#pragma once

#include "core/support/result.h"
#include "ui/session/file_lock.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <memory>
#include <vector>

namespace headlight {

/// What a person needs to know a document again that was not saved.
struct RecoveryNote {
    QString name; // as the title of the window says it
    QString path; // where it was opened from or saved to; empty: nowhere
    QDateTime time; // of the content
    QByteArray picture; // PNG; may be empty
};

/// Where documents that are not saved yet are kept: $XDG_STATE_HOME/headlight/recovery.
QString recoveryFolder();

/// A file that keeps one unsaved document, and is nobody else's as long as this lives. The file
/// outlives it unless it is removed.
class RecoveryFile {
public:
    /// A new one, not on the disk yet.
    explicit RecoveryFile(QString folder = recoveryFolder());

    /// Takes one over that is on the disk; empty-handed when a running program has it.
    static std::unique_ptr<RecoveryFile> take(const QString& path);

    const QString& path() const { return m_path; }

    /// Replaces the content in one step. `document`: the text of a .headlight file.
    Result<Ok> write(const RecoveryNote& note, const QByteArray& document);
    /// The note alone, as quickly as that can be. An Error when the file is not whole.
    Result<RecoveryNote> readNote() const;
    Result<QByteArray> readDocument() const;
    void remove();

private:
    QString m_path;
    std::unique_ptr<FileLock> m_lock;
};

/// What programs that no longer run have left, newest first, each taken over.
std::vector<std::unique_ptr<RecoveryFile>> takeAbandonedFiles(const QString& folder
                                                              = recoveryFolder());

/// Whether there is such a file.
bool hasAbandonedFiles(const QString& folder = recoveryFolder());

} // namespace headlight
