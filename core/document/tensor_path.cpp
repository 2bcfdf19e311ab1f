#include "core/document/tensor_path.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headlight {
namespace {

/// Takes "layers." or "head." and the number and the dot behind it off the front of `text`.
std::optional<int> takeNumbered(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return std::nullopt;
    const std::string_view rest = text.substr(prefix.size());
    int number = -1;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const std::size_t used = std::size_t(end - rest.data());
    const bool canonical = used == 1 || (used > 1 && rest[0] != '0' && rest[0] != '-');
    if (error != std::errc() || !canonical || used >= rest.size() || rest[used] != '.')
        return std::nullopt;
    text = rest.substr(used + 1);
    return number;
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 4> layerActivations
    = {"resid_pre", "concat", "attn_out", "resid_post"};
constexpr std::array<std::string_view, 8> headActivations
    = {"q", "k", "v", "scores", "scaled", "masked", "pattern", "z"};

std::optional<Shape> headShape(const Config& config, Index tokens, const std::string& name)
{
    if (name == "W_Q" || name == "W_K")
        return Shape{config.modelWidth, config.keyWidth};
    if (name == "W_V")
        return Shape{config.modelWidth, config.valueWidth};
    if (name == "W_O" && config.outputProjection)
        return Shape{config.valueWidth, config.outputWidth};
    if (name == "q" || name == "k")
        return Shape{tokens, config.keyWidth};
    if (name == "v" || name == "z")
        return Shape{tokens, config.valueWidth};
    if (contains(headActivations, name))
        return Shape{tokens, tokens};
    return std::nullopt;
}

std::optional<Shape> layerShape(const Config& config, Index tokens, const std::string& name)
{
    if (name == "W_Q" || name == "W_K")
        return Shape{config.modelWidth, config.heads * config.keyWidth};
    if (name == "W_V")
        return Shape{config.modelWidth, concatWidth(config)};
    if (name == "W_O" && config.outputProjection)
        return Shape{concatWidth(config), config.outputWidth};
    if (name == "b_O" && config.outputProjection)
        return Shape{1, config.outputWidth};
    if (name == "resid_pre")
        return Shape{tokens, config.modelWidth};
    if (name == "concat")
        return Shape{tokens, concatWidth(config)};
    if (contains(layerActivations, name))
        return Shape{tokens, layerOutputWidth(config)};
    return std::nullopt;
}

/// The letter the formulas use for an intermediate.
std::string symbol(const std::string& name)
{
    if (name == "q" || name == "k" || name == "v" || name == "z")
        return std::string(1, char(name[0] - 'a' + 'A'));
    if (name == "pattern")
        return "attention weights";
    if (name == "scaled" || name == "masked")
        return name + " scores";
    if (name == "resid_pre")
        return "input";
    if (name == "resid_post")
        return "output";
    if (name == "attn_out")
        return "attention output";
    if (name == "concat")
        return "concatenation";
    if (name == "embeddings" || name == "embed")
        return "embedding";
    return name == "pos_embed" ? "positions" : name;
}

} // namespace

std::optional<TensorPath> parsePath(std::string_view path)
{
    TensorPath result;
    if (const std::optional<int> layer = takeNumbered(path, "layers.")) {
        result.layer = *layer;
        if (const std::optional<int> head = takeNumbered(path, "head."))
            result.head = *head;
    }
    if (path.empty() || path.find('.') != std::string_view::npos)
        return std::nullopt;
    result.name = path;
    return result;
}

std::string toString(const TensorPath& path)
{
    std::string text;
    if (path.layer >= 0)
        text += "layers." + std::to_string(path.layer) + ".";
    if (path.head >= 0)
        text += "head." + std::to_string(path.head) + ".";
    return text + path.name;
}

bool isActivation(const TensorPath& path)
{
    if (path.layer < 0)
        return false;
    return path.head >= 0 ? contains(headActivations, path.name)
                          : contains(layerActivations, path.name);
}

bool rowsAreTokens(const TensorPath& path)
{
    return isActivation(path) || path.name == "X" || path.name == "embed"
        || path.name == "pos_embed" || path.name == "output";
}

bool columnsAreTokens(const TensorPath& path)
{
    return path.name == "scores" || path.name == "scaled" || path.name == "masked"
        || path.name == "pattern";
}

std::string toString(const Shape& shape)
{
    return std::to_string(shape.rows) + " x " + std::to_string(shape.columns);
}

std::optional<Shape> shapeOf(const Config& config, Index tokens, const TensorPath& path)
{
    const bool inside = path.layer >= 0 && path.layer < config.layers && path.head < config.heads;
    if (!inside)
        return std::nullopt;
    return path.head >= 0 ? headShape(config, tokens, path.name)
                          : layerShape(config, tokens, path.name);
}

std::string displayName(const Config& config, const TensorPath& path, const std::string& index)
{
    std::string text = symbol(path.name) + index;
    if (path.head >= 0)
        text += " of head " + std::to_string(path.head + 1);
    if (path.layer >= 0 && config.layers > 1)
        text += " of layer " + std::to_string(path.layer + 1);
    return text;
}

} // namespace headlight
