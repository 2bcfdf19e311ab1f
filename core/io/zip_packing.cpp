#include "core/io/zip_packing.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace headlight {
namespace {

constexpr std::size_t blockSize = 256 * 1024;
constexpr int rawDeflate = -MAX_WBITS; // without the frame of a .gz file

Bytef* input(std::string_view bytes)
{
    return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); // zlib only reads it
}

/// zlib counts in 32 bits, so long inputs are handed over in pieces.
class Feeder {
public:
    Feeder(z_stream& stream, std::string_view bytes)
        : m_stream(stream)
        , m_rest(bytes)
    {
    }

    void refill()
    {
        if (m_stream.avail_in > 0 || m_rest.empty())
            return;
        const std::size_t size
            = std::min<std::size_t>(m_rest.size(), std::numeric_limits<uInt>::max() / 2);
        m_stream.next_in = input(m_rest);
        m_stream.avail_in = uInt(size);
        m_rest.remove_prefix(size);
    }

    bool isLast() const { return m_rest.empty(); }
    bool usedUp() const { return m_rest.empty() && m_stream.avail_in == 0; }

private:
    z_stream& m_stream;
    std::string_view m_rest;
};

/// Lets one call of zlib fill a block, and appends what came out.
template <class Call>
int appendBlock(z_stream& stream, std::vector<char>& block, std::string& output, Call call)
{
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = uInt(block.size());
    const int state = call();
    output.append(block.data(), block.size() - stream.avail_out);
    return state;
}

std::optional<std::string> inflateAll(z_stream& stream, std::string_view packed, std::uint64_t size)
{
    Feeder feeder(stream, packed);
    std::vector<char> block(std::size_t(std::min<std::uint64_t>(blockSize, size + 1)));
    std::string output;
    int state = Z_OK;
    while (state == Z_OK && output.size() <= size) {
        feeder.refill();
        state = appendBlock(stream, block, output, [&] { return inflate(&stream, Z_NO_FLUSH); });
    }
    const bool complete = state == Z_STREAM_END && feeder.usedUp() && output.size() == size;
    return complete ? std::optional(std::move(output)) : std::nullopt;
}

std::optional<std::string> deflateAll(z_stream& stream, std::string_view bytes)
{
    Feeder feeder(stream, bytes);
    std::vector<char> block(blockSize);
    std::string output;
    int state = Z_OK;
    while (state == Z_OK) {
        feeder.refill();
        const int flush = feeder.isLast() ? Z_FINISH : Z_NO_FLUSH;
        state = appendBlock(stream, block, output, [&] { return deflate(&stream, flush); });
    }
    return state == Z_STREAM_END ? std::optional(std::move(output)) : std::nullopt;
}

/// Gives back what zlib took for a stream, also where memory for its output is refused.
using ForStream = std::unique_ptr<z_stream, int (*)(z_stream*)>;

} // namespace

std::uint32_t crc32Of(std::string_view bytes)
{
    return std::uint32_t(crc32_z(0, input(bytes), bytes.size()));
}

std::optional<std::string> inflated(std::string_view packed, std::uint64_t size)
{
    z_stream stream = {};
    if (inflateInit2(&stream, rawDeflate) != Z_OK)
        return std::nullopt;
    const ForStream end(&stream, inflateEnd);
    return inflateAll(stream, packed, size);
}

std::optional<std::string> deflated(std::string_view bytes)
{
    z_stream stream = {};
    constexpr int memory = 8;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, rawDeflate, memory,
                     Z_DEFAULT_STRATEGY)
        != Z_OK)
        return std::nullopt;
    const ForStream end(&stream, deflateEnd);
    return deflateAll(stream, bytes);
}

} // namespace headlight
