#include "core/explain/why.h"

#include "core/document/tensor_path.h"
#include "core/explain/cell.h"
#include "core/math/softmax.h"

#include <cmath>
#include <map>

namespace headlight {
namespace {

/// Beyond these exp() overflows, or everything underflows.
constexpr double largestExponent = 700;

/// Explains the cells of one snapshot. Functions are named after the tensor they explain.
class Explainer {
public:
    Explainer(const SnapshotPtr& snapshot, const CellRef& cell, const TensorPath& path)
        : m_snapshot(snapshot)
        , m_document(*snapshot->document)
        , m_config(snapshot->document->config)
        , m_path(path)
        , m_row(cell.row)
        , m_column(cell.column)
    {
        m_result.cell = cell;
    }

    Explanation run(double value)
    {
        m_result.value = value;
        if (m_document.recorded)
            m_result.rule = Rule::Recorded;
        else if (m_document.pins.contains(m_result.cell.tensor))
            m_result.rule = Rule::Pinned;
        else if (m_path.head >= 0)
            explainHeadStage();
        else if (m_path.layer >= 0)
            explainLayerStage();
        else
            explainEmbedding();
        return std::move(m_result);
    }

private:
    std::string ofHead(const std::string& name) const
    {
        return toString(TensorPath{m_path.layer, m_path.head, name});
    }
    std::string ofLayer(const std::string& name) const
    {
        return toString(TensorPath{m_path.layer, -1, name});
    }

    const Matrix& matrix(const std::string& path)
    {
        auto& matrix = m_matrices[path];
        if (!matrix)
            matrix = *sharedTensor(m_snapshot, path);
        return *matrix;
    }
    Factor factor(const std::string& path, Index row, Index column)
    {
        return {matrix(path)(row, column), CellRef{path, row, column}};
    }

    void copied(const std::string& path, Index row, Index column)
    {
        m_result.rule = Rule::Copied;
        m_result.terms = {{{factor(path, row, column)}}};
    }

    void added(const std::string& first, const std::string& second)
    {
        m_result.rule = Rule::Added;
        m_result.terms = {{{factor(first, m_row, m_column)}}, {{factor(second, m_row, m_column)}}};
    }

    /// Row m_row of `left` times column m_column of `right`, or its row with `transposed`.
    void dotProduct(const std::string& left, const std::string& right, bool transposed = false)
    {
        m_result.rule = Rule::DotProduct;
        const Matrix& rows = matrix(left);
        const Matrix& columns = matrix(right);
        m_result.terms.resize(std::size_t(rows.cols()));
        for (Index i = 0; i < rows.cols(); ++i) {
            const Index row = transposed ? m_column : i;
            const Index column = transposed ? i : m_column;
            std::vector<Factor>& factors = m_result.terms[std::size_t(i)].factors;
            factors.reserve(2);
            factors.push_back({rows(m_row, i), CellRef{left, m_row, i}});
            factors.push_back({columns(row, column), CellRef{right, row, column}});
        }
    }

    void explainHeadStage()
    {
        const std::string& name = m_path.name;
        if (name == "q")
            dotProduct(ofLayer("resid_pre"), ofHead("W_Q"));
        else if (name == "k")
            dotProduct(ofLayer("resid_pre"), ofHead("W_K"));
        else if (name == "v")
            dotProduct(ofLayer("resid_pre"), ofHead("W_V"));
        else if (name == "scores")
            dotProduct(ofHead("q"), ofHead("k"), true);
        else if (name == "scaled")
            scaled();
        else if (name == "masked")
            masked();
        else if (name == "pattern")
            softmax();
        else if (name == "z")
            dotProduct(ofHead("pattern"), ofHead("v"));
    }

    void scaled()
    {
        m_result.rule = Rule::Scaled;
        m_result.terms
            = {{{factor(ofHead("scores"), m_row, m_column), Factor{scoreFactor(m_config)}}}};
    }

    bool isHidden(Index key) const { return m_config.mask == Mask::Causal && key > m_row; }

    void masked()
    {
        m_result.rule = Rule::Masked;
        const double term = isHidden(m_column) ? hidden<double> : 0;
        m_result.terms = {{{factor(ofHead("scaled"), m_row, m_column)}}, {{Factor{term}}}};
    }

    void softmax()
    {
        m_result.rule = Rule::Softmax;
        SoftmaxRow row;
        const Matrix& masked = matrix(ofHead("masked"));
        for (Index j = 0; j < masked.cols(); ++j)
            row.scores.push_back(factor(ofHead("masked"), m_row, j));
        fill(row, masked.row(m_row));
        row.unscaledWeights = unscaledWeights();
        m_result.softmax = std::move(row);
    }

    static void fill(SoftmaxRow& row, const Matrix& scores)
    {
        const double maximum = scores.maxCoeff<Eigen::PropagateNaN>();
        if (!(std::abs(maximum) < largestExponent) && maximum != hidden<double>)
            row.shift = maximum;
        for (const double score : scores.reshaped())
            row.exponentials.push_back(std::exp(score - row.shift));
        for (const double exponential : row.exponentials)
            row.sum += exponential;
        for (const double exponential : row.exponentials)
            row.weights.push_back(row.sum == 0 ? 0 : exponential / row.sum);
    }

