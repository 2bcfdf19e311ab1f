#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

enum class ZipMethod : std::uint16_t { Stored = 0, Deflated = 8 };

/// One file inside a zip archive.
struct ZipMember {
    std::string name; // only a name: nothing is ever written under it
    ZipMethod method = ZipMethod::Stored;
    std::uint32_t crc = 0;
    std::uint64_t size = 0; // unpacked
    std::string_view packed; // in the archive's bytes
};

/// The members of a zip archive (PKWARE APPNOTE 6.3, with zip64), as its central directory lists
/// them. Refused: encryption, several disks, unknown methods, two members of one name, members that
/// overlap or that their local headers describe differently, and archives that unpack to far more
/// than they are. The members point into `bytes`.
Result<std::vector<ZipMember>> readZip(std::string_view bytes);

/// The content of a member, checked against its size and CRC-32.
Result<std::string> unpack(const ZipMember& member);

/// A file to be put into an archive.
struct ZipFile {
    std::string name;
    std::string content;
};

/// An archive that readZip() takes: deflated, or stored where that would shrink it suspiciously
/// far. Equal files give equal bytes. At most 65,535 files, and 4 GiB in all.
Result<std::string> writeZip(const std::vector<ZipFile>& files);

} // namespace headlight
