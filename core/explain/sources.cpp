#include "core/explain/sources.h"

#include "core/document/tensor_path.h"

#include <algorithm>
#include <optional>

namespace headlight {
namespace {

using Blocks = std::vector<CellBlock>;

/// The sources of one block, named after the tensor it lies in.
class SourceFinder {
public:
    SourceFinder(const Document& document, const CellBlock& block, const TensorPath& path)
        : m_document(document)
        , m_config(document.config)
        , m_block(block)
        , m_path(path)
    {
    }

    Blocks find() const
    {
        if (m_path.layer < 0)
            return ofEmbedding();
        return m_path.head >= 0 ? ofHead() : ofLayer();
    }

private:
    std::string layerPath(const char* name) const
    {
        return toString(TensorPath{m_path.layer, -1, name});
    }
    std::string headPath(const char* name) const
    {
        return toString(TensorPath{m_path.layer, m_path.head, name});
    }
    Index tokens() const { return Index(m_document.tokens.size()); }

    CellBlock rowsOf(const std::string& tensor, Index columns) const
    {
        return {tensor, m_block.row, 0, m_block.rows, columns};
    }
    CellBlock columnsOf(const std::string& tensor, Index rows) const
    {
        return {tensor, 0, m_block.column, rows, m_block.columns};
    }
    /// The rows of `tensor` that the block's columns number: keys of a score.
    CellBlock keysOf(const std::string& tensor, Index columns) const
    {
        return {tensor, m_block.column, 0, m_block.columns, columns};
    }
    CellBlock sameCells(const std::string& tensor) const
    {
        CellBlock block = m_block;
        block.tensor = tensor;
        return block;
    }
    Blocks projected(const char* weight) const
    {
        return {rowsOf(layerPath("resid_pre"), m_config.modelWidth),
                columnsOf(headPath(weight), m_config.modelWidth)};
    }

    Blocks ofHead() const
    {
        const std::string& name = m_path.name;
        if (name == "q")
            return projected("W_Q");
        if (name == "k")
            return projected("W_K");
        if (name == "v")
            return projected("W_V");
        if (name == "scores")
            return {rowsOf(headPath("q"), m_config.keyWidth),
                    keysOf(headPath("k"), m_config.keyWidth)};
        if (name == "scaled")
            return {sameCells(headPath("scores"))};
        if (name == "masked")
            return {sameCells(headPath("scaled"))};
        if (name == "pattern")
            return {rowsOf(headPath("masked"), tokens())};
        if (name == "z")
            return {rowsOf(headPath("pattern"), tokens()), columnsOf(headPath("v"), tokens())};
        return {};
    }

    Blocks ofLayer() const
    {
        const std::string& name = m_path.name;
        if (name == "resid_pre")
            return ofResidPre();
        if (name == "concat")
            return ofConcat();
        if (name == "attn_out")
            return ofAttnOut();
        if (name == "resid_post" && m_config.residual)
            return {sameCells(layerPath("resid_pre")), sameCells(layerPath("attn_out"))};
        if (name == "resid_post")
            return {sameCells(layerPath("attn_out"))};
        return {};
    }

    Blocks ofResidPre() const
    {
        if (m_path.layer > 0)
            return {sameCells(toString(TensorPath{m_path.layer - 1, -1, "resid_post"}))};
        if (m_config.positions == Positions::None)
            return {sameCells("embed")};
        return {sameCells("embed"), sameCells("pos_embed")};
    }

    Blocks ofConcat() const
    {
        Blocks blocks;
        const Index width = m_config.valueWidth;
        for (Index h = m_block.column / width; h * width < m_block.column + m_block.columns; ++h) {
            const Index first = std::max(m_block.column, h * width);
            const Index last = std::min(m_block.column + m_block.columns, (h + 1) * width);
            blocks.push_back({toString(TensorPath{m_path.layer, int(h), "z"}), m_block.row,
                              first - h * width, m_block.rows, last - first});
        }
        return blocks;
    }

    Blocks ofAttnOut() const
    {
        if (!m_config.outputProjection)
            return {sameCells(layerPath("concat"))};
        const Index width = concatWidth(m_config);
        Blocks blocks = {rowsOf(layerPath("concat"), width), columnsOf(layerPath("W_O"), width)};
        if (m_document.parameters.layers[std::size_t(m_path.layer)].bO->size() > 0)
            blocks.push_back(columnsOf(layerPath("b_O"), 1));
        return blocks;
    }

    Blocks ofEmbedding() const
    {
        if (m_path.name == "embed")
            return ofEmbed();
        if (m_path.name == "pos_embed" && m_config.positions == Positions::Table)
            return {sameCells("positions")};
        return {};
    }

    Blocks ofEmbed() const
    {
        const std::vector<Index> rows = embeddingRows(m_document);
        Blocks blocks;
        for (Index r = m_block.row; r < m_block.row + m_block.rows; ++r)
            blocks.push_back(
                {"embeddings", rows[std::size_t(r)], m_block.column, 1, m_block.columns});
        return blocks;
    }

    const Document& m_document;
    const Config& m_config;
    const CellBlock& m_block;
    const TensorPath& m_path;
};

CellBlock around(const CellBlock& a, const CellBlock& b)
{
    const Index row = std::min(a.row, b.row);
    const Index column = std::min(a.column, b.column);
    return {a.tensor, row, column, std::max(a.row + a.rows, b.row + b.rows) - row,
            std::max(a.column + a.columns, b.column + b.columns) - column};
}

/// The later a tensor is computed, the higher: a walk from high to low meets every tensor once.
int stageNumber(const TensorPath& path)
{
    constexpr const char* order[]
        = {"embeddings", "positions", "embed",  "pos_embed", "resid_pre", "W_Q",      "W_K",
           "W_V",        "q",         "k",      "v",         "scores",    "scaled",   "masked",
           "pattern",    "z",         "concat", "W_O",       "b_O",       "attn_out", "resid_post"};
    const auto place = std::find(std::begin(order), std::end(order), path.name);
    return (path.layer + 1) * int(std::size(order)) + int(place - std::begin(order));
}

} // namespace

std::vector<CellBlock> directSources(const Document& document, const CellBlock& block)
{
    const std::optional<TensorPath> path = parsePath(block.tensor);
    if (!path || document.pins.contains(block.tensor))
        return {};
    return SourceFinder(document, block, *path).find();
}

std::map<std::string, CellBlock> allSources(const Document& document, const CellBlock& block)
{
    std::map<std::string, CellBlock> found;
    std::multimap<int, std::string, std::greater<>> waiting;
    const auto take = [&](const CellBlock& from) {
        for (const CellBlock& source : directSources(document, from)) {
            const auto [place, isNew] = found.try_emplace(source.tensor, source);
            if (isNew)
                waiting.emplace(stageNumber(*parsePath(source.tensor)), source.tensor);
            else
                place->second = around(place->second, source);
        }
    };
    take(block);
    while (!waiting.empty()) {
        const std::string next = waiting.extract(waiting.begin()).mapped();
        take(found.at(next));
    }
    return found;
}

} // namespace headlight
