#include "core/document/snapshot.h"
#include "core/io/config_json.h"
#include "core/io/document_json.h"
#include "tests/fuzz/require.h"

using namespace headlight;

namespace {

/// Whether the sizes in the file ask for so much that a run would be slow: "seeded" makes large
/// models of short texts, which is meant.
bool isLarge(std::string_view text)
{
    constexpr Index largestWidth = 64;
    constexpr int mostHeads = 8;
    const Result<JsonValue> root = parseJson(text);
    if (!root)
        return false;
    JsonErrors errors;
    JsonObject fields(JsonField(&*root, "", 1, &errors));
    const Config config = readConfig(fields.optional("config"));
    return config.modelWidth > largestWidth || config.keyWidth > largestWidth
        || config.valueWidth > largestWidth || config.outputWidth > largestWidth
        || config.layers > mostHeads || config.heads > mostHeads;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = textOf(data, size);
    if (isLarge(text))
        return 0;
    const Result<Document> document = readDocument(text);
    if (!document)
        return 0;
    const std::string written = writeDocument(*document);
    const Result<Document> again = readDocument(written);
    require(again.has_value(), "What was read can be written and read.");
    require(writeDocument(*again) == written, "A document read again is written the same.");
    if (document->tokens.size() <= 16)
        computeSnapshot(std::make_shared<const Document>(*document));
    return 0;
}
