#include "ui/views/head_reaches.h"

#include "ui/views/head_scale.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr double unread = -1;

/// Whether both looks read the same numbers in the same way.
bool readAlike(const Look& a, const Look& b)
{
    return a.stage == b.stage && a.symmetric == b.symmetric && a.leftOut == b.leftOut
        && a.renormalised == b.renormalised;
}

bool sameSize(const Config& a, const Config& b)
{
    return a.layers == b.layers && a.heads == b.heads;
}

} // namespace

void HeadReaches::follow(const SnapshotPtr& before, const Look& lookBefore,
                         const SnapshotPtr& snapshot, const Look& look)
{
    if (!spansSeveralHeads(look))
        return clear();
    const Config& config = snapshot->document->config;
    const auto count = std::size_t(config.layers) * std::size_t(config.heads);
    const bool known = m_heads.size() == count && before && readAlike(look, lookBefore)
        && sameSize(before->document->config, config);
    m_headsOfLayer = config.heads;
    if (!known)
        m_heads.assign(count, unread);
    m_missing = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t layer = i / std::size_t(config.heads);
        const std::size_t head = i % std::size_t(config.heads);
        const std::shared_ptr<const HeadTrace>& now
            = snapshot->trace.layers[layer].heads.shared(head);
        if (known && (before->trace.layers[layer].heads.shared(head) != now || !isKept(*now, look)))
            m_heads[i] = unread;
        m_missing += m_heads[i] == unread;
    }
    if (m_missing == 0)
        sumUp();
}

void HeadReaches::complete(const SnapshotPtr& snapshot, const Look& look,
                           const std::stop_token& stop)
{
    if (m_missing == 0)
        return;
    for (std::size_t i = 0; i < m_heads.size() && !stop.stop_requested(); ++i) {
        if (m_heads[i] != unread)
            continue;
        const HeadPlace place{int(i) / m_headsOfLayer, int(i) % m_headsOfLayer};
        m_heads[i] = reachOf(*headMatrix(snapshot, place, look), look);
        --m_missing;
    }
    sumUp();
}

void HeadReaches::sumUp()
{
    m_layers.clear();
    for (auto head = m_heads.begin(); head != m_heads.end(); head += m_headsOfLayer)
        m_layers.push_back(*std::max_element(head, head + m_headsOfLayer));
    m_all = *std::max_element(m_layers.begin(), m_layers.end());
}

double HeadReaches::of(const HeadPlace& place, const Look& look) const
{
    return look.range == ColorRange::PerLayer ? m_layers[std::size_t(place.layer)] : m_all;
}

} // namespace headlight
