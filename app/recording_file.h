#pragma once

#include "core/io/recording.h"

#include <QByteArray>
#include <QString>

namespace headlight {

/// A recording as it lies on the disk, and the .json of the same name that may hold its tokens.
struct RecordingFile {
    QByteArray bytes;
    QByteArray tokensJson;
    std::string extension;
};

/// Whether the name is that of a recording: .npz, .npy or .safetensors.
bool isRecording(const QString& path);

Result<RecordingFile> readRecordingFile(const QString& path);

/// What the core reads. Refers to `file`.
RecordingSource sourceOf(const RecordingFile& file);

/// Gives the memory of bytes in a file that was read, which are needed no more, back to the system.
/// They are lost.
void releaseBytes(std::string_view bytes);

} // namespace headlight
