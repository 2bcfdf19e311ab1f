#include "core/io/npy_header.h"

#include "core/io/json_writer.h"

#include <charconv>
#include <optional>
#include <utility>

namespace headlight {
namespace {

Error malformed(const std::string& what)
{
    return Error{"The header of the .npy data is malformed: " + what + "."};
}

/// Reads the few Python literals a header may hold; nothing is ever evaluated.
class LiteralReader {
public:
    explicit LiteralReader(std::string_view text)
        : m_text(text)
    {
    }

    bool atEnd()
    {
        skipSpace();
        return m_text.empty();
    }

    bool accept(std::string_view word)
    {
        skipSpace();
        if (!m_text.starts_with(word))
            return false;
        m_text.remove_prefix(word.size());
        return true;
    }

    /// A string in either kind of quotes, without escapes.
    std::optional<std::string_view> string()
    {
        skipSpace();
        if (m_text.empty() || (m_text[0] != '\'' && m_text[0] != '"'))
            return std::nullopt;
        const std::size_t end = m_text.find(m_text[0], 1);
        if (end == m_text.npos)
            return std::nullopt;
        const std::string_view content = m_text.substr(1, end - 1);
        m_text.remove_prefix(end + 1);
        return content;
    }

    std::optional<bool> boolean()
    {
        if (accept("True"))
            return true;
        return accept("False") ? std::optional(false) : std::nullopt;
    }

    /// A whole number; Python 2 wrote an L behind it.
    std::optional<Index> integer()
    {
        skipSpace();
        Index number = 0;
        const char* end = m_text.data() + m_text.size();
        const auto [next, error] = std::from_chars(m_text.data(), end, number);
        if (error != std::errc())
            return std::nullopt;
        m_text.remove_prefix(std::size_t(next - m_text.data()));
        accept("L");
        return number;
    }

private:
    void skipSpace()
    {
        const std::size_t start = m_text.find_first_not_of(" \t\r\n");
        m_text.remove_prefix(start == m_text.npos ? m_text.size() : start);
    }

    std::string_view m_text;
};

Result<std::vector<Index>> parseShape(LiteralReader& reader)
{
    if (!reader.accept("("))
        return malformed("“shape” is not a list of whole numbers in parentheses");
    std::vector<Index> shape;
    while (!reader.accept(")")) {
        const std::optional<Index> length = reader.integer();
        if (!length)
            return malformed("“shape” holds something other than whole numbers below 2^63");
        if (shape.size() == mostAxes)
            return malformed("“shape” has more than " + std::to_string(mostAxes) + " axes");
        shape.push_back(*length);
        if (reader.accept(","))
            continue;
        if (reader.accept(")"))
            break;
        return malformed("a comma is missing in “shape”");
    }
    return shape;
}

struct NumberType {
    std::string_view code;
    ElementType type;
    std::size_t size;
};

constexpr NumberType numberTypes[] = {
    {"b1", ElementType::Bool, 1}, {"u1", ElementType::U8, 1},  {"i1", ElementType::I8, 1},
    {"u2", ElementType::U16, 2},  {"i2", ElementType::I16, 2}, {"u4", ElementType::U32, 4},
    {"i4", ElementType::I32, 4},  {"u8", ElementType::U64, 8}, {"i8", ElementType::I64, 8},
    {"f2", ElementType::F16, 2},  {"f4", ElementType::F32, 4}, {"f8", ElementType::F64, 8},
};

Error unsupported(std::string_view descr)
{
    const std::string type = "“" + shortened(descr) + "”";
    if (descr.ends_with('O'))
        return Error{"The array holds Python objects (" + type
                     + "), and reading them would run code; save it with dtype=\"float64\"."};
    if (descr.find('c') != descr.npos)
        return Error{"The array holds complex numbers (" + type
                     + "); save its real part, or its absolute value."};
    if (descr.find('V') != descr.npos)
        return Error{"The array has the type " + type
                     + ", which NumPy has no name for (bfloat16 comes like this); save it as "
                       "float32."};
    return Error{"The array has the type " + type
                 + "; whole numbers, floats of 16 to 64 bits, booleans and strings can be read."};
}

/// "U3" or "S5"; a character of U takes four bytes.
bool parseTextType(std::string_view code, TensorView& view)
{
    if (code.size() < 2 || (code[0] != 'U' && code[0] != 'S'))
        return false;
    std::uint32_t length = 0;
    const char* end = code.data() + code.size();
    const auto [next, error] = std::from_chars(code.data() + 1, end, length);
    view.type = code[0] == 'U' ? ElementType::Text : ElementType::Bytes;
    view.elementSize = std::size_t(length) * (code[0] == 'U' ? 4 : 1);
    return error == std::errc() && next == end;
}

Result<Ok> parseType(std::string_view descr, TensorView& view)
{
    std::string_view code = descr;
    if (!code.empty() && std::string_view("<>=|").find(code[0]) != std::string_view::npos)
        code.remove_prefix(1);
    view.bigEndian = descr.starts_with('>');
    for (const NumberType& type : numberTypes) {
        if (type.code != code)
            continue;
        view.type = type.type;
        view.elementSize = type.size;
        return Ok();
    }
    return parseTextType(code, view) ? Result<Ok>(Ok()) : unsupported(descr);
}

/// Reads the fields of one header and remembers which there were.
class HeaderReader {
public:
    explicit HeaderReader(std::string_view text)
        : m_reader(text)
    {
    }

