#include "core/io/document_json.h"
#include "core/io/recorded_document.h"
#include "tests/fuzz/require.h"

using namespace headlight;

namespace {

void readPrompt(RecordingSource source, std::optional<std::size_t> prompt)
{
    source.prompt = prompt;
    Result<Recording> recording = readRecording(source);
    if (!recording)
        return;
    for (const std::vector<Matrix>& layer : recording->attention) {
        for (const Matrix& head : layer)
            require(head.rows() == Index(recording->queryTokens.size())
                        && head.cols() == Index(recording->keyTokens.size()),
                    "Every row and column has its token.");
    }
    if (const Result<Document> document = documentOf(std::move(*recording)); document)
        require(readDocument(writeDocument(*document)).has_value(), "A recording can be saved.");
}

} // namespace

/// Four parts with line ends between them: format, array, tokens as JSON on one line, file.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view rest = textOf(data, size);
    RecordingSource source;
    source.extension = takePart(rest, '\n');
    source.array = takePart(rest, '\n');
    source.tokensJson = takePart(rest, '\n');
    source.bytes = rest;
    if (source.extension != "npy" && source.extension != "npz" && source.extension != "safetensors")
        return 0;
    (void)recordedArrays(source).has_value();
    readPrompt(source, std::nullopt);
    readPrompt(source, 1);
    return 0;
}
