#pragma once

#include "core/document/snapshot.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// X, the vectors that enter the first layer, T x d_model.
const Matrix& inputOf(const Snapshot& snapshot);

/// The output of a layer, T x output width; that of the last one is the model's.
const Matrix& outputOf(const Snapshot& snapshot, int layer);
const Matrix& outputOf(const Snapshot& snapshot);

/// Whether a difference is no more than rounding leaves between rows of `output`.
bool isRounding(double difference, const Matrix& output);

/// Another sentence with the embeddings, weights and choices of `document`, computed without pins:
/// they belong to the tokens of the first sentence. A word that the document does not know gets the
/// embedding it would have there. Null only when a stop was requested; an Error when the sentence
/// needs too much memory.
Result<SnapshotPtr> snapshotOfSentence(const Document& document, const std::string& sentence,
                                       const ForwardControl& control = {});

/// A row of one sentence and the row of another that holds the same token.
struct RowPair {
    Index first = 0;
    Index second = 0;

    bool operator==(const RowPair&) const = default;
};

/// The tokens that both sentences have, in the order of the first: the n-th occurrence of a token
/// goes with its n-th occurrence.
std::vector<RowPair> matchRows(const std::vector<std::string>& first,
                               const std::vector<std::string>& second);

/// How alike one token is in two sentences: cosine similarity of its rows.
struct SharedToken {
    RowPair rows;
    std::optional<double> before; // in X
    std::optional<double> after; // in the output of the layer
};
std::vector<SharedToken> sharedTokens(const Snapshot& first, const Snapshot& second, int layer);

/// A token that occurs several times in one sentence.
struct EqualTokens {
    std::vector<Index> rows; // in order
    double difference = 0; // the largest absolute one of any two of their output rows
};
std::vector<EqualTokens> equalTokens(const Snapshot& snapshot, int layer);

/// Two sentences of the same tokens in different orders.
struct OrderComparison {
    std::vector<RowPair> rows; // in the order of the first sentence
    std::vector<double> differences; // for each pair, the largest absolute one of their outputs
    double largest = 0; // of the differences
};

/// By the output of a layer. Error with the token that one sentence has more often than the other.
Result<OrderComparison> compareOrder(const Snapshot& first, const Snapshot& second, int layer);

/// Path of the result of one head, which is what is pinned to zeros while the head is off.
std::string headPath(int layer, int head);

/// Whether the head adds nothing: its z is pinned to zeros.
bool isHeadOff(const Document& document, int layer, int head);

/// The document with a head switched off or, on again, computing; a pin of its z with other numbers
/// than zeros stays when it is switched on.
Document withHead(Document document, int layer, int head, bool on);

/// The document with every head on.
Document withAllHeads(Document document);

/// What one head adds to attn_out of its layer, T x output width: Z_h times its rows of W_O.
/// Without W_O its columns of the concatenation, zero elsewhere. All heads and b_O together are
/// attn_out.
Matrix headPart(const Snapshot& snapshot, int layer, int head);

/// How far the model's output of every token moved, T Euclidean norms. Both of one sentence and one
/// model.
Eigen::VectorXd outputChange(const Snapshot& from, const Snapshot& to);

} // namespace headlight