    Result<TensorView> read()
    {
        if (!m_reader.accept("{"))
            return malformed("it does not start with “{”");
        if (const Result<Ok> fields = readFields(); !fields)
            return fields.error();
        if (!m_reader.atEnd())
            return malformed("there is something behind “}”");
        if (!m_hasType || !m_hasOrder || !m_hasShape)
            return malformed("“descr”, “fortran_order” and “shape” are not all there");
        return m_view;
    }

private:
    /// The fields and the closing bracket; a comma may stand behind the last one.
    Result<Ok> readFields()
    {
        while (!m_reader.accept("}")) {
            if (const Result<Ok> field = readField(); !field)
                return field;
            if (m_reader.accept(","))
                continue;
            return m_reader.accept("}") ? Result<Ok>(Ok()) : malformed("a comma is missing");
        }
        return Ok();
    }

    Result<Ok> readField()
    {
        const std::optional<std::string_view> name = m_reader.string();
        if (!name || !m_reader.accept(":"))
            return malformed("a name in quotes and a colon are missing");
        return readValue(*name);
    }

    Result<Ok> readValue(std::string_view name)
    {
        if (name == "descr" && !std::exchange(m_hasType, true))
            return readType();
        if (name == "fortran_order" && !std::exchange(m_hasOrder, true))
            return readOrder();
        if (name == "shape" && !std::exchange(m_hasShape, true))
            return readShape();
        return malformed("“" + shortened(name) + "” is unknown or there twice");
    }

    Result<Ok> readType()
    {
        if (m_reader.accept("["))
            return Error{"The array has a structured type; save one of its fields."};
        const std::optional<std::string_view> descr = m_reader.string();
        return descr ? parseType(*descr, m_view) : malformed("“descr” is no text in quotes");
    }

    Result<Ok> readOrder()
    {
        const std::optional<bool> order = m_reader.boolean();
        if (!order)
            return malformed("“fortran_order” is neither True nor False");
        m_view.fortranOrder = *order;
        return Ok();
    }

    Result<Ok> readShape()
    {
        Result<std::vector<Index>> shape = parseShape(m_reader);
        if (!shape)
            return shape.error();
        m_view.shape = std::move(*shape);
        return Ok();
    }

    LiteralReader m_reader;
    TensorView m_view;
    bool m_hasType = false;
    bool m_hasOrder = false;
    bool m_hasShape = false;
};

} // namespace

Result<TensorView> parseNpyHeader(std::string_view text)
{
    return HeaderReader(text).read();
}

} // namespace headlight
