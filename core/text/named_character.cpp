#include "core/text/named_character.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace headlight {
namespace {

struct NamedCharacter {
    std::string_view name;
    std::string_view text;
};

constexpr std::array<NamedCharacter, 12> namedCharacters = {{
    {"amp", "&"},
    {"lt", "<"},
    {"gt", ">"},
    {"quot", "\""},
    {"apos", "'"},
    {"nbsp", "\u00a0"},
    {"minus", "−"},
    {"infin", "∞"},
    {"thinsp", "\u2009"},
    {"ndash", "–"},
    {"plus", "+"},
    {"comma", ","},
}};

void appendUtf8(std::string& text, std::uint32_t code)
{
    const auto add = [&](std::uint32_t byte) { text += char(byte); };
    if (code < 0x80)
        return add(code);
    if (code < 0x800) {
        add(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        add(0xe0 | code >> 12);
        add(0x80 | (code >> 6 & 0x3f));
    } else {
        add(0xf0 | code >> 18);
        add(0x80 | (code >> 12 & 0x3f));
        add(0x80 | (code >> 6 & 0x3f));
    }
    add(0x80 | (code & 0x3f));
}

/// The character that "#8722" or "#x2212" stands for.
std::optional<std::uint32_t> numberedCharacter(std::string_view name)
{
    const bool isHex = name.starts_with("#x") || name.starts_with("#X");
    const std::string_view digits = name.substr(std::min<std::size_t>(isHex ? 2 : 1, name.size()));
    std::uint32_t code = 0;
    const auto [end, error]
        = std::from_chars(digits.data(), digits.data() + digits.size(), code, isHex ? 16 : 10);
    const bool isWhole = error == std::errc() && end == digits.data() + digits.size();
    const bool isCharacter = code > 0 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000);
    return isWhole && isCharacter ? std::optional(code) : std::nullopt;
}

} // namespace

bool appendNamed(std::string& text, std::string_view name)
{
    if (name.starts_with('#')) {
        const std::optional<std::uint32_t> code = numberedCharacter(name);
        if (code)
            appendUtf8(text, *code);
        return code.has_value();
    }
    const auto known = std::find_if(namedCharacters.begin(), namedCharacters.end(),
                                    [&](const NamedCharacter& c) { return c.name == name; });
    if (known == namedCharacters.end())
        return false;
    text += known->text;
    return true;
}

} // namespace headlight
