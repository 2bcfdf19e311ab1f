#pragma once

#include "core/document/snapshot.h"
#include "core/explain/formula.h"
#include "core/explain/math_text.h"

#include <variant>

namespace headlight {

/// What a report tells of.
struct ReportOptions {
    std::vector<int> layers = {}; // counted from 0, rising; empty: all
    std::vector<int> heads = {}; // the same
    int digits = 3;
    bool heatmaps = true;
    bool brief = false; // the input, attention weights and the output only
};

/// A matrix with its headings. Of a large one the upper left part is shown.
struct ReportMatrix {
    std::string tensor; // its path
    FormulaPart symbol;
    std::string name; // "W_Q of head 2"
    std::string before = {}; // operator between it and the matrix left of it
    std::shared_ptr<const Matrix> values; // whole
    Index rows = 0; // that are shown
    Index columns = 0;
    std::vector<std::string> rowLabels; // of the shown rows
    std::vector<std::string> columnLabels;

    bool isWhole() const { return rows == values->rows() && columns == values->cols(); }
};

/// Attention weights as colours from 0 to 1.
struct ReportHeatmap {
    std::string name; // "Attention weights of head 2"
    std::shared_ptr<const Matrix> values;
    std::vector<std::string> rowLabels;
    std::vector<std::string> columnLabels;
};

/// Matrices side by side: factors and what they give; and how one cell came about, line by line.
struct ReportEquation {
    std::vector<ReportMatrix> matrices;
    std::optional<ReportHeatmap> heatmap = {};
    std::vector<MathLine> calculation = {};
};

struct ReportText {
    std::string text;
    bool isAside = false; // in smaller, quieter letters
};

/// Names and values.
struct ReportFacts {
    std::vector<std::pair<std::string, std::string>> facts;
};

using ReportBlock = std::variant<ReportText, ReportFacts, FormulaPart, ReportEquation>;

struct ReportSection {
    int level = 1; // of its heading: 1 to 3
    std::string title;
    std::vector<ReportBlock> blocks = {};
};

/// The whole worked computation of a document, in the order one reads it.
struct Report {
    std::string title;
    int digits = 3; // of its numbers
    std::vector<ReportSection> sections;
};

/// What is in a report, in which order, and what is said about it. An Error for layers or heads
/// that the model has not, for more heads than a report bears, and for a sentence without tokens.
Result<Report> makeReport(const SnapshotPtr& snapshot, const ReportOptions& options);

/// Heads that a report may tell of, all layers together.
inline constexpr int mostReportHeads = 256;

/// Numbers of a matrix with at most so many rows and columns are all shown.
inline constexpr Index mostReportCells = 40;

} // namespace headlight
