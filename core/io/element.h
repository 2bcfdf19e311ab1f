#pragma once

#include "core/io/tensor_view.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace headlight {

/// Reads `count` numbers that begin `stride` bytes apart; the bytes need no alignment.
using NumberDecoder
    = void (*)(const char* bytes, std::ptrdiff_t stride, Index count, double* numbers);

/// The decoder of a type in a byte order; null for text.
NumberDecoder numberDecoder(ElementType type, bool bigEndian);

/// NumPy's strings, without the zeros that fill them up, as valid UTF-8.
std::string decodeUtf32(std::string_view bytes, bool bigEndian);
std::string decodePaddedBytes(std::string_view bytes);

} // namespace headlight