    std::vector<double> unscaledWeights()
    {
        if (m_document.pins.contains(ofHead("scaled"))
            || m_document.pins.contains(ofHead("masked")))
            return {};
        Matrix scores = matrix(ofHead("scores")).row(m_row);
        for (Index j = 0; j < scores.cols(); ++j) {
            if (isHidden(j))
                scores(0, j) = hidden<double>;
        }
        softmaxRows(scores);
        return {scores.data(), scores.data() + scores.size()};
    }

    void explainLayerStage()
    {
        const std::string& name = m_path.name;
        if (name == "resid_pre")
            residPre();
        else if (name == "concat")
            copied(toString(TensorPath{m_path.layer, int(m_column / m_config.valueWidth), "z"}),
                   m_row, m_column % m_config.valueWidth);
        else if (name == "attn_out")
            attnOut();
        else if (name == "resid_post" && m_config.residual)
            added(ofLayer("resid_pre"), ofLayer("attn_out"));
        else if (name == "resid_post")
            copied(ofLayer("attn_out"), m_row, m_column);
    }

    void residPre()
    {
        if (m_path.layer > 0)
            copied(toString(TensorPath{m_path.layer - 1, -1, "resid_post"}), m_row, m_column);
        else if (m_snapshot->trace.posEmbed->size() > 0)
            added("embed", "pos_embed");
        else
            copied("embed", m_row, m_column);
    }

    void attnOut()
    {
        if (!m_config.outputProjection)
            return copied(ofLayer("concat"), m_row, m_column);
        dotProduct(ofLayer("concat"), ofLayer("W_O"));
        if (matrix(ofLayer("b_O")).size() > 0)
            m_result.terms.push_back({{factor(ofLayer("b_O"), 0, m_column)}});
    }

    void explainEmbedding()
    {
        if (m_path.name == "embed")
            copied("embeddings", embeddingRows(m_document)[std::size_t(m_row)], m_column);
        else if (m_path.name == "pos_embed" && m_config.positions == Positions::Table)
            copied("positions", m_row, m_column);
        else if (m_path.name == "pos_embed")
            m_result.rule = Rule::Sinusoid;
    }

    SnapshotPtr m_snapshot;
    const Document& m_document;
    const Config& m_config;
    TensorPath m_path;
    Index m_row;
    Index m_column;
    Explanation m_result;
    std::map<std::string, std::shared_ptr<const Matrix>> m_matrices;
};

Error noSuchCell(const Matrix& matrix, const CellRef& cell)
{
    return Error{cell.tensor + " has no cell [" + std::to_string(cell.row + 1) + ","
                 + std::to_string(cell.column + 1) + "]; it is "
                 + toString(Shape{matrix.rows(), matrix.cols()}) + "."};
}

} // namespace

double Term::value() const
{
    double product = 1;
    for (const Factor& factor : factors)
        product *= factor.value;
    return product;
}

double Explanation::explained() const
{
    if (softmax)
        return softmax->weights[std::size_t(cell.column)];
    if (terms.empty())
        return value;
    // A hidden key is hidden whatever its score was, NaN included.
    if (rule == Rule::Masked && terms.back().value() == hidden<double>)
        return hidden<double>;
    double sum = 0;
    for (const Term& term : terms)
        sum += term.value();
    return sum;
}

std::string canonicalPath(const Config& config, const std::string& path)
{
    if (path == "X")
        return "layers.0.resid_pre";
    if (path == "output")
        return "layers." + std::to_string(config.layers - 1) + ".resid_post";
    return path;
}

Result<Explanation> explain(const SnapshotPtr& snapshot, const CellRef& cell)
{
    CellRef known = cell;
    known.tensor = canonicalPath(snapshot->document->config, cell.tensor);
    const Result<std::shared_ptr<const Matrix>> found = sharedTensor(snapshot, known.tensor);
    if (!found)
        return found.error();
    const Matrix& matrix = **found;
    if (cell.row < 0 || cell.row >= matrix.rows() || cell.column < 0
        || cell.column >= matrix.cols())
        return noSuchCell(matrix, cell);
    return Explainer(snapshot, known, *parsePath(known.tensor)).run(matrix(cell.row, cell.column));
}

bool hasCell(const SnapshotPtr& snapshot, const CellRef& cell)
{
    const std::string name = canonicalPath(snapshot->document->config, cell.tensor);
    const std::optional<TensorPath> path = parsePath(name);
    std::optional<Shape> shape;
    if (path && path->head >= 0) { // scores may be left out, and need not be made to be counted
        shape = shapeOf(*snapshot->document, *path);
    } else if (const auto found = sharedTensor(snapshot, name)) {
        shape = Shape{(*found)->rows(), (*found)->cols()};
    }
    return shape && cell.row >= 0 && cell.row < shape->rows && cell.column >= 0
        && cell.column < shape->columns;
}

std::vector<CellRef> stagesBehind(const Document& document, const CellRef& cell)
{
    const std::optional<TensorPath> path = parsePath(cell.tensor);
    if (document.recorded || !path || path->head < 0)
        return {cell};
    const Config& config = document.config;
    const std::pair<const char*, bool> stages[] = {{"scores", true},
                                                   {"scaled", config.scaleKind != ScaleKind::Off},
                                                   {"masked", config.mask != Mask::None},
                                                   {"pattern", true}};
    std::vector<CellRef> behind;
    for (const auto& [name, changes] : stages) {
        CellRef stage = cell;
        stage.tensor = toString(TensorPath{path->layer, path->head, name});
        if (stage == cell) {
            behind.push_back(cell);
            return behind;
        }
        if (changes)
            behind.push_back(stage);
    }
    return {cell};
}

} // namespace headlight
