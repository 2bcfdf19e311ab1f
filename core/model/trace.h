#pragma once

#include "core/math/matrix.h"
#include "core/support/shared_list.h"
#include "core/support/shared_value.h"

#include <string>
#include <vector>

namespace headlight {

/// What one head computed. T tokens; every matrix in the order of the computation.
template <class Scalar>
struct HeadTraceOf {
    MatrixOf<Scalar> q; // T x d_k, x W_Q
    MatrixOf<Scalar> k; // T x d_k, x W_K
    MatrixOf<Scalar> v; // T x d_v, x W_V
    MatrixOf<Scalar> scores; // T x T, q k^T: query down, key across
    MatrixOf<Scalar> scaled; // T x T, scores times the scale factor
    MatrixOf<Scalar> masked; // T x T, hidden keys are -infinity
    MatrixOf<Scalar> pattern; // T x T, the attention weights: softmax of every row of masked
    MatrixOf<Scalar> z; // T x d_v, pattern v
    std::vector<Index> hiddenRows; // queries that may see no key at all; their weights are zero
};

template <class Scalar>
struct LayerTraceOf {
    MatrixOf<Scalar> residPre; // T x d_model, what came in
    SharedList<HeadTraceOf<Scalar>> heads;
    MatrixOf<Scalar> concat; // T x (heads*d_v), every z side by side
    MatrixOf<Scalar> attnOut; // T x output width, concat W_O (+ b_O), or concat itself without W_O
    MatrixOf<Scalar> residPost; // T x output width, attnOut, plus residPre with a residual
};

/// Every intermediate of one forward pass. The score stages of large passes are left empty and
/// made again when somebody asks (see Keep in forward.h).
template <class Scalar>
struct TraceOf {
    Shared<MatrixOf<Scalar>> embed; // T x d_model, the embedding of every token
    Shared<MatrixOf<Scalar>> posEmbed; // T x d_model, or empty without positions
    SharedList<LayerTraceOf<Scalar>> layers; // layers[0].residPre is X
    bool isNudged = false; // weights and what follows are off by rounding (see ForwardControlOf)
};

using HeadTrace = HeadTraceOf<double>;
using LayerTrace = LayerTraceOf<double>;
using Trace = TraceOf<double>;

/// Visits the matrices of one head with their names, in the order of the computation.
template <class Head, class Visitor>
void forEachHeadActivation(Head& head, Visitor&& visit)
{
    visit("q", head.q);
    visit("k", head.k);
    visit("v", head.v);
    visit("scores", head.scores);
    visit("scaled", head.scaled);
    visit("masked", head.masked);
    visit("pattern", head.pattern);
    visit("z", head.z);
}

/// Visits every matrix of the trace with its path, e.g. "layers.0.head.1.pattern". The names are
/// those of TransformerLens where it has one.
template <class T, class Visitor>
void forEachActivation(T& trace, Visitor&& visit)
{
    visit(std::string("embed"), *trace.embed);
    visit(std::string("pos_embed"), *trace.posEmbed);
    for (std::size_t l = 0; l < trace.layers.size(); ++l) {
        const std::string prefix = "layers." + std::to_string(l) + ".";
        auto& layer = trace.layers[l];
        visit(prefix + "resid_pre", layer.residPre);
        for (std::size_t h = 0; h < layer.heads.size(); ++h) {
            forEachHeadActivation(layer.heads[h], [&](const char* name, auto& matrix) {
                visit(prefix + "head." + std::to_string(h) + "." + name, matrix);
            });
        }
        visit(prefix + "concat", layer.concat);
        visit(prefix + "attn_out", layer.attnOut);
        visit(prefix + "resid_post", layer.residPost);
    }
}

} // namespace headlight
