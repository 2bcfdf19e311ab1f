#include "ui/views/head_scale.h"

#include "core/math/leave_out.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
namespace {

/// The largest size(number) of all that are finite, or 0. Without branches: all cells of a model
/// are read like this.
template <class Size>
double largestFiniteSize(const Matrix& matrix, Size size)
{
    double largest = 0;
    const double* const values = matrix.data();
    for (Index i = 0; i < matrix.size(); ++i) {
        const double candidate = size(values[i]);
        const bool isLarger
            = candidate > largest && candidate <= std::numeric_limits<double>::max();
        largest = isLarger ? candidate : largest;
    }
    return largest;
}

bool isSymmetric(const Look& look)
{
    return look.symmetric || look.stage != Stage::Pattern;
}

std::vector<HeadPlace> headsOfLayer(const Snapshot& snapshot, int layer)
{
    std::vector<HeadPlace> places;
    for (int head = 0; head < snapshot.document->config.heads; ++head)
        places.push_back({layer, head});
    return places;
}

} // namespace

const char* stageTensor(Stage stage)
{
    switch (stage) {
    case Stage::Scores:
        return "scores";
    case Stage::Scaled:
        return "scaled";
    case Stage::Masked:
        return "masked";
    case Stage::Pattern:
        return "pattern";
    }
    return "";
}

bool hasOwnKeys(const Document& document)
{
    return document.recorded && document.recorded->keyTokens != document.tokens;
}

ShownCells shownCells(const Snapshot& snapshot, const Look& look)
{
    const int queries = int(snapshot.document->tokens.size());
    const int keys = int(keyTokens(*snapshot.document).size());
    return {
        ShownTokens(queries, hasOwnKeys(*snapshot.document) ? std::vector<int>{} : look.leftOut),
        ShownTokens(keys, look.leftOut)};
}

std::shared_ptr<const Matrix> headMatrix(const SnapshotPtr& snapshot, const HeadPlace& place,
                                         const Look& look)
{
    const Stage stage = snapshot->document->recorded ? Stage::Pattern : look.stage;
    std::shared_ptr<const Matrix> whole
        = *sharedTensor(snapshot,
                        "layers." + std::to_string(place.layer) + ".head."
                            + std::to_string(place.head) + "." + stageTensor(stage));
    if (look.leftOut.empty())
        return whole;
    const ShownCells shown = shownCells(*snapshot, look);
    if (shown.queries.isAll() && shown.keys.isAll())
        return whole;
    Matrix part = selected(*whole, shown.queries.tokens(), shown.keys.tokens());
    if (look.renormalised && stage == Stage::Pattern)
        renormaliseRows(part);
    return std::make_shared<const Matrix>(std::move(part));
}

bool isKept(const HeadTrace& head, const Look& look)
{
    return look.stage == Stage::Pattern || head.masked.size() > 0;
}

bool spansSeveralHeads(const Look& look)
{
    return look.range == ColorRange::PerLayer || look.range == ColorRange::Shown;
}

bool needsReach(const Look& look)
{
    switch (look.range) {
    case ColorRange::ByHand:
        return false;
    case ColorRange::ZeroToOne:
        return look.stage != Stage::Pattern;
    case ColorRange::PerRow:
        return isSymmetric(look);
    case ColorRange::PerHead:
    case ColorRange::PerLayer:
    case ColorRange::Shown:
        break;
    }
    return true;
}

double reachOf(const Matrix& matrix, const Look& look)
{
    if (isSymmetric(look))
        return largestFiniteSize(matrix, [](double value) { return std::abs(value); });
    return largestFiniteSize(matrix, [](double value) { return value; });
}

HeatScale scaleOver(const Look& look, double reach)
{
    const bool byHand = look.range == ColorRange::ByHand;
    if (isSymmetric(look)) {
        const bool isUnit = look.range == ColorRange::ZeroToOne && look.stage == Stage::Pattern;
        const double size = byHand   ? std::max(std::abs(look.low), std::abs(look.high))
            : isUnit || !(reach > 0) ? 1
                                     : reach;
        return {{ColorMap::Diverging, -size, size}, false};
    }
    const double high = byHand ? look.high : needsReach(look) && reach > 0 ? reach : 1;
    return {{look.map, byHand ? look.low : 0, high, look.bend}, look.range == ColorRange::PerRow};
}

HeadScales::HeadScales(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& shown,
                       const Look& look)
    : m_snapshot(snapshot)
    , m_look(look)
{
    if (look.range == ColorRange::Shown)
        m_shown = reachOver(shown);
}

HeatScale HeadScales::of(const HeadPlace& place, const Matrix& matrix)
{
    return scaleOver(m_look, needsReach(m_look) ? reach(place, matrix) : 0);
}

double HeadScales::reachOver(const std::vector<HeadPlace>& places) const
{
    double largest = 0;
    for (const HeadPlace& place : places)
        largest = std::max(largest, reachOf(*headMatrix(m_snapshot, place, m_look), m_look));
    return largest;
}

double HeadScales::reachOfLayer(int layer)
{
    const auto known = m_layers.find(layer);
    if (known != m_layers.end())
        return known->second;
    return m_layers[layer] = reachOver(headsOfLayer(*m_snapshot, layer));
}

double HeadScales::reach(const HeadPlace& place, const Matrix& matrix)
{
    switch (m_look.range) {
    case ColorRange::PerLayer:
        return reachOfLayer(place.layer);
    case ColorRange::Shown:
        return m_shown;
    default:
        return reachOf(matrix, m_look);
    }
}

Look fixedOver(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places, const Look& look)
{
    if (look.range != ColorRange::Shown || places.empty())
        return look;
    const HeatScale scale = HeadScales(snapshot, places, look).of(places.front(), {});
    Look fixed = look;
    fixed.range = ColorRange::ByHand;
    fixed.low = scale.colors.low;
    fixed.high = scale.colors.high;
    return fixed;
}

} // namespace headlight
