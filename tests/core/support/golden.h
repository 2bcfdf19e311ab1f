#pragma once

#include "core/math/matrix.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace headlight {

/// A file of tests/data/golden.
nlohmann::json readGolden(const std::string& name);

/// The element of `list` whose `key` is `value`.
const nlohmann::json& findByName(const nlohmann::json& list, const std::string& key,
                                 const std::string& value);

/// Nested arrays as a matrix, a flat array as one row. "-inf" is minus infinity.
Matrix toMatrix(const nlohmann::json& values);

/// One matrix for each of `count` heads: given for each, given once for all, or, for weights
/// (`split`), given side by side.
std::vector<Matrix> toMatrices(const nlohmann::json& values, int count, bool split = false);

/// Matrices side by side, or one under the other.
Matrix sideBySide(const std::vector<Matrix>& blocks);
Matrix stacked(const std::vector<Matrix>& blocks);

} // namespace headlight
