#include "core/io/json_reader.h"

#include <cmath>
#include <limits>

namespace headlight {
namespace {

std::optional<double> specialNumber(const std::string& text)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (text == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity")
        return infinity;
    return text == "-Infinity" ? std::optional<double>(-infinity) : std::nullopt;
}

std::optional<double> numberOf(const JsonValue& value)
{
    if (value.kind == JsonValue::Kind::Number)
        return value.number;
    return value.kind == JsonValue::Kind::String ? specialNumber(value.string) : std::nullopt;
}

} // namespace

JsonField::JsonField(const JsonValue* value, std::string path, int line, JsonErrors* errors)
    : m_value(value)
    , m_path(std::move(path))
    , m_line(line)
    , m_errors(errors)
{
}

Error JsonField::error(const std::string& reason) const
{
    return {"Line " + std::to_string(m_line) + ": " + m_path + (m_path.empty() ? "" : " ")
            + reason};
}

bool JsonField::isNumber() const
{
    return present() && numberOf(*m_value);
}

bool JsonField::isString(std::string_view text) const
{
    return present() && m_value->kind == JsonValue::Kind::String && m_value->string == text;
}

bool JsonField::expect(JsonValue::Kind kind, const char* what) const
{
    if (present() && m_value->kind != kind)
        fail(std::string("should be ") + what + ".");
    return present() && m_value->kind == kind;
}

void JsonField::readInto(bool& value) const
{
    if (expect(JsonValue::Kind::Boolean, "true or false"))
        value = m_value->boolean;
}

std::optional<std::int64_t> JsonField::wholeNumber() const
{
    if (!expect(JsonValue::Kind::Number, "a whole number"))
        return std::nullopt;
    constexpr double most = 9007199254740992; // 2^53: every whole number up to here is a double
    if (std::floor(m_value->number) != m_value->number || std::abs(m_value->number) > most) {
        fail("should be a whole number of ordinary size.");
        return std::nullopt;
    }
    return std::int64_t(m_value->number);
}

void JsonField::readInto(std::int64_t& value) const
{
    value = wholeNumber().value_or(value);
}

void JsonField::readInto(int& value) const
{
    const std::int64_t whole = wholeNumber().value_or(value);
    if (whole < std::numeric_limits<int>::min() || whole > std::numeric_limits<int>::max())
        fail("is out of range.");
    else
        value = int(whole);
}

void JsonField::readInto(std::uint64_t& value) const
{
    if (!expect(JsonValue::Kind::Number, "a whole number that is not negative"))
        return;
    if (m_value->isUnsigned)
        value = m_value->integer;
    else
        fail("should be a whole number that is not negative.");
}

void JsonField::readInto(double& value) const
{
    if (!present())
        return;
    if (const std::optional<double> number = numberOf(*m_value))
        value = *number;
    else
        fail("should be a number.");
}

void JsonField::readInto(std::string& value) const
{
    if (expect(JsonValue::Kind::String, "a text in quotes"))
        value = m_value->string;
}

void JsonField::readInto(std::vector<std::string>& value) const
{
    if (!expect(JsonValue::Kind::Array, "a list of texts"))
        return;
    value.clear();
    for (const JsonValue& item : m_value->items) {
        if (item.kind != JsonValue::Kind::String)
            return fail("should hold only texts in quotes.");
        value.push_back(item.string);
    }
    if (!m_value->numbers.empty())
        fail("should hold only texts in quotes.");
}

std::optional<double> JsonField::numberAt(std::size_t index) const
{
    if (index < m_value->numbers.size())
        return m_value->numbers[index];
    return numberOf(m_value->items[index]);
}

void JsonField::readRowInto(Matrix& value) const
{
    if (!expect(JsonValue::Kind::Array, "a list of numbers"))
        return;
    value.resize(1, Index(size()));
    for (std::size_t c = 0; c < size(); ++c) {
        const std::optional<double> number = numberAt(c);
        if (!number)
            return fail("holds something that is not a number, at place " + std::to_string(c + 1)
                        + ".");
        value(0, Index(c)) = *number;
    }
}

void JsonField::readInto(Matrix& value) const
{
    if (!expect(JsonValue::Kind::Array, "a list of rows"))
        return;
    if (!m_value->numbers.empty())
        return fail("should be a list of rows, each in brackets.");
    Matrix result;
    Matrix row;
    for (std::size_t r = 0; r < size(); ++r) {
        const JsonField line = element(r);
        if (!line.expect(JsonValue::Kind::Array, "a list of numbers"))
            return;
        line.readRowInto(row);
        if (r == 0)
            result.resize(Index(size()), row.cols());
        if (row.cols() != result.cols())
            return line.fail("has " + std::to_string(row.cols())
                             + " numbers, but the first row has " + std::to_string(result.cols())
                             + ".");
        result.row(Index(r)) = row;
    }
    value = std::move(result);
}

std::vector<std::string> JsonField::keys() const
{
    std::vector<std::string> names;
    if (expect(JsonValue::Kind::Object, "an object in braces")) {
        for (const auto& [name, value] : m_value->members)
            names.push_back(name);
    }
    return names;
}

JsonField JsonField::element(std::size_t index) const
{
    static const JsonValue number = [] {
        JsonValue value;
        value.kind = JsonValue::Kind::Number;
        return value;
    }();
    const bool compact = index < m_value->numbers.size();
    const JsonValue* value = compact ? &number : &m_value->items[index];
    return {value, m_path + "[" + std::to_string(index) + "]", compact ? m_line : value->line,
            m_errors};
}

JsonObject::JsonObject(JsonField field)
    : m_field(std::move(field))
{
    (void)m_field.expect(JsonValue::Kind::Object, "an object in braces");
}

JsonField JsonObject::find(const std::string& name)
{
    m_known.insert(name);
    const std::string path = m_field.m_path.empty() ? name : m_field.m_path + "." + name;
    if (m_field.present()) {
        for (const auto& [key, value] : m_field.m_value->members) {
            if (key == name)
                return {&value, path, value.line, m_field.m_errors};
        }
    }
    return {nullptr, path, m_field.m_line, m_field.m_errors};
}

JsonField JsonObject::optional(const std::string& name)
{
    return find(name);
}

JsonField JsonObject::required(const std::string& name)
{
    JsonField field = find(name);
    if (!field.present())
        field.fail("is missing.");
    return field;
}

void JsonObject::refuseOthers() const
{
    if (!m_field.present())
        return;
    for (const auto& [name, value] : m_field.m_value->members) {
        if (!m_known.contains(name))
            JsonField(&value, m_field.m_path.empty() ? name : m_field.m_path + "." + name,
                      value.line, m_field.m_errors)
                .fail("is not a field that this version knows.");
    }
}

} // namespace headlight
