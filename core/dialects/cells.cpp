#include "core/dialects/cells.h"

#include "core/dialects/number.h"

#include <algorithm>

namespace headlight {

void Cells::addRewritten(std::string text)
{
    m_rewritten.push_back(std::move(text));
    add(m_rewritten.back());
}

void Cells::dropBlankEnd()
{
    const auto isBlank = [](std::string_view cell) { return cell.empty(); };
    while (rows() > 0) {
        const auto begin = m_texts.begin() + std::ptrdiff_t(rowBegin(rows() - 1));
        if (!std::all_of(begin, m_texts.end(), isBlank))
            return;
        m_texts.erase(begin, m_texts.end());
        m_rowEnds.pop_back();
    }
}

std::string_view takeLine(std::string_view& rest)
{
    const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    if (!rest.empty())
        rest.remove_prefix(rest.starts_with("\r\n") ? 2 : 1);
    return line;
}

std::string quotedCell(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::size_t end = std::min(text.size(), most);
    while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end; // not in the middle of a character
    std::string shown(text.substr(0, end));
    std::replace_if(
        shown.begin(), shown.end(),
        [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
    return "“" + shown + (end < text.size() ? "…”" : "”");
}

} // namespace headlight
