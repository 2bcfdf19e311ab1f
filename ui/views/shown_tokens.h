#pragma once

#include "ui/figure/figure.h"
#include "ui/views/look.h"

#include <optional>
#include <vector>

namespace headlight {

/// Which tokens of a side of a heatmap are shown: all but those left out. Where every one is left
/// out none is, because a heatmap without cells shows nothing.
class ShownTokens {
public:
    ShownTokens() = default;
    ShownTokens(int count, const std::vector<int>& leftOut);

    bool isAll() const { return int(m_tokens.size()) == m_count; }
    const std::vector<int>& tokens() const { return m_tokens; }
    /// The token at a place of the heatmap.
    int token(int place) const { return m_tokens[std::size_t(place)]; }
    /// The place where a token is shown.
    std::optional<int> place(int token) const;
    /// How many tokens are shown before `token`.
    int placesBefore(int token) const;

private:
    int m_count = 0;
    std::vector<int> m_tokens;
};

/// Both sides of a heatmap.
struct ShownCells {
    ShownTokens queries;
    ShownTokens keys;

    HeatCell cell(const FigureCell& place) const;
    std::optional<FigureCell> place(const HeatCell& cell) const;
    /// The part of a block that is shown; without rows or columns where there is none.
    FigureBlock block(const FigureBlock& tokens) const;
};

} // namespace headlight
