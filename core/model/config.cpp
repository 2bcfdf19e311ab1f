#include "core/model/config.h"

#include <cmath>
#include <string>

namespace headlight {
namespace {

struct Size {
    const char* name;
    Index value;
    Index maximum;
};

Result<Ok> checkSizes(const Config& config)
{
    const Size sizes[] = {
        {"The number of layers", config.layers, maximumLayers},
        {"The number of heads", config.heads, maximumHeads},
        {"d_model", config.modelWidth, maximumWidth},
        {"d_k", config.keyWidth, maximumWidth},
        {"d_v", config.valueWidth, maximumWidth},
        {"The width of W_O", config.outputWidth, maximumWidth},
    };
    for (const Size& size : sizes) {
        if (size.value < 1 || size.value > size.maximum)
            return Error{std::string(size.name) + " is " + std::to_string(size.value)
                         + ", but it has to be between 1 and " + std::to_string(size.maximum)
                         + "."};
    }
    return Ok{};
}

std::string describeOutput(const Config& config)
{
    const std::string width = std::to_string(layerOutputWidth(config));
    if (config.outputProjection)
        return "W_O gives an output of width " + width;
    return "without W_O the output is the concatenation of the heads, " + width + " wide ("
        + std::to_string(config.heads) + " x d_v " + std::to_string(config.valueWidth) + ")";
}

} // namespace

double scoreFactor(const Config& config)
{
    switch (config.scaleKind) {
    case ScaleKind::KeyWidth:
        return 1 / std::sqrt(double(config.keyWidth));
    case ScaleKind::Off:
        return 1;
    case ScaleKind::Custom:
        return config.customScale;
    }
    return 1;
}

Index concatWidth(const Config& config)
{
    return config.heads * config.valueWidth;
}

Index layerOutputWidth(const Config& config)
{
    return config.outputProjection ? config.outputWidth : concatWidth(config);
}

Result<Ok> validate(const Config& config)
{
    if (const Result<Ok> sizes = checkSizes(config); !sizes)
        return sizes;
    if (!std::isfinite(config.customScale))
        return Error{"The scale of the scores has to be a finite number."};
    if (layerOutputWidth(config) == config.modelWidth)
        return Ok{};
    const std::string mismatch = ", but d_model is " + std::to_string(config.modelWidth) + ": "
        + describeOutput(config) + ".";
    if (config.layers > 1)
        return Error{"Layers can only be stacked when a layer's output is as wide as its input"
                     + mismatch};
    if (config.residual)
        return Error{"The residual connection needs an output as wide as X" + mismatch};
    return Ok{};
}

} // namespace headlight
