#include "tests/core/support/reference_forward.h"

#include <cmath>

namespace headlight {
namespace {

using Table = ReferenceMatrix;

/// sum over i of a(row, i) * b(firstRow + i, column)
Table product(const Table& a, const Matrix& b, Index firstRow, Index firstColumn, Index columns)
{
    Table result(a.rows(), columns);
    for (Index r = 0; r < a.rows(); ++r) {
        for (Index c = 0; c < columns; ++c) {
            long double sum = 0;
            for (Index i = 0; i < a.cols(); ++i)
                sum += a(r, i) * b(firstRow + i, firstColumn + c);
            result(r, c) = sum;
        }
    }
    return result;
}

long double scaleOf(const Config& config)
{
    if (config.scaleKind == ScaleKind::KeyWidth)
        return 1 / std::sqrt(static_cast<long double>(config.keyWidth));
    return config.scaleKind == ScaleKind::Off ? 1 : config.customScale;
}

class Reference {
public:
    explicit Reference(const Document& document)
        : m_document(document)
    {
    }

    std::map<std::string, Table> run()
    {
        Table x = embed();
        for (int l = 0; l < m_document.config.layers; ++l)
            x = layer(l, x);
        return std::move(m_tables);
    }

private:
    const Table& keep(const std::string& path, Table table)
    {
        const auto pin = m_document.pins.find(path);
        if (pin != m_document.pins.end())
            table = pin->second->cast<long double>();
        return m_tables[path] = std::move(table);
    }

    Table embed()
    {
        const Index tokens = Index(m_document.tokens.size());
        const Index width = m_document.config.modelWidth;
        Table embed(tokens, width);
        Table position = Table::Zero(tokens, width);
        for (Index t = 0; t < tokens; ++t) {
            Index word = 0;
            while (m_document.words[std::size_t(word)] != m_document.tokens[std::size_t(t)])
                ++word;
            for (Index c = 0; c < width; ++c) {
                embed(t, c) = (*m_document.embeddings)(word, c);
                position(t, c) = positionAt(t, c);
            }
        }
        m_tables["embed"] = embed;
        const bool none = m_document.config.positions == Positions::None;
        m_tables["pos_embed"] = none ? Table() : position;
        return embed + position;
    }

    long double positionAt(Index t, Index c) const
    {
        const long double width = m_document.config.modelWidth;
        switch (m_document.config.positions) {
        case Positions::None:
            return 0;
        case Positions::Table:
            return (*m_document.positions)(t, c);
        case Positions::Sinusoidal:
            break;
        }
        const long double pair = c / 2; // PE(t, 2i) = sin(t / 10000^(2i/d)), PE(t, 2i+1) = cos
        const long double angle = t / std::pow(10000.0L, 2 * pair / width);
        return c % 2 ? std::cos(angle) : std::sin(angle);
    }

    Table layer(int l, const Table& input)
    {
        const Config& config = m_document.config;
        const LayerParameters& weights = m_document.parameters.layers[std::size_t(l)];
        const std::string prefix = "layers." + std::to_string(l) + ".";
        const Table x = keep(prefix + "resid_pre", input);
        Table concat(x.rows(), config.heads * config.valueWidth);
        for (int h = 0; h < config.heads; ++h) {
            const Table z = head(prefix + "head." + std::to_string(h) + ".", x, weights, h);
            for (Index t = 0; t < z.rows(); ++t) {
                for (Index c = 0; c < z.cols(); ++c)
                    concat(t, h * config.valueWidth + c) = z(t, c);
            }
        }
        const Table glued = keep(prefix + "concat", concat);
        Table output = glued;
        if (config.outputProjection) {
            output = product(glued, *weights.wO, 0, 0, config.outputWidth);
            for (Index t = 0; t < output.rows() && weights.bO->size() > 0; ++t) {
                for (Index c = 0; c < output.cols(); ++c)
                    output(t, c) += (*weights.bO)(0, c);
            }
        }
        output = keep(prefix + "attn_out", output);
        for (Index i = 0; i < output.size() && config.residual; ++i)
            output.data()[i] += x.data()[i];
        return keep(prefix + "resid_post", output);
    }

    Table head(const std::string& prefix, const Table& x, const LayerParameters& weights, int h)
    {
        const Config& config = m_document.config;
        const Index d = config.keyWidth;
        const Index dv = config.valueWidth;
        const Table q = keep(prefix + "q", product(x, *weights.wQ, 0, h * d, d));
        const Table k = keep(prefix + "k", product(x, *weights.wK, 0, h * d, d));
        const Table v = keep(prefix + "v", product(x, *weights.wV, 0, h * dv, dv));
        const Index n = x.rows();
        Table scores(n, n);
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < n; ++j) {
                long double dot = 0;
                for (Index c = 0; c < d; ++c)
                    dot += q(i, c) * k(j, c);
                scores(i, j) = dot;
            }
        }
        scores = keep(prefix + "scores", scores);
        scores = keep(prefix + "scaled", scores * scaleOf(config));
        for (Index i = 0; i < n && config.mask == Mask::Causal; ++i) {
            for (Index j = i + 1; j < n; ++j)
                scores(i, j) = -HUGE_VALL;
        }
        const Table pattern = weightsOf(prefix, keep(prefix + "masked", scores));
        Table z = Table::Zero(n, dv);
        for (Index i = 0; i < n; ++i) {
            for (Index c = 0; c < dv; ++c) {
                for (Index j = 0; j < n; ++j)
                    z(i, c) += pattern(i, j) * v(j, c);
            }
        }
        return keep(prefix + "z", z);
    }

    Table weightsOf(const std::string& prefix, Table pattern)
    {
        for (Index i = 0; i < pattern.rows(); ++i) {
            const long double* first = &pattern(i, 0);
            const std::vector<long double> row = referenceSoftmax({first, first + pattern.cols()});
            for (Index j = 0; j < pattern.cols(); ++j)
                pattern(i, j) = row[std::size_t(j)];
        }
        return keep(prefix + "pattern", pattern);
    }

    const Document& m_document;
    std::map<std::string, Table> m_tables;
};

} // namespace

std::map<std::string, ReferenceMatrix> referenceForward(const Document& document)
{
    return Reference(document).run();
}

std::vector<long double> referenceSoftmax(const std::vector<long double>& row)
{
    long double maximum = -HUGE_VALL;
    for (const long double x : row)
        maximum = std::max(maximum, x);
    std::vector<long double> result(row.size(), 0.0L);
    if (maximum == -HUGE_VALL)
        return result;
    long double sum = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
        sum += result[i] = std::exp(row[i] - maximum);
    for (long double& x : result)
        x /= sum;
    return result;
}

} // namespace headlight
