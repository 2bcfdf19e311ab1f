#include "core/io/npy.h"

#include "core/io/npy_header.h"
#include "core/support/byte_reader.h"

#include <bit>
#include <cstring>
#include <span>

namespace headlight {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::uint64_t longestHeader = 64 * 1024;
constexpr std::size_t alignment = 64;

std::optional<std::uint64_t> readHeaderLength(ByteReader& reader, int version)
{
    if (version == 1)
        return reader.little<std::uint16_t>();
    return reader.little<std::uint32_t>();
}

Result<std::string_view> readHeaderText(ByteReader& reader)
{
    if (reader.take(magic.size()) != magic)
        return Error{"This is no .npy data: it does not start with the bytes 93 “NUMPY”."};
    const std::optional<std::uint8_t> version = reader.little<std::uint8_t>();
    const std::optional<std::uint8_t> minor = reader.little<std::uint8_t>();
    if (!version || !minor || *version < 1 || *version > 3 || *minor != 0)
        return Error{"The .npy data has the version "
                     + (version && minor ? std::to_string(*version) + "." + std::to_string(*minor)
                                         : "of nothing")
                     + "; 1.0, 2.0 and 3.0 can be read."};
    const std::optional<std::uint64_t> length = readHeaderLength(reader, *version);
    if (!length)
        return Error{"The .npy data ends inside its header."};
    if (*length > reader.remaining())
        return Error{"The header of the .npy data claims " + std::to_string(*length)
                     + " bytes, but only " + std::to_string(reader.remaining()) + " follow."};
    if (*length > longestHeader)
        return Error{"The header of the .npy data is " + std::to_string(*length) + " bytes long; "
                     + std::to_string(longestHeader) + " are the limit."};
    return *reader.take(*length);
}

std::string shapeTuple(const std::vector<Index>& shape)
{
    std::string text;
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::string headerOf(const std::vector<Index>& shape, NpyFloat type)
{
    const std::string descr = type == NpyFloat::Double ? "<f8" : "<f4";
    std::string text = "{'descr': '" + descr
        + "', 'fortran_order': False, 'shape': " + shapeTuple(shape) + ", }";
    const std::size_t before = magic.size() + 4;
    const std::size_t used = before + text.size() + 1;
    text.append((alignment - used % alignment) % alignment, ' ');
    text += '\n';
    return std::string(magic) + '\1' + '\0' + char(text.size() & 255) + char(text.size() >> 8)
        + text;
}

template <class Unsigned>
void appendLittle(std::string& bytes, Unsigned bits)
{
    for (std::size_t i = 0; i < sizeof bits; ++i)
        bytes += char(bits >> (8 * i) & 255);
}

std::string written(const std::vector<Index>& shape, std::span<const double> values, NpyFloat type)
{
    std::string bytes = headerOf(shape, type);
    bytes.reserve(bytes.size() + values.size() * (type == NpyFloat::Double ? 8 : 4));
    for (const double value : values) {
        if (type == NpyFloat::Double)
            appendLittle(bytes, std::bit_cast<std::uint64_t>(value));
        else
            appendLittle(bytes, std::bit_cast<std::uint32_t>(float(value)));
    }
    return bytes;
}

} // namespace

Result<TensorView> readNpy(std::string_view bytes)
{
    ByteReader reader(bytes);
    const Result<std::string_view> text = readHeaderText(reader);
    if (!text)
        return text.error();
    Result<TensorView> view = parseNpyHeader(*text);
    if (!view)
        return view;
    view->bytes = *reader.take(reader.remaining());
    return checkedTensor(std::move(*view));
}

std::string writeNpy(const Array& array, NpyFloat type)
{
    return written(array.shape, array.values, type);
}

std::string writeNpy(const Matrix& matrix, NpyFloat type)
{
    return written({matrix.rows(), matrix.cols()}, {matrix.data(), std::size_t(matrix.size())},
                   type);
}

} // namespace headlight
