#include "core/lesson/lesson_option.h"

#include "core/lesson/text_cursor.h"

#include <algorithm>
#include <iterator>

namespace headlight {
namespace {

/// Each reads one option's value and returns whether it could.

bool setMask(Config& config, std::string_view value)
{
    config.mask = value == "causal" ? Mask::Causal : Mask::None;
    return value == "causal" || value == "none";
}

bool setScale(Config& config, std::string_view value)
{
    const std::optional<double> factor = readNumber(value);
    config.customScale = factor.value_or(config.customScale);
    if (factor)
        config.scaleKind = ScaleKind::Custom;
    else
        config.scaleKind = value == "on" ? ScaleKind::KeyWidth : ScaleKind::Off;
    return factor || value == "on" || value == "off";
}

bool setPositions(Config& config, std::string_view value)
{
    config.positions = value == "sinusoidal" ? Positions::Sinusoidal : Positions::None;
    return value == "sinusoidal" || value == "none";
}

bool setSwitch(bool& target, std::string_view value)
{
    target = value == "on";
    return value == "on" || value == "off";
}

template <class Number>
bool setCount(Number& target, std::string_view value, Index maximum)
{
    const std::optional<Index> count = readCount(value, maximum);
    target = Number(count.value_or(Index(target)));
    return count.has_value();
}

bool setResidual(Config& config, std::string_view value)
{
    return setSwitch(config.residual, value);
}

bool setOutputProjection(Config& config, std::string_view value)
{
    return setSwitch(config.outputProjection, value);
}

bool setHeads(Config& config, std::string_view value)
{
    return setCount(config.heads, value, maximumHeads);
}

bool setLayers(Config& config, std::string_view value)
{
    return setCount(config.layers, value, maximumLayers);
}

bool setKeys(Config& config, std::string_view value)
{
    return setCount(config.keyWidth, value, maximumWidth);
}

struct KnownOption {
    const char* name;
    const char* values; // for people
    bool (*set)(Config&, std::string_view);
};

constexpr KnownOption knownOptions[] = {
    {"mask", "none or causal", setMask},
    {"scale", "on, off or a number", setScale},
    {"positions", "none or sinusoidal", setPositions},
    {"residual", "on or off", setResidual},
    {"w_o", "on or off", setOutputProjection},
    {"heads", "a whole number from 1 to 96", setHeads},
    {"layers", "a whole number from 1 to 96", setLayers},
    {"keys", "a whole number from 1 to 16384", setKeys},
};

Error unknownOption(const std::string& name)
{
    std::string text = "There is no option " + quoted(name) + "; the options are";
    for (const KnownOption& known : knownOptions)
        text += std::string(&known == knownOptions ? " " : ", ") + known.name;
    return Error{text + "."};
}

} // namespace

Result<Ok> setOption(Config& config, const LessonOption& option)
{
    const auto known
        = std::find_if(std::begin(knownOptions), std::end(knownOptions),
                       [&](const KnownOption& candidate) { return candidate.name == option.name; });
    if (known == std::end(knownOptions))
        return unknownOption(option.name);
    if (!known->set(config, option.value))
        return Error{"The option " + option.name + " is " + known->values + ", not "
                     + quoted(option.value) + "."};
    return Ok{};
}

} // namespace headlight
