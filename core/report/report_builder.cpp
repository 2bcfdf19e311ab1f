#include "core/report/report_builder.h"

#include "core/document/tensor_path.h"
#include "core/explain/chain.h"
#include "core/explain/stage_formula.h"
#include "core/explain/why_text.h"
#include "core/report/model_facts.h"
#include "core/report/report_matrix.h"
#include "core/report/stage_words.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace headlight {
namespace {

constexpr std::size_t modelSection = 1; // behind the sentence
constexpr std::size_t termsShown = 6; // of a long sum that is written out

std::string nameOf(const std::string& tensor)
{
    return parsePath(tensor)->name;
}

/// The column of the largest finite number, whatever its sign.
Index largestOf(const Eigen::Ref<const Eigen::RowVectorXd>& row)
{
    Index column = 0;
    double largest = 0;
    for (Index c = 0; c < row.size(); ++c) {
        if (std::isfinite(row[c]) && std::abs(row[c]) > largest) {
            largest = std::abs(row[c]);
            column = c;
        }
    }
    return column;
}

class ReportBuilder {
public:
    ReportBuilder(const SnapshotPtr& snapshot, const ReportOptions& options)
        : m_snapshot(snapshot)
        , m_document(*snapshot->document)
        , m_config(m_document.config)
        , m_options(options)
        , m_layers(chosenOrAll(options.layers, m_config.layers))
        , m_heads(chosenOrAll(options.heads, m_config.heads))
        , m_isRecording(m_document.recorded.has_value())
    {
    }

    Report run()
    {
        m_report.title = m_document.title.empty() ? "Attention, computed" : m_document.title;
        m_report.digits = m_options.digits;
        addSentence();
        addModel();
        for (const int layer : m_layers)
            addLayer(layer);
        if (m_isCut)
            m_report.sections[modelSection].blocks.push_back(ReportText{leftOutText(), true});
        return std::move(m_report);
    }

private:
    bool isPinned(const std::string& path) const { return m_document.pins.contains(path); }
    static std::string ofLayer(int layer, const char* name)
    {
        return toString(TensorPath{layer, -1, name});
    }
    static std::string ofHead(int layer, int head, const char* name)
    {
        return toString(TensorPath{layer, head, name});
    }

    void section(int level, const std::string& title)
    {
        m_report.sections.push_back({level, title});
    }
    void add(ReportBlock block) { m_report.sections.back().blocks.push_back(std::move(block)); }
    void say(const std::string& text) { add(ReportText{text}); }

    void addSentence()
    {
        section(1, "The sentence");
        if (!m_document.sentence.empty())
            say("“" + m_document.sentence + "”");
        if (keyTokens(m_document) == m_document.tokens)
            add(ReportFacts{{{"Tokens, in order", tokenList(m_document.tokens)}}});
        else
            add(ReportFacts{{{"Queries, in order", tokenList(m_document.tokens)},
                             {"Keys, in order", tokenList(keyTokens(m_document))}}});
        if (!m_document.note.empty())
            add(ReportText{m_document.note, true});
    }

    void addModel()
    {
        section(1, m_isRecording ? "The recording" : "The model");
        if (m_isRecording) {
            say("The attention weights were recorded in another program. Queries, keys, values and "
                "outputs are not part of a recording, so the report shows the weights.");
            add(recordingFacts(m_config));
            return;
        }
        add(ReportFacts{modelFacts(m_document)});
        say(m_config.heads > 1 ? "What one head computes, and what a layer makes of all heads:"
                               : "What is computed:");
        add(formulaOf(m_document, m_layers.front(), m_heads.front()));
    }

    /// Headings lie as deep as there are layers and heads to tell apart.
    int headLevel() const { return m_config.layers > 1 ? 2 : 1; }
    int headStageLevel() const { return headLevel() + (m_config.heads > 1 ? 1 : 0); }

    void addLayer(int layer)
    {
        if (m_config.layers > 1)
            section(1, "Layer " + std::to_string(layer + 1));
        if (!m_isRecording)
            addInput(layer);
        for (const int head : m_heads)
            addHead(layer, head);
        if (!m_isRecording)
            addLayerStages(layer);
    }

    void addInput(int layer)
    {
        const std::string path = ofLayer(layer, "resid_pre");
        const bool isTold = layer > 0 && !isPinned(path)
            && std::find(m_layers.begin(), m_layers.end(), layer - 1) != m_layers.end();
        section(headLevel(), stageHeading("resid_pre"));
        if (layer > 0 && !isPinned(path))
            say("X of this layer is the output of layer " + std::to_string(layer) + ".");
        else
            say(stageText(m_config, "resid_pre"));
        if (isTold)
            return;
        const bool isSum = layer == 0 && m_config.positions != Positions::None && !isPinned(path);
        if (isSum) {
            say("It is the embedding of every token plus its position.");
            add(stageFormula(m_document, path));
            addMatrices({"embed", "pos_embed", path}, {"", "+", "="});
        } else {
            addMatrices({path}, {""});
        }
    }

