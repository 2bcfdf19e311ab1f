#include "core/io/zip.h"

#include "core/io/json_writer.h"
#include "core/io/zip_packing.h"
#include "core/io/zip_records.h"

#include <concepts>

namespace headlight {
namespace {

using namespace zip;

constexpr std::uint16_t versionNeeded = 20;
constexpr std::uint16_t firstDay = 0x21; // 1 January 1980: the same bytes at any time
constexpr std::uint64_t largestArchive = 0xffffffff - 1;
constexpr std::uint64_t smallestWorthless = 64; // below, packing only adds bytes

template <std::unsigned_integral Number>
void append(std::string& bytes, Number number)
{
    for (std::size_t i = 0; i < sizeof number; ++i)
        bytes += char(number >> (8 * i) & 255);
}

/// A file as it goes into the archive.
struct Packed {
    ZipMethod method = ZipMethod::Stored;
    std::string bytes;
    std::uint32_t crc = 0;
};

Packed pack(const std::string& content)
{
    Packed packed{ZipMethod::Stored, content, crc32Of(content)};
    if (content.size() < smallestWorthless)
        return packed;
    std::optional<std::string> smaller = deflated(content);
    const bool suspicious
        = smaller && content.size() > freeSize && content.size() / largestRatio >= smaller->size();
    if (!smaller || smaller->size() >= content.size() || suspicious)
        return packed;
    return {ZipMethod::Deflated, std::move(*smaller), packed.crc};
}

/// The fields that local header and directory have in common.
void appendCommon(std::string& bytes, const ZipFile& file, const Packed& packed)
{
    append(bytes, versionNeeded);
    append(bytes, utf8Flag);
    append(bytes, std::uint16_t(packed.method));
    append(bytes, std::uint16_t(0)); // midnight
    append(bytes, firstDay);
    append(bytes, packed.crc);
    append(bytes, std::uint32_t(packed.bytes.size()));
    append(bytes, std::uint32_t(file.content.size()));
    append(bytes, std::uint16_t(file.name.size()));
    append(bytes, std::uint16_t(0)); // extra fields
}

void appendLocal(std::string& bytes, const ZipFile& file, const Packed& packed)
{
    append(bytes, localSignature);
    appendCommon(bytes, file, packed);
    bytes += file.name + packed.bytes;
}

void appendCentral(std::string& bytes, const ZipFile& file, const Packed& packed,
                   std::uint64_t offset)
{
    append(bytes, centralSignature);
    append(bytes, versionNeeded);
    appendCommon(bytes, file, packed);
    bytes.append(10, '\0'); // comment, disk, attributes
    append(bytes, std::uint32_t(offset));
    bytes += file.name;
}

void appendEnd(std::string& bytes, std::size_t members, std::uint64_t size, std::uint64_t offset)
{
    append(bytes, endSignature);
    append(bytes, std::uint32_t(0)); // disks
    append(bytes, std::uint16_t(members));
    append(bytes, std::uint16_t(members));
    append(bytes, std::uint32_t(size));
    append(bytes, std::uint32_t(offset));
    append(bytes, std::uint16_t(0)); // comment
}

Result<Ok> checkFiles(const std::vector<ZipFile>& files)
{
    if (files.size() >= see64Short)
        return Error{"An archive of " + std::to_string(files.size()) + " files cannot be written; "
                     + std::to_string(see64Short - 1) + " are the limit."};
    std::uint64_t total = 0;
    for (const ZipFile& file : files) {
        if (file.name.size() >= see64Short)
            return Error{"The name “" + shortened(file.name) + "” is too long for an archive."};
        total += file.content.size() + 2 * file.name.size() + 1024;
    }
    if (total > largestArchive)
        return Error{"An archive of " + std::to_string(total)
                     + " bytes cannot be written; 4 GiB are the limit."};
    return Ok();
}

} // namespace

Result<std::string> unpack(const ZipMember& member)
{
    std::optional<std::string> content = member.method == ZipMethod::Stored
        ? std::optional(std::string(member.packed))
        : inflated(member.packed, member.size);
    if (!content || crc32Of(*content) != member.crc)
        return Error{"The member “" + shortened(member.name)
                     + "” of the archive is damaged: its content does not fit its size and "
                       "checksum."};
    return std::move(*content);
}

Result<std::string> writeZip(const std::vector<ZipFile>& files)
{
    if (const Result<Ok> fits = checkFiles(files); !fits)
        return fits.error();
    std::string bytes;
    std::string directory;
    for (const ZipFile& file : files) {
        const Packed packed = pack(file.content);
        appendCentral(directory, file, packed, bytes.size());
        appendLocal(bytes, file, packed);
    }
    const std::uint64_t offset = bytes.size();
    bytes += directory;
    appendEnd(bytes, files.size(), directory.size(), offset);
    return bytes;
}

} // namespace headlight
