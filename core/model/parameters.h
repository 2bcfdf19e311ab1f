#pragma once

#include "core/math/matrix.h"
#include "core/support/shared_value.h"

#include <string>
#include <vector>

namespace headlight {

/// The learned weights of one layer. Shapes are rows x columns; the heads of a layer are blocks of
/// one matrix: head h owns columns [h*d_k, (h+1)*d_k) of W_Q and W_K, columns [h*d_v, (h+1)*d_v)
/// of W_V, and the rows of the same numbers of W_O. An empty matrix means "no such weight".
template <class Scalar>
struct LayerParametersOf {
    Shared<MatrixOf<Scalar>> wQ; // d_model x (heads*d_k)
    Shared<MatrixOf<Scalar>> wK; // d_model x (heads*d_k)
    Shared<MatrixOf<Scalar>> wV; // d_model x (heads*d_v)
    Shared<MatrixOf<Scalar>> wO; // (heads*d_v) x output width
    Shared<MatrixOf<Scalar>> bO; // 1 x output width, added after W_O; usually empty
};

/// Every number that can be learned.
template <class Scalar>
struct ParametersOf {
    std::vector<LayerParametersOf<Scalar>> layers;
};

using LayerParameters = LayerParametersOf<double>;
using Parameters = ParametersOf<double>;

/// Visits the weights of one layer with their names: visit("W_Q", Shared<Matrix>&).
template <class Layer, class Visitor>
void forEachLayerWeight(Layer& layer, Visitor&& visit)
{
    visit("W_Q", layer.wQ);
    visit("W_K", layer.wK);
    visit("W_V", layer.wV);
    visit("W_O", layer.wO);
    visit("b_O", layer.bO);
}

/// Visits every weight with its path, "layers.0.W_Q". The path is the name of a tensor everywhere:
/// in files, edits, test data and on screen.
template <class P, class Visitor>
void forEachWeight(P& parameters, Visitor&& visit)
{
    for (std::size_t l = 0; l < parameters.layers.size(); ++l) {
        forEachLayerWeight(parameters.layers[l], [&](const char* name, auto& weight) {
            visit("layers." + std::to_string(l) + "." + name, weight);
        });
    }
}

/// The same weights in another precision.
template <class To, class From>
ParametersOf<To> convert(const ParametersOf<From>& parameters)
{
    ParametersOf<To> result;
    for (const LayerParametersOf<From>& layer : parameters.layers) {
        const auto cast = [](const Shared<MatrixOf<From>>& weight) {
            return Shared<MatrixOf<To>>(MatrixOf<To>(weight->template cast<To>()));
        };
        result.layers.push_back(
            {cast(layer.wQ), cast(layer.wK), cast(layer.wV), cast(layer.wO), cast(layer.bO)});
    }
    return result;
}

} // namespace headlight
