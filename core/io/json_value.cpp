#include "core/io/json_value.h"

#include <nlohmann/json.hpp>

#include <iterator>
#include <unordered_set>

namespace headlight {
namespace {

constexpr std::size_t deepestNesting = 64;

/// Reads characters and counts the lines it passed.
class LineCounter {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    LineCounter(const char* at, int* line)
        : m_at(at)
        , m_line(line)
    {
    }

    reference operator*() const { return *m_at; }
    LineCounter& operator++()
    {
        *m_line += *m_at == '\n';
        ++m_at;
        return *this;
    }
    LineCounter operator++(int)
    {
        LineCounter before = *this;
        ++*this;
        return before;
    }
    bool operator==(const LineCounter& other) const { return m_at == other.m_at; }
    bool operator!=(const LineCounter& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    int* m_line;
};

/// Builds the tree from the events of the parser.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit TreeBuilder(const int* line)
        : m_line(line)
    {
    }

    bool null() override { return add(make(JsonValue::Kind::Null)); }
    bool boolean(bool value) override
    {
        JsonValue v = make(JsonValue::Kind::Boolean);
        v.boolean = value;
        return add(std::move(v));
    }
    bool number_integer(number_integer_t value) override { return addNumber(double(value)); }
    bool number_unsigned(number_unsigned_t value) override
    {
        return addNumber(double(value), value, true);
    }
    bool number_float(number_float_t value, const string_t&) override { return addNumber(value); }
    bool string(string_t& value) override
    {
        JsonValue v = make(JsonValue::Kind::String);
        v.string = std::move(value);
        return add(std::move(v));
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(JsonValue::Kind::Object); }
    bool key(string_t& name) override
    {
        if (!m_names.back().insert(name).second)
            return refuse("there are two fields named \"" + name + "\".");
        m_open.back().members.emplace_back(std::move(name), JsonValue{});
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(JsonValue::Kind::Array); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string& token,
                     const nlohmann::json::exception& reason) override
    {
        const bool overflow = reason.id == 406;
        return refuse(overflow ? "the number " + token + " is too large."
                               : "this is not valid JSON near \"" + token + "\".");
    }

    JsonValue takeRoot() { return std::move(m_root); }
    const std::string& problem() const { return m_problem; }

private:
    JsonValue make(JsonValue::Kind kind) const
    {
        JsonValue value;
        value.kind = kind;
        value.line = *m_line;
        return value;
    }

    bool refuse(std::string problem)
    {
        if (m_problem.empty())
            m_problem = "Line " + std::to_string(*m_line) + ": " + std::move(problem);
        return false;
    }

    bool open(JsonValue::Kind kind)
    {
        if (m_open.size() >= deepestNesting)
            return refuse("brackets are nested deeper than " + std::to_string(deepestNesting)
                          + ".");
        m_open.push_back(make(kind));
        m_names.emplace_back();
        return true;
    }

    bool close()
    {
        JsonValue value = std::move(m_open.back());
        m_open.pop_back();
        m_names.pop_back();
        return add(std::move(value));
    }

    bool addNumber(double number, std::uint64_t integer = 0, bool isUnsigned = false)
    {
        if (!m_open.empty() && m_open.back().kind == JsonValue::Kind::Array
            && m_open.back().items.empty()) {
            m_open.back().numbers.push_back(number);
            return true;
        }
        JsonValue value = make(JsonValue::Kind::Number);
        value.number = number;
        value.integer = integer;
        value.isUnsigned = isUnsigned;
        return add(std::move(value));
    }

    bool add(JsonValue value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
        } else if (m_open.back().kind == JsonValue::Kind::Object) {
            m_open.back().members.back().second = std::move(value);
        } else {
            spreadNumbers(m_open.back());
            m_open.back().items.push_back(std::move(value));
        }
        return true;
    }

    /// The array turns out to hold more than numbers.
    void spreadNumbers(JsonValue& array) const
    {
        for (const double number : array.numbers) {
            JsonValue value = make(JsonValue::Kind::Number);
            value.number = number;
            array.items.push_back(std::move(value));
        }
        array.numbers.clear();
    }

    const int* m_line;
    JsonValue m_root;
    std::vector<JsonValue> m_open;
    std::vector<std::unordered_set<std::string>> m_names; // of each open bracket
    std::string m_problem;
};

} // namespace

Result<JsonValue> parseJson(std::string_view text)
{
    int line = 1;
    TreeBuilder builder(&line);
    const LineCounter begin(text.data(), &line);
    const LineCounter end(text.data() + text.size(), &line);
    if (!nlohmann::json::sax_parse(begin, end, &builder))
        return Error{builder.problem()};
    return builder.takeRoot();
}

} // namespace headlight
