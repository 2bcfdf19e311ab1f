#include "core/model/nudge.h"

#include "core/kernels/kernels.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

/// A row that keeps less than this of its weights loses digits to the difference from 1.
constexpr double leastKept = 0.1;

/// A score that moves farther makes another key the largest, and digits of the others are lost.
constexpr double farthestMove = 10;

} // namespace

template <class Scalar>
Nudge<Scalar>::Nudge(const Config& config, const HeadTraceOf<Scalar>& before,
                     HeadTraceOf<Scalar>& now, std::vector<Index> rows, std::vector<char>& isHidden)
    : m_config(config)
    , m_factor(Scalar(scoreFactor(config)))
    , m_before(before)
    , m_now(now)
    , m_rows(std::move(rows))
    , m_isHidden(isHidden)
    , m_shrink(std::size_t(before.pattern.rows()))
{
}

template <class Scalar>
bool Nudge<Scalar>::sees(Index query, Index key) const
{
    return m_config.mask != Mask::Causal || key <= query;
}

template <class Scalar>
void Nudge<Scalar>::weigh(Index first, Index last)
{
    for (Index row = first; row < last; ++row) {
        const bool moved = std::binary_search(m_rows.begin(), m_rows.end(), row);
        if (moved || m_isHidden[std::size_t(row)] || !shift(row))
            weighAnew(row);
    }
}

template <class Scalar>
void Nudge<Scalar>::weighAnew(Index row)
{
    typename MatrixOf<Scalar>::RowXpr weights = m_now.pattern.row(row);
    weights.noalias() = m_now.q.row(row) * m_now.k.transpose();
    const Index visible = m_config.mask == Mask::Causal ? row + 1 : weights.size();
    m_isHidden[std::size_t(row)]
        = !kernelsOf<Scalar>().softmax({weights.data(), weights.size(), visible, m_factor});
    m_shrink[std::size_t(row)] = 0;
}

/// False when the row has to be made anew.
template <class Scalar>
bool Nudge<Scalar>::shift(Index row)
{
    Scalar shares[mostNudgedRows];
    Scalar kept = 1;
    Scalar sum = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Index key = m_rows[i];
        shares[i] = 0;
        if (!sees(row, key))
            continue;
        const Scalar before = m_before.pattern(row, key);
        const Scalar move = m_factor * m_now.q.row(row).dot(m_now.k.row(key) - m_before.k.row(key));
        if (!(std::abs(move) < farthestMove))
            return false;
        shares[i] = before * std::exp(move);
        kept -= before;
        sum += shares[i];
    }
    if (!(kept > leastKept))
        return false;
    const Scalar shrink = 1 / (kept + sum);
    m_now.pattern.row(row) = m_before.pattern.row(row) * shrink;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_now.pattern(row, m_rows[i]) = shares[i] * shrink;
    m_shrink[std::size_t(row)] = shrink;
    return true;
}

template <class Scalar>
void Nudge<Scalar>::blend(Index first, Index last)
{
    for (Index row = first; row < last; ++row) {
        const Scalar shrink = m_shrink[std::size_t(row)];
        typename MatrixOf<Scalar>::RowXpr z = m_now.z.row(row);
        if (shrink == 0) {
            z.noalias() = m_now.pattern.row(row) * m_now.v;
            continue;
        }
        z = m_before.z.row(row) * shrink;
        for (const Index key : m_rows) {
            z += m_now.pattern(row, key) * m_now.v.row(key)
                - shrink * m_before.pattern(row, key) * m_before.v.row(key);
        }
    }
}

template class Nudge<double>;
template class Nudge<float>;

} // namespace headlight
