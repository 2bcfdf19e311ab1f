#include "app/recording_file.h"

#include "ui/session/safe_file.h"

#include <QDir>
#include <QFileInfo>

namespace headlight {
namespace {

constexpr qint64 largestRecording = qint64(2) << 30;
constexpr qint64 largestTokens = 64 << 20;

std::string_view viewOf(const QByteArray& bytes)
{
    return {bytes.constData(), std::size_t(bytes.size())};
}

} // namespace

bool isRecording(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    return suffix == QLatin1String("npz") || suffix == QLatin1String("npy")
        || suffix == QLatin1String("safetensors");
}

Result<RecordingFile> readRecordingFile(const QString& path)
{
    const Result<QByteArray> bytes = readFile(path, largestRecording);
    if (!bytes)
        return bytes.error();
    const QFileInfo file(path);
    const QString tokens = file.dir().filePath(file.completeBaseName() + QStringLiteral(".json"));
    const Result<QByteArray> json
        = QFileInfo::exists(tokens) ? readFile(tokens, largestTokens) : QByteArray();
    if (!json)
        return json.error();
    return RecordingFile{*bytes, *json, file.suffix().toLower().toStdString()};
}

RecordingSource sourceOf(const RecordingFile& file)
{
    return {viewOf(file.bytes), file.extension, viewOf(file.tokensJson)};
}

} // namespace headlight
