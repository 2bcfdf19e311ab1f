#include "ui/views/head_scale.h"

#include "core/math/leave_out.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

/// The finite number farthest from 0, or 0.
double farthest(const Matrix& matrix)
{
    double largest = 0;
    for (Index i = 0; i < matrix.size(); ++i) {
        const double size = std::abs(matrix.data()[i]);
        if (std::isfinite(size))
            largest = std::max(largest, size);
    }
    return largest;
}

double largestFinite(const Matrix& matrix)
{
    double largest = 0;
    for (Index r = 0; r < matrix.rows(); ++r)
        largest = std::max(largest, rowMaximum(matrix, r));
    return largest;
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
    if (isSymmetric()) {
        const double size = reach(place, matrix);
        return {{ColorMap::Diverging, -size, size}, false};
    }
    const bool perRow = m_look.range == ColorRange::PerRow;
    const double low = m_look.range == ColorRange::ByHand ? m_look.low : 0;
    const bool fixed = perRow || m_look.range == ColorRange::ZeroToOne;
    return {{m_look.map, low, fixed ? 1 : reach(place, matrix), m_look.bend}, perRow};
}

bool HeadScales::isSymmetric() const
{
    return m_look.symmetric || m_look.stage != Stage::Pattern;
}

double HeadScales::reachOf(const Matrix& matrix) const
{
    return isSymmetric() ? farthest(matrix) : largestFinite(matrix);
}

double HeadScales::reachOver(const std::vector<HeadPlace>& places) const
{
    double largest = 0;
    for (const HeadPlace& place : places)
        largest = std::max(largest, reachOf(*headMatrix(m_snapshot, place, m_look)));
    return largest > 0 ? largest : 1;
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
    case ColorRange::ByHand:
        return isSymmetric() ? std::max(std::abs(m_look.low), std::abs(m_look.high)) : m_look.high;
    case ColorRange::ZeroToOne:
        if (m_look.stage == Stage::Pattern)
            return 1;
        break;
    case ColorRange::PerHead:
    case ColorRange::PerRow:
        break;
    }
    const double largest = reachOf(matrix);
    return largest > 0 ? largest : 1;
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
