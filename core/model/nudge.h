#pragma once

#include "core/model/config.h"
#include "core/model/trace.h"

#include <vector>

namespace headlight {

/// So few rows of x, and so many tokens, that a nudge is worth more than it costs.
inline constexpr Index mostNudgedRows = 8;
inline constexpr Index tokensWorthANudge = 512;

/// Weights and blend of a head of which only a few rows of x moved, made from those of the pass
/// before: each row of weights loses and gains a few shares and is divided by its new sum, where a
/// whole pass has T x T scores to make. The result is off by rounding, which adds up from one nudge
/// to the next; rows in which it would add up fast, and the rows that moved, are made anew.
template <class Scalar>
class Nudge {
public:
    /// `now` has its new q and k for weigh(), and its new v for blend().
    Nudge(const Config& config, const HeadTraceOf<Scalar>& before, HeadTraceOf<Scalar>& now,
          std::vector<Index> rows, std::vector<char>& isHidden);

    void weigh(Index first, Index last);
    void blend(Index first, Index last);

private:
    bool sees(Index query, Index key) const;
    void weighAnew(Index row);
    bool shift(Index row);

    const Config& m_config;
    const Scalar m_factor;
    const HeadTraceOf<Scalar>& m_before;
    HeadTraceOf<Scalar>& m_now;
    const std::vector<Index> m_rows; // that moved
    std::vector<char>& m_isHidden; // for each row whether no key may be seen
    std::vector<Scalar> m_shrink; // of each row's weights that stay; 0: made anew
};

} // namespace headlight
