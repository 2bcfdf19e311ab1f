#include "core/io/json_writer.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>

namespace headlight {

std::string jsonString(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string shortened(std::string_view text)
{
    constexpr std::size_t most = 40;
    if (text.size() <= most)
        return std::string(text);
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end; // not in the middle of a character
    return std::string(text.substr(0, end)) + "…";
}

std::string writeNumber(double value)
{
    if (std::isnan(value))
        return "\"NaN\"";
    if (std::isinf(value))
        return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    if (value == 0)
        return std::signbit(value) ? "-0.0" : "0";
    char buffer[32];
    return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string writeRow(const Matrix& matrix, Index row)
{
    std::string text = "[";
    for (Index c = 0; c < matrix.cols(); ++c)
        text += (c > 0 ? ", " : "") + writeNumber(matrix(row, c));
    return text + "]";
}

std::string writeMatrix(const Matrix& matrix)
{
    std::string text = "[";
    for (Index r = 0; r < matrix.rows(); ++r)
        text += (r > 0 ? ", " : "") + writeRow(matrix, r);
    return text + "]";
}

std::string writeStrings(const std::vector<std::string>& strings)
{
    std::string text = "[";
    for (std::size_t i = 0; i < strings.size(); ++i)
        text += (i > 0 ? ", " : "") + jsonString(strings[i]);
    return text + "]";
}

void JsonWriter::field(std::string_view name, const std::string& json)
{
    startItem(name);
    m_text += json;
}

void JsonWriter::matrix(std::string_view name, const Matrix& matrix)
{
    beginArray(name);
    for (Index r = 0; r < matrix.rows(); ++r)
        field({}, writeRow(matrix, r));
    endArray();
}

void JsonWriter::open(std::string_view name, char bracket)
{
    startItem(name);
    m_text += bracket;
    ++m_level;
    m_first = true;
}

void JsonWriter::close(char bracket)
{
    --m_level;
    if (!m_first)
        newLine();
    m_text += bracket;
    m_first = false;
}

void JsonWriter::startItem(std::string_view name)
{
    if (!m_first)
        m_text += ',';
    if (m_level > 0)
        newLine();
    m_first = false;
    if (name.data() != nullptr)
        m_text += jsonString(name) + ": ";
}

void JsonWriter::newLine()
{
    m_text += '\n';
    m_text.append(std::size_t(2 * m_level), ' ');
}

} // namespace headlight
