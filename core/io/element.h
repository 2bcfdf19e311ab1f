#pragma once

#include "core/io/tensor_view.h"

#include <string>
#include <string_view>

namespace headlight {

/// Reads the number that starts at a byte; the bytes need no alignment.
using NumberDecoder = double (*)(const char* bytes);

/// The decoder of a type in a byte order; null for text.
NumberDecoder numberDecoder(ElementType type, bool bigEndian);

/// NumPy's strings, without the zeros that fill them up, as valid UTF-8.
std::string decodeUtf32(std::string_view bytes, bool bigEndian);
std::string decodePaddedBytes(std::string_view bytes);

} // namespace headlight
