#pragma once

#include "core/io/array_file.h"

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight {

/// The arrays of strings in a file, by name.
using TextArrays = std::map<std::string, std::vector<std::string>, std::less<>>;

/// An array that could be attention, and where it lies in its file.
struct AttentionCandidate {
    std::string name;
    std::size_t index = 0;
    std::vector<Index> shape;
    std::optional<bool> rowsSumToOne; // empty: not looked at
};

/// How much of a file is looked at: the numbers of every candidate, or none.
enum class SurveyDepth { Numbers, NamesOnly };

/// What a walk over a file finds. An array that cannot be read (Python objects beside the
/// attention, say) matters only when it is the one that is wanted.
struct RecordingSurvey {
    std::vector<AttentionCandidate> candidates;
    TextArrays texts;
    std::optional<Error> unreadable; // the first of them
};

RecordingSurvey surveyFile(const ArrayFile& file, SurveyDepth depth, const std::stop_token& stop);

/// Refuses what has not the shape of attention, or is too large, and names the axis.
Result<Ok> checkAttentionShape(const std::string& name, const std::vector<Index>& shape,
                               ElementType type);

/// Whether every row is a distribution, within what the element type can hold; rows of a query that
/// sees nothing may be all zero.
bool isAttention(const TensorView& view, const std::stop_token& stop);

/// The same for one head.
bool rowsSumToOne(const Matrix& head, ElementType type);

/// An axis of attention as one calls it: "axis 3 (queries)", counted from 1.
std::string axisName(const std::vector<Index>& shape, std::size_t fromEnd);

} // namespace headlight
