#pragma once

#include "core/model/config.h"

#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// The name of a tensor taken apart: "layers.0.head.1.q" is {0, 1, "q"}, "layers.0.W_Q" is
/// {0, -1, "W_Q"}, "embeddings" is {-1, -1, "embeddings"}.
struct TensorPath {
    int layer = -1;
    int head = -1;
    std::string name;
};

std::optional<TensorPath> parsePath(std::string_view path);
std::string toString(const TensorPath& path);

/// Whether the tensor is computed by forward() and can therefore be pinned.
bool isActivation(const TensorPath& path);

/// Whether every row belongs to a token: intermediates, and what is looked up for each token.
bool rowsAreTokens(const TensorPath& path);
/// Whether every column belongs to a token as well: scores and weights.
bool columnsAreTokens(const TensorPath& path);

struct Shape {
    Index rows = 0;
    Index columns = 0;

    bool operator==(const Shape&) const = default;
};

/// "3 x 2".
std::string toString(const Shape& shape);

/// The shape of a weight or intermediate of a model with `tokens` tokens; nothing for a path that
/// such a model does not have. Tables of the document (embeddings, positions) are not a model's.
std::optional<Shape> shapeOf(const Config& config, Index tokens, const TensorPath& path);

/// How the tensor is called on screen, counted from 1: "W_Q of head 2 of layer 1". `index` goes
/// behind the symbol: "W_Q[2,3] of head 1".
std::string displayName(const Config& config, const TensorPath& path,
                        const std::string& index = {});

} // namespace headlight
