#include "core/text/characters.h"

#include <algorithm>
#include <array>

namespace headlight {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

template <std::size_t N>
bool contains(const std::array<Range, N>& ranges, char32_t c)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [c](const Range& r) { return c >= r.first && c <= r.last; });
}

// Tables of Unicode 15, as coarse as their use allows. Everything that is in none of them and
// above ASCII counts as a letter, which keeps the words of most scripts whole.
constexpr auto spaces = std::to_array<Range>({
    {0x00, 0x20}, // controls and space
    {0x7f, 0xa0},
    {0x1680, 0x1680},
    {0x2000, 0x200b},
    {0x200e, 0x200f}, // marks of writing direction
    {0x2028, 0x202f}, // line and paragraph separators, directions, narrow space
    {0x205f, 0x2064}, // mathematical space, invisible operators
    {0x2066, 0x206f}, // directions
    {0x3000, 0x3000},
    {0xfeff, 0xfeff}, // byte order mark
});
constexpr auto punctuation = std::to_array<Range>({
    {0xa1, 0xa9}, // Latin-1 signs, without the letters among them
    {0xab, 0xb1},     {0xb4, 0xb4},     {0xb6, 0xb8},     {0xbb, 0xbf},
    {0xd7, 0xd7},     {0xf7, 0xf7},     {0x055a, 0x055f}, // Armenian
    {0x0589, 0x058a}, {0x05be, 0x05be}, // Hebrew
    {0x05c0, 0x05c0}, {0x05c3, 0x05c3}, {0x060c, 0x060d}, // Arabic
    {0x061b, 0x061f}, {0x066a, 0x066d}, {0x06d4, 0x06d4}, {0x0964, 0x0965}, // danda
    {0x0f0d, 0x0f12}, // Tibetan
    {0x104a, 0x104b}, // Myanmar
    {0x1361, 0x1368}, // Ethiopic
    {0x17d4, 0x17d6}, // Khmer
    {0x2010, 0x2027}, // general punctuation
    {0x2030, 0x205e}, {0x20a0, 0x20cf}, // currency
    {0x2116, 0x2117}, // numero and trade-mark signs
    {0x211e, 0x2123}, {0x2190, 0x22ff}, // arrows, mathematics
    {0x2e00, 0x2e7f}, // more punctuation
    {0x3001, 0x3020}, // CJK punctuation
    {0x30a0, 0x30a0}, {0x30fb, 0x30fb}, {0xfe10, 0xfe19}, // vertical, small and full-width forms
    {0xfe30, 0xfe6b}, {0xff01, 0xff0f}, {0xff1a, 0xff20}, {0xff3b, 0xff40},
    {0xff5b, 0xff65}, {0xffe0, 0xffee},
});
constexpr auto han = std::to_array<Range>({
    {0x3005, 0x3005},
    {0x3007, 0x3007},
    {0x3400, 0x4dbf},
    {0x4e00, 0x9fff},
    {0xf900, 0xfaff},
    {0x20000, 0x2fa1f},
    {0x30000, 0x323af},
});
constexpr auto emoji = std::to_array<Range>({
    {0x2300, 0x27bf}, // technical signs to dingbats: not all emoji, but each a sign of its own
    {0x2b00, 0x2bff},
    {0x3030, 0x3030},
    {0x303d, 0x303d},
    {0x3297, 0x3299},
    {0x1f000, 0x1f1e5},
    {0x1f200, 0x1f3fa},
    {0x1f400, 0x1faff},
});
constexpr auto marks = std::to_array<Range>({
    {0x0300, 0x036f}, // combining marks
    {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff},
    {0x20d0, 0x20ff},
    {0x3099, 0x309a},
    {0xfe00, 0xfe0f}, // variation selectors
    {0xfe20, 0xfe2f},
    {0x1f3fb, 0x1f3ff}, // skin tones
    {0xe0020, 0xe007f}, // tags, as in the flag of Scotland
    {0xe0100, 0xe01ef},
});
constexpr char32_t replacement = 0xfffd;

/// Number of continuation bytes a first byte asks for; 0 also for bytes that start nothing.
int continuationBytes(unsigned char first)
{
    if (first >= 0xf0 && first < 0xf5)
        return 3;
    if (first >= 0xe0)
        return first < 0xf0 ? 2 : 0;
    return first >= 0xc2 ? 1 : 0;
}

/// The code point of `text` at `at`, or the single byte there as a letter when it starts none:
/// cut off, overlong, or beyond Unicode.
CodePoint decodeAt(std::string_view text, std::size_t at)
{
    constexpr char32_t smallest[] = {0, 0x80, 0x800, 0x10000};
    const auto first = static_cast<unsigned char>(text[at]);
    const int more = continuationBytes(first);
    char32_t value = more > 0 ? char32_t(first & (0x3f >> more)) : first;
    int read = 0;
    while (read < more && at + std::size_t(read) + 1 < text.size()
           && (text[at + std::size_t(read) + 1] & 0xc0) == 0x80) {
        ++read;
        value = (value << 6) | char32_t(text[at + std::size_t(read)] & 0x3f);
    }
    const bool valid = read == more && (first < 0x80 || more > 0) && value >= smallest[more]
        && value <= 0x10ffff;
    return valid ? CodePoint{value, at, at + std::size_t(more) + 1}
                 : CodePoint{replacement, at, at + 1};
}

} // namespace

std::vector<CodePoint> decode(std::string_view text)
{
    std::vector<CodePoint> points;
    points.reserve(text.size());
    for (std::size_t at = 0; at < text.size(); at = points.back().end)
        points.push_back(decodeAt(text, at));
    return points;
}

bool isSeparator(char32_t c)
{
    return contains(spaces, c);
}

bool isMark(char32_t c)
{
    return contains(marks, c);
}

bool isWordCharacter(char32_t c)
{
    if (c < 0x80)
        return isAsciiLetter(c) || isDigit(c) || c == U'_';
    return !contains(spaces, c) && !contains(punctuation, c) && !contains(han, c)
        && !contains(emoji, c) && !isRegionalIndicator(c);
}

bool isRegionalIndicator(char32_t c)
{
    return c >= 0x1f1e6 && c <= 0x1f1ff;
}

bool isDigit(char32_t c)
{
    return c >= U'0' && c <= U'9';
}

bool isCapital(char32_t c)
{
    return c >= U'A' && c <= U'Z';
}

bool isAsciiLetter(char32_t c)
{
    return isCapital(c) || (c >= U'a' && c <= U'z');
}

} // namespace headlight
