#include "core/io/json_reader.h"

#include "core/io/json_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

/// A name as a part of a path: as it is, or quoted where it would be hard to read.
std::string pathPart(const std::string& name)
{
    const bool plain = !name.empty() && name.size() <= 40
        && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')
                   || (c >= 'a' && c <= 'z');
           });
    return plain ? name : jsonString(shortened(name));
}

std::optional<double> numberOf(const JsonValue& value)
{
    if (const double* number = std::get_if<double>(&value.value))
        return *number;
    if (const std::uint64_t* number = std::get_if<std::uint64_t>(&value.value))
        return double(*number);
    const std::string* text = std::get_if<std::string>(&value.value);
    const double* special = text != nullptr ? specialNumber(*text) : nullptr;
    return special != nullptr ? std::optional<double>(*special) : std::nullopt;
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
    const std::string name = m_path.empty() ? "the document" : m_path;
    return {"Line " + std::to_string(m_line) + ": " + name + " " + reason};
}

std::string JsonField::found() const
{
    struct Describe {
        std::string operator()(std::monostate) const { return "null"; }
        std::string operator()(bool value) const { return value ? "true" : "false"; }
        std::string operator()(double value) const { return "the number " + writeNumber(value); }
        std::string operator()(std::uint64_t value) const
        {
            return "the number " + std::to_string(value);
        }
        std::string operator()(const std::string& value) const
        {
            return "the text " + jsonString(shortened(value));
        }
        std::string operator()(const JsonValue::Numbers& value) const
        {
            return value.empty() ? "an empty list" : "a list of numbers";
        }
        std::string operator()(const JsonValue::Items&) const { return "a list"; }
        std::string operator()(const JsonValue::Members&) const { return "an object in braces"; }
    };
    return present() ? std::visit(Describe(), m_value->value) : "missing";
}

void JsonField::failExpecting(const std::string& expected) const
{
    fail("should be " + expected + ", but is " + found() + ".");
}

/// The value if it is a T; null with an error if it is something else, null if it is absent.
template <class T>
const T* JsonField::get(const char* expected) const
{
    const T* value = present() ? std::get_if<T>(&m_value->value) : nullptr;
    if (present() && value == nullptr)
        failExpecting(expected);
    return value;
}

bool JsonField::isNumber() const
{
    return present() && numberOf(*m_value);
}

bool JsonField::isString(std::string_view text) const
{
    const std::string* value = present() ? std::get_if<std::string>(&m_value->value) : nullptr;
    return value != nullptr && *value == text;
}

void JsonField::readInto(bool& value) const
{
    if (const bool* found = get<bool>("true or false"))
        value = *found;
}

void JsonField::readInto(std::int64_t& value) const
{
    if (!present())
        return;
    constexpr double most = 9007199254740992; // 2^53: every whole number up to here is a double
    const std::optional<double> number = numberOf(*m_value);
    if (number && std::floor(*number) == *number && std::abs(*number) <= most)
        value = std::int64_t(*number);
    else
        failExpecting("a whole number");
}

void JsonField::readInto(int& value) const
{
    std::int64_t whole = value;
    readInto(whole);
    if (whole < std::numeric_limits<int>::min() || whole > std::numeric_limits<int>::max())
        failExpecting("a smaller number");
    else
        value = int(whole);
}

void JsonField::readInto(std::uint64_t& value) const
{
    if (const std::uint64_t* found = get<std::uint64_t>("a whole number from 0 to 2^64-1"))
        value = *found;
}

void JsonField::readInto(double& value) const
{
    if (!present())
        return;
    if (const std::optional<double> number = numberOf(*m_value))
        value = *number;
    else
        failExpecting("a number");
}

void JsonField::readInto(std::string& value) const
{
    if (const std::string* found = get<std::string>("a text in quotes"))
        value = *found;
}

void JsonField::readInto(std::vector<std::string>& value) const
{
    const JsonValue::Items* list = items("a list of texts");
    if (list == nullptr)
        return;
    value.clear();
    for (std::size_t i = 0; i < list->size(); ++i) {
        const JsonValue& item = (*list)[i];
        if (const std::string* text = std::get_if<std::string>(&item.value))
            value.push_back(*text);
        else
            return child(item, " entry " + std::to_string(i + 1)).failExpecting("a text in quotes");
    }
}

