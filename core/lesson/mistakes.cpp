#include "core/lesson/mistakes.h"

#include "core/document/tensor_path.h"
#include "core/explain/why.h"
#include "core/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace headlight {
namespace {

constexpr double roundingSlack = 1e-9;

/// Typed numbers this much further off than allowed still look like the right one.
constexpr double almost = 3;
constexpr double almostRelative = 0.01;

bool isNear(double typed, double value, double tolerance)
{
    return typed == value || std::abs(typed - value) <= tolerance + roundingSlack;
}

struct Candidate {
    Mistake mistake;
    double value; // what the mistake gives
};

/// Row r of `left` times column c of `right`, as far as both go: what one gets who multiplies
/// whatever lies side by side.
double carelessProduct(const Matrix& left, Index r, const Matrix& right, Index c)
{
    const Index common = std::min(left.cols(), right.rows());
    return left.row(r).head(common).dot(right.col(c).head(common));
}

/// Computes what each mistake would have given for one cell. Functions are named after the tensor.
class MistakeFinder {
public:
    MistakeFinder(const SnapshotPtr& snapshot, const CellRef& cell, const TensorPath& path)
        : m_snapshot(snapshot)
        , m_config(snapshot->document->config)
        , m_path(path)
        , m_row(cell.row)
        , m_column(cell.column)
        , m_matrix(matrix(path))
    {
    }

    /// The most telling ones first.
    std::vector<Candidate> find()
    {
        if (m_path.head >= 0)
            ofHead();
        else if (m_path.layer >= 0)
            ofLayer();
        swapped();
        add(Mistake::WrongSign, -right());
        otherRows();
        return std::move(m_candidates);
    }

private:
    double right() const { return m_matrix(m_row, m_column); }
    void add(Mistake mistake, double value) { m_candidates.push_back({mistake, value}); }

    Matrix matrix(const TensorPath& path) const { return *tensor(*m_snapshot, toString(path)); }
    Matrix head(const char* name) const { return matrix({m_path.layer, m_path.head, name}); }
    Matrix layer(const char* name) const { return matrix({m_path.layer, -1, name}); }

    void ofHead()
    {
        const std::string& name = m_path.name;
        if (name == "q" || name == "k" || name == "v")
            projection(name);
        else if (name == "scores")
            scores();
        else if (name == "scaled" || name == "masked")
            scaled();
        else if (name == "pattern")
            pattern();
        else if (name == "z")
            z();
    }

    void ofLayer()
    {
        if (m_path.name == "attn_out")
            attnOut();
        else if (m_path.name == "resid_post" && m_config.residual)
            residPost();
    }

    void projection(const std::string& name)
    {
        const Matrix weight = head(name == "q" ? "W_Q" : name == "k" ? "W_K" : "W_V").transpose();
        if (m_column < weight.cols())
            add(Mistake::WeightsTransposed,
                carelessProduct(layer("resid_pre"), m_row, weight, m_column));
        for (const char* const other : {"q", "k", "v"}) {
            const Matrix numbers = head(other);
            if (other != name && m_column < numbers.cols())
                add(Mistake::OtherMatrix, numbers(m_row, m_column));
        }
    }

    double scoreWithColumnOfK() const
    {
        return carelessProduct(head("q"), m_row, head("k"), m_column);
    }
    bool hasColumnOfK() const { return m_column < m_config.keyWidth; }

    void scores()
    {
        const double factor = scoreFactor(m_config);
        if (factor != 1)
            add(Mistake::ScaledTooEarly, right() * factor);
        if (hasColumnOfK())
            add(Mistake::KeyNotTransposed, scoreWithColumnOfK());
    }

    void scaled()
    {
        const double score = head("scores")(m_row, m_column);
        const double factor = scoreFactor(m_config);
        if (m_path.name == "masked")
            add(Mistake::MaskForgotten, score * factor);
        if (factor != 1)
            add(Mistake::NotScaled, score);
        if (usesRoot()) {
            add(Mistake::NoRoot, score / double(m_config.keyWidth));
            add(Mistake::Multiplied, score / factor);
        }
        if (hasColumnOfK())
            add(Mistake::KeyNotTransposed, scoreWithColumnOfK() * factor);
    }

    bool usesRoot() const
    {
        return m_config.scaleKind == ScaleKind::KeyWidth && m_config.keyWidth > 1;
    }

    /// Attention weights whose scores were multiplied by `factor`.
    Matrix weightsScaledBy(double factor) const { return weightsOf(head("scores") * factor); }

    Matrix weightsOf(Matrix scores) const
    {
        const Matrix masked = head("masked");
        scores = (masked.array() == hidden<double>).select(masked, scores);
        softmaxRows(scores);
        return scores;
    }

    Matrix weightsDownColumns() const
    {
        Matrix turned = head("masked").transpose();
        softmaxRows(turned);
        return turned.transpose();
    }

    Matrix weightsWithoutMask() const
    {
        Matrix scores = head("scaled");
        softmaxRows(scores);
        return scores;
    }

