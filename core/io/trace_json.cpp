#include "core/io/trace_json.h"

#include "core/io/json_writer.h"

namespace headlight {
namespace {

std::vector<std::string> pinnedPaths(const Document& document)
{
    std::vector<std::string> paths;
    for (const auto& [path, matrix] : document.pins)
        paths.push_back(path);
    return paths;
}

} // namespace

std::string writeTensors(const Snapshot& snapshot)
{
    const Document& document = *snapshot.document;
    JsonWriter json;
    json.beginObject();
    json.field("tokens", writeStrings(document.tokens));
    if (document.recorded) {
        json.field("key_tokens", writeStrings(document.recorded->keyTokens));
    } else {
        json.field("words", writeStrings(document.words));
        json.field("pinned", writeStrings(pinnedPaths(document)));
        json.field("embeddings", writeMatrix(*document.embeddings));
    }
    if (document.positions->size() > 0)
        json.field("positions", writeMatrix(*document.positions));
    forEachWeight(document.parameters, [&](const std::string& path, const Shared<Matrix>& weight) {
        if (weight->size() > 0)
            json.field(path, writeMatrix(*weight));
    });
    forEachActivation(snapshot.trace, [&](const std::string& path, const Matrix&) {
        // A large trace leaves out its score stages; tensor() makes them again. A recording has
        // none.
        if (const Result<Matrix> found = tensor(snapshot, path))
            json.field(path, writeMatrix(*found));
    });
    json.endObject();
    return json.text();
}

} // namespace headlight
