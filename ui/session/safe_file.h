#pragma once

#include "core/support/result.h"

#include <QByteArray>
#include <QString>

namespace headlight {

/// Writes a whole file or leaves the old one as it was, byte for byte, with nothing beside it.
/// Refuses targets that are not regular files. A symbolic link is written through, and the file it
/// leads to keeps its mode. A hard link becomes a file of its own: its other names keep the old
/// content. An Error says what, why, and what to do.
Result<Ok> writeFileSafely(const QString& path, const QByteArray& bytes);

/// Reads a regular file of at most `limit` bytes, and never allocates more.
Result<QByteArray> readFile(const QString& path, qint64 limit);

} // namespace headlight
