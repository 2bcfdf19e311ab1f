#include "core/report/model_facts.h"

#include "core/support/digits.h"

namespace headlight {
namespace {

std::string scaleText(const Config& config)
{
    switch (config.scaleKind) {
    case ScaleKind::KeyWidth:
        return "divided by √" + std::to_string(config.keyWidth);
    case ScaleKind::Off:
        return "not scaled";
    case ScaleKind::Custom:
        return "times " + digitsText(config.customScale, 4);
    }
    return {};
}

std::string positionsText(Positions positions)
{
    switch (positions) {
    case Positions::None:
        return "none";
    case Positions::Sinusoidal:
        return "sinusoidal";
    case Positions::Table:
        return "from a table";
    }
    return {};
}

} // namespace

std::vector<std::pair<std::string, std::string>> modelFacts(const Document& document)
{
    const Config& config = document.config;
    return {
        {"Layers", std::to_string(config.layers)},
        {"Heads in each layer", std::to_string(config.heads)},
        {"Width of a token, d_model", std::to_string(config.modelWidth)},
        {"Width of queries and keys, d_k", std::to_string(config.keyWidth)},
        {"Width of values, d_v", std::to_string(config.valueWidth)},
        {"Scores", scaleText(config)},
        {"Mask", config.mask == Mask::Causal ? "causal: no token sees later ones" : "none"},
        {"Positions", positionsText(config.positions)},
        {"Output weights W_O",
         config.outputProjection ? "yes, width " + std::to_string(config.outputWidth) : "no"},
        {"Residual connection", config.residual ? "yes" : "no"},
    };
}

ReportFacts recordingFacts(const Config& config)
{
    return {{{"Layers", std::to_string(config.layers)},
             {"Heads in each layer", std::to_string(config.heads)}}};
}

std::string tokenList(const std::vector<std::string>& tokens)
{
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        text += (i > 0 ? "   " : "") + std::to_string(i + 1) + "\u00a0" + tokens[i];
    return text;
}

} // namespace headlight
