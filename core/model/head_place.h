#pragma once

namespace headlight {

/// One head of a model, counted from 0.
struct HeadPlace {
    int layer = 0;
    int head = 0;

    bool operator==(const HeadPlace&) const = default;
};

} // namespace headlight
