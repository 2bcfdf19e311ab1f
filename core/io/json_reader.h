#pragma once

#include "core/io/json_value.h"
#include "core/math/matrix.h"

#include <optional>
#include <set>
#include <utility>

namespace headlight {

/// The first thing that is wrong with a file. Reading goes on with defaults, so that a reader needs
/// no test after every field.
struct JsonErrors {
    std::optional<Error> first;

    void add(Error error)
    {
        if (!first)
            first = std::move(error);
    }
};

/// One field of an object, present or not, with all it takes to complain about it.
class JsonField {
public:
    JsonField(const JsonValue* value, std::string path, int line, JsonErrors* errors);

    bool present() const { return m_value != nullptr; }
    bool isNumber() const;
    bool isString(std::string_view text) const;

    // An absent field leaves the value as it is; a field of another type is an error.
    void readInto(bool& value) const;
    void readInto(int& value) const;
    void readInto(std::int64_t& value) const;
    void readInto(std::uint64_t& value) const;
    void readInto(double& value) const;
    void readInto(std::string& value) const;
    void readInto(std::vector<std::string>& value) const;
    void readInto(Matrix& value) const;
    /// An array of numbers as a matrix of one row.
    void readRowInto(Matrix& value) const;
    /// How many elements that array has.
    std::size_t rowLength() const;

    /// The fields of an object with their names, in order.
    std::vector<std::pair<std::string, JsonField>> members() const;
    /// The elements of an array of anything but numbers. `expected`: "a list of layers".
    std::vector<JsonField> elements(const char* expected) const;

    /// What the field holds, for a message: "the number 2.5", "a list".
    std::string found() const;
    /// "Line 12: config.d_k " and the reason, which is a sentence about the field.
    Error error(const std::string& reason) const;
    void fail(const std::string& reason) const { m_errors->add(error(reason)); }

private:
    friend class JsonObject;

    template <class T>
    const T* get(const char* expected) const;
    const JsonValue::Items* items(const char* expected) const;
    JsonField child(const JsonValue& value, const std::string& name) const;
    JsonField member(const JsonMember& member) const;
    void failExpecting(const std::string& expected) const;

    const JsonValue* m_value;
    std::string m_path;
    int m_line;
    JsonErrors* m_errors;
};

/// The fields of one object: asked for by name, and none may be left over.
class JsonObject {
public:
    explicit JsonObject(JsonField field);

    JsonField required(const std::string& name);
    JsonField optional(const std::string& name);

    /// A field nobody asked for is a typing mistake or from a newer version; dropping it would lose
    /// what it says.
    void refuseOthers() const;

private:
    JsonField m_field;
    std::set<std::string> m_known;
};

} // namespace headlight
