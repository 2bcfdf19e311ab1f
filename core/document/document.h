#pragma once

#include "core/model/forward.h"
#include "core/support/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

struct Shape;
struct TensorPath;

/// Makes a document a recording: attention weights that another program computed. They are its
/// pins, one pattern for each head. There is no model behind them, so nothing else is known or
/// computed, and nothing can be edited.
struct Recorded {
    std::vector<std::string> keyTokens; // one for each column; the rows belong to Document::tokens

    bool operator==(const Recorded&) const = default;
};

/// What the user edits and saves: a plain value, cheap to copy at any size.
struct Document {
    std::string title; // shown in the window when there is no file name; may be empty
    std::string note; // what to look at; may be empty
    std::string sentence; // as typed, UTF-8
    std::vector<std::string> tokens; // of the sentence, in order
    std::uint64_t seed = 1; // where new numbers come from (initialize.h)
    double weightDeviation = 1; // standard deviation of new weights
    Config config;
    /// One row for each distinct word, so the same token always has the same embedding. Words of
    /// the sentence come first, in order of appearance; then words that left the sentence but
    /// whose row somebody edited.
    std::vector<std::string> words;
    Shared<Matrix> embeddings; // words x d_model
    Shared<Matrix> positions; // at least T x d_model with Positions::Table, else empty
    Parameters parameters;
    Pins pins;
    std::optional<Recorded> recorded; // of config only layers and heads mean something then
};

/// The tokens that are asked for: another sentence than the queries' in a recording of
/// cross-attention.
const std::vector<std::string>& keyTokens(const Document& document);

/// The shape of a weight or intermediate of this document; nothing for one it does not have.
std::optional<Shape> shapeOf(const Document& document, const TensorPath& path);

/// The row of `embeddings` that belongs to each token.
std::vector<Index> embeddingRows(const Document& document);

/// The embedding of every token, T x d_model: X, as long as there are no positions.
Matrix embeddedTokens(const Document& document);

/// Refuses a document whose parts do not fit together: sizes, shapes, pins, memory.
Result<Ok> checkDocument(const Document& document);

/// Refuses a document whose weights and trace would need more than memoryLimit(), before anything
/// is made.
Result<Ok> checkMemory(const Document& document);

/// Whether everything the user can edit is the same, bit for bit.
bool sameDocument(const Document& a, const Document& b);

/// Visits every matrix that the user can edit: the embeddings of the words, the positions, the
/// weights, what is pinned: visit(path, const Shared<Matrix>&).
template <class Visitor>
void forEachMatrix(const Document& document, Visitor&& visit)
{
    visit("embeddings", document.embeddings);
    visit("positions", document.positions);
    forEachWeight(document.parameters, visit);
    for (const auto& [path, matrix] : document.pins)
        visit(path, matrix);
}

/// Bytes that the trace of a document of these sizes needs.
double traceBytes(const Config& config, Index tokens, Keep keep);

/// Bytes of all weights.
double weightBytes(const Config& config);

} // namespace headlight
