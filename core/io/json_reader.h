#pragma once

#include "core/io/json_value.h"
#include "core/math/matrix.h"

#include <optional>
#include <set>

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

    /// Names of the fields of an object, in order.
    std::vector<std::string> keys() const;
    /// Elements of an array.
    std::size_t size() const { return present() ? m_value->size() : 0; }
    JsonField element(std::size_t index) const;

    /// "Line 12: config.d_k " and the reason.
    Error error(const std::string& reason) const;
    void fail(const std::string& reason) const { m_errors->add(error(reason)); }

private:
    friend class JsonObject;
    bool expect(JsonValue::Kind kind, const char* what) const;
    std::optional<std::int64_t> wholeNumber() const;
    std::optional<double> numberAt(std::size_t index) const;

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
    JsonField find(const std::string& name);

    JsonField m_field;
    std::set<std::string> m_known;
};

} // namespace headlight
