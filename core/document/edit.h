#pragma once

#include "core/document/document.h"
#include "core/document/tensor_path.h"

#include <variant>

namespace headlight {

/// One number. `tensor` is a path of editable(): a weight or a head's block of it, "embeddings",
/// "embed" (row = token; changes the word's row), "X" (as "embed" when there are no positions),
/// "positions", or a pinned intermediate.
struct SetCell {
    std::string tensor;
    Index row = 0;
    Index column = 0;
    double value = 0;
};

/// All numbers of a tensor; the shape stays.
struct SetTensor {
    std::string tensor;
    Matrix value;
};

/// A block of numbers of a tensor, from a cell of it on; an empty one changes nothing.
struct SetBlock {
    std::string tensor;
    Index row = 0;
    Index column = 0;
    Matrix block;
};

/// Another shape for a tensor, by the sizes of the model that it follows from (sizedFor()), and a
/// block of numbers from a cell of it on. Other numbers stay where they are, new ones are seeded.
struct ResizeTensor {
    std::string tensor;
    Shape shape;
    Index row = 0;
    Index column = 0;
    Matrix block;
};

/// What the sentence bar says: tokens, their embeddings, and pins follow.
struct SetSentence {
    std::string sentence;
};

/// Embeddings of some words, by name; the others keep theirs. The model becomes as wide as the
/// vectors are.
struct SetEmbeddings {
    std::vector<std::string> words;
    Matrix vectors; // one row for each word
};

/// Sizes and choices. Existing numbers stay where they are, new ones are seeded.
struct SetConfig {
    Config config;
};

/// All weights, and the embeddings that nobody edited, anew from a seed; pins stay.
struct SetSeed {
    std::uint64_t seed = 1;
};

/// Uses `value` instead of computing `tensor`.
struct SetPin {
    std::string tensor;
    Matrix value;
};

/// Computes `tensor` again.
struct RemovePin {
    std::string tensor;
};

/// A whole document as it was; cheap, because matrices are shared.
struct Restore {
    std::shared_ptr<const Document> document;
};

/// Every way a document can change. Plain data: it can be logged, saved, replayed and tested.
using Edit = std::variant<SetCell, SetTensor, SetBlock, ResizeTensor, SetSentence, SetEmbeddings,
                          SetConfig, SetSeed, SetPin, RemovePin, Restore>;

/// Whether `edit` can be applied, or why not. A recording takes no edit at all.
Result<Ok> checkEdit(const Document& document, const Edit& edit);

/// Applies an edit that passes checkEdit() and returns the edit that takes it back. Of numbers that
/// were overwritten it holds those that differ, not the whole matrix.
Edit applyEdit(Document& document, const Edit& edit);

/// Bytes that an edit keeps in memory and `document` does not hold itself. A matrix that both share
/// costs nothing.
std::size_t heldBytes(const Edit& edit, const Document& document);

/// Whether the second edit overwrites exactly what the first one wrote.
bool sameTarget(const Edit& first, const Edit& second);

/// Ok when the numbers of `tensor` can be typed over, or the reason why not.
Result<Ok> editable(const Document& document, const std::string& tensor);

} // namespace headlight
