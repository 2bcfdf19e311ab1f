#pragma once

#include "core/support/result.h"

#include <QByteArray>
#include <QString>

namespace headlight {

/// Writes a whole file or leaves the old one as it was, byte for byte, with nothing beside it.
/// Refuses targets that are not regular files. Symbolic links are written through and keep their
/// target's mode; a hard link becomes a file of its own. An Error says what, why, and what to do.
Result<Ok> writeFile(const QString& path, const QByteArray& bytes);

/// Reads a regular file of at most `limit` bytes.
Result<QByteArray> readFile(const QString& path, qint64 limit);

} // namespace headlight
