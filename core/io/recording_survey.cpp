#include "core/io/recording_survey.h"

#include "core/io/json_writer.h"
#include "core/io/recording.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

std::string quoted(const std::string& name)
{
    return name.empty() ? "The array" : "The array “" + shortened(name) + "”";
}

bool looksLikeAttention(const TensorView& view)
{
    return (view.shape.size() == 3 || view.shape.size() == 4) && isFloating(view.type);
}

/// Of all layers together.
Index attentionHeads(const std::vector<Index>& shape)
{
    return shape.size() == 4 ? shape[0] * shape[1] : shape[0];
}

Result<Ok> checkAxes(const std::string& name, const std::vector<Index>& shape, ElementType type)
{
    if (isText(type))
        return Error{quoted(name) + " holds text, not attention."};
    if (shape.size() != 3 && shape.size() != 4)
        return Error{quoted(name) + " has " + std::to_string(shape.size()) + " axes ("
                     + shapeText(shape)
                     + "); attention has four, [layers, heads, queries, keys], or three, [heads, "
                       "queries, keys]."
                     + (shape.size() == 5 ? " Take one sentence of a batch." : "")};
    for (std::size_t fromEnd = 0; fromEnd < shape.size(); ++fromEnd) {
        const Index length = shape[shape.size() - 1 - fromEnd];
        const Index limit = fromEnd < 2 ? mostRecordedTokens : mostRecordedHeads;
        if (length < 1 || length > limit)
            return Error{quoted(name) + " has " + std::to_string(length) + " along "
                         + axisName(shape, fromEnd) + "; it must be from 1 to "
                         + std::to_string(limit) + "."};
    }
    return Ok();
}

Result<Ok> checkAmount(const std::string& name, const std::vector<Index>& shape)
{
    const Result<std::uint64_t> count = elementCount(shape);
    const Index heads = attentionHeads(shape);
    if (heads > mostRecordedHeads)
        return Error{quoted(name) + " has " + std::to_string(heads) + " heads in all layers; "
                     + std::to_string(mostRecordedHeads) + " are the limit."};
    if (!count || *count > mostValues)
        return Error{quoted(name) + " holds " + shapeText(shape) + " weights; "
                     + std::to_string(mostValues) + " are the limit."};
    return Ok();
}

double toleranceOf(ElementType type)
{
    return type == ElementType::BF16 ? 3e-2 : type == ElementType::F16 ? 5e-3 : 1e-4;
}

void surveyView(const TensorView& view, const std::string& name, std::size_t index,
                SurveyDepth depth, const std::stop_token& stop, RecordingSurvey& survey)
{
    if (isText(view.type)) {
        if (Result<std::vector<std::string>> strings = readStrings(view))
            survey.texts[name] = std::move(*strings);
        return;
    }
    if (!looksLikeAttention(view))
        return;
    AttentionCandidate& candidate
        = survey.candidates.emplace_back(AttentionCandidate{name, index, view.shape, {}});
    if (depth == SurveyDepth::Numbers)
        candidate.rowsSumToOne
            = checkAttentionShape(name, view.shape, view.type) && isAttention(view, stop);
}

} // namespace

RecordingSurvey surveyFile(const ArrayFile& file, SurveyDepth depth, const std::stop_token& stop)
{
    RecordingSurvey survey;
    for (std::size_t i = 0; i < file.size() && !stop.stop_requested(); ++i) {
        const Result<LoadedArray> loaded = file.load(i);
        if (loaded)
            surveyView(loaded->view, file.name(i), i, depth, stop, survey);
        else if (!survey.unreadable)
            survey.unreadable = loaded.error();
    }
    return survey;
}

Result<Ok> checkAttentionShape(const std::string& name, const std::vector<Index>& shape,
                               ElementType type)
{
    const Result<Ok> axes = checkAxes(name, shape, type);
    return axes ? checkAmount(name, shape) : axes;
}

bool rowsSumToOne(const Matrix& head, ElementType type)
{
    const double tolerance = toleranceOf(type);
    for (Index r = 0; r < head.rows(); ++r) {
        const double sum = head.row(r).sum();
        const bool fits = std::abs(sum - 1) <= tolerance || head.row(r).isZero(0);
        if (!fits || head.row(r).minCoeff() < -tolerance)
            return false;
    }
    return true;
}

bool isAttention(const TensorView& view, const std::stop_token& stop)
{
    bool anyWeight = false;
    for (Index h = 0; h < attentionHeads(view.shape) && !stop.stop_requested(); ++h) {
        const Result<Matrix> head = readSlice(view, h);
        if (!head || !rowsSumToOne(*head, view.type))
            return false;
        anyWeight = anyWeight || !head->isZero(0);
    }
    return anyWeight;
}

std::string axisName(const std::vector<Index>& shape, std::size_t fromEnd)
{
    static const char* const names[] = {"keys", "queries", "heads", "layers"};
    return "axis " + std::to_string(shape.size() - fromEnd) + " (" + names[fromEnd] + ")";
}

} // namespace headlight
