#include "core/io/recorded_document.h"

#include "core/document/tensor_path.h"
#include "core/io/recording_tokens.h"

namespace headlight {
namespace {

void pinWeights(Document& document, Recording recording)
{
    for (std::size_t l = 0; l < recording.attention.size(); ++l) {
        for (std::size_t h = 0; h < recording.attention[l].size(); ++h)
            document.pins[toString(TensorPath{int(l), int(h), "pattern"})]
                = std::move(recording.attention[l][h]);
    }
}

} // namespace

Result<Document> documentOf(Recording recording)
{
    if (recording.attention.empty() || recording.attention.front().empty())
        return Error{"The recording has no heads."};
    Document document;
    document.title = recording.array;
    document.config.layers = int(recording.attention.size());
    document.config.heads = int(recording.attention.front().size());
    if (!recording.rowsSumToOne)
        document.note = "Not every row sums to 1: these may be scores.";
    document.sentence = sentenceOf(recording.queryTokens);
    document.tokens = recording.queryTokens;
    document.recorded = Recorded{recording.keyTokens};
    pinWeights(document, std::move(recording));
    if (const Result<Ok> fits = checkDocument(document); !fits)
        return fits.error();
    return document;
}

} // namespace headlight
