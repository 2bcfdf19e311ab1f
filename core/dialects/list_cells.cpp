#include "core/dialects/cells.h"
#include "core/dialects/number.h"

#include <algorithm>
#include <optional>

// Nested lists: NumPy, PyTorch, Python, JSON.

namespace headlight {
namespace {

constexpr std::string_view elementEnds = ",[] \t\r\n";
constexpr std::size_t deepest = 64;

/// The length of the element that `rest` begins with; a call such as float('nan') is one.
std::size_t elementLength(std::string_view rest)
{
    const std::size_t end = std::min(rest.find_first_of(elementEnds), rest.size());
    if (rest.substr(0, end).find('(') == std::string_view::npos)
        return end;
    const std::size_t close = rest.find(')', end - 1);
    return close == std::string_view::npos ? rest.size() : close + 1;
}

std::string_view withoutModule(std::string_view text)
{
    for (const std::string_view module : {"np.", "numpy.", "torch.", "math."}) {
        if (text.starts_with(module))
            return text.substr(module.size());
    }
    return text;
}

/// The argument of float('nan'), np.float64(1.5) and their like.
std::string_view withoutCall(std::string_view text)
{
    const std::size_t open = text.find('(');
    const bool known = text.starts_with("float") || text.starts_with("int");
    if (!known || open == std::string_view::npos || !text.ends_with(')'))
        return text;
    return text.substr(open + 1, text.size() - open - 2);
}

std::string_view withoutQuotes(std::string_view text)
{
    const bool isQuoted
        = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
    return isQuoted ? text.substr(1, text.size() - 2) : text;
}

/// Adds an element in the spelling that readTypedNumber() knows.
void addElement(Cells& cells, std::string_view text)
{
    const std::string_view sign = text.substr(0, text[0] == '-' ? 1 : 0);
    const std::string_view bare = text.substr(sign.size());
    if (!bare.empty() && bare[0] <= '9' && bare[0] != '"' && bare[0] != '\'')
        return cells.add(text);
    const std::string_view name = withoutQuotes(withoutCall(withoutModule(bare)));
    if (name == "True" || name == "true" || name == "False" || name == "false")
        return cells.add(name[0] == 'T' || name[0] == 't' ? "1" : "0");
    cells.addRewritten(std::string(sign).append(name));
}

/// Walks through nested lists; the innermost ones are the rows.
class ListReader {
public:
    explicit ListReader(std::string_view list)
        : m_rest(list)
    {
    }

    Result<Cells> read()
    {
        do {
            if (const std::optional<Error> problem = take())
                return *problem;
        } while (m_depth > 0);
        if (const std::optional<Error> problem = checkShape())
            return *problem;
        return std::move(m_cells);
    }

    std::string_view rest() const { return m_rest; }

private:
    std::optional<Error> take()
    {
        m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size()));
        if (m_rest.empty())
            return Error{"The list ends too early: a ] is missing at its end."};
        switch (m_rest[0]) {
        case '[':
            return open();
        case ']':
            close();
            return std::nullopt;
        case ',':
            return takeComma();
        default:
            return takeElement();
        }
    }

    std::optional<Error> open()
    {
        if (m_depth == deepest)
            return Error{"The lists are nested too deeply to be a matrix."};
        m_rest.remove_prefix(1);
        ++m_lists[++m_depth];
        m_valueStands = false;
        return std::nullopt;
    }

    void close()
    {
        m_rest.remove_prefix(1);
        if (m_depth == m_elementDepth)
            m_cells.endRow();
        --m_depth;
        m_valueStands = true;
    }

    std::optional<Error> takeComma()
    {
        if (!m_valueStands)
            return Error{"Nothing stands before a comma in row "
                         + std::to_string(m_cells.rows() + 1) + " of the list: write 0 for zero."};
        m_rest.remove_prefix(1);
        m_valueStands = false;
        return std::nullopt;
    }

    std::optional<Error> takeElement()
    {
        const std::string_view element = m_rest.substr(0, elementLength(m_rest));
        if (element.starts_with("..."))
            return Error{"The list was shortened where “...” stands. Have it written in full: in "
                         "NumPy with np.set_printoptions(threshold=sys.maxsize), in PyTorch with "
                         "torch.set_printoptions(profile=\"full\")."};
        if (m_elementDepth != 0 && m_elementDepth != m_depth)
            return uneven();
        m_elementDepth = m_depth;
        addElement(m_cells, element);
        m_rest.remove_prefix(element.size());
        m_valueStands = true;
        return std::nullopt;
    }

    static Error uneven()
    {
        return {"The lists are nested unevenly: every row has to be a list of numbers of its own."};
    }

    std::optional<Error> checkShape() const
    {
        if (m_elementDepth == 0)
            return Error{"There are no numbers in the list."};
        if (m_lists[m_elementDepth + 1] > 0 || m_lists[m_elementDepth] != m_cells.rows())
            return uneven();
        for (std::size_t depth = 1; depth < m_elementDepth; ++depth) {
            if (m_lists[depth] > 1)
                return Error{"This is an array of " + std::to_string(m_elementDepth)
                             + " dimensions. Copy one matrix of it, such as a[0]."};
        }
        return std::nullopt;
    }

    std::string_view m_rest;
    Cells m_cells;
    std::size_t m_depth = 0;
    std::size_t m_elementDepth = 0; // of the lists that hold numbers; 0 as long as none came
    std::size_t m_lists[deepest + 2] = {}; // how many lists there are at each depth
    bool m_valueStands = false; // a comma may follow
};

/// Behind the field "data" of a pandas-like JSON object.
std::string_view dataOf(std::string_view object)
{
    const std::size_t at = object.find("\"data\"");
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = withoutOuterSpace(object.substr(at + 6));
    return rest.starts_with(':') ? rest.substr(1) : std::string_view();
}

} // namespace

Result<Cells> listCells(std::string_view text)
{
    const bool isObject = withoutOuterSpace(text).starts_with('{');
    if (isObject)
        text = dataOf(text);
    const std::size_t begin = text.find('[');
    if (begin == std::string_view::npos)
        return Error{isObject ? "The JSON object has no field \"data\" with a list of rows."
                              : "There is no list in the text: it has to begin with [."};
    const std::string_view before = withoutOuterSpace(text.substr(0, begin));
    if (!before.empty() && !before.ends_with('(') && !before.ends_with('='))
        return Error{quotedCell(before) + " stands before the list. Copy the list alone."};
    ListReader reader(text.substr(begin));
    Result<Cells> cells = reader.read();
    if (cells && !isObject && reader.rest().find('[') != std::string_view::npos)
        return Error{"There is more than one list in the text. Copy one matrix at a time."};
    return cells;
}

} // namespace headlight
