#include "core/lab/comparison.h"

#include "core/document/restructure.h"
#include "core/document/tensor_path.h"
#include "core/lab/geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace headlight {
namespace {

using Occurrences = std::map<std::string, std::vector<Index>>;

Occurrences occurrencesOf(const std::vector<std::string>& tokens)
{
    Occurrences rows;
    for (std::size_t t = 0; t < tokens.size(); ++t)
        rows[tokens[t]].push_back(Index(t));
    return rows;
}

std::string times(std::size_t count)
{
    return count == 1 ? "once" : std::to_string(count) + " times";
}

Error unequalCounts(const std::string& token, std::size_t first, std::size_t second)
{
    const std::string quoted = "\"" + token + "\" is ";
    if (second == 0)
        return Error{quoted + "only in the first sentence."};
    if (first == 0)
        return Error{quoted + "only in the second sentence."};
    return Error{quoted + times(first) + " in the first sentence and " + times(second)
                 + " in the second."};
}

/// The first token, in the order of `tokens`, that the two sentences do not have equally often.
std::optional<Error> firstUnequal(const std::vector<std::string>& tokens, const Occurrences& first,
                                  const Occurrences& second)
{
    const auto count = [](const Occurrences& rows, const std::string& token) {
        const auto found = rows.find(token);
        return found == rows.end() ? std::size_t(0) : found->second.size();
    };
    for (const std::string& token : tokens) {
        if (count(first, token) != count(second, token))
            return unequalCounts(token, count(first, token), count(second, token));
    }
    return std::nullopt;
}

Result<Ok> sameTokens(const std::vector<std::string>& first, const std::vector<std::string>& second)
{
    const Occurrences inFirst = occurrencesOf(first);
    const Occurrences inSecond = occurrencesOf(second);
    for (const std::vector<std::string>* tokens : {&first, &second}) {
        if (const std::optional<Error> error = firstUnequal(*tokens, inFirst, inSecond))
            return *error;
    }
    return Ok{};
}

/// The largest absolute difference of any two rows, of which there is at least one. NaN when a
/// number is none.
double spread(const Matrix& rows)
{
    if (rows.hasNaN())
        return std::numeric_limits<double>::quiet_NaN();
    double largest = 0;
    for (Index c = 0; c < rows.cols(); ++c) {
        const double low = rows.col(c).minCoeff();
        const double high = rows.col(c).maxCoeff();
        if (high > low) // equal infinities have no difference
            largest = std::max(largest, high - low);
    }
    return largest;
}

double difference(const Matrix& first, const Matrix& second, const RowPair& rows)
{
    Matrix both(2, first.cols());
    both << first.row(rows.first), second.row(rows.second);
    return spread(both);
}

/// The largest of numbers that are not negative; NaN when one of them is.
double largestOf(const std::vector<double>& values)
{
    double largest = 0;
    for (const double value : values)
        largest = std::isnan(largest) || value <= largest ? largest : value;
    return largest;
}

} // namespace

const Matrix& inputOf(const Snapshot& snapshot)
{
    return snapshot.trace.layers.front().residPre;
}

const Matrix& outputOf(const Snapshot& snapshot, int layer)
{
    return snapshot.trace.layers[std::size_t(layer)].residPost;
}

const Matrix& outputOf(const Snapshot& snapshot)
{
    return snapshot.trace.layers.back().residPost;
}

bool isRounding(double difference, const Matrix& output)
{
    const bool measurable = output.size() > 0 && output.allFinite();
    const double size = measurable ? output.cwiseAbs().maxCoeff() : 0;
    return difference <= 1e-12 * std::max(1.0, size);
}

Result<SnapshotPtr> snapshotOfSentence(const Document& document, const std::string& sentence,
                                       const ForwardControl& control)
{
    Document other = document;
    other.pins.clear();
    other = withSentence(std::move(other), sentence);
    if (const Result<Ok> valid = checkDocument(other); !valid)
        return valid.error();
    return computeSnapshot(std::make_shared<const Document>(std::move(other)), control);
}

