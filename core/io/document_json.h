#pragma once

#include "core/document/document.h"
#include "core/support/result.h"

#include <string>
#include <string_view>

namespace headlight {

inline constexpr int documentVersion = 1;

/// In a file, stands for numbers that the seed gives, so that a large fresh model is a small file.
inline constexpr std::string_view seededNumbers = "seeded";

/// The document as the text of a .headlight file: JSON, one matrix row a line so that it diffs
/// well, numbers in the shortest form that reads back to the same bits, NaN and infinities as
/// strings. Equal documents give equal bytes.
std::string writeDocument(const Document& document);

/// The document in the text of a .headlight file. An Error names the line, the field, and what was
/// expected; a newer version is refused by its number.
Result<Document> readDocument(std::string_view text);

/// What a document is called and what it says of itself.
struct DocumentHeading {
    std::string title;
    std::string note;
};

/// The heading alone, without making the numbers of the model.
Result<DocumentHeading> readHeading(std::string_view text);

} // namespace headlight
