#include "core/lab/scaling.h"

#include "core/math/softmax.h"
#include "core/model/initialize.h"

#include <cassert>
#include <cmath>

namespace headlight {
namespace {

/// rows x columns, standard normal.
Matrix normalMatrix(std::uint64_t seed, std::string_view name, Index rows, Index columns)
{
    Matrix matrix(rows, columns);
    for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c)
            matrix(r, c) = seededNormal(seed, name, r, c);
    return matrix;
}

/// In nats. A weight of 0 adds nothing: w ln w goes to 0.
double entropyOf(const Matrix& pattern, Index row)
{
    double sum = 0;
    for (Index c = 0; c < pattern.cols(); ++c) {
        const double weight = pattern(row, c);
        sum -= weight == 0 ? 0 : weight * std::log(weight);
    }
    return sum;
}

ScalingPoint pointOf(Index keyWidth, const Matrix& scores)
{
    return {keyWidth, std::sqrt(scores.squaredNorm() / double(scores.size())),
            sharpnessOfScores(scores, 1 / std::sqrt(double(keyWidth))),
            sharpnessOfScores(scores, 1)};
}

Matrix headTensor(const Snapshot& snapshot, int layer, int head, const char* name)
{
    const Result<Matrix> found = tensor(
        snapshot, "layers." + std::to_string(layer) + ".head." + std::to_string(head) + "." + name);
    assert(found);
    return *found;
}

} // namespace

Sharpness sharpness(const Matrix& pattern)
{
    Sharpness sum;
    Index counted = 0;
    for (Index r = 0; r < pattern.rows(); ++r) {
        const double largest = pattern.row(r).maxCoeff<Eigen::PropagateNaN>();
        if (largest == 0)
            continue;
        sum.largest += largest;
        sum.entropy += entropyOf(pattern, r);
        ++counted;
    }
    const double count = double(std::max(counted, Index(1)));
    return {sum.largest / count, sum.entropy / count};
}

Sharpness sharpnessOfScores(const Matrix& scores, double factor)
{
    Matrix pattern = scores * factor;
    softmaxRows(pattern);
    return sharpness(pattern);
}

std::vector<ScalingPoint> scalingExperiment(const ScalingSetup& setup)
{
    const Index widest = setup.keyWidths.back();
    const Matrix queries = normalMatrix(setup.seed, "lab queries", setup.queries, widest);
    const Matrix keys = normalMatrix(setup.seed, "lab keys", setup.keys, widest);
    Matrix scores = Matrix::Zero(setup.queries, setup.keys);
    Index done = 0;
    std::vector<ScalingPoint> points;
    for (const Index width : setup.keyWidths) {
        // Only the columns that the narrower width did not have.
        scores.noalias() += queries.middleCols(done, width - done)
            * keys.middleCols(done, width - done).transpose();
        done = width;
        points.push_back(pointOf(width, scores));
    }
    return points;
}

HeadSharpness headSharpness(const Snapshot& snapshot, int layer, int head)
{
    const Matrix masked = headTensor(snapshot, layer, head, "masked");
    const Matrix scores = headTensor(snapshot, layer, head, "scores");
    const Matrix plain = (masked.array() == hidden<double>).select(masked, scores);
    return {sharpness(headTensor(snapshot, layer, head, "pattern")), sharpnessOfScores(plain, 1)};
}

} // namespace headlight
