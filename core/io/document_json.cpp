#include "core/io/document_json.h"

#include "core/io/config_json.h"
#include "core/model/initialize.h"

#include <algorithm>

namespace headlight {
namespace {

void writeEmbeddings(JsonWriter& json, const Document& document)
{
    json.beginObject("embeddings");
    for (std::size_t w = 0; w < document.words.size(); ++w) {
        const std::string& word = document.words[w];
        const Matrix row = document.embeddings->row(Index(w));
        const bool isSeeded = sameBits(row, seededEmbedding(document.seed, word, row.cols()));
        json.field(word, isSeeded ? jsonString(seededNumbers) : writeRow(row, 0));
    }
    json.endObject();
}

using WeightList = std::vector<std::pair<const char*, Shared<Matrix>>>;

WeightList weightsOf(const LayerParameters& layer)
{
    WeightList weights;
    forEachLayerWeight(layer, [&](const char* name, const Shared<Matrix>& weight) {
        weights.emplace_back(name, weight);
    });
    return weights;
}

bool sameWeights(const LayerParameters& a, const LayerParameters& b)
{
    const WeightList left = weightsOf(a);
    const WeightList right = weightsOf(b);
    return std::equal(left.begin(), left.end(), right.begin(),
                      [](const auto& x, const auto& y) { return sameBits(*x.second, *y.second); });
}

void writeLayer(JsonWriter& json, const LayerParameters& layer, const LayerParameters& fresh)
{
    const WeightList freshWeights = weightsOf(fresh);
    json.beginObject();
    for (std::size_t i = 0; const auto& [name, weight] : weightsOf(layer)) {
        const bool isSeeded = sameBits(*weight, *freshWeights[i++].second);
        if (weight->size() > 0 && isSeeded)
            json.field(name, jsonString(seededNumbers));
        else if (weight->size() > 0)
            json.matrix(name, *weight);
    }
    json.endObject();
}

void writeLayers(JsonWriter& json, const Document& document)
{
    const std::vector<LayerParameters>& layers = document.parameters.layers;
    const Parameters fresh
        = seededParameters(document.config, document.seed, document.weightDeviation);
    if (std::equal(layers.begin(), layers.end(), fresh.layers.begin(), fresh.layers.end(),
                   sameWeights)) {
        json.field("layers", jsonString(seededNumbers));
        return;
    }
    json.beginArray("layers");
    for (std::size_t l = 0; l < layers.size(); ++l)
        writeLayer(json, layers[l], fresh.layers[l]);
    json.endArray();
}

void writePins(JsonWriter& json, const Pins& pins)
{
    json.beginObject("pins");
    for (const auto& [path, matrix] : pins)
        json.matrix(path, *matrix);
    json.endObject();
}

void writeModel(JsonWriter& json, const Document& document)
{
    json.field("seed", std::to_string(document.seed));
    json.field("weight_deviation", writeNumber(document.weightDeviation));
    writeConfig(json, document.config);
    writeEmbeddings(json, document);
    if (document.positions->size() > 0)
        json.matrix("positions", *document.positions);
    writeLayers(json, document);
}

/// A recording has no model; its weights are the pins.
void writeRecorded(JsonWriter& json, const Document& document)
{
    json.beginObject("recorded");
    json.field("layers", std::to_string(document.config.layers));
    json.field("heads", std::to_string(document.config.heads));
    json.field("key_tokens", writeStrings(document.recorded->keyTokens));
    json.endObject();
}

} // namespace

std::string writeDocument(const Document& document)
{
    JsonWriter json;
    json.beginObject();
    json.field("headlight", std::to_string(documentVersion));
    if (!document.title.empty())
        json.field("title", jsonString(document.title));
    if (!document.note.empty())
        json.field("note", jsonString(document.note));
    json.field("sentence", jsonString(document.sentence));
    json.field("tokens", writeStrings(document.tokens));
    if (document.recorded)
        writeRecorded(json, document);
    else
        writeModel(json, document);
    if (!document.pins.empty())
        writePins(json, document.pins);
    json.endObject();
    return json.text();
}

} // namespace headlight
