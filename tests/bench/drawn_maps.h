#pragma once

#include "core/document/snapshot.h"
#include "core/document/tensor_path.h"
#include "ui/views/model_overview.h"

#include <QCoreApplication>

#include <random>

// What the benchmarks of drawing show: weights alone, as a recording has them.

namespace headlight {

inline Matrix randomWeights(Index tokens, std::mt19937& random)
{
    std::uniform_real_distribution<double> uniform;
    return Matrix::NullaryExpr(tokens, tokens, [&] { return uniform(random); });
}

/// Heads whose numbers are those of `before` turned around, or the first of them alone: the others
/// are shared, as the engine shares them. Without `before` they are random.
inline SnapshotPtr recordedHeads(Document document, const Snapshot* before, bool all)
{
    std::mt19937 random(1);
    Trace trace;
    for (int l = 0; l < document.config.layers; ++l) {
        LayerTrace& layer = trace.layers.emplace_back();
        for (int h = 0; h < document.config.heads; ++h) {
            Shared<Matrix>& weights = document.pins[toString(TensorPath{l, h, "pattern"})];
            if (before && !all && l + h > 0) {
                layer.heads.push_back(
                    before->trace.layers[std::size_t(l)].heads.shared(std::size_t(h)));
                continue;
            }
            layer.heads.emplace_back();
            weights = before ? Matrix((1 - weights->array()).matrix())
                             : randomWeights(Index(document.tokens.size()), random);
        }
    }
    return std::make_shared<const Snapshot>(
        Snapshot{std::make_shared<const Document>(std::move(document)), std::move(trace)});
}

inline SnapshotPtr recordedModel(int layers, int heads, int tokens)
{
    Document document;
    document.config.layers = layers;
    document.config.heads = heads;
    for (int i = 0; i < tokens; ++i)
        document.tokens.push_back("w" + std::to_string(i));
    document.recorded = Recorded{document.tokens};
    return recordedHeads(std::move(document), nullptr, true);
}

/// The same model with other numbers in all of its heads, or in one.
inline SnapshotPtr changed(const SnapshotPtr& snapshot, bool all)
{
    return recordedHeads(*snapshot->document, snapshot.get(), all);
}

/// Until everything that is seen is coloured and painted.
inline void finish(const ModelOverview& overview)
{
    do {
        QCoreApplication::processEvents();
    } while (!overview.isComplete());
    QCoreApplication::processEvents(); // the repaint that was asked for
}

/// Makes it as large as it takes to give every cell a pixel, with names and a colour bar around.
inline void makeRoomForCells(ModelOverview& overview)
{
    finish(overview);
    while (overview.isPooled()) {
        overview.resize(overview.size() + QSize(4, 4));
        finish(overview);
    }
}

} // namespace headlight
