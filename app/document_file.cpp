#include "app/document_file.h"

#include "core/io/document_json.h"
#include "core/support/out_of_memory.h"
#include "ui/session/safe_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace headlight {
namespace {

constexpr qint64 largestDocument = 1LL << 30;
constexpr int mostRecentFiles = 10;
const QString recentKey = QStringLiteral("recentFiles");

} // namespace

Result<Document> openDocument(const QString& path)
{
    const Result<QByteArray> bytes = readFile(path, largestDocument);
    if (!bytes)
        return bytes.error();
    Result<Document> document = readDocument({bytes->constData(), std::size_t(bytes->size())});
    if (!document)
        return Error{QCoreApplication::translate("DocumentFile", "“%1” was not opened. %2")
                         .arg(QDir::toNativeSeparators(path),
                              QString::fromStdString(document.error().message))
                         .toStdString()};
    return document;
}

Result<Ok> saveDocument(const QString& path, const Document& document)
{
    return withinMemory(
        [&] { return writeFileSafely(path, QByteArray::fromStdString(writeDocument(document))); });
}

QStringList recentFiles()
{
    QStringList existing;
    for (const QString& path : QSettings().value(recentKey).toStringList()) {
        // Damaged settings may hold anything; Qt warns of a name with a NUL.
        if (!path.contains(QChar::Null) && QFileInfo::exists(path))
            existing += path;
    }
    return existing;
}

void rememberRecentFile(const QString& path)
{
    QStringList paths = recentFiles();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    QSettings().setValue(recentKey, QStringList(paths.mid(0, mostRecentFiles)));
}

} // namespace headlight
