#include "core/io/element.h"

#include "core/text/characters.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace headlight {
namespace {

template <class Unsigned, bool bigEndian>
Unsigned loadBits(const char* bytes)
{
    Unsigned bits = 0;
    for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
        const std::size_t place = bigEndian ? i : sizeof(Unsigned) - 1 - i;
        bits = Unsigned(std::uint64_t(bits) << 8 | static_cast<unsigned char>(bytes[place]));
    }
    return bits;
}

/// IEEE 754 binary16: sign, 5 bits of exponent, 10 of fraction.
double fromHalf(std::uint16_t bits)
{
    const int exponent = bits >> 10 & 31;
    const int fraction = bits & 1023;
    double size = 0;
    if (exponent == 31)
        size = fraction == 0 ? HUGE_VAL : std::nan("");
    else if (exponent == 0)
        size = std::ldexp(fraction, -24);
    else
        size = std::ldexp(fraction + 1024, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

template <bool bigEndian>
double decodeHalf(const char* bytes)
{
    return fromHalf(loadBits<std::uint16_t, bigEndian>(bytes));
}

/// The upper half of a float.
template <bool bigEndian>
double decodeBrainHalf(const char* bytes)
{
    return std::bit_cast<float>(std::uint32_t(loadBits<std::uint16_t, bigEndian>(bytes)) << 16);
}

template <class Number, class Unsigned, bool bigEndian>
double decodeNumber(const char* bytes)
{
    return double(std::bit_cast<Number>(loadBits<Unsigned, bigEndian>(bytes)));
}

double decodeBool(const char* bytes)
{
    return *bytes != 0 ? 1 : 0;
}

/// One loop for each type, so that the usual ones are a few instructions a number.
template <double (*decode)(const char*)>
void decodeAll(const char* bytes, std::ptrdiff_t stride, Index count, double* numbers)
{
    for (Index i = 0; i < count; ++i)
        numbers[i] = decode(bytes + i * stride);
}

template <bool bigEndian>
NumberDecoder decoderFor(ElementType type)
{
    switch (type) {
    case ElementType::Bool:
        return decodeAll<decodeBool>;
    case ElementType::U8:
        return decodeAll<decodeNumber<std::uint8_t, std::uint8_t, bigEndian>>;
    case ElementType::I8:
        return decodeAll<decodeNumber<std::int8_t, std::uint8_t, bigEndian>>;
    case ElementType::U16:
        return decodeAll<decodeNumber<std::uint16_t, std::uint16_t, bigEndian>>;
    case ElementType::I16:
        return decodeAll<decodeNumber<std::int16_t, std::uint16_t, bigEndian>>;
    case ElementType::U32:
        return decodeAll<decodeNumber<std::uint32_t, std::uint32_t, bigEndian>>;
    case ElementType::I32:
        return decodeAll<decodeNumber<std::int32_t, std::uint32_t, bigEndian>>;
    case ElementType::U64:
        return decodeAll<decodeNumber<std::uint64_t, std::uint64_t, bigEndian>>;
    case ElementType::I64:
        return decodeAll<decodeNumber<std::int64_t, std::uint64_t, bigEndian>>;
    case ElementType::F16:
        return decodeAll<decodeHalf<bigEndian>>;
    case ElementType::BF16:
        return decodeAll<decodeBrainHalf<bigEndian>>;
    case ElementType::F32:
        return decodeAll<decodeNumber<float, std::uint32_t, bigEndian>>;
    case ElementType::F64:
        return decodeAll<decodeNumber<double, std::uint64_t, bigEndian>>;
    case ElementType::Bytes:
    case ElementType::Text:
        break;
    }
    return nullptr;
}

void appendUtf8(std::string& text, char32_t c)
{
    if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        c = 0xfffd;
    if (c < 0x80) {
        text += char(c);
        return;
    }
    const int following = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    const unsigned lead = following == 1 ? 0xc0 : following == 2 ? 0xe0 : 0xf0;
    text += char(lead | c >> (6 * following));
    for (int i = following - 1; i >= 0; --i)
        text += char(0x80 | (c >> (6 * i) & 0x3f));
}

} // namespace

NumberDecoder numberDecoder(ElementType type, bool bigEndian)
{
    return bigEndian ? decoderFor<true>(type) : decoderFor<false>(type);
}

std::string decodeUtf32(std::string_view bytes, bool bigEndian)
{
    std::string text;
    std::size_t kept = 0; // up to the last character that is not a zero
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        const char32_t c = bigEndian ? loadBits<std::uint32_t, true>(bytes.data() + i)
                                     : loadBits<std::uint32_t, false>(bytes.data() + i);
        appendUtf8(text, c);
        kept = c != 0 ? text.size() : kept;
    }
    return text.substr(0, kept);
}

std::string decodePaddedBytes(std::string_view bytes)
{
    const std::size_t last = bytes.find_last_not_of('\0');
    const std::string_view kept = last == bytes.npos ? "" : bytes.substr(0, last + 1);
    std::string text;
    for (const CodePoint& character : decode(kept))
        appendUtf8(text, character.value);
    return text;
}

} // namespace headlight
