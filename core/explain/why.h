#pragma once

#include "core/document/snapshot.h"
#include "core/explain/cell.h"

#include <optional>
#include <vector>

namespace headlight {

/// A number that goes into another one, and the cell it stands in; a constant has no cell.
struct Factor {
    double value = 0;
    std::optional<CellRef> cell = {};
};

/// One summand: the product of its factors.
struct Term {
    std::vector<Factor> factors;

    double value() const;
};

/// How a number comes about.
enum class Rule {
    Given, // typed or drawn from the seed: an embedding, a position, a weight
    Recorded, // computed by another program, see Recorded in document.h
    Pinned, // typed over a computed number
    Copied, // the same number under another name: one term
    Added, // the sum of the terms
    DotProduct, // a row times a column: the sum of the terms, a bias last
    Scaled, // a score times the scale factor: one term
    Masked, // a scaled score plus 0, or minus infinity for a key that may not be seen
    Softmax, // see SoftmaxRow
    Sinusoid, // of the position and the dimension alone (Vaswani et al. 2017, section 3.5)
};

/// A row of attention weights: weights[j] = exponentials[j] / sum (Vaswani et al. 2017,
/// section 3.2.1).
struct SoftmaxRow {
    std::vector<Factor> scores; // the masked scores of the row
    double shift = 0; // taken off every score first where exp() would leave the range of a double
    std::vector<double> exponentials; // exp(score - shift)
    double sum = 0; // of the exponentials; 0 where every key is hidden: then all weights are 0
    std::vector<double> weights;
    std::vector<double>
        unscaledWeights; // as if scores were not scaled; empty where they are pinned
};

/// Why a cell holds what it holds.
struct Explanation {
    CellRef cell;
    double value = 0; // as the engine computed it
    Rule rule = Rule::Given;
    std::vector<Term> terms; // of every rule but Given, Recorded, Pinned, Softmax and Sinusoid
    std::optional<SoftmaxRow> softmax;

    /// What the terms give. Equal to `value` but for rounding, as the engine may add in another
    /// order.
    double explained() const;
};

/// Explains one cell of any tensor that tensor() knows. An Error for a cell that does not exist.
Result<Explanation> explain(const SnapshotPtr& snapshot, const CellRef& cell);

/// Whether explain() knows the cell; without computing anything.
bool hasCell(const SnapshotPtr& snapshot, const CellRef& cell);

/// The stages that led to a score or a weight of the same query and key, the first one first,
/// `cell` last: scores, scaled, masked, weights; stages that change nothing are left out. Other
/// cells, and those of a recording, stand alone.
std::vector<CellRef> stagesBehind(const Document& document, const CellRef& cell);

/// "X" and "output" under the names that links use: "layers.0.resid_pre" and so on.
std::string canonicalPath(const Config& config, const std::string& path);

} // namespace headlight
