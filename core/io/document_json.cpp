#include "core/io/document_json.h"

#include "core/document/tensor_path.h"
#include "core/io/json_reader.h"
#include "core/io/json_writer.h"
#include "core/model/initialize.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr const char* seeded = "seeded";

template <class Enum>
struct Named {
    Enum value;
    const char* name;
};

constexpr Named<Mask> maskNames[] = {{Mask::None, "none"}, {Mask::Causal, "causal"}};
constexpr Named<Positions> positionNames[] = {
    {Positions::None, "none"}, {Positions::Sinusoidal, "sinusoidal"}, {Positions::Table, "table"}};
constexpr const char* keyWidthScale = "1/sqrt(d_k)";

template <class Enum, std::size_t N>
std::string nameOf(const Named<Enum> (&names)[N], Enum value)
{
    return std::find_if(names, names + N, [&](const auto& n) { return n.value == value; })->name;
}

// ---------------------------------------------------------------------------------- writing

std::string scaleText(const Config& config)
{
    switch (config.scaleKind) {
    case ScaleKind::KeyWidth:
        return jsonString(keyWidthScale);
    case ScaleKind::Off:
        return jsonString("off");
    case ScaleKind::Custom:
        return writeNumber(config.customScale);
    }
    return {};
}

void writeConfig(JsonWriter& json, const Config& config)
{
    json.beginObject("config");
    json.field("d_model", std::to_string(config.modelWidth));
    json.field("d_k", std::to_string(config.keyWidth));
    json.field("d_v", std::to_string(config.valueWidth));
    json.field("output_width", std::to_string(config.outputWidth));
    json.field("layers", std::to_string(config.layers));
    json.field("heads", std::to_string(config.heads));
    json.field("mask", jsonString(nameOf(maskNames, config.mask)));
    json.field("scale", scaleText(config));
    json.field("positions", jsonString(nameOf(positionNames, config.positions)));
    json.field("residual", config.residual ? "true" : "false");
    json.field("output_projection", config.outputProjection ? "true" : "false");
    json.endObject();
}

void writeEmbeddings(JsonWriter& json, const Document& document)
{
    json.beginObject("embeddings");
    for (std::size_t w = 0; w < document.words.size(); ++w) {
        const std::string& word = document.words[w];
        const Matrix row = document.embeddings->row(Index(w));
        const bool isSeeded = sameBits(row, seededEmbedding(document.seed, word, row.cols()));
        json.field(word, isSeeded ? jsonString(seeded) : writeRow(row, 0));
    }
    json.endObject();
}

void writeLayer(JsonWriter& json, const LayerParameters& layer, const LayerParameters& fresh)
{
    std::vector<const Matrix*> freshWeights;
    forEachLayerWeight(fresh, [&](const char*, const Shared<Matrix>& weight) {
        freshWeights.push_back(&*weight);
    });
    json.beginObject();
    std::size_t next = 0;
    forEachLayerWeight(layer, [&](const char* name, const Shared<Matrix>& weight) {
        const Matrix& unchanged = *freshWeights[next++];
        if (weight->size() == 0)
            return;
        if (sameBits(*weight, unchanged))
            json.field(name, jsonString(seeded));
        else
            json.matrix(name, *weight);
    });
    json.endObject();
}

void writeLayers(JsonWriter& json, const Document& document)
{
    const Parameters fresh
        = seededParameters(document.config, document.seed, document.weightDeviation);
    json.beginArray("layers");
    for (std::size_t l = 0; l < document.parameters.layers.size(); ++l)
        writeLayer(json, document.parameters.layers[l], fresh.layers[l]);
    json.endArray();
}

// ---------------------------------------------------------------------------------- reading

/// Fills a document from the fields of a file; the first thing that is wrong ends it.
class DocumentReader {
public:
    explicit DocumentReader(const JsonValue& root)
        : m_root(root)
    {
    }

    Result<Document> read()
    {
        JsonObject fields(JsonField(&m_root, "", m_root.line, &m_errors));
        Document& d = m_document;
        (void)fields.required("headlight");
        fields.optional("title").readInto(d.title);
        fields.optional("note").readInto(d.note);
        fields.required("sentence").readInto(d.sentence);
        fields.required("tokens").readInto(d.tokens);
        fields.optional("seed").readInto(d.seed);
        fields.optional("weight_deviation").readInto(d.weightDeviation);
        readConfig(fields.required("config"));
        if (m_errors.first)
            return *m_errors.first;
        if (const Result<Ok> valid = validate(d.config); !valid)
            return fields.required("config").error("does not fit: " + valid.error().message);
        if (const Result<Ok> fits = checkMemory(d); !fits)
            return fields.required("config").error("is too large: " + fits.error().message);
        readEmbeddings(fields.required("embeddings"));
        fields.optional("positions").readInto(m_positions);
        readLayers(fields.required("layers"));
        readPins(fields.optional("pins"));
        fields.refuseOthers();
        if (m_errors.first)
            return *m_errors.first;
        d.positions = m_positions;
        if (const Result<Ok> fits = checkDocument(d); !fits)
            return Error{fits.error().message};
        return std::move(d);
    }

private:
    template <class Enum, std::size_t N>
    static void readName(JsonField field, const Named<Enum> (&names)[N], Enum& value)
    {
        std::string text;
        field.readInto(text);
        if (!field.present())
            return;
        for (const Named<Enum>& candidate : names) {
            if (text == candidate.name) {
                value = candidate.value;
                return;
            }
        }
        field.fail("is \"" + text + "\", which this version does not know");
    }

