#pragma once

#include "core/document/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headlight {

/// A matrix that is computed cell by cell. `parts`: steps of one cell: the products of a sum, or 2
/// for attention weights, whose rows are walked twice: exponentials first, then the divisions.
struct StepStage {
    std::string tensor;
    Index rows = 0;
    Index columns = 0;
    Index parts = 1;
    bool isSoftmax = false;

    std::int64_t steps() const { return std::int64_t(rows) * columns * parts; }
};

/// Where a step is.
struct StepPlace {
    std::size_t stage = 0;
    Index row = 0;
    Index column = 0;
    Index part = 0;

    bool operator==(const StepPlace&) const = default;
};

/// The computation of one head and its layer in the order of a calculation by hand: stage, row,
/// cell, product. Steps are numbered from 0 and found by arithmetic, so that any document of any
/// size can be walked from any point in both directions.
class StepPlan {
public:
    StepPlan() = default;
    StepPlan(const Document& document, int layer, int head);

    const std::vector<StepStage>& stages() const { return m_stages; }
    std::int64_t count() const { return m_count; }

    StepPlace at(std::int64_t step) const;
    std::int64_t stepOf(const StepPlace& place) const;

    /// First step of the next or previous row or stage; stays inside.
    std::int64_t nextRow(std::int64_t step) const;
    std::int64_t previousRow(std::int64_t step) const;
    std::int64_t nextStage(std::int64_t step) const;
    std::int64_t previousStage(std::int64_t step) const;

    /// Whether a cell is finished at `step`. Tensors that no stage computes always are.
    bool isComputed(const std::string& tensor, Index row, Index column, std::int64_t step) const;
    /// The stage that computes `tensor`, or stages().size().
    std::size_t stageOf(const std::string& tensor) const;

private:
    std::int64_t rowSteps(std::size_t stage) const;

    std::vector<StepStage> m_stages;
    std::vector<std::int64_t> m_firstSteps; // of each stage
    std::int64_t m_count = 0;
};

} // namespace headlight
