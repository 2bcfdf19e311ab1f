#include "tests/core/support/golden.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace headlight {
namespace {

double toNumber(const nlohmann::json& value)
{
    return value.is_string() && value == "-inf" ? -HUGE_VAL : value.get<double>();
}

} // namespace

nlohmann::json readGolden(const std::string& name)
{
    std::ifstream file(std::string(HEADLIGHT_TEST_DATA "/golden/") + name);
    return nlohmann::json::parse(file);
}

const nlohmann::json& findByName(const nlohmann::json& list, const std::string& key,
                                 const std::string& value)
{
    return *std::find_if(list.begin(), list.end(),
                         [&](const nlohmann::json& entry) { return entry.at(key) == value; });
}

Matrix toMatrix(const nlohmann::json& values)
{
    const nlohmann::json table = values.at(0).is_array() ? values : nlohmann::json::array({values});
    Matrix matrix(Index(table.size()), Index(table.at(0).size()));
    for (Index r = 0; r < matrix.rows(); ++r) {
        for (Index c = 0; c < matrix.cols(); ++c)
            matrix(r, c) = toNumber(table.at(std::size_t(r)).at(std::size_t(c)));
    }
    return matrix;
}

std::vector<Matrix> toMatrices(const nlohmann::json& values, int count, bool split)
{
    std::vector<Matrix> result;
    for (int h = 0; h < count; ++h) {
        if (values.at(0).at(0).is_array()) {
            result.push_back(toMatrix(values.at(std::size_t(h))));
        } else {
            const Matrix all = toMatrix(values);
            const Index width = split ? all.cols() / count : all.cols();
            result.push_back(all.middleCols(split ? h * width : 0, width));
        }
    }
    return result;
}

Matrix sideBySide(const std::vector<Matrix>& blocks)
{
    Matrix result(blocks.front().rows(), 0);
    for (const Matrix& block : blocks) {
        result.conservativeResize(Eigen::NoChange, result.cols() + block.cols());
        result.rightCols(block.cols()) = block;
    }
    return result;
}

Matrix stacked(const std::vector<Matrix>& blocks)
{
    Matrix result(0, blocks.front().cols());
    for (const Matrix& block : blocks) {
        result.conservativeResize(result.rows() + block.rows(), Eigen::NoChange);
        result.bottomRows(block.rows()) = block;
    }
    return result;
}

} // namespace headlight
