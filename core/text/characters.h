#pragma once

#include <string_view>
#include <vector>

namespace headlight {

inline constexpr char32_t zeroWidthNonJoiner = 0x200c;
inline constexpr char32_t zeroWidthJoiner = 0x200d;

struct CodePoint {
    char32_t value = 0;
    std::size_t begin = 0; // bytes of the sentence
    std::size_t end = 0;
};

/// Decodes UTF-8. A byte that belongs to no code point becomes U+FFFD, which counts as a letter.
std::vector<CodePoint> decode(std::string_view text);

/// White space, control characters and marks of writing direction: not part of any token.
bool isSeparator(char32_t c);

/// Combining marks, variation selectors, skin tones and tags: part of the character before them.
bool isMark(char32_t c);

/// Letters, digits, marks, and whatever else makes up the words of some script.
bool isWordCharacter(char32_t c);

/// Half of a flag.
bool isRegionalIndicator(char32_t c);

bool isDigit(char32_t c); // ASCII only, as the two below
bool isCapital(char32_t c);
bool isAsciiLetter(char32_t c);

} // namespace headlight
