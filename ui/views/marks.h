#pragma once

#include "core/explain/cell.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace headlight {

/// What the views mark, all of them alike: the cell that is selected or pointed at, what went into
/// it, what a lesson speaks of, and what an exercise covers. View state.
struct Marks {
    std::optional<CellRef> cell;
    std::vector<CellBlock> direct; // went straight into the cell
    std::map<std::string, CellBlock> reach; // went into it at any distance, by tensor
    std::vector<CellBlock> noted; // what a lesson points at
    std::vector<CellRef> covered; // what the learner is to find out

    bool isCovered(const CellRef& which) const
    {
        return std::find(covered.begin(), covered.end(), which) != covered.end();
    }

    bool operator==(const Marks&) const = default;
};

} // namespace headlight
