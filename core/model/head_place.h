#pragma once

#include "core/model/config.h"

#include <algorithm>

namespace headlight {

/// One head of a model, counted from 0.
struct HeadPlace {
    int layer = 0;
    int head = 0;

    bool operator==(const HeadPlace&) const = default;
};

/// The place itself, or the nearest one of a model that has no such layer or head.
inline HeadPlace nearestPlace(const HeadPlace& place, const Config& config)
{
    return {std::min(place.layer, config.layers - 1), std::min(place.head, config.heads - 1)};
}

} // namespace headlight
