#include "core/io/picture_text.h"

#include "core/support/byte_reader.h"
#include "core/text/named_character.h"

namespace headlight {
namespace {

constexpr std::size_t longestName = 64; // of an element, with its prefix
constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";

/// PNG, section 5.3: length, type, data, checksum.
struct Chunk {
    std::string_view type;
    std::string_view data;
};

std::optional<Chunk> nextChunk(ByteReader& reader)
{
    const std::optional<std::string_view> length = reader.take(4);
    const std::optional<std::string_view> type = reader.take(4);
    if (!length || !type)
        return std::nullopt;
    std::uint64_t size = 0;
    for (const char byte : *length)
        size = size << 8 | static_cast<unsigned char>(byte);
    const std::optional<std::string_view> data = reader.take(size);
    const bool isWhole = data && reader.take(4);
    return isWhole ? std::optional<Chunk>({*type, *data}) : std::nullopt;
}

/// What stands behind the keyword of a text chunk.
std::optional<std::string_view> textOf(const Chunk& chunk, std::string_view keyword)
{
    const bool isPlain = chunk.type == "tEXt";
    // Of iTXt, two bytes say how it is packed, and two texts, of language and keyword, may be
    // empty.
    const std::string_view separator
        = isPlain ? std::string_view("\0", 1) : std::string_view("\0\0\0\0\0", 5);
    if (!isPlain && chunk.type != "iTXt")
        return std::nullopt;
    if (!chunk.data.starts_with(keyword)
        || !chunk.data.substr(keyword.size()).starts_with(separator))
        return std::nullopt;
    return chunk.data.substr(keyword.size() + separator.size());
}

/// "recipe" of "<ns:recipe a='b'>".
std::string_view localName(std::string_view tag)
{
    const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/>"));
    const std::size_t colon = name.find(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

/// Where the tag ends that begins at the start of `text`, or npos; ">" may stand in quotes.
std::size_t endOfTag(std::string_view text)
{
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quote ? text[i] == quote : text[i] == '"' || text[i] == '\'')
            quote = quote ? 0 : text[i];
        else if (!quote && text[i] == '>')
            return i;
    }
    return text.npos;
}

std::optional<std::string> withoutEntities(std::string_view text)
{
    std::string plain;
    while (!text.empty()) {
        const std::size_t start = text.find('&');
        plain += text.substr(0, start);
        if (start == text.npos)
            break;
        const std::size_t end = text.find(';', start);
        if (end == text.npos)
            return std::nullopt;
        if (!appendNamed(plain, text.substr(start + 1, end - start - 1)))
            return std::nullopt;
        text.remove_prefix(end + 1);
    }
    return plain;
}

} // namespace

std::optional<std::string_view> textInPng(std::string_view bytes, std::string_view keyword)
{
    if (!bytes.starts_with(signature))
        return std::nullopt;
    ByteReader reader(bytes.substr(signature.size()));
    while (const std::optional<Chunk> chunk = nextChunk(reader)) {
        if (const std::optional<std::string_view> text = textOf(*chunk, keyword))
            return text;
    }
    return std::nullopt;
}

std::optional<std::string> textInSvg(std::string_view bytes, std::string_view space,
                                     std::string_view name)
{
    const std::size_t declared = bytes.find(space);
    std::size_t from = 0;
    for (std::size_t start = 0; (start = bytes.find('<', from)) != bytes.npos;) {
        from = start + 1;
        if (localName(bytes.substr(start + 1, longestName)) != name)
            continue;
        const std::size_t length = endOfTag(bytes.substr(start));
        if (length == bytes.npos)
            return std::nullopt;
        from = start + length; // no byte is read twice: a file may hold a million starts of a tag
        const bool isEmpty = bytes[start + length - 1] == '/';
        const std::string_view rest = bytes.substr(start + length + 1);
        const std::size_t end = rest.find('<');
        const bool isClosed = end != rest.npos && rest.substr(end).starts_with("</")
            && localName(rest.substr(end + 2, longestName)) == name;
        if (isClosed && !isEmpty && declared < start + length)
            return withoutEntities(rest.substr(0, end));
    }
    return std::nullopt;
}

} // namespace headlight
