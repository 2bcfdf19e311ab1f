#include "core/explain/formula.h"

#include "core/document/tensor_path.h"
#include "core/support/digits.h"

namespace headlight {
namespace {

using Kind = FormulaPart::Kind;

/// Builds the formula of one head from the inside out; a pinned matrix ends the way inwards.
class FormulaBuilder {
public:
    FormulaBuilder(const Document& document, int layer, int head)
        : m_document(document)
        , m_config(document.config)
        , m_layer(layer)
        , m_head(head)
    {
    }

    FormulaPart run() const
    {
        std::vector<FormulaPart> parts = {headEquation()};
        const bool isMore = m_config.heads > 1 || m_config.outputProjection || m_config.residual
            || isPinned(ofLayer("concat")) || isPinned(ofLayer("attn_out"))
            || isPinned(ofLayer("resid_post"));
        if (isMore) {
            parts.push_back(formulaWords("      "));
            parts.push_back(layerEquation());
        }
        return formulaRow(std::move(parts));
    }

private:
    std::string ofHead(const char* name) const
    {
        return toString(TensorPath{m_layer, m_head, name});
    }
    std::string ofLayer(const char* name) const { return toString(TensorPath{m_layer, -1, name}); }
    bool isPinned(const std::string& tensor) const { return m_document.pins.contains(tensor); }

    FormulaPart symbol(const std::string& text, const std::string& tensor,
                       const std::string& sub = {}, const std::string& sup = {}) const
    {
        return {Kind::Symbol, text, sub, sup, tensor, isPinned(tensor)};
    }

    FormulaPart headEquation() const
    {
        const std::string z = ofHead("z");
        const std::string number = m_config.heads > 1 ? std::to_string(m_head + 1) : std::string();
        if (isPinned(z))
            return formulaRow({symbol("Z", z, number), formulaWords("  pinned")});
        return formulaRow({symbol("Z", z, number), formulaWords(" = "), weights(),
                           formulaWords(" · "), symbol("V", ofHead("v"))});
    }

    FormulaPart weights() const
    {
        const std::string tensor = ofHead("pattern");
        if (isPinned(tensor))
            return symbol("A", tensor);
        FormulaPart inside{Kind::Group};
        inside.parts = {masked()};
        FormulaPart name = formulaWords("softmax");
        name.tensor = tensor;
        return formulaRow({std::move(name), std::move(inside)});
    }

    FormulaPart masked() const
    {
        const std::string tensor = ofHead("masked");
        if (isPinned(tensor))
            return symbol("M", tensor);
        if (m_config.mask == Mask::None)
            return scaled();
        FormulaPart mask = formulaWords("mask");
        mask.tensor = tensor;
        return formulaRow({scaled(), formulaWords(" + "), std::move(mask)});
    }

    FormulaPart scaled() const
    {
        const std::string tensor = ofHead("scaled");
        if (isPinned(tensor))
            return symbol("S", tensor);
        if (m_config.scaleKind == ScaleKind::Off)
            return scores();
        if (m_config.scaleKind == ScaleKind::Custom)
            return formulaRow(
                {formulaWords(digitsText(m_config.customScale, 4) + " · "), scores()});
        FormulaPart root{Kind::Root};
        root.parts = {formulaWords(std::to_string(m_config.keyWidth))};
        FormulaPart fraction{Kind::Fraction};
        fraction.tensor = tensor;
        fraction.parts = {scores(), std::move(root)};
        return fraction;
    }

    FormulaPart scores() const
    {
        const std::string tensor = ofHead("scores");
        if (isPinned(tensor))
            return symbol("S", tensor);
        FormulaPart product
            = formulaRow({symbol("Q", ofHead("q")), symbol("K", ofHead("k"), {}, "⊤")});
        product.tensor = tensor;
        return product;
    }

    FormulaPart concatenation() const
    {
        const std::string tensor = ofLayer("concat");
        if (isPinned(tensor))
            return symbol("C", tensor);
        if (m_config.heads == 1)
            return symbol("Z", ofHead("z"));
        FormulaPart name = formulaWords("concat");
        name.tensor = tensor;
        FormulaPart inside{Kind::Group};
        inside.parts = {headSymbol(0), formulaWords(m_config.heads > 2 ? ", …, " : ", "),
                        headSymbol(m_config.heads - 1)};
        return formulaRow({std::move(name), std::move(inside)});
    }

    FormulaPart headSymbol(int head) const
    {
        return symbol("Z", toString(TensorPath{m_layer, head, "z"}), std::to_string(head + 1));
    }

    FormulaPart attentionOutput() const
    {
        const std::string tensor = ofLayer("attn_out");
        if (isPinned(tensor))
            return symbol("O", tensor);
        if (!m_config.outputProjection)
            return concatenation();
        std::vector<FormulaPart> parts
            = {concatenation(), formulaWords(" · "), symbol("W", ofLayer("W_O"), "O")};
        if (m_document.parameters.layers[std::size_t(m_layer)].bO->size() > 0) {
            parts.push_back(formulaWords(" + "));
            parts.push_back(symbol("b", ofLayer("b_O"), "O"));
        }
        return formulaRow(std::move(parts));
    }

    FormulaPart layerEquation() const
    {
        const std::string tensor = ofLayer("resid_post");
        FormulaPart name = formulaWords("output");
        name.tensor = m_config.residual || isPinned(tensor) ? tensor : ofLayer("attn_out");
        name.isPinned = isPinned(tensor);
        if (isPinned(tensor))
            return formulaRow({std::move(name), formulaWords("  pinned")});
        std::vector<FormulaPart> parts = {std::move(name), formulaWords(" = "), attentionOutput()};
        if (m_config.residual) {
            parts.push_back(formulaWords(" + "));
            parts.push_back(symbol("X", ofLayer("resid_pre")));
        }
        return formulaRow(std::move(parts));
    }

    const Document& m_document;
    const Config& m_config;
    int m_layer;
    int m_head;
};

std::string joined(const std::vector<FormulaPart>& parts)
{
    std::string text;
    for (const FormulaPart& part : parts)
        text += plainText(part);
    return text;
}

} // namespace

FormulaPart formulaWords(std::string text)
{
    return {Kind::Text, std::move(text)};
}

FormulaPart formulaRow(std::vector<FormulaPart> parts)
{
    FormulaPart part{Kind::Row};
    part.parts = std::move(parts);
    return part;
}

FormulaPart formulaOf(const Document& document, int layer, int head)
{
    return FormulaBuilder(document, layer, head).run();
}

std::string plainText(const FormulaPart& formula)
{
    switch (formula.kind) {
    case Kind::Text:
        return formula.text;
    case Kind::Symbol:
        return formula.text + (formula.sub.empty() ? std::string() : '_' + formula.sub)
            + (formula.sup.empty() ? std::string() : "ᵀ")
            + (formula.isPinned ? " (pinned)" : std::string());
    case Kind::Row:
        return joined(formula.parts);
    case Kind::Fraction:
        return plainText(formula.parts[0]) + " / " + plainText(formula.parts[1]);
    case Kind::Root:
        return "√" + joined(formula.parts);
    case Kind::Group:
        return '(' + joined(formula.parts) + ')';
    }
    return {};
}

} // namespace headlight
