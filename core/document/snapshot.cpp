#include "core/document/snapshot.h"

#include "core/document/tensor_path.h"
#include "core/model/engine.h"

namespace headlight {
namespace {

/// Above this a trace keeps only its pictures: writing scores that nobody looks at would take
/// longer than computing those of one head when somebody does.
constexpr double keepEverythingBudget = 48.0 * 1024 * 1024;

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

/// Heads without numbers: the weights are the document's, as they were recorded, and there is
/// nothing to compute. A second copy of them would be most of the memory of a large recording.
Trace recordedTrace(const Document& document)
{
    Trace trace;
    for (int l = 0; l < document.config.layers; ++l) {
        LayerTrace& layer = trace.layers.emplace_back();
        for (int h = 0; h < document.config.heads; ++h)
            layer.heads.emplace_back();
    }
    return trace;
}

using MatrixPtr = std::shared_ptr<const Matrix>;

MatrixPtr made(Matrix matrix)
{
    return std::make_shared<const Matrix>(std::move(matrix));
}

const Matrix* findActivation(const HeadTrace& head, const std::string& name)
{
    const Matrix* found = nullptr;
    forEachHeadActivation(head, [&](std::string_view activation, const Matrix& matrix) {
        if (activation == name)
            found = &matrix;
    });
    return found;
}

MatrixPtr headActivation(const SnapshotPtr& snapshot, const TensorPath& path)
{
    const std::shared_ptr<const HeadTrace>& kept
        = snapshot->trace.layers[std::size_t(path.layer)].heads.shared(std::size_t(path.head));
    const bool isScore = path.name == "scores" || path.name == "scaled" || path.name == "masked";
    if (!isScore || kept->masked.size() > 0)
        return {kept, findActivation(*kept, path.name)}; // no more than this head is kept alive
    const std::shared_ptr<const HeadTrace> made
        = snapshot->madeScores->of(*snapshot->document, snapshot->trace, {path.layer, path.head});
    return {made, findActivation(*made, path.name)};
}

const Matrix& layerActivation(const LayerTrace& layer, const std::string& name)
{
    if (name == "resid_pre")
        return layer.residPre;
    if (name == "concat")
        return layer.concat;
    return name == "attn_out" ? layer.attnOut : layer.residPost;
}

const Matrix* documentTensor(const Snapshot& snapshot, const std::string& name)
{
    const Document& document = *snapshot.document;
    if (name == "embeddings")
        return &*document.embeddings;
    if (name == "positions")
        return &*document.positions;
    if (name == "embed")
        return &*snapshot.trace.embed;
    if (name == "pos_embed")
        return &*snapshot.trace.posEmbed;
    if (name == "X")
        return &snapshot.trace.layers.front().residPre;
    if (name == "output")
        return &snapshot.trace.layers.back().residPost;
    return nullptr;
}

MatrixPtr layerTensor(const SnapshotPtr& snapshot, const TensorPath& path)
{
    if (snapshot->document->recorded)
        return {snapshot, &*snapshot->document->pins.at(toString(path))};
    if (isActivation(path) && path.head >= 0)
        return headActivation(snapshot, path);
    if (isActivation(path))
        return {snapshot,
                &layerActivation(snapshot->trace.layers[std::size_t(path.layer)], path.name)};
    const Matrix& weight = *findWeight(*snapshot->document, path);
    if (path.head >= 0)
        return made(headBlock(snapshot->document->config, path, weight));
    return {snapshot, &weight};
}

} // namespace

std::shared_ptr<const HeadTrace> MadeScores::of(const Document& document, const Trace& trace,
                                                const HeadPlace& place)
{
    const std::lock_guard lock(m_mutex);
    if (m_head && m_place == place)
        return m_head;
    const HeadTrace& kept = trace.layers[std::size_t(place.layer)].heads[std::size_t(place.head)];
    const auto head = std::make_shared<HeadTrace>();
    head->q = kept.q;
    head->k = kept.k;
    computeScores(document.config, document.pins, toString(TensorPath{place.layer, place.head, ""}),
                  *head);
    m_place = place;
    m_head = head;
    return head;
}

std::optional<CellScores> scoresOfCell(const Snapshot& snapshot, const HeadPlace& place,
                                       Index query, Index key)
{
    const Document& document = *snapshot.document;
    if (document.recorded)
        return std::nullopt;
    const HeadTrace& kept
        = snapshot.trace.layers[std::size_t(place.layer)].heads[std::size_t(place.head)];
    const std::string prefix = toString(TensorPath{place.layer, place.head, ""});
    Pins pins; // those of this cell
    for (const char* name : {"scores", "scaled"}) {
        if (const auto pin = document.pins.find(prefix + name); pin != document.pins.end())
            pins[pin->first] = Matrix(pin->second->block(query, key, 1, 1));
    }
    HeadTrace cell;
    cell.q = kept.q.row(query);
    cell.k = kept.k.row(key);
    computeScores(document.config, pins, prefix, cell);
    return CellScores{cell.scores(0, 0), cell.scaled(0, 0)};
}

SnapshotPtr computeSnapshot(std::shared_ptr<const Document> document, const ForwardControl& control)
{
    Engine<double> engine;
    return computeSnapshot(engine, std::move(document), control);
}

SnapshotPtr computeSnapshot(Engine<double>& engine, std::shared_ptr<const Document> document,
                            const ForwardControl& control)
{
    if (document->recorded) {
        Trace trace = recordedTrace(*document);
        return std::make_shared<const Snapshot>(Snapshot{std::move(document), std::move(trace)});
    }
    const bool small
        = traceBytes(document->config, Index(document->tokens.size()), Keep::Everything)
        <= keepEverythingBudget;
    std::optional<Trace> trace = engine.run(
        {document->config, document->parameters, embeddedTokens(*document), posEmbedOf(*document),
         document->pins, small ? Keep::Everything : Keep::Pictures},
        control);
    if (!trace)
        return nullptr;
    return std::make_shared<const Snapshot>(Snapshot{std::move(document), std::move(*trace)});
}

Result<MatrixPtr> sharedTensor(const SnapshotPtr& snapshot, const std::string& path)
{
    const std::optional<TensorPath> parsed = parsePath(path);
    if (parsed && parsed->layer < 0 && !snapshot->document->recorded) {
        if (const Matrix* found = documentTensor(*snapshot, parsed->name))
            return MatrixPtr(snapshot, found);
    } else if (parsed && shapeOf(*snapshot->document, *parsed)) {
        return layerTensor(snapshot, *parsed);
    }
    return Error{"There is no matrix named \"" + path + "\"."};
}

Result<Matrix> tensor(const Snapshot& snapshot, const std::string& path)
{
    const SnapshotPtr borrowed(SnapshotPtr(), &snapshot); // the caller keeps it alive
    const Result<MatrixPtr> shared = sharedTensor(borrowed, path);
    return shared ? Result<Matrix>(**shared) : Result<Matrix>(shared.error());
}

} // namespace headlight