    /// The ways to arrive at wrong weights, each with its weights.
    std::vector<std::pair<Mistake, Matrix>> wrongWeights() const
    {
        std::vector<std::pair<Mistake, Matrix>> wrong;
        if (scoreFactor(m_config) != 1)
            wrong.emplace_back(Mistake::NotScaled, weightsScaledBy(1));
        wrong.emplace_back(Mistake::SoftmaxDownColumn, weightsDownColumns());
        if (m_config.mask != Mask::None)
            wrong.emplace_back(Mistake::MaskForgotten, weightsWithoutMask());
        if (usesRoot())
            wrong.emplace_back(Mistake::NoRoot, weightsScaledBy(1 / double(m_config.keyWidth)));
        if (head("q").cols() == head("k").rows())
            wrong.emplace_back(Mistake::KeyNotTransposed,
                               weightsOf(head("q") * head("k") * scoreFactor(m_config)));
        return wrong;
    }

    void pattern()
    {
        for (const auto& [mistake, weights] : wrongWeights())
            add(mistake, weights(m_row, m_column));
        const Matrix scores = head("masked").row(m_row);
        const double score = scores(0, m_column);
        add(Mistake::NotDivided, std::exp(score));
        add(Mistake::NoExponential, score / scores.sum());
        add(Mistake::NoSoftmax, score);
    }

    void z()
    {
        const Matrix values = head("v");
        for (const auto& [mistake, weights] : wrongWeights())
            add(mistake, weights.row(m_row).dot(values.col(m_column)));
        const Matrix weights = head("pattern");
        add(Mistake::ColumnOfWeights, weights.col(m_row).dot(values.col(m_column)));
        if (m_column < values.rows())
            add(Mistake::RowOfValues,
                carelessProduct(weights, m_row, values.transpose(), m_column));
    }

    void attnOut()
    {
        if (!m_config.outputProjection)
            return;
        const Matrix bias = layer("b_O");
        if (bias.size() > 0)
            add(Mistake::BiasForgotten, right() - bias(0, m_column));
        const Matrix weight = layer("W_O").transpose();
        if (m_column < weight.cols())
            add(Mistake::WeightsTransposed,
                carelessProduct(layer("concat"), m_row, weight, m_column));
    }

    void residPost()
    {
        const double before = layer("resid_pre")(m_row, m_column);
        const double attention = layer("attn_out")(m_row, m_column);
        add(Mistake::ResidualForgotten, attention);
        add(Mistake::WrongSign, before - attention);
        add(Mistake::WrongSign, attention - before);
    }

    void swapped()
    {
        if (m_row != m_column && m_column < m_matrix.rows() && m_row < m_matrix.cols())
            add(Mistake::RowAndColumnSwapped, m_matrix(m_column, m_row));
    }

    /// The same column of the rows, unless several rows hold the number: then it tells nothing.
    void otherRows()
    {
        const Matrix column = m_matrix.col(m_column);
        for (Index r = 0; r < column.rows(); ++r) {
            const Index same = (column.array() == column(r, 0)).count();
            if (r != m_row && same == 1)
                add(Mistake::OtherRow, column(r, 0));
        }
    }

    SnapshotPtr m_snapshot;
    const Config& m_config;
    TensorPath m_path;
    Index m_row;
    Index m_column;
    Matrix m_matrix;
    std::vector<Candidate> m_candidates;
};

/// What the cell holds, or nothing when there is no such cell.
std::optional<double> valueOf(const SnapshotPtr& snapshot, const CellRef& cell)
{
    const Result<std::shared_ptr<const Matrix>> found = sharedTensor(snapshot, cell.tensor);
    if (!found)
        return std::nullopt;
    const Matrix& matrix = **found;
    if (cell.row < 0 || cell.row >= matrix.rows() || cell.column < 0
        || cell.column >= matrix.cols())
        return std::nullopt;
    return matrix(cell.row, cell.column);
}

bool looksRounded(double typed, double right, double tolerance)
{
    return std::isfinite(right)
        && isNear(typed, right, std::max(almost * tolerance, almostRelative * std::abs(right)));
}

} // namespace

std::optional<Mistake> recognise(const SnapshotPtr& snapshot, const CellRef& cell, double typed,
                                 double tolerance)
{
    CellRef known = cell;
    known.tensor = canonicalPath(snapshot->document->config, cell.tensor);
    const std::optional<double> right = valueOf(snapshot, known);
    if (!right || isNear(typed, *right, tolerance))
        return std::nullopt;
    for (const Candidate& candidate :
         MistakeFinder(snapshot, known, *parsePath(known.tensor)).find()) {
        if (isNear(typed, candidate.value, tolerance))
            return candidate.mistake;
    }
    return looksRounded(typed, *right, tolerance) ? std::optional(Mistake::Rounded) : std::nullopt;
}

Answer judge(const SnapshotPtr& snapshot, const CellRef& cell, double typed, double tolerance)
{
    const std::optional<double> right = valueOf(snapshot, cell);
    if (right && isNear(typed, *right, tolerance))
        return {true, std::nullopt};
    return {false, recognise(snapshot, cell, typed, tolerance)};
}

} // namespace headlight