/// How many numbers a row holds, or 0 with an error.
std::size_t JsonField::rowLength() const
{
    if (const auto* numbers = std::get_if<JsonValue::Numbers>(&m_value->value))
        return numbers->size();
    const auto* list = get<JsonValue::Items>("a list of numbers");
    return list != nullptr ? list->size() : 0;
}

void JsonField::readRowInto(Matrix& value) const
{
    if (!present())
        return;
    value.resize(1, Index(rowLength()));
    if (const auto* numbers = std::get_if<JsonValue::Numbers>(&m_value->value)) {
        std::copy(numbers->begin(), numbers->end(), value.data());
        return;
    }
    for (Index c = 0; c < value.cols(); ++c) {
        const JsonValue& item = std::get<JsonValue::Items>(m_value->value)[std::size_t(c)];
        if (const std::optional<double> number = numberOf(item))
            value(0, c) = *number;
        else
            return child(item, " number " + std::to_string(c + 1)).failExpecting("a number");
    }
}

void JsonField::readInto(Matrix& value) const
{
    const JsonValue::Items* list = items("a list of rows in brackets");
    if (list == nullptr)
        return;
    const auto rowAt
        = [&](std::size_t r) { return child((*list)[r], " row " + std::to_string(r + 1)); };
    // All lengths first: what is allocated is then no larger than what the file holds.
    const std::size_t columns = list->empty() ? 0 : rowAt(0).rowLength();
    if (!list->empty() && columns == 0)
        return rowAt(0).fail("is empty.");
    for (std::size_t r = 1; r < list->size(); ++r) {
        const std::size_t length = rowAt(r).rowLength();
        if (length != columns)
            return rowAt(r).fail("is " + std::to_string(length) + " long, but the first row is "
                                 + std::to_string(columns) + " long.");
    }
    Matrix row;
    value.resize(Index(list->size()), Index(columns));
    for (std::size_t r = 0; r < list->size() && !m_errors->first; ++r) {
        rowAt(r).readRowInto(row);
        value.row(Index(r)) = row;
    }
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const
{
    std::vector<std::pair<std::string, JsonField>> result;
    if (const auto* object = get<JsonValue::Members>("an object in braces")) {
        for (const JsonMember& each : *object)
            result.emplace_back(each.name, member(each));
    }
    return result;
}

std::vector<JsonField> JsonField::elements(const char* expected) const
{
    std::vector<JsonField> result;
    if (const JsonValue::Items* list = items(expected)) {
        for (const JsonValue& item : *list)
            result.push_back(child(item, "." + std::to_string(result.size())));
    }
    return result;
}

/// The elements of an array; null with an error for numbers and everything else.
const JsonValue::Items* JsonField::items(const char* expected) const
{
    static const JsonValue::Items none;
    const auto* numbers = present() ? std::get_if<JsonValue::Numbers>(&m_value->value) : nullptr;
    return numbers != nullptr && numbers->empty() ? &none : get<JsonValue::Items>(expected);
}

JsonField JsonField::child(const JsonValue& value, const std::string& name) const
{
    return {&value, m_path + name, value.line, m_errors};
}

JsonField JsonField::member(const JsonMember& member) const
{
    return child(member.value, (m_path.empty() ? "" : ".") + pathPart(member.name));
}

JsonObject::JsonObject(JsonField field)
    : m_field(std::move(field))
{
    (void)m_field.get<JsonValue::Members>("an object in braces");
}

JsonField JsonObject::optional(const std::string& name)
{
    m_known.insert(name);
    const auto* members
        = m_field.present() ? std::get_if<JsonValue::Members>(&m_field.m_value->value) : nullptr;
    if (members != nullptr) {
        for (const JsonMember& each : *members) {
            if (each.name == name)
                return m_field.member(each);
        }
    }
    JsonMember absent{name, {}};
    absent.value.line = m_field.m_line;
    JsonField field = m_field.member(absent);
    field.m_value = nullptr;
    return field;
}

JsonField JsonObject::required(const std::string& name)
{
    JsonField field = optional(name);
    if (!field.present())
        field.fail("is missing.");
    return field;
}

void JsonObject::refuseOthers() const
{
    if (!m_field.present())
        return;
    for (const auto& [name, field] : m_field.members()) {
        if (!m_known.contains(name))
            field.fail("is not a field of a Headlight document; check its spelling.");
    }
}

} // namespace headlight
