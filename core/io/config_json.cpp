#include "core/io/config_json.h"

#include <algorithm>
#include <iterator>

namespace headlight {
namespace {

/// A choice and its name in files.
template <class Enum>
struct NamedChoice {
    Enum value;
    const char* name;
};

constexpr NamedChoice<Mask> maskNames[] = {{Mask::None, "none"}, {Mask::Causal, "causal"}};
constexpr NamedChoice<Positions> positionNames[] = {
    {Positions::None, "none"}, {Positions::Sinusoidal, "sinusoidal"}, {Positions::Table, "table"}};
/// ScaleKind::Custom is a number instead.
constexpr NamedChoice<ScaleKind> scaleNames[]
    = {{ScaleKind::KeyWidth, "1/sqrt(d_k)"}, {ScaleKind::Off, "off"}};

template <class Enum, std::size_t N>
std::string nameOf(const NamedChoice<Enum> (&names)[N], Enum value)
{
    const auto found = std::find_if(std::begin(names), std::end(names),
                                    [&](const auto& choice) { return choice.value == value; });
    return jsonString(found->name);
}

std::string scaleText(const Config& config)
{
    return config.scaleKind == ScaleKind::Custom ? writeNumber(config.customScale)
                                                 : nameOf(scaleNames, config.scaleKind);
}

std::string allNames(const auto& names)
{
    std::string text;
    for (const auto& choice : names)
        text += (text.empty() ? "" : " or ") + jsonString(choice.name);
    return text;
}

template <class Enum, std::size_t N>
void readName(const JsonField& field, const NamedChoice<Enum> (&names)[N], Enum& value)
{
    if (!field.present())
        return;
    for (const NamedChoice<Enum>& choice : names) {
        if (field.isString(choice.name)) {
            value = choice.value;
            return;
        }
    }
    field.fail("should be " + allNames(names) + ", but is " + field.found() + ".");
}

/// The factor is kept while another scale is chosen, so that going back finds it again.
constexpr const char* customScaleName = "custom_scale";

void readScale(JsonObject& fields, Config& config)
{
    const JsonField scale = fields.optional("scale");
    if (scale.isNumber()) {
        config.scaleKind = ScaleKind::Custom;
        return scale.readInto(config.customScale);
    }
    readName(scale, scaleNames, config.scaleKind);
    fields.optional(customScaleName).readInto(config.customScale);
}

} // namespace

void writeConfig(JsonWriter& json, const Config& config)
{
    json.beginObject("config");
    json.field("d_model", std::to_string(config.modelWidth));
    json.field("d_k", std::to_string(config.keyWidth));
    json.field("d_v", std::to_string(config.valueWidth));
    json.field("output_width", std::to_string(config.outputWidth));
    json.field("layers", std::to_string(config.layers));
    json.field("heads", std::to_string(config.heads));
    json.field("mask", nameOf(maskNames, config.mask));
    json.field("scale", scaleText(config));
    if (config.scaleKind != ScaleKind::Custom && config.customScale != Config().customScale)
        json.field(customScaleName, writeNumber(config.customScale));
    json.field("positions", nameOf(positionNames, config.positions));
    json.field("residual", config.residual ? "true" : "false");
    json.field("output_projection", config.outputProjection ? "true" : "false");
    json.endObject();
}

Config readConfig(const JsonField& field)
{
    Config config;
    JsonObject fields(field);
    fields.required("d_model").readInto(config.modelWidth);
    fields.required("d_k").readInto(config.keyWidth);
    fields.required("d_v").readInto(config.valueWidth);
    config.outputWidth = config.modelWidth;
    fields.optional("output_width").readInto(config.outputWidth);
    fields.required("layers").readInto(config.layers);
    fields.required("heads").readInto(config.heads);
    readName(fields.optional("mask"), maskNames, config.mask);
    readScale(fields, config);
    readName(fields.optional("positions"), positionNames, config.positions);
    fields.optional("residual").readInto(config.residual);
    fields.optional("output_projection").readInto(config.outputProjection);
    fields.refuseOthers();
    return config;
}

} // namespace headlight
