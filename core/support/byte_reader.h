#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace headlight {

/// a * b, or nothing where it does not fit into 64 bits.
inline std::optional<std::uint64_t> checkedProduct(std::uint64_t a, std::uint64_t b)
{
    if (a != 0 && b > std::numeric_limits<std::uint64_t>::max() / a)
        return std::nullopt;
    return a * b;
}

/// Walks over the bytes of a stranger's file and never leaves them: what is not there is an empty
/// optional, and the position stays. The bytes belong to the caller and must outlive the reader.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    std::uint64_t position() const { return m_position; }
    std::uint64_t remaining() const { return m_bytes.size() - m_position; }

    /// Goes to a place counted from the first byte; the end is a place, too.
    bool seek(std::uint64_t position)
    {
        if (position > m_bytes.size())
            return false;
        m_position = std::size_t(position);
        return true;
    }

    /// The next `count` bytes, without a copy.
    std::optional<std::string_view> take(std::uint64_t count)
    {
        if (count > remaining())
            return std::nullopt;
        const std::string_view taken = m_bytes.substr(m_position, std::size_t(count));
        m_position += std::size_t(count);
        return taken;
    }

    /// The next little-endian number of the width of `Number`.
    template <std::unsigned_integral Number>
    std::optional<Number> little()
    {
        const std::optional<std::string_view> bytes = take(sizeof(Number));
        if (!bytes)
            return std::nullopt;
        std::uint64_t number = 0;
        for (std::size_t i = sizeof(Number); i-- > 0;)
            number = number << 8 | static_cast<unsigned char>((*bytes)[i]);
        return Number(number);
    }

private:
    std::string_view m_bytes;
    std::size_t m_position = 0;
};

} // namespace headlight
