#include "ui/views/head_scores.h"

#include "core/document/tensor_path.h"

namespace headlight {
namespace {

constexpr std::size_t mostTokens = 1024;

} // namespace

void HeadScores::prepare(const SnapshotPtr& snapshot, const HeadPlace& place)
{
    if (snapshot == m_snapshot && place == m_place)
        return;
    m_snapshot = snapshot;
    m_place = place;
    m_scores.reset();
    m_scaled.reset();
    const Document& document = *snapshot->document;
    const bool areKept = snapshot->trace.layers[std::size_t(place.layer)]
                             .heads[std::size_t(place.head)]
                             .scores.size()
        > 0;
    if (document.recorded || (!areKept && document.tokens.size() > mostTokens))
        return;
    const auto shared = [&](const char* name) {
        return *sharedTensor(snapshot, toString(TensorPath{place.layer, place.head, name}));
    };
    m_scores = shared("scores");
    m_scaled = shared("scaled");
}

} // namespace headlight
