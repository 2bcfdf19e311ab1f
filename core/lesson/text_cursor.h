#pragma once

#include "core/math/matrix.h"
#include "core/support/trimmed.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// Reads a short text from left to right. Spaces between the pieces do not matter.
class TextCursor {
public:
    explicit TextCursor(std::string_view text)
        : m_rest(text)
    {
    }

    bool atEnd();
    char peek(); // the next character, 0 at the end
    bool take(char c);
    char takeOneOf(std::string_view characters); // 0 when none of them follows
    std::string_view takeWord(); // letters and underscores; may be empty
    std::string_view takeNumber(); // digits, perhaps with a point among them; may be empty
    std::optional<Index> takeCount(); // a whole number from 1 to a million

private:
    void skipSpaces();
    template <class Predicate>
    std::string_view takeWhile(Predicate wanted);

    std::string_view m_rest;
};

/// The pieces between separators, trimmed. Separators inside [ ] separate nothing.
std::vector<std::string_view> splitOutsideBrackets(std::string_view text, char separator);

/// The whole text as a finite number.
std::optional<double> readNumber(std::string_view text);

/// The whole text as a whole number from 1 to `maximum`.
std::optional<Index> readCount(std::string_view text, Index maximum);

/// The text between quotation marks, shortened if it is long: for error messages.
std::string quoted(std::string_view text);

} // namespace headlight
