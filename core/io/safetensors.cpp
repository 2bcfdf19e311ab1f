#include "core/io/safetensors.h"

#include "core/io/json_writer.h"
#include "core/io/safetensors_header.h"
#include "core/support/byte_reader.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace headlight {
namespace {

constexpr std::uint64_t longestHeader = 100'000'000; // of the reference implementation

struct TypeName {
    std::string_view name;
    ElementType type;
    std::size_t size;
};

constexpr TypeName typeNames[] = {
    {"BOOL", ElementType::Bool, 1}, {"U8", ElementType::U8, 1},     {"I8", ElementType::I8, 1},
    {"U16", ElementType::U16, 2},   {"I16", ElementType::I16, 2},   {"U32", ElementType::U32, 4},
    {"I32", ElementType::I32, 4},   {"U64", ElementType::U64, 8},   {"I64", ElementType::I64, 8},
    {"F16", ElementType::F16, 2},   {"BF16", ElementType::BF16, 2}, {"F32", ElementType::F32, 4},
    {"F64", ElementType::F64, 8},
};

Error tensorError(const std::string& name, const std::string& what)
{
    return Error{"The tensor “" + shortened(name) + "” " + what};
}

Result<std::string_view> readHeaderText(ByteReader& reader)
{
    const std::optional<std::uint64_t> length = reader.little<std::uint64_t>();
    if (!length)
        return Error{"This is no .safetensors file: it is shorter than 8 bytes."};
    if (*length > longestHeader || *length > reader.remaining())
        return Error{"The header of the .safetensors file claims " + std::to_string(*length)
                     + " bytes; " + std::to_string(reader.remaining()) + " follow, and "
                     + std::to_string(longestHeader) + " are the limit."};
    const std::string_view text = *reader.take(*length);
    if (!text.starts_with('{'))
        return Error{"The header of the .safetensors file does not start with “{”."};
    return text;
}

/// The lengths of the axes; those beyond Index stay too large for any shape.
std::vector<Index> toShape(const std::vector<std::uint64_t>& lengths)
{
    std::vector<Index> shape;
    for (const std::uint64_t length : lengths)
        shape.push_back(Index(std::min(length, std::uint64_t(INT64_MAX))));
    return shape;
}

std::string listText(const std::vector<std::uint64_t>& numbers)
{
    std::string text;
    for (const std::uint64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return "[" + text + "]";
}

Result<Ok> checkOffsets(const std::vector<SafetensorsEntry>& entries, std::uint64_t bufferSize)
{
    for (const SafetensorsEntry& entry : entries) {
        const std::vector<std::uint64_t>& offsets = entry.offsets;
        if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > bufferSize)
            return tensorError(entry.name,
                               "has the “data_offsets” " + listText(offsets)
                                   + ", which are no range within the " + std::to_string(bufferSize)
                                   + " bytes of data.");
    }
    return Ok();
}

Result<NamedTensor> readTensor(const SafetensorsEntry& entry, std::string_view buffer)
{
    const auto type = std::find_if(std::begin(typeNames), std::end(typeNames),
                                   [&](const TypeName& t) { return t.name == entry.type; });
    if (type == std::end(typeNames))
        return tensorError(entry.name,
                           "has the dtype “" + shortened(entry.type)
                               + "”, which is not supported; save it as F32.");
    const std::size_t begin = std::size_t(entry.offsets[0]);
    TensorView view{type->type,
                    type->size,
                    false,
                    false,
                    toShape(entry.shape),
                    buffer.substr(begin, std::size_t(entry.offsets[1]) - begin)};
    Result<TensorView> checked = checkedTensor(std::move(view));
    if (!checked)
        return tensorError(entry.name, "is refused. " + checked.error().message);
    return NamedTensor{entry.name, std::move(*checked)};
}

/// Sorts the entries by their bytes and sees that these cover the buffer once.
Result<Ok> checkCoverage(std::vector<SafetensorsEntry>& entries, std::uint64_t bufferSize)
{
    std::sort(
        entries.begin(), entries.end(),
        [](const SafetensorsEntry& a, const SafetensorsEntry& b) { return a.offsets < b.offsets; });
    std::uint64_t end = 0;
    for (const SafetensorsEntry& entry : entries) {
        if (entry.offsets[0] != end)
            return tensorError(entry.name,
                               "starts at byte " + std::to_string(entry.offsets[0])
                                   + " of the data, but the tensors before it end at byte "
                                   + std::to_string(end) + ".");
        end = entry.offsets[1];
    }
    if (end != bufferSize)
        return Error{"The tensors of the .safetensors file end at byte " + std::to_string(end)
                     + " of " + std::to_string(bufferSize) + "."};
    return Ok();
}

} // namespace

Result<std::vector<NamedTensor>> readSafetensors(std::string_view bytes)
{
    ByteReader reader(bytes);
    const Result<std::string_view> text = readHeaderText(reader);
    if (!text)
        return text.error();
    Result<std::vector<SafetensorsEntry>> entries = parseSafetensorsHeader(*text);
    if (!entries)
        return entries.error();
    const std::string_view buffer = *reader.take(reader.remaining());
    if (const Result<Ok> inside = checkOffsets(*entries, buffer.size()); !inside)
        return inside.error();
    if (const Result<Ok> covered = checkCoverage(*entries, buffer.size()); !covered)
        return covered.error();
    std::vector<NamedTensor> tensors;
    for (const SafetensorsEntry& entry : *entries) {
        Result<NamedTensor> tensor = readTensor(entry, buffer);
        if (!tensor)
            return tensor.error();
        tensors.push_back(std::move(*tensor));
    }
    return tensors;
}

} // namespace headlight
