#include "ui/views/shown_tokens.h"

#include <algorithm>
#include <numeric>

namespace headlight {

ShownTokens::ShownTokens(int count, const std::vector<int>& leftOut)
    : m_count(count)
{
    std::vector<bool> isOut(std::size_t(count), false);
    for (const int token : leftOut) {
        if (token < count)
            isOut[std::size_t(token)] = true;
    }
    for (int token = 0; token < count; ++token) {
        if (!isOut[std::size_t(token)])
            m_tokens.push_back(token);
    }
    if (m_tokens.empty()) {
        m_tokens.resize(std::size_t(count));
        std::iota(m_tokens.begin(), m_tokens.end(), 0);
    }
}

std::optional<int> ShownTokens::place(int token) const
{
    const int place = placesBefore(token);
    const bool isShown = place < int(m_tokens.size()) && m_tokens[std::size_t(place)] == token;
    return isShown ? std::optional(place) : std::nullopt;
}

int ShownTokens::placesBefore(int token) const
{
    return int(std::lower_bound(m_tokens.begin(), m_tokens.end(), token) - m_tokens.begin());
}

HeatCell ShownCells::cell(const FigureCell& place) const
{
    return {queries.token(place.row), keys.token(place.column)};
}

std::optional<FigureCell> ShownCells::place(const HeatCell& cell) const
{
    const std::optional<int> row = queries.place(cell.query);
    const std::optional<int> column = keys.place(cell.key);
    return row && column ? std::optional(FigureCell{*row, *column}) : std::nullopt;
}

FigureBlock ShownCells::block(const FigureBlock& tokens) const
{
    const int top = queries.placesBefore(tokens.row);
    const int left = keys.placesBefore(tokens.column);
    return {top, left, queries.placesBefore(tokens.row + tokens.rows) - top,
            keys.placesBefore(tokens.column + tokens.columns) - left};
}

} // namespace headlight
