#include "core/document/snapshot.h"

#include "core/document/tensor_path.h"

namespace headlight {
namespace {

/// Above this a trace keeps only its pictures.
constexpr double keepEverythingBudget = 256.0 * 1024 * 1024;

Matrix posEmbedOf(const Document& document)
{
    const Index tokens = Index(document.tokens.size());
    switch (document.config.positions) {
    case Positions::None:
        return {};
    case Positions::Sinusoidal:
        return sinusoidalPositions(tokens, document.config.modelWidth);
    case Positions::Table:
        return document.positions->topRows(tokens);
    }
    return {};
}

Matrix headBlock(const Config& config, const TensorPath& path, const Matrix& weight)
{
    if (path.name == "W_O")
        return weight.middleRows(path.head * config.valueWidth, config.valueWidth);
    const Index width = path.name == "W_V" ? config.valueWidth : config.keyWidth;
    return weight.middleCols(path.head * width, width);
}

const Matrix* findWeight(const Document& document, const TensorPath& path)
{
    const Matrix* found = nullptr;
    forEachLayerWeight(document.parameters.layers[std::size_t(path.layer)],
                       [&](std::string_view name, const Shared<Matrix>& weight) {
                           if (name == path.name)
                               found = &*weight;
                       });
    return found;
}

Matrix headActivation(const Snapshot& snapshot, const TensorPath& path)
{
    HeadTrace head;
    const HeadTrace& kept
        = snapshot.trace.layers[std::size_t(path.layer)].heads[std::size_t(path.head)];
    const bool isScore = path.name == "scores" || path.name == "scaled" || path.name == "masked";
    if (isScore && kept.masked.size() == 0) {
        head.q = kept.q;
        head.k = kept.k;
        computeScores(snapshot.document->config, snapshot.document->pins,
                      toString(TensorPath{path.layer, path.head, ""}), head);
    }
    Matrix result;
    forEachHeadActivation(isScore && kept.masked.size() == 0 ? head : kept,
                          [&](std::string_view name, const Matrix& matrix) {
                              if (name == path.name)
                                  result = matrix;
                          });
    return result;
}

Matrix layerActivation(const LayerTrace& layer, const std::string& name)
{
    if (name == "resid_pre")
        return layer.residPre;
    if (name == "concat")
        return layer.concat;
    return name == "attn_out" ? layer.attnOut : layer.residPost;
}

std::optional<Matrix> documentTensor(const Snapshot& snapshot, const std::string& name)
{
    const Document& document = *snapshot.document;
    if (name == "embeddings")
        return *document.embeddings;
    if (name == "positions")
        return *document.positions;
    if (name == "embed")
        return snapshot.trace.embed;
    if (name == "pos_embed")
        return snapshot.trace.posEmbed;
    if (name == "X")
        return snapshot.trace.layers.front().residPre;
    if (name == "output")
        return snapshot.trace.layers.back().residPost;
    return std::nullopt;
}

} // namespace

SnapshotPtr computeSnapshot(std::shared_ptr<const Document> document, const ForwardControl& control)
{
    const bool small
        = traceBytes(document->config, Index(document->tokens.size()), Keep::Everything)
        <= keepEverythingBudget;
    std::optional<Trace> trace = forward<double>(
        document->config, document->parameters, embeddedTokens(*document), posEmbedOf(*document),
        document->pins, small ? Keep::Everything : Keep::Pictures, control);
    if (!trace)
        return nullptr;
    return std::make_shared<const Snapshot>(Snapshot{std::move(document), std::move(*trace)});
}

Result<Matrix> tensor(const Snapshot& snapshot, const std::string& path)
{
    const Error unknown{"There is no matrix named \"" + path + "\"."};
    const std::optional<TensorPath> parsed = parsePath(path);
    if (!parsed)
        return unknown;
    if (parsed->layer < 0) {
        const std::optional<Matrix> found = documentTensor(snapshot, parsed->name);
        return found ? Result<Matrix>(*found) : Result<Matrix>(unknown);
    }
    const Document& document = *snapshot.document;
    if (!shapeOf(document.config, Index(document.tokens.size()), *parsed))
        return unknown;
    if (isActivation(*parsed)) {
        return parsed->head >= 0
            ? headActivation(snapshot, *parsed)
            : layerActivation(snapshot.trace.layers[std::size_t(parsed->layer)], parsed->name);
    }
    const Matrix& weight = *findWeight(document, *parsed);
    return parsed->head >= 0 ? headBlock(document.config, *parsed, weight) : weight;
}

} // namespace headlight
