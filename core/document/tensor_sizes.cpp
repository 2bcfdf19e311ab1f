#include "core/document/tensor_sizes.h"

namespace headlight {
namespace {

using Size = Index Config::*;

/// The sizes that the rows and columns of a tensor count; null where they count something else.
struct TensorSizes {
    Size rows = nullptr;
    Size columns = nullptr;
};

TensorSizes sizesOf(const TensorPath& path)
{
    const std::string& name = path.name;
    const bool ofHead = path.head >= 0;
    if (ofHead && (name == "W_Q" || name == "W_K"))
        return {&Config::modelWidth, &Config::keyWidth};
    if (ofHead && name == "W_V")
        return {&Config::modelWidth, &Config::valueWidth};
    if (ofHead && name == "W_O")
        return {&Config::valueWidth, &Config::outputWidth};
    if (name == "q" || name == "k")
        return {nullptr, &Config::keyWidth};
    if (name == "v" || name == "z")
        return {nullptr, &Config::valueWidth};
    if (name == "X" || name == "embed" || name == "embeddings" || name == "positions"
        || name == "resid_pre")
        return {nullptr, &Config::modelWidth};
    return {};
}

/// Ok when there are as many rows or columns as wanted, or the size that they follow from is set.
Result<Ok> setSize(Config& config, Size size, Index now, Index wanted, const std::string& whyNot)
{
    if (now == wanted)
        return Ok{};
    if (!size)
        return Error{whyNot};
    config.*size = wanted;
    return Ok{};
}

/// W_O leads back to the width of X where the two were the same, or have to be.
void keepOutputWidth(Config& config, const Config& before)
{
    const bool hasToFit = config.layers > 1 || config.residual;
    if (!config.outputProjection || before.outputWidth != before.modelWidth)
        return;
    if (config.modelWidth != before.modelWidth)
        config.outputWidth = config.modelWidth;
    else if (hasToFit)
        config.modelWidth = config.outputWidth;
}

Shape shapeNow(const Document& document, const TensorPath& path)
{
    if (path.name == "embeddings")
        return {document.embeddings->rows(), document.embeddings->cols()};
    if (path.name == "positions")
        return {document.positions->rows(), document.positions->cols()};
    const Index tokens = Index(document.tokens.size());
    if (path.layer < 0)
        return {tokens, document.config.modelWidth};
    return shapeOf(document.config, tokens, path).value_or(Shape{});
}

} // namespace

Result<Config> sizedFor(const Document& document, const std::string& tensor, const Shape& shape)
{
    const std::optional<TensorPath> path = parsePath(tensor);
    if (!path)
        return Error{"There is no matrix named \"" + tensor + "\"."};
    const Shape now = shapeNow(document, *path);
    const TensorSizes sizes = sizesOf(*path);
    Config config = document.config;
    if (const Result<Ok> rows
        = setSize(config, sizes.rows, now.rows, shape.rows, "Its rows follow from the sentence.");
        !rows)
        return rows.error();
    if (const Result<Ok> columns = setSize(config, sizes.columns, now.columns, shape.columns,
                                           "Its columns follow from other parts of the model.");
        !columns)
        return columns.error();
    keepOutputWidth(config, document.config);
    if (const Result<Ok> valid = validate(config); !valid)
        return valid.error();
    return config;
}

} // namespace headlight
