#pragma once

#include <cstdint>

namespace headlight::zip {

// Signatures and sizes of the records of a zip archive (APPNOTE 4.3).
inline constexpr std::uint32_t localSignature = 0x04034b50;
inline constexpr std::uint32_t centralSignature = 0x02014b50;
inline constexpr std::uint32_t endSignature = 0x06054b50;
inline constexpr std::uint32_t end64Signature = 0x06064b50;
inline constexpr std::uint32_t locator64Signature = 0x07064b50;
inline constexpr std::uint64_t endSize = 22;
inline constexpr std::uint64_t locator64Size = 20;
inline constexpr std::uint64_t centralSize = 46; // without names

inline constexpr std::uint16_t encryptedFlag = 1;
inline constexpr std::uint16_t descriptorFlag = 8; // sizes follow the data
inline constexpr std::uint16_t utf8Flag = 0x800;

inline constexpr std::uint16_t zip64Extra = 1;
inline constexpr std::uint32_t see64 = 0xffffffff; // the number stands in the zip64 extra
inline constexpr std::uint16_t see64Short = 0xffff;

// What an archive may unpack to: some for free, then a multiple of its own size. NumPy's attention
// files reach 2 to 20.
inline constexpr std::uint64_t freeSize = std::uint64_t(16) << 20;
inline constexpr std::uint64_t largestRatio = 200;

} // namespace headlight::zip
