#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

std::uint32_t crc32Of(std::string_view bytes);

/// What raw deflate data unpack to; nothing unless they are complete and give exactly `size` bytes.
/// Memory grows with what really comes out, not with what was promised.
std::optional<std::string> inflated(std::string_view packed, std::uint64_t size);

/// Raw deflate data. Nothing when zlib has no memory.
std::optional<std::string> deflated(std::string_view bytes);

} // namespace headlight
