#pragma once

#include "core/document/document.h"
#include "core/support/result.h"

#include <QString>
#include <QStringList>

namespace headlight {

/// Opens a .headlight file.
Result<Document> openDocument(const QString& path);

/// Saves a .headlight file, or leaves the old one as it was.
Result<Ok> saveDocument(const QString& path, const Document& document);

/// Files that were opened or saved, newest first; those that are gone are left out.
QStringList recentFiles();
void rememberRecentFile(const QString& path);

} // namespace headlight
