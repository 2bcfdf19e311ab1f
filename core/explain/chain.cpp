#include "core/explain/chain.h"

#include "core/document/tensor_path.h"
#include "core/support/digits.h"

namespace headlight {
namespace {

std::string size(Index rows, Index columns)
{
    return std::to_string(rows) + "×" + std::to_string(columns);
}

std::string product(Index rows, Index inner, Index columns)
{
    return size(rows, inner) + " · " + size(inner, columns) + " = " + size(rows, columns);
}

class ChainBuilder {
public:
    ChainBuilder(const Document& document, int layer, int head)
        : m_document(document)
        , m_config(document.config)
        , m_layer(layer)
        , m_head(head)
        , m_tokens(Index(document.tokens.size()))
    {
    }

    std::vector<ChainStage> run()
    {
        addInput();
        addProjections();
        addScores();
        addOutput();
        return std::move(m_stages);
    }

private:
    std::string ofLayer(const char* name) const { return toString(TensorPath{m_layer, -1, name}); }
    std::string ofHead(const char* name) const
    {
        return toString(TensorPath{m_layer, m_head, name});
    }
    bool isPinned(const std::string& path) const { return m_document.pins.contains(path); }
    void add(const std::string& path, const std::string& before, const std::string& shapes = {})
    {
        m_stages.push_back({path, before, shapes});
    }

    void addInput()
    {
        const bool hasPositions = m_layer == 0 && m_config.positions != Positions::None;
        if (hasPositions) {
            add("embed", "");
            add("pos_embed", "+");
        }
        add(ofLayer("resid_pre"), hasPositions ? "=" : "");
    }

    void addProjections()
    {
        const auto project = [this](const char* weight, const char* result, Index width) {
            add(ofHead(weight), m_stages.back().tensor == ofLayer("resid_pre") ? "·" : "X ·");
            add(ofHead(result), "=", product(m_tokens, m_config.modelWidth, width));
        };
        project("W_Q", "q", m_config.keyWidth);
        project("W_K", "k", m_config.keyWidth);
        project("W_V", "v", m_config.valueWidth);
    }

    std::string scaleText() const
    {
        if (m_config.scaleKind == ScaleKind::KeyWidth)
            return "÷ √" + std::to_string(m_config.keyWidth);
        return m_config.scaleKind == ScaleKind::Off ? "× 1"
                                                    : "× " + digitsText(m_config.customScale, 4);
    }

    void addScores()
    {
        add(ofHead("scores"), "Q·Kᵀ =", product(m_tokens, m_config.keyWidth, m_tokens));
        if (m_config.scaleKind != ScaleKind::Off || isPinned(ofHead("scaled")))
            add(ofHead("scaled"), scaleText());
        if (m_config.mask != Mask::None || isPinned(ofHead("masked")))
            add(ofHead("masked"), "+ mask");
        add(ofHead("pattern"), "softmax");
        add(ofHead("z"), "· V =", product(m_tokens, m_tokens, m_config.valueWidth));
    }

    void addOutput()
    {
        if (m_config.heads > 1 || isPinned(ofLayer("concat")))
            add(ofLayer("concat"), m_config.heads > 1 ? "all heads" : "=");
        if (m_config.outputProjection)
            addProjection();
        else if (isPinned(ofLayer("attn_out")))
            add(ofLayer("attn_out"), "=");
        if (m_config.residual || isPinned(ofLayer("resid_post")))
            add(ofLayer("resid_post"), m_config.residual ? "+ X =" : "=");
    }

    void addProjection()
    {
        add(ofLayer("W_O"), "·");
        if (m_document.parameters.layers[std::size_t(m_layer)].bO->size() > 0)
            add(ofLayer("b_O"), "+");
        add(ofLayer("attn_out"), "=",
            product(m_tokens, concatWidth(m_config), m_config.outputWidth));
    }

    const Document& m_document;
    const Config& m_config;
    int m_layer;
    int m_head;
    Index m_tokens;
    std::vector<ChainStage> m_stages;
};

} // namespace

std::vector<ChainStage> chainOf(const Document& document, int layer, int head)
{
    return ChainBuilder(document, layer, head).run();
}

} // namespace headlight
