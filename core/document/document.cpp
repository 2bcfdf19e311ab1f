#include "core/document/document.h"

#include "core/document/memory_limit.h"
#include "core/document/tensor_path.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>
#include <unordered_set>

namespace headlight {
namespace {

Index tokenCount(const Document& document)
{
    return Index(document.tokens.size());
}

Shape shapeOf(const Matrix& matrix)
{
    return {matrix.rows(), matrix.cols()};
}

std::string shapeError(const std::string& what, const Matrix& found, const Shape& expected)
{
    return what + " is " + toString(shapeOf(found)) + ", but this model needs " + toString(expected)
        + ".";
}

Result<Ok> checkWords(const Document& document)
{
    const std::unordered_set<std::string> words(document.words.begin(), document.words.end());
    if (words.size() != document.words.size())
        return Error{"The embedding table has two rows for the same word."};
    for (const std::string& token : document.tokens) {
        if (!words.contains(token))
            return Error{"The embedding table has no row for the token \"" + token + "\"."};
    }
    const Shape expected{Index(document.words.size()), document.config.modelWidth};
    if (shapeOf(*document.embeddings) != expected && expected.rows > 0)
        return Error{shapeError("The embedding table", *document.embeddings, expected)};
    return Ok{};
}

Result<Ok> checkPositions(const Document& document)
{
    if (document.config.positions != Positions::Table)
        return Ok{};
    const Shape found = shapeOf(*document.positions);
    if (found.rows < tokenCount(document)
        || (found.columns != document.config.modelWidth && found.rows > 0))
        return Error{"The position table is " + toString(found) + ", but it needs at least "
                     + toString(Shape{tokenCount(document), document.config.modelWidth}) + "."};
    return Ok{};
}

Result<Ok> checkWeights(const Document& document)
{
    const Config& config = document.config;
    if (Index(document.parameters.layers.size()) != config.layers)
        return Error{"There are weights for " + std::to_string(document.parameters.layers.size())
                     + " layers, but the model has " + std::to_string(config.layers) + "."};
    Result<Ok> result = Ok{};
    forEachWeight(document.parameters, [&](const std::string& path, const Shared<Matrix>& weight) {
        const Shape expected = shapeOf(config, 0, *parsePath(path)).value_or(Shape{});
        const bool mayBeMissing = path.ends_with("b_O") || expected == Shape{};
        const bool fits = shapeOf(*weight) == expected || (mayBeMissing && weight->size() == 0);
        if (result && !fits)
            result = Error{shapeError(path, *weight, expected)};
    });
    return result;
}

Result<Ok> checkPins(const Document& document)
{
    for (const auto& [path, matrix] : document.pins) {
        const std::optional<TensorPath> parsed = parsePath(path);
        const std::optional<Shape> expected = parsed ? shapeOf(document, *parsed) : std::nullopt;
        if (!expected || !isActivation(*parsed))
            return Error{"\"" + path + "\" is pinned, but this model computes no such matrix."};
        if (shapeOf(*matrix) != *expected)
            return Error{shapeError("The pinned " + path, *matrix, *expected)};
    }
    return Ok{};
}

/// A recording holds the weights of every head and nothing besides.
Result<Ok> checkRecorded(const Document& document)
{
    const std::size_t heads = std::size_t(document.config.layers * document.config.heads);
    if (document.tokens.empty() || keyTokens(document).empty())
        return Error{"The recording has no tokens."};
    if (document.pins.size() < heads)
        return Error{"The recording has the weights of " + std::to_string(document.pins.size())
                     + " heads, but it should have " + std::to_string(heads) + "."};
    return Ok{};
}

double recordedBytes(const Document& document)
{
    return double(sizeof(double)) * document.config.layers * document.config.heads
        * double(tokenCount(document)) * double(keyTokens(document).size());
}

double neededBytes(const Document& document)
{
    if (document.recorded)
        return recordedBytes(document);
    return traceBytes(document.config, tokenCount(document), Keep::Pictures)
        + weightBytes(document.config);
}

std::string gigabytes(double bytes)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", bytes / gigabyte);
    return text;
}

bool samePins(const Pins& a, const Pins& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.first == y.first && sameBits(*x.second, *y.second);
    });
}

