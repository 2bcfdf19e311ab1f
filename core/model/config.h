#pragma once

#include "core/math/matrix.h"
#include "core/support/result.h"

#include <cstdint>

namespace headlight {

/// Which keys a query may see.
enum class Mask { None, Causal };

/// What is added to the embeddings to give X.
enum class Positions { None, Sinusoidal, Table };

/// What the scores are multiplied by before the softmax.
enum class ScaleKind { KeyWidth, Off, Custom };

/// Sizes and choices of a model. Every layer has the same.
struct Config {
    Index modelWidth = 4; // d_model: columns of X
    Index keyWidth = 2; // d_k: columns of Q and K of one head
    Index valueWidth = 2; // d_v: columns of V of one head
    Index outputWidth = 4; // columns of W_O; without W_O the concatenation is the output
    int layers = 1;
    int heads = 1;
    Mask mask = Mask::None;
    ScaleKind scaleKind = ScaleKind::KeyWidth;
    double customScale = 1; // the factor when scaleKind is Custom
    Positions positions = Positions::None;
    bool residual = false; // add the layer's input to its output
    bool outputProjection = true; // multiply the concatenation by W_O

    bool operator==(const Config&) const = default;
};

inline constexpr int maximumLayers = 96;
inline constexpr int maximumHeads = 96;
inline constexpr Index maximumWidth = 16384;

/// The factor on the scores: 1/sqrt(d_k) (Vaswani et al. 2017, section 3.2.1), 1, or the user's.
double scoreFactor(const Config& config);

/// Columns of the concatenation of all heads: heads x d_v.
Index concatWidth(const Config& config);

/// Columns of a layer's output.
Index layerOutputWidth(const Config& config);

/// Refuses sizes out of range, a scale that is not finite, and stacks or residuals whose widths do
/// not fit.
Result<Ok> validate(const Config& config);

} // namespace headlight
