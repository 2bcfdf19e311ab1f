#include "core/io/json_value.h"

#include "core/io/json_writer.h"

#include <nlohmann/json.hpp>

#include <iterator>
#include <limits>
#include <set>

namespace headlight {
namespace {

constexpr std::size_t deepestNesting = 64;

/// Where the parser is. It reads one character past a number, so a line break counts only when
/// something behind it is read.
struct Position {
    int line = 1;
    bool afterBreak = false;

    void pass(char c)
    {
        line += afterBreak;
        afterBreak = c == '\n';
    }
};

/// Reads characters and counts the lines it passed.
class LineCounter {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    LineCounter(const char* at, Position* position)
        : m_at(at)
        , m_position(position)
    {
    }

    reference operator*() const { return *m_at; }
    LineCounter& operator++()
    {
        m_position->pass(*m_at++);
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
    Position* m_position;
};

/// Builds the tree from the events of the parser.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit TreeBuilder(const Position* position)
        : m_position(position)
    {
    }

    bool null() override { return add(std::monostate()); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override
    {
        return addNumber(double(value), double(value));
    }
    bool number_unsigned(number_unsigned_t value) override
    {
        return addNumber(double(value), std::uint64_t(value));
    }
    bool number_float(number_float_t value, const string_t&) override
    {
        return addNumber(value, value);
    }
    bool string(string_t& value) override;
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(JsonValue::Members()); }
    bool key(string_t& name) override;
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(JsonValue::Numbers()); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t, const std::string& token,
                     const nlohmann::json::exception& reason) override;

    JsonValue takeRoot() { return std::move(m_root); }
    const std::string& problem() const { return m_problem; }

private:
    template <class T>
    bool add(T value)
    {
        return addValue({std::move(value), m_position->line});
    }

    template <class T>
    bool open(T container);

    bool close();
    bool addNumber(double number, decltype(JsonValue::value) alone);
    bool addValue(JsonValue value);
    bool refuse(const std::string& problem);
    JsonValue::Numbers* openNumbers();

    const Position* m_position;
    JsonValue m_root;
    std::vector<JsonValue> m_open;
    std::vector<std::set<std::string, std::less<>>> m_names; // of each open bracket
    std::string m_problem;
};

bool TreeBuilder::string(string_t& value)
{
    // Inside a row of numbers "NaN" is one more of them.
    const double* special = specialNumber(value);
    JsonValue::Numbers* row = openNumbers();
    if (special != nullptr && row != nullptr && !row->empty()) {
        row->push_back(*special);
        return true;
    }
    return add(std::move(value));
}

bool TreeBuilder::key(string_t& name)
{
    if (!m_names.back().insert(name).second)
        return refuse("There are two fields named " + jsonString(shortened(name)) + "; keep one.");
    std::get<JsonValue::Members>(m_open.back().value).push_back({std::move(name), {}});
    return true;
}

/// The end of what the parser read last, on its line, quoted for a message.
std::string quotedEnd(std::string token)
{
    constexpr std::string_view lineBreak = "<U+000A>"; // as the parser spells it
    if (const std::size_t at = token.rfind(lineBreak); at != std::string::npos)
        token.erase(0, at + lineBreak.size());
    token.erase(0, token.find_first_not_of(' '));
    constexpr std::size_t most = 24;
    std::size_t begin = token.size() > most ? token.size() - most : 0;
    while (begin < token.size() && (static_cast<unsigned char>(token[begin]) & 0xc0) == 0x80)
        ++begin; // not in the middle of a character
    return jsonString(std::string_view(token).substr(begin));
}

bool TreeBuilder::parse_error(std::size_t, const std::string& token,
                              const nlohmann::json::exception& reason)
{
    constexpr int outOfRange = 406;
    const std::string near = quotedEnd(token);
    if (reason.id == outOfRange)
        return refuse("The number " + near + " is too large.");
    if (std::string_view(reason.what()).find("UTF-8") != std::string_view::npos)
        return refuse("The text " + near + " is not valid UTF-8.");
    if (std::string_view(reason.what()).find("unexpected end of input") != std::string_view::npos)
        return refuse("The file ends in the middle; it may be incomplete.");
    return refuse("This is not valid JSON, near " + near + ".");
}

template <class T>
bool TreeBuilder::open(T container)
{
    if (m_open.size() >= deepestNesting)
        return refuse("Brackets are nested deeper than " + std::to_string(deepestNesting) + ".");
    m_open.push_back({std::move(container), m_position->line});
    m_names.emplace_back();
    return true;
}

bool TreeBuilder::close()
{
    JsonValue value = std::move(m_open.back());
    m_open.pop_back();
    m_names.pop_back();
    return addValue(std::move(value));
}

bool TreeBuilder::addNumber(double number, decltype(JsonValue::value) alone)
{
    if (JsonValue::Numbers* row = openNumbers()) {
        row->push_back(number);
        return true;
    }
    return add(std::move(alone));
}

bool TreeBuilder::addValue(JsonValue value)
{
    if (m_open.empty()) {
        m_root = std::move(value);
        return true;
    }
    JsonValue& parent = m_open.back();
    if (auto* members = std::get_if<JsonValue::Members>(&parent.value)) {
        members->back().value = std::move(value);
        return true;
    }
    if (const JsonValue::Numbers* numbers = openNumbers()) {
        // The array turns out to hold more than numbers.
        JsonValue::Items items;
        for (const double number : *numbers)
            items.push_back({number, parent.line});
        parent.value = std::move(items);
    }
    std::get<JsonValue::Items>(parent.value).push_back(std::move(value));
    return true;
}

bool TreeBuilder::refuse(const std::string& problem)
{
    if (m_problem.empty())
        m_problem = "Line " + std::to_string(m_position->line) + ": " + problem;
    return false;
}

/// The innermost bracket, if it is an array that holds nothing but numbers so far.
JsonValue::Numbers* TreeBuilder::openNumbers()
{
    return m_open.empty() ? nullptr : std::get_if<JsonValue::Numbers>(&m_open.back().value);
}

} // namespace

const double* specialNumber(std::string_view text)
{
    static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr double minusInfinity = -infinity;
    if (text == "NaN")
        return &notANumber;
    if (text == "Infinity")
        return &infinity;
    return text == "-Infinity" ? &minusInfinity : nullptr;
}

Result<JsonValue> parseJson(std::string_view text)
{
    Position position;
    TreeBuilder builder(&position);
    const LineCounter begin(text.data(), &position);
    const LineCounter end(text.data() + text.size(), &position);
    if (!nlohmann::json::sax_parse(begin, end, &builder))
        return Error{builder.problem()};
    return builder.takeRoot();
}

} // namespace headlight