    void readScale(JsonField field)
    {
        Config& config = m_document.config;
        if (!field.present())
            return;
        if (field.isNumber()) {
            config.scaleKind = ScaleKind::Custom;
            field.readInto(config.customScale);
            return;
        }
        constexpr Named<ScaleKind> names[]
            = {{ScaleKind::KeyWidth, keyWidthScale}, {ScaleKind::Off, "off"}};
        readName(field, names, config.scaleKind);
    }

    void readConfig(JsonField field)
    {
        Config& config = m_document.config;
        JsonObject fields(field);
        fields.required("d_model").readInto(config.modelWidth);
        fields.required("d_k").readInto(config.keyWidth);
        fields.required("d_v").readInto(config.valueWidth);
        config.outputWidth = config.modelWidth;
        fields.optional("output_width").readInto(config.outputWidth);
        fields.required("layers").readInto(config.layers);
        fields.required("heads").readInto(config.heads);
        readName(fields.optional("mask"), maskNames, config.mask);
        readScale(fields.optional("scale"));
        readName(fields.optional("positions"), positionNames, config.positions);
        fields.optional("residual").readInto(config.residual);
        fields.optional("output_projection").readInto(config.outputProjection);
        fields.refuseOthers();
    }

    void readEmbeddings(JsonField field)
    {
        Document& d = m_document;
        const std::vector<std::string> words = field.keys();
        Matrix table(Index(words.size()), d.config.modelWidth);
        JsonObject rows(field);
        for (Index w = 0; w < table.rows(); ++w) {
            const std::string& word = words[std::size_t(w)];
            JsonField row = rows.required(word);
            if (row.isString(seeded)) {
                table.row(w) = seededEmbedding(d.seed, word, table.cols());
                continue;
            }
            Matrix values;
            row.readRowInto(values);
            if (values.cols() == table.cols())
                table.row(w) = values;
            else
                row.fail("has " + std::to_string(values.cols()) + " numbers, but d_model is "
                         + std::to_string(table.cols()));
        }
        d.words = words;
        d.embeddings = std::move(table);
    }

    void readLayers(JsonField field)
    {
        Document& d = m_document;
        const Parameters fresh = seededParameters(d.config, d.seed, d.weightDeviation);
        if (field.size() != fresh.layers.size()) {
            field.fail("has " + std::to_string(field.size()) + " layers, but the config says "
                       + std::to_string(fresh.layers.size()));
            return;
        }
        d.parameters = fresh;
        for (std::size_t l = 0; l < fresh.layers.size(); ++l) {
            JsonObject weights(field.element(l));
            forEachLayerWeight(d.parameters.layers[l],
                               [&](const char* name, Shared<Matrix>& weight) {
                                   readWeight(weights.optional(name), weight);
                               });
            weights.refuseOthers();
        }
    }

    /// A weight that is left out is empty; one that is "seeded" keeps the fresh numbers.
    static void readWeight(JsonField field, Shared<Matrix>& weight)
    {
        if (field.isString(seeded))
            return;
        Matrix values;
        field.readInto(values);
        weight = std::move(values);
    }

    void readPins(JsonField field)
    {
        JsonObject pins(field);
        for (const std::string& path : field.keys()) {
            Matrix values;
            pins.required(path).readInto(values);
            m_document.pins[path] = std::move(values);
        }
    }

    const JsonValue& m_root;
    JsonErrors m_errors;
    Document m_document;
    Matrix m_positions;
};

Result<Ok> checkVersion(const JsonValue& root)
{
    JsonErrors errors;
    JsonField field = JsonObject(JsonField(&root, "", root.line, &errors)).required("headlight");
    int version = 0;
    field.readInto(version);
    if (errors.first)
        return *errors.first;
    if (version > documentVersion)
        return Error{"This file was written by a newer Headlight: its format is "
                     + std::to_string(version) + ", and this program reads up to "
                     + std::to_string(documentVersion) + ". Open it with the newer version."};
    // An older format is brought up to date here, by one function for each version.
    if (version < documentVersion)
        return field.error("is " + std::to_string(version) + ", but formats count from 1.");
    return Ok{};
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
    json.field("seed", std::to_string(document.seed));
    json.field("weight_deviation", writeNumber(document.weightDeviation));
    writeConfig(json, document.config);
    writeEmbeddings(json, document);
    if (document.positions->size() > 0)
        json.matrix("positions", *document.positions);
    writeLayers(json, document);
    if (!document.pins.empty()) {
        json.beginObject("pins");
        for (const auto& [path, matrix] : document.pins)
            json.matrix(path, *matrix);
        json.endObject();
    }
    json.endObject();
    return json.text();
}

Result<Document> readDocument(std::string_view text)
{
    const Result<JsonValue> root = parseJson(text);
    if (!root)
        return root.error();
    if (const Result<Ok> version = checkVersion(*root); !version)
        return version.error();
    return DocumentReader(*root).read();
}

} // namespace headlight