bool sameWeights(const Parameters& a, const Parameters& b)
{
    if (a.layers.size() != b.layers.size())
        return false;
    std::vector<const Shared<Matrix>*> weights;
    forEachWeight(b, [&](const std::string&, const Shared<Matrix>& w) { weights.push_back(&w); });
    bool same = true;
    std::size_t next = 0;
    forEachWeight(a, [&](const std::string&, const Shared<Matrix>& weight) {
        const Shared<Matrix>& other = *weights[next++];
        same = same && (weight.sharesWith(other) || sameBits(*weight, *other));
    });
    return same;
}

} // namespace

const std::vector<std::string>& keyTokens(const Document& document)
{
    return document.recorded ? document.recorded->keyTokens : document.tokens;
}

std::optional<Shape> shapeOf(const Document& document, const TensorPath& path)
{
    const std::optional<Shape> shape = shapeOf(document.config, tokenCount(document), path);
    if (!document.recorded || !shape)
        return shape;
    const bool isRecorded = path.head >= 0 && path.name == "pattern";
    return isRecorded ? std::optional(Shape{shape->rows, Index(keyTokens(document).size())})
                      : std::nullopt;
}

std::vector<Index> embeddingRows(const Document& document)
{
    std::unordered_map<std::string_view, Index> rowOf;
    for (std::size_t w = 0; w < document.words.size(); ++w)
        rowOf.emplace(document.words[w], Index(w));
    std::vector<Index> rows;
    rows.reserve(document.tokens.size());
    for (const std::string& token : document.tokens)
        rows.push_back(rowOf.at(token));
    return rows;
}

Result<Ok> checkMemory(const Document& document)
{
    const double bytes = neededBytes(document);
    if (bytes <= memoryLimit())
        return Ok{};
    const int heads = document.config.layers * document.config.heads;
    return Error{std::to_string(tokenCount(document)) + " tokens with " + std::to_string(heads)
                 + (heads == 1 ? " head need " : " heads need ") + gigabytes(bytes)
                 + " of memory; the limit is " + gigabytes(memoryLimit())
                 + ". Use fewer tokens, heads or layers, or smaller widths, or raise the limit."};
}

Matrix embeddedTokens(const Document& document)
{
    const std::vector<Index> rows = embeddingRows(document);
    Matrix embed(Index(rows.size()), document.config.modelWidth);
    for (Index t = 0; t < embed.rows(); ++t)
        embed.row(t) = document.embeddings->row(rows[std::size_t(t)]);
    return embed;
}

Result<Ok> checkDocument(const Document& document)
{
    using Check = Result<Ok> (*)(const Document&);
    const Check checkSizes = [](const Document& d) { return validate(d.config); };
    const std::vector<Check> checks = document.recorded
        ? std::vector<Check>{checkSizes, checkRecorded, checkPins, checkMemory}
        : std::vector<Check>{checkSizes,   checkWords, checkPositions,
                             checkWeights, checkPins,  checkMemory};
    for (const Check check : checks) {
        if (const Result<Ok> result = check(document); !result)
            return result;
    }
    return Ok{};
}

bool sameDocument(const Document& a, const Document& b)
{
    return a.title == b.title && a.note == b.note && a.sentence == b.sentence
        && a.tokens == b.tokens && a.seed == b.seed && a.weightDeviation == b.weightDeviation
        && a.config == b.config && a.words == b.words && sameBits(*a.embeddings, *b.embeddings)
        && sameBits(*a.positions, *b.positions) && sameWeights(a.parameters, b.parameters)
        && samePins(a.pins, b.pins) && a.recorded == b.recorded;
}

double weightBytes(const Config& config)
{
    const double keys = 2.0 * double(config.heads * config.keyWidth);
    const double output = config.outputProjection ? double(config.outputWidth) : 0;
    const double perLayer = double(config.modelWidth) * (keys + double(concatWidth(config)))
        + double(concatWidth(config)) * output;
    return sizeof(double) * config.layers * perLayer;
}

double traceBytes(const Config& config, Index tokens, Keep keep)
{
    const double n = double(tokens);
    const double squares = keep == Keep::Everything ? 4 : 1;
    const double perHead
        = squares * n * n + n * 2 * double(config.keyWidth) + n * 2 * double(config.valueWidth);
    const double perLayer = n * double(config.modelWidth + concatWidth(config))
        + 2 * n * double(layerOutputWidth(config));
    return sizeof(double) * config.layers * (config.heads * perHead + perLayer);
}

} // namespace headlight
