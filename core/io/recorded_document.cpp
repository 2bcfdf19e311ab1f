#include "core/io/recorded_document.h"

#include "core/document/tensor_path.h"
#include "core/model/initialize.h"

#include <algorithm>

namespace headlight {
namespace {

/// The smallest model with so many layers and heads.
Config configOf(const Recording& recording)
{
    Config config;
    config.layers = int(recording.attention.size());
    config.heads = int(recording.attention.front().size());
    config.keyWidth = config.valueWidth = 1;
    config.outputProjection = false;
    config.modelWidth = config.outputWidth = config.heads; // so that layers can be stacked
    return config;
}

void addTokens(Document& document, const std::vector<std::string>& tokens)
{
    document.tokens = tokens;
    for (const std::string& token : tokens) {
        document.sentence += (document.sentence.empty() ? "" : " ") + token;
        const auto known = std::find(document.words.begin(), document.words.end(), token);
        if (known == document.words.end())
            document.words.push_back(token);
    }
    Matrix embeddings(Index(document.words.size()), document.config.modelWidth);
    for (Index w = 0; w < embeddings.rows(); ++w)
        embeddings.row(w) = seededEmbedding(document.seed, document.words[std::size_t(w)],
                                            document.config.modelWidth);
    document.embeddings = std::move(embeddings);
}

void pinWeights(Document& document, const Recording& recording)
{
    for (std::size_t l = 0; l < recording.attention.size(); ++l) {
        for (std::size_t h = 0; h < recording.attention[l].size(); ++h)
            document.pins[toString(TensorPath{int(l), int(h), "pattern"})]
                = recording.attention[l][h];
    }
}

} // namespace

Result<Document> documentOf(const Recording& recording)
{
    if (recording.attention.empty() || recording.attention.front().empty())
        return Error{"The recording has no heads."};
    if (recording.queryTokens != recording.keyTokens)
        return Error{"The queries and keys of this recording are different tokens; only attention "
                     "of a sentence to itself can be drawn."};
    Document document;
    document.title = recording.array;
    document.config = configOf(recording);
    if (const Result<Ok> valid = validate(document.config); !valid)
        return valid.error();
    addTokens(document, recording.queryTokens);
    document.parameters
        = seededParameters(document.config, document.seed, document.weightDeviation);
    pinWeights(document, recording);
    if (const Result<Ok> fits = checkDocument(document); !fits)
        return fits.error();
    return document;
}

bool isRecorded(const Document& document)
{
    const Config& config = document.config;
    if (config.outputProjection || config.keyWidth != 1 || config.valueWidth != 1)
        return false;
    const std::size_t heads = std::size_t(config.layers) * std::size_t(config.heads);
    return document.pins.size() == heads
        && std::all_of(document.pins.begin(), document.pins.end(),
                       [](const auto& pin) { return parsePath(pin.first)->name == "pattern"; });
}

} // namespace headlight