std::vector<RowPair> matchRows(const std::vector<std::string>& first,
                               const std::vector<std::string>& second)
{
    const Occurrences inSecond = occurrencesOf(second);
    std::map<std::string, std::size_t> used;
    std::vector<RowPair> pairs;
    for (std::size_t t = 0; t < first.size(); ++t) {
        const auto rows = inSecond.find(first[t]);
        const std::size_t occurrence = used[first[t]]++;
        if (rows != inSecond.end() && occurrence < rows->second.size())
            pairs.push_back({Index(t), rows->second[occurrence]});
    }
    return pairs;
}

std::vector<SharedToken> sharedTokens(const Snapshot& first, const Snapshot& second, int layer)
{
    const auto similarity = [](const Matrix& a, const Matrix& b, const RowPair& rows) {
        return cosineSimilarity(a.row(rows.first), b.row(rows.second));
    };
    std::vector<SharedToken> shared;
    for (const RowPair& rows : matchRows(first.document->tokens, second.document->tokens))
        shared.push_back({rows, similarity(inputOf(first), inputOf(second), rows),
                          similarity(outputOf(first, layer), outputOf(second, layer), rows)});
    return shared;
}

std::vector<EqualTokens> equalTokens(const Snapshot& snapshot, int layer)
{
    const std::vector<std::string>& tokens = snapshot.document->tokens;
    const Occurrences occurrences = occurrencesOf(tokens);
    std::vector<EqualTokens> groups;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
        const std::vector<Index>& rows = occurrences.at(tokens[t]);
        if (rows.size() > 1 && rows.front() == Index(t))
            groups.push_back({rows, spread(outputOf(snapshot, layer)(rows, Eigen::all))});
    }
    return groups;
}

Result<OrderComparison> compareOrder(const Snapshot& first, const Snapshot& second, int layer)
{
    const std::vector<std::string>& tokens = first.document->tokens;
    if (const Result<Ok> same = sameTokens(tokens, second.document->tokens); !same)
        return same.error();
    OrderComparison comparison;
    comparison.rows = matchRows(tokens, second.document->tokens);
    for (const RowPair& rows : comparison.rows)
        comparison.differences.push_back(
            difference(outputOf(first, layer), outputOf(second, layer), rows));
    comparison.largest = largestOf(comparison.differences);
    return comparison;
}

std::string headPath(int layer, int head)
{
    return toString(TensorPath{layer, head, "z"});
}

bool isHeadOff(const Document& document, int layer, int head)
{
    const auto pin = document.pins.find(headPath(layer, head));
    return pin != document.pins.end() && pin->second->isZero(0);
}

Document withHead(Document document, int layer, int head, bool on)
{
    const Index tokens = Index(document.tokens.size());
    if (!on)
        document.pins[headPath(layer, head)]
            = Matrix(Matrix::Zero(tokens, document.config.valueWidth));
    else if (isHeadOff(document, layer, head))
        document.pins.erase(headPath(layer, head));
    return document;
}

Document withAllHeads(Document document)
{
    for (int layer = 0; layer < document.config.layers; ++layer) {
        for (int head = 0; head < document.config.heads; ++head)
            document = withHead(std::move(document), layer, head, true);
    }
    return document;
}

Matrix headPart(const Snapshot& snapshot, int layer, int head)
{
    const Config& config = snapshot.document->config;
    const Matrix& z = snapshot.trace.layers[std::size_t(layer)].heads[std::size_t(head)].z;
    const LayerParameters& weights = snapshot.document->parameters.layers[std::size_t(layer)];
    if (config.outputProjection)
        return z * weights.wO->middleRows(head * config.valueWidth, config.valueWidth);
    Matrix part = Matrix::Zero(z.rows(), concatWidth(config));
    part.middleCols(head * config.valueWidth, config.valueWidth) = z;
    return part;
}

Eigen::VectorXd outputChange(const Snapshot& from, const Snapshot& to)
{
    return (outputOf(to) - outputOf(from)).rowwise().norm();
}

} // namespace headlight
