#include "core/io/zip_directory.h"

#include "core/io/zip_records.h"
#include "core/support/byte_reader.h"

#include <optional>

namespace headlight {
namespace {

using namespace zip;

/// Where the end record starts; a comment of up to 64 KiB may follow it.
std::optional<std::uint64_t> findEnd(std::string_view bytes)
{
    for (std::uint64_t comment = 0; comment <= 0xffff; ++comment) {
        if (bytes.size() < endSize + comment)
            return std::nullopt;
        ByteReader reader(bytes.substr(bytes.size() - endSize - comment));
        const bool found = reader.little<std::uint32_t>() == endSignature;
        if (found && reader.seek(endSize - 2) && reader.little<std::uint16_t>() == comment)
            return bytes.size() - endSize - comment;
    }
    return std::nullopt;
}

/// The record that holds what is too large for the end record.
Result<ZipDirectory> readDirectory64(std::string_view bytes, std::uint64_t end)
{
    ByteReader reader(bytes);
    if (end < locator64Size || !reader.seek(end - locator64Size)
        || reader.little<std::uint32_t>() != locator64Signature)
        return directoryDamaged();
    reader.little<std::uint32_t>(); // disk
    const std::optional<std::uint64_t> place = reader.little<std::uint64_t>();
    if (!place || !reader.seek(*place) || reader.little<std::uint32_t>() != end64Signature
        || !reader.take(28)) // record size, versions, disks, members on this disk
        return directoryDamaged();
    const std::optional<std::uint64_t> members = reader.little<std::uint64_t>();
    const std::optional<std::uint64_t> size = reader.little<std::uint64_t>();
    const std::optional<std::uint64_t> offset = reader.little<std::uint64_t>();
    if (!members || !size || !offset)
        return directoryDamaged();
    return ZipDirectory{*offset, *size, *members};
}

} // namespace

Result<ZipDirectory> findZipDirectory(std::string_view bytes)
{
    const std::optional<std::uint64_t> end = findEnd(bytes);
    if (!end)
        return Error{"This is no complete zip archive (.npz): its end record is missing."};
    ByteReader reader(bytes.substr(std::size_t(*end) + 4));
    const std::uint16_t disk = *reader.little<std::uint16_t>();
    const std::uint16_t directoryDisk = *reader.little<std::uint16_t>();
    const std::uint16_t membersHere = *reader.little<std::uint16_t>();
    const std::uint16_t members = *reader.little<std::uint16_t>();
    const std::uint32_t size = *reader.little<std::uint32_t>();
    const std::uint32_t offset = *reader.little<std::uint32_t>();
    if (members == see64Short || size == see64 || offset == see64)
        return readDirectory64(bytes, *end);
    if (disk != 0 || directoryDisk != 0 || membersHere != members)
        return Error{"The archive is split over several disks; join it first."};
    if (offset > *end || size > *end - offset)
        return directoryDamaged();
    return ZipDirectory{offset, size, members};
}

Error directoryDamaged()
{
    return Error{"The archive is cut off or damaged: its directory does not fit into the file."};
}

} // namespace headlight
