#include "core/explain/steps.h"

#include "core/document/tensor_path.h"
#include "core/explain/chain.h"

#include <algorithm>

namespace headlight {
namespace {

/// Products of one cell of a stage.
Index partsOf(const Document& document, const TensorPath& path)
{
    const Config& config = document.config;
    if (path.name == "q" || path.name == "k" || path.name == "v")
        return config.modelWidth;
    if (path.name == "scores")
        return config.keyWidth;
    if (path.name == "pattern")
        return 2;
    if (path.name == "z")
        return Index(document.tokens.size());
    if (path.name == "attn_out" && config.outputProjection)
        return concatWidth(config)
            + (document.parameters.layers[std::size_t(path.layer)].bO->size() > 0 ? 1 : 0);
    return 1;
}

/// Whether the stage is there from the start.
bool isGiven(const Document& document, const TensorPath& path)
{
    if (!isActivation(path) || document.pins.contains(toString(path)))
        return true;
    const bool hasPositions = document.config.positions != Positions::None && path.layer == 0;
    return path.name == "resid_pre" && !hasPositions;
}

} // namespace

StepPlan::StepPlan(const Document& document, int layer, int head)
{
    for (const ChainStage& stage : chainOf(document, layer, head)) {
        const TensorPath path = *parsePath(stage.tensor);
        if (isGiven(document, path))
            continue;
        const Shape shape = *shapeOf(document.config, Index(document.tokens.size()), path);
        if (shape.rows == 0)
            continue;
        m_stages.push_back({stage.tensor, shape.rows, shape.columns, partsOf(document, path),
                            path.name == "pattern"});
        m_firstSteps.push_back(m_count);
        m_count += m_stages.back().steps();
    }
}

std::int64_t StepPlan::rowSteps(std::size_t stage) const
{
    return std::int64_t(m_stages[stage].columns) * m_stages[stage].parts;
}

StepPlace StepPlan::at(std::int64_t step) const
{
    const auto after = std::upper_bound(m_firstSteps.begin(), m_firstSteps.end(), step);
    StepPlace place;
    place.stage = std::size_t(after - m_firstSteps.begin()) - 1;
    const StepStage& stage = m_stages[place.stage];
    const std::int64_t inside = step - m_firstSteps[place.stage];
    const std::int64_t inRow = inside % rowSteps(place.stage);
    place.row = Index(inside / rowSteps(place.stage));
    place.column = stage.isSoftmax ? inRow % stage.columns : inRow / stage.parts;
    place.part = stage.isSoftmax ? inRow / stage.columns : inRow % stage.parts;
    return place;
}

std::int64_t StepPlan::stepOf(const StepPlace& place) const
{
    const StepStage& stage = m_stages[place.stage];
    const std::int64_t inRow = stage.isSoftmax ? place.part * stage.columns + place.column
                                               : place.column * stage.parts + place.part;
    return m_firstSteps[place.stage] + place.row * rowSteps(place.stage) + inRow;
}

std::int64_t StepPlan::nextRow(std::int64_t step) const
{
    const StepPlace place = at(step);
    return std::min(stepOf({place.stage, place.row, 0, 0}) + rowSteps(place.stage), m_count - 1);
}

std::int64_t StepPlan::previousRow(std::int64_t step) const
{
    const StepPlace place = at(step);
    const std::int64_t start = stepOf({place.stage, place.row, 0, 0});
    if (step > start || start == 0)
        return start;
    const StepPlace before = at(start - 1);
    return stepOf({before.stage, before.row, 0, 0});
}

std::int64_t StepPlan::nextStage(std::int64_t step) const
{
    const std::size_t stage = at(step).stage;
    return stage + 1 < m_stages.size() ? m_firstSteps[stage + 1] : m_count - 1;
}

std::int64_t StepPlan::previousStage(std::int64_t step) const
{
    const std::size_t stage = at(step).stage;
    const bool atStart = step == m_firstSteps[stage];
    return m_firstSteps[atStart && stage > 0 ? stage - 1 : stage];
}

std::size_t StepPlan::stageOf(const std::string& tensor) const
{
    const auto found = std::find_if(m_stages.begin(), m_stages.end(),
                                    [&](const StepStage& stage) { return stage.tensor == tensor; });
    return std::size_t(found - m_stages.begin());
}

bool StepPlan::isComputed(const std::string& tensor, Index row, Index column,
                          std::int64_t step) const
{
    const std::size_t stage = stageOf(tensor);
    return stage == m_stages.size()
        || stepOf({stage, row, column, m_stages[stage].parts - 1}) <= step;
}

} // namespace headlight
