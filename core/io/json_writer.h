#pragma once

#include "core/math/matrix.h"

#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A JSON string, escaped. Bytes that are not UTF-8 become U+FFFD.
std::string jsonString(std::string_view text);

/// The beginning of a text that may be long, for a message.
std::string shortened(std::string_view text);

/// A number as in our files: shortest round trip; "NaN", "Infinity", "-Infinity" quoted, because
/// JSON has no such numbers; -0 as -0.0, because -0 reads back as an integer.
std::string writeNumber(double value);

/// One row of a matrix as an array on one line.
std::string writeRow(const Matrix& matrix, Index row);

/// A matrix as nested arrays on one line.
std::string writeMatrix(const Matrix& matrix);

std::string writeStrings(const std::vector<std::string>& strings);

/// Lays out JSON so that it diffs well: a field a line, a matrix row a line, two spaces a level.
class JsonWriter {
public:
    void beginObject(std::string_view name = {}) { open(name, '{'); }
    void endObject() { close('}'); }
    void beginArray(std::string_view name = {}) { open(name, '['); }
    void endArray() { close(']'); }

    /// `json` is written as it is.
    void field(std::string_view name, const std::string& json);
    void matrix(std::string_view name, const Matrix& matrix);

    /// What was written, with a newline at the end.
    std::string text() const { return m_text + "\n"; }

private:
    void open(std::string_view name, char bracket);
    void close(char bracket);
    void startItem(std::string_view name);
    void newLine();

    std::string m_text;
    int m_level = 0;
    bool m_first = true; // of the innermost bracket
};

} // namespace headlight
