#include "core/document/memory_limit.h"
#include "core/document/tensor_path.h"
#include "core/io/config_json.h"
#include "core/io/document_json.h"
#include "core/model/initialize.h"
#include "core/support/out_of_memory.h"

#include <cmath>
#include <unordered_set>

namespace headlight {
namespace {

/// Fills a document from the fields of a file; the first thing that is wrong ends it.
class DocumentReader {
public:
    explicit DocumentReader(const JsonValue& root)
        : m_root(&root, "", root.line, &m_errors)
    {
    }

    Result<Document> read();

private:
    Result<Ok> checkVersion(JsonField field);
    void readText(JsonObject& fields);
    void readModel(JsonObject& fields);
    void readRecorded(JsonField field);
    void checkConfig(JsonField field);
    void readEmbeddings(JsonField field);
    void checkWidth(JsonField row, Index width);
    void checkTokens(JsonField field);
    void readPositions(JsonField field);
    void readLayers(JsonField field);
    void readWeight(JsonField field, const std::string& path, Shared<Matrix>& weight);
    void readPins(JsonField field);
    void checkShape(JsonField field, Matrix& matrix, const Shape& expected);
    const Parameters& fresh();

    JsonErrors m_errors;
    JsonField m_root;
    Document m_document;
    std::optional<Parameters> m_fresh; // made when something is "seeded"
};

Result<Document> DocumentReader::read()
{
    JsonObject fields(m_root);
    if (const Result<Ok> version = checkVersion(fields.required("headlight")); !version)
        return version.error();
    readText(fields);
    if (const JsonField recorded = fields.optional("recorded"); recorded.present())
        readRecorded(recorded);
    else
        readModel(fields);
    if (m_errors.first)
        return *m_errors.first;
    readPins(fields.optional("pins"));
    fields.refuseOthers();
    if (m_errors.first)
        return *m_errors.first;
    if (const Result<Ok> fits = checkDocument(m_document); !fits)
        return fits.error();
    return std::move(m_document);
}

/// Older formats will be brought up to date here, one function a version.
Result<Ok> DocumentReader::checkVersion(JsonField field)
{
    std::int64_t version = documentVersion;
    field.readInto(version);
    if (m_errors.first)
        return *m_errors.first;
    if (version > documentVersion)
        return field.error("is " + std::to_string(version)
                           + ": a newer program wrote this file, and this one reads formats up to "
                           + std::to_string(documentVersion) + ". Open it with a newer Headlight.");
    if (version < 1)
        return field.error("is " + std::to_string(version) + ", but formats count from 1.");
    return Ok{};
}

void DocumentReader::readText(JsonObject& fields)
{
    fields.optional("title").readInto(m_document.title);
    fields.optional("note").readInto(m_document.note);
    fields.required("sentence").readInto(m_document.sentence);
    fields.required("tokens").readInto(m_document.tokens);
}

void DocumentReader::readModel(JsonObject& fields)
{
    fields.optional("seed").readInto(m_document.seed);
    const JsonField deviation = fields.optional("weight_deviation");
    deviation.readInto(m_document.weightDeviation);
    if (!std::isfinite(m_document.weightDeviation))
        deviation.fail("should be a finite number, but is " + deviation.found() + ".");
    m_document.config = readConfig(fields.required("config"));
    checkConfig(fields.required("config")); // before anything of these sizes is made
    if (m_errors.first)
        return;
    readEmbeddings(fields.required("embeddings"));
    checkTokens(fields.required("tokens"));
    readPositions(fields.optional("positions"));
    readLayers(fields.required("layers"));
}

void DocumentReader::readRecorded(JsonField field)
{
    JsonObject fields(field);
    m_document.recorded.emplace();
    fields.required("layers").readInto(m_document.config.layers);
    fields.required("heads").readInto(m_document.config.heads);
    fields.required("key_tokens").readInto(m_document.recorded->keyTokens);
    fields.refuseOthers();
    checkConfig(field);
}

void DocumentReader::checkConfig(JsonField field)
{
    if (const Result<Ok> valid = validate(m_document.config); !valid)
        field.fail("cannot be used. " + valid.error().message);
    else if (const Result<Ok> small = checkMemory(m_document); !small)
        field.fail("is too large. " + small.error().message);
}

void DocumentReader::readEmbeddings(JsonField field)
{
    const auto rows = field.members();
    const Index width = m_document.config.modelWidth;
    // "seeded" is short, so many words could ask for far more memory than the file has.
    if (double(rows.size()) * double(width) * sizeof(double) > memoryLimit())
        return field.fail("has too many rows for this d_model.");
    for (const auto& [word, row] : rows)
        checkWidth(row, width); // before a table is made that short rows could not fill
    if (m_errors.first)
        return;
    Matrix table(Index(rows.size()), width);
    for (Index r = 0; r < table.rows() && !m_errors.first; ++r) {
        const auto& [word, row] = rows[std::size_t(r)];
        m_document.words.push_back(word);
        Matrix values;
        if (row.isString(seededNumbers))
            values = seededEmbedding(m_document.seed, word, width);
        else
            row.readRowInto(values);
        if (!m_errors.first)
            table.row(r) = values;
    }
    m_document.embeddings = std::move(table);
}

void DocumentReader::checkWidth(JsonField row, Index width)
{
    if (row.isString(seededNumbers))
        return;
    const std::size_t found = row.rowLength();
    if (found != std::size_t(width))
        row.fail("is " + toString(Shape{1, Index(found)}) + ", but this model needs "
                 + toString(Shape{1, width}) + ".");
}

void DocumentReader::checkTokens(JsonField field)
{
    const std::unordered_set<std::string> words(m_document.words.begin(), m_document.words.end());
    for (const std::string& token : m_document.tokens) {
        if (!words.contains(token))
            return field.fail("holds " + jsonString(shortened(token))
                              + ", but there is no such row in \"embeddings\".");
    }
}

void DocumentReader::readPositions(JsonField field)
{
    Matrix table;
    field.readInto(table);
    if (m_document.config.positions == Positions::Table) {
        const Index tokens = Index(m_document.tokens.size());
        if (!field.present() && tokens > 0)
            field.fail("is missing, but config.positions is \"table\".");
        checkShape(field, table, {std::max(table.rows(), tokens), m_document.config.modelWidth});
    }
    m_document.positions = std::move(table);
}

void DocumentReader::readLayers(JsonField field)
{
    std::vector<LayerParameters>& layers = m_document.parameters.layers;
    if (field.isString(seededNumbers)) {
        layers = fresh().layers;
        return;
    }
    const std::vector<JsonField> elements = field.elements("a list of layers or \"seeded\"");
    if (elements.size() != std::size_t(m_document.config.layers))
        return field.fail("should hold " + std::to_string(m_document.config.layers)
                          + " layers, as config.layers says, but holds "
                          + std::to_string(elements.size()) + ".");
    layers.resize(elements.size());
    for (std::size_t l = 0; l < layers.size() && !m_errors.first; ++l) {
        JsonObject fields(elements[l]);
        forEachLayerWeight(layers[l], [&](const char* name, Shared<Matrix>& weight) {
            readWeight(fields.optional(name), "layers." + std::to_string(l) + "." + name, weight);
        });
        fields.refuseOthers();
    }
}

void DocumentReader::readWeight(JsonField field, const std::string& path, Shared<Matrix>& weight)
{
    const std::optional<Shape> expected = shapeOf(m_document.config, 0, *parsePath(path));
    if (!field.present()) {
        if (expected && !path.ends_with("b_O"))
            field.fail("is missing.");
        return;
    }
    if (!expected)
        return field.fail("is given, but a model with this config has no such weight.");
    if (field.isString(seededNumbers)) {
        forEachWeight(fresh(), [&](const std::string& name, const Shared<Matrix>& seeded) {
            if (name == path)
                weight = seeded;
        });
        return;
    }
    Matrix values;
    field.readInto(values);
    checkShape(field, values, *expected);
    weight = std::move(values);
}

void DocumentReader::readPins(JsonField field)
{
    for (const auto& [path, pin] : field.members()) {
        const std::optional<TensorPath> parsed = parsePath(path);
        const std::optional<Shape> expected = parsed ? shapeOf(m_document, *parsed) : std::nullopt;
        if (!expected || !isActivation(*parsed))
            return pin.fail("is pinned, but this model computes no such matrix.");
        Matrix values;
        pin.readInto(values);
        checkShape(pin, values, *expected);
        m_document.pins[path] = std::move(values);
    }
}

/// An empty list says nothing of its columns and takes those it needs.
void DocumentReader::checkShape(JsonField field, Matrix& matrix, const Shape& expected)
{
    if (matrix.rows() == 0 && expected.rows == 0)
        matrix.resize(0, expected.columns);
    const Shape found{matrix.rows(), matrix.cols()};
    if (field.present() && found != expected)
        field.fail("is " + toString(found) + ", but this model needs " + toString(expected) + ".");
}

const Parameters& DocumentReader::fresh()
{
    if (!m_fresh)
        m_fresh = seededParameters(m_document.config, m_document.seed, m_document.weightDeviation);
    return *m_fresh;
}

} // namespace

Result<Document> readDocument(std::string_view text)
{
    return withinMemory([&]() -> Result<Document> {
        const Result<JsonValue> root = parseJson(text);
        return root ? DocumentReader(*root).read() : Result<Document>(root.error());
    });
}

Result<DocumentHeading> readHeading(std::string_view text)
{
    const Result<JsonValue> root = parseJson(text);
    if (!root)
        return root.error();
    JsonErrors errors;
    JsonObject fields(JsonField(&*root, "", root->line, &errors));
    DocumentHeading heading;
    fields.optional("title").readInto(heading.title);
    fields.optional("note").readInto(heading.note);
    return errors.first ? Result<DocumentHeading>(*errors.first) : heading;
}

} // namespace headlight
