#include "core/io/json_writer.h"
#include "core/io/zip.h"
#include "core/io/zip_directory.h"
#include "core/io/zip_records.h"
#include "core/support/byte_reader.h"

#include <algorithm>
#include <optional>
#include <set>

namespace headlight {
namespace {

using namespace zip;

/// What the central directory and, again, the local header say about a member.
struct Header {
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packedSize = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0; // of the local header
    std::uint16_t disk = 0;
    std::string name;
};

struct Range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

Error memberError(const std::string& name, const std::string& what)
{
    return Error{"The member “" + shortened(name) + "” of the archive " + what};
}

/// Replaces the numbers that did not fit into 32 bits by those of the zip64 field.
bool readExtra(std::string_view extra, Header& header)
{
    ByteReader fields(extra);
    while (fields.remaining() >= 4) {
        const std::uint16_t id = *fields.little<std::uint16_t>();
        const std::optional<std::string_view> content
            = fields.take(*fields.little<std::uint16_t>());
        if (!content)
            return false;
        if (id != zip64Extra)
            continue;
        ByteReader numbers(*content);
        for (std::uint64_t* number : {&header.size, &header.packedSize, &header.offset}) {
            if (*number == see64)
                *number = numbers.little<std::uint64_t>().value_or(see64);
        }
    }
    return true;
}

/// The fields that both kinds of header hold in the same order, from "flags" on.
struct NameLengths {
    std::uint16_t name = 0;
    std::uint16_t extra = 0;
};

NameLengths readCommonFields(ByteReader& reader, Header& header)
{
    header.flags = *reader.little<std::uint16_t>();
    header.method = *reader.little<std::uint16_t>();
    reader.little<std::uint32_t>(); // time and date
    header.crc = *reader.little<std::uint32_t>();
    header.packedSize = *reader.little<std::uint32_t>();
    header.size = *reader.little<std::uint32_t>();
    const std::uint16_t name = *reader.little<std::uint16_t>();
    return {name, *reader.little<std::uint16_t>()};
}

std::optional<Header> readCentral(ByteReader& directory)
{
    const std::optional<std::string_view> fixed = directory.take(centralSize);
    if (!fixed)
        return std::nullopt;
    ByteReader reader(*fixed);
    if (reader.little<std::uint32_t>() != centralSignature)
        return std::nullopt;
    reader.little<std::uint32_t>(); // versions
    Header header;
    const NameLengths lengths = readCommonFields(reader, header);
    const std::uint16_t commentLength = *reader.little<std::uint16_t>();
    header.disk = *reader.little<std::uint16_t>();
    reader.take(6); // attributes
    header.offset = *reader.little<std::uint32_t>();
    const std::optional<std::string_view> name = directory.take(lengths.name);
    const std::optional<std::string_view> extra = directory.take(lengths.extra);
    if (!name || !extra || !directory.take(commentLength) || !readExtra(*extra, header))
        return std::nullopt;
    header.name = *name;
    return header;
}

Result<std::vector<Header>> readHeaders(std::string_view bytes)
{
    const Result<ZipDirectory> directory = findZipDirectory(bytes);
    if (!directory)
        return directory.error();
    ByteReader reader(bytes);
    if (!reader.seek(directory->offset) || directory->size > reader.remaining()
        || directory->members > directory->size / centralSize)
        return directoryDamaged();
    ByteReader entries(*reader.take(directory->size));
    std::vector<Header> headers;
    for (std::uint64_t i = 0; i < directory->members; ++i) {
        std::optional<Header> header = readCentral(entries);
        if (!header)
            return directoryDamaged();
        headers.push_back(std::move(*header));
    }
    return headers;
}

Result<Ok> checkHeader(const Header& header)
{
    if ((header.flags & encryptedFlag) != 0)
        return memberError(header.name, "is encrypted; save it without a password.");
    if (header.disk != 0)
        return memberError(header.name, "lies on another disk.");
    if (header.method != std::uint16_t(ZipMethod::Stored)
        && header.method != std::uint16_t(ZipMethod::Deflated))
        return memberError(header.name,
                           "is packed by method " + std::to_string(header.method)
                               + "; stored (0) and deflated (8) can be read.");
    return Ok();
}

/// Where the member's data start: behind its local header, which has to tell the same story.
Result<std::uint64_t> findData(std::string_view bytes, const Header& header)
{
    const Error differs = memberError(
        header.name, "is described differently in its own header and in the directory.");
    ByteReader reader(bytes);
    if (!reader.seek(header.offset) || reader.little<std::uint32_t>() != localSignature
        || reader.remaining() < 26)
        return memberError(header.name, "does not start where the directory says.");
    reader.little<std::uint16_t>(); // version
    Header local;
    const NameLengths lengths = readCommonFields(reader, local);
    const std::optional<std::string_view> name = reader.take(lengths.name);
    const std::optional<std::string_view> extra = reader.take(lengths.extra);
    if (!name || !extra || !readExtra(*extra, local) || *name != header.name
        || local.method != header.method)
        return differs;
    const bool sizesFollow = (local.flags & descriptorFlag) != 0;
    if (!sizesFollow
        && (local.size != header.size || local.packedSize != header.packedSize
            || local.crc != header.crc))
        return differs;
    return reader.position();
}

Result<Ok> checkUnpackedSize(const std::vector<Header>& headers, std::uint64_t archiveSize)
{
    const std::uint64_t limit = freeSize + largestRatio * archiveSize;
    std::uint64_t total = 0;
    for (const Header& header : headers) {
        if (header.size > limit - total)
            return Error{"The archive of " + std::to_string(archiveSize)
                         + " bytes unpacks to more than " + std::to_string(limit)
                         + " bytes, the limit for its size (at “" + shortened(header.name)
                         + "”); save it without compression."};
        total += header.size;
    }
    return Ok();
}

Result<Ok> checkNames(const std::vector<Header>& headers)
{
    std::set<std::string_view> names;
    for (const Header& header : headers) {
        if (!names.insert(header.name).second)
            return memberError(header.name, "is there twice; keep one.");
    }
    return Ok();
}

Result<Ok> checkRanges(std::vector<Range> ranges)
{
    std::sort(ranges.begin(), ranges.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        if (ranges[i].begin < ranges[i - 1].end)
            return Error{"Two members of the archive share the same bytes."};
    }
    return Ok();
}

Result<ZipMember> readMember(std::string_view bytes, const Header& header)
{
    if (const Result<Ok> good = checkHeader(header); !good)
        return good.error();
    const Result<std::uint64_t> start = findData(bytes, header);
    if (!start)
        return start.error();
    if (header.packedSize > bytes.size() - *start)
        return memberError(header.name, "reaches beyond the end of the file.");
    const ZipMethod method = ZipMethod(header.method);
    if (method == ZipMethod::Stored && header.size != header.packedSize)
        return memberError(header.name, "is stored, but has two different sizes.");
    return ZipMember{header.name, method, header.crc, header.size,
                     bytes.substr(std::size_t(*start), std::size_t(header.packedSize))};
}

} // namespace

Result<std::vector<ZipMember>> readZip(std::string_view bytes)
{
    const Result<std::vector<Header>> headers = readHeaders(bytes);
    if (!headers)
        return headers.error();
    for (const Result<Ok>& check :
         {checkNames(*headers), checkUnpackedSize(*headers, bytes.size())}) {
        if (!check)
            return check.error();
    }
    std::vector<ZipMember> members;
    std::vector<Range> ranges;
    for (const Header& header : *headers) {
        Result<ZipMember> member = readMember(bytes, header);
        if (!member)
            return member.error();
        const std::uint64_t dataEnd
            = std::uint64_t(member->packed.data() - bytes.data()) + member->packed.size();
        ranges.push_back({header.offset, dataEnd});
        members.push_back(std::move(*member));
    }
    if (const Result<Ok> apart = checkRanges(std::move(ranges)); !apart)
        return apart.error();
    return members;
}

} // namespace headlight
