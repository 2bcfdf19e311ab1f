#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <string_view>

namespace headlight {

/// The bytes of an archive's central directory, and how many members it lists.
struct ZipDirectory {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t members = 0;
};

/// Finds the directory through the records at the end of the archive. The offset and the number of
/// members are still to be checked against the bytes.
Result<ZipDirectory> findZipDirectory(std::string_view bytes);

Error directoryDamaged();

} // namespace headlight