    void addHead(int layer, int head)
    {
        if (m_config.heads > 1)
            section(headLevel(), "Head " + std::to_string(head + 1));
        if (m_isRecording || m_options.brief)
            return addStage(ofHead(layer, head, "pattern"), headStageLevel());
        for (const ChainStage& stage : chainOf(m_document, layer, head)) {
            if (parsePath(stage.tensor)->head >= 0 && isActivation(*parsePath(stage.tensor))
                && isUsed(layer, head, nameOf(stage.tensor)))
                addStage(stage.tensor, headStageLevel());
        }
    }

    /// What lies before a pinned matrix has no part in the result.
    bool isUsed(int layer, int head, const std::string& name) const
    {
        static const std::vector<std::string> towardsWeights
            = {"q", "k", "scores", "scaled", "masked", "pattern"};
        const auto pinned = [&](const std::string& path) {
            return isPinned(toString(TensorPath{layer, head, path}));
        };
        if (name != "z" && pinned("z"))
            return false;
        const auto place = std::find(towardsWeights.begin(), towardsWeights.end(), name);
        if (place == towardsWeights.end())
            return true;
        const auto later = name == "q" ? place + 2 : place + 1; // K does not hide Q
        return std::none_of(later, towardsWeights.end(), pinned);
    }

    void addLayerStages(int layer)
    {
        std::vector<std::string> stages;
        for (const ChainStage& stage : chainOf(m_document, layer, 0)) {
            const TensorPath path = *parsePath(stage.tensor);
            if (path.head < 0 && path.layer >= 0 && isActivation(path) && path.name != "resid_pre")
                stages.push_back(stage.tensor);
        }
        if (stages.empty() && m_options.brief)
            stages = {ofHead(layer, 0, "z")};
        if (m_options.brief && !stages.empty())
            stages = {stages.back()};
        for (std::size_t i = 0; i < stages.size(); ++i)
            addStage(stages[i], headLevel());
    }

    void addStage(const std::string& tensor, int level)
    {
        const std::string name = nameOf(tensor);
        const bool isAlone = m_config.heads > 1 && name == "pattern"
            && (m_isRecording || m_options.brief); // the head's heading is enough
        if (!isAlone)
            section(level, stageHeading(name));
        if (m_isRecording)
            return addNumbers(tensor);
        if (m_told.insert(name).second)
            say(stageText(m_config, name)); // once is enough
        if (isPinned(tensor))
            say("These numbers are pinned: given instead of computed.");
        else
            add(stageFormula(m_document, tensor));
        addNumbers(tensor);
    }

    void addNumbers(const std::string& tensor)
    {
        const TensorPath path = *parsePath(tensor);
        std::vector<std::string> paths;
        if (!isPinned(tensor))
            paths = weightsOf(path);
        paths.push_back(tensor);
        addMatrices(paths, std::vector<std::string>(paths.size()));
    }

    /// The given matrices that the stage brings in.
    std::vector<std::string> weightsOf(const TensorPath& path) const
    {
        if (path.name == "q" || path.name == "k" || path.name == "v")
            return {toString({path.layer, path.head, std::string("W_") + char(path.name[0] - 32)})};
        if (path.name != "attn_out" || !m_config.outputProjection)
            return {};
        std::vector<std::string> weights = {ofLayer(path.layer, "W_O")};
        if (m_document.parameters.layers[std::size_t(path.layer)].bO->size() > 0)
            weights.push_back(ofLayer(path.layer, "b_O"));
        return weights;
    }

    void addMatrices(const std::vector<std::string>& paths, const std::vector<std::string>& before)
    {
        ReportEquation equation;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            equation.matrices.push_back(reportMatrix(m_snapshot, paths[i]));
            ReportMatrix& matrix = equation.matrices.back();
            matrix.before = before[i];
            matrix.symbol.isPinned &= !m_isRecording; // all are, which says nothing
            m_isCut |= !matrix.isWhole();
        }
        if (m_options.heatmaps && nameOf(paths.back()) == "pattern")
            equation.heatmap = reportHeatmap(m_snapshot, paths.back());
        equation.calculation = calculationOf(paths.back());
        add(std::move(equation));
    }

    /// One cell written out, the largest of its row: many others are 0. With a causal mask the last
    /// query is the one that sees all.
    std::vector<MathLine> calculationOf(const std::string& tensor) const
    {
        const Matrix& values = **sharedTensor(m_snapshot, tensor);
        if (isPinned(tensor) || !isActivation(*parsePath(tensor)) || values.size() == 0)
            return {};
        const Index row = m_config.mask == Mask::Causal ? values.rows() - 1 : 0;
        const Result<Explanation> why
            = explain(m_snapshot, {tensor, row, largestOf(values.row(row))});
        if (!why || why->rule == Rule::Copied)
            return {};
        return whyLines(m_document, *why, {m_options.digits, termsShown});
    }

    SnapshotPtr m_snapshot;
    const Document& m_document;
    const Config& m_config;
    const ReportOptions& m_options;
    std::vector<int> m_layers;
    std::vector<int> m_heads;
    bool m_isRecording;
    bool m_isCut = false; // whether some matrix is not whole
    std::set<std::string> m_told; // stages that were explained
    Report m_report;
};

} // namespace

std::vector<int> chosenOrAll(const std::vector<int>& chosen, int count)
{
    if (!chosen.empty())
        return chosen;
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

Report buildReport(const SnapshotPtr& snapshot, const ReportOptions& options)
{
    return ReportBuilder(snapshot, options).run();
}

} // namespace headlight
