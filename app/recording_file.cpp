#include "app/recording_file.h"

#include "ui/session/safe_file.h"

#include <QDir>
#include <QFileInfo>

#ifdef Q_OS_LINUX
#include <sys/mman.h>
#include <unistd.h>
#endif

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

void releaseBytes([[maybe_unused]] std::string_view bytes)
{
#ifdef Q_OS_LINUX
    const auto page = std::uintptr_t(::sysconf(_SC_PAGESIZE));
    const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
    const std::uintptr_t first = (address + page - 1) / page * page; // whole pages only
    const std::uintptr_t last = (address + bytes.size()) / page * page;
    if (last > first)
        ::madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
#endif
}

} // namespace headlight
