#include "ui/views/formula.h"

#include "core/document/tensor_path.h"
#include "ui/session/number_text.h"

namespace headlight {
namespace {

using Kind = FormulaPart::Kind;

FormulaPart words(const QString& text)
{
    return {Kind::Text, text};
}

FormulaPart row(std::vector<FormulaPart> parts)
{
    FormulaPart part{Kind::Row};
    part.parts = std::move(parts);
    return part;
}

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
            parts.push_back(words(QStringLiteral("      ")));
            parts.push_back(layerEquation());
        }
        return row(std::move(parts));
    }

private:
    std::string ofHead(const char* name) const
    {
        return toString(TensorPath{m_layer, m_head, name});
    }
    std::string ofLayer(const char* name) const { return toString(TensorPath{m_layer, -1, name}); }
    bool isPinned(const std::string& tensor) const { return m_document.pins.contains(tensor); }

    FormulaPart symbol(const QString& text, const std::string& tensor, const QString& sub = {},
                       const QString& sup = {}) const
    {
        return {Kind::Symbol, text, sub, sup, tensor, isPinned(tensor)};
    }

    FormulaPart headEquation() const
    {
        const std::string z = ofHead("z");
        const QString number = m_config.heads > 1 ? QString::number(m_head + 1) : QString();
        if (isPinned(z))
            return row({symbol(QStringLiteral("Z"), z, number), words(QStringLiteral("  pinned"))});
        return row({symbol(QStringLiteral("Z"), z, number), words(QStringLiteral(" = ")), weights(),
                    words(QStringLiteral(" · ")), symbol(QStringLiteral("V"), ofHead("v"))});
    }

    FormulaPart weights() const
    {
        const std::string tensor = ofHead("pattern");
        if (isPinned(tensor))
            return symbol(QStringLiteral("A"), tensor);
        FormulaPart inside{Kind::Group};
        inside.parts = {masked()};
        FormulaPart name = words(QStringLiteral("softmax"));
        name.tensor = tensor;
        return row({std::move(name), std::move(inside)});
    }

    FormulaPart masked() const
    {
        const std::string tensor = ofHead("masked");
        if (isPinned(tensor))
            return symbol(QStringLiteral("M"), tensor);
        if (m_config.mask == Mask::None)
            return scaled();
        FormulaPart mask = words(QStringLiteral("mask"));
        mask.tensor = tensor;
        return row({scaled(), words(QStringLiteral(" + ")), std::move(mask)});
    }

    FormulaPart scaled() const
    {
        const std::string tensor = ofHead("scaled");
        if (isPinned(tensor))
            return symbol(QStringLiteral("S"), tensor);
        if (m_config.scaleKind == ScaleKind::Off)
            return scores();
        if (m_config.scaleKind == ScaleKind::Custom)
            return row(
                {words(shortNumber(m_config.customScale) + QStringLiteral(" · ")), scores()});
        FormulaPart root{Kind::Root};
        root.parts = {words(QString::number(m_config.keyWidth))};
        FormulaPart fraction{Kind::Fraction};
        fraction.tensor = tensor;
        fraction.parts = {scores(), std::move(root)};
        return fraction;
    }

    FormulaPart scores() const
    {
        const std::string tensor = ofHead("scores");
        if (isPinned(tensor))
            return symbol(QStringLiteral("S"), tensor);
        FormulaPart product
            = row({symbol(QStringLiteral("Q"), ofHead("q")),
                   symbol(QStringLiteral("K"), ofHead("k"), {}, QStringLiteral("⊤"))});
        product.tensor = tensor;
        return product;
    }

    FormulaPart concatenation() const
    {
        const std::string tensor = ofLayer("concat");
        if (isPinned(tensor))
            return symbol(QStringLiteral("C"), tensor);
        if (m_config.heads == 1)
            return symbol(QStringLiteral("Z"), ofHead("z"));
        FormulaPart name = words(QStringLiteral("concat"));
        name.tensor = tensor;
        FormulaPart inside{Kind::Group};
        inside.parts = {headSymbol(0),
                        words(m_config.heads > 2 ? QStringLiteral(", …, ") : QStringLiteral(", ")),
                        headSymbol(m_config.heads - 1)};
        return row({std::move(name), std::move(inside)});
    }

    FormulaPart headSymbol(int head) const
    {
        return symbol(QStringLiteral("Z"), toString(TensorPath{m_layer, head, "z"}),
                      QString::number(head + 1));
    }

    FormulaPart attentionOutput() const
    {
        const std::string tensor = ofLayer("attn_out");
        if (isPinned(tensor))
            return symbol(QStringLiteral("O"), tensor);
        if (!m_config.outputProjection)
            return concatenation();
        std::vector<FormulaPart> parts
            = {concatenation(), words(QStringLiteral(" · ")),
               symbol(QStringLiteral("W"), ofLayer("W_O"), QStringLiteral("O"))};
        if (m_document.parameters.layers[std::size_t(m_layer)].bO->size() > 0) {
            parts.push_back(words(QStringLiteral(" + ")));
            parts.push_back(symbol(QStringLiteral("b"), ofLayer("b_O"), QStringLiteral("O")));
        }
        return row(std::move(parts));
    }

    FormulaPart layerEquation() const
    {
        const std::string tensor = ofLayer("resid_post");
        FormulaPart name = words(QStringLiteral("output"));
        name.tensor = m_config.residual || isPinned(tensor) ? tensor : ofLayer("attn_out");
        name.isPinned = isPinned(tensor);
        if (isPinned(tensor))
            return row({std::move(name), words(QStringLiteral("  pinned"))});
        std::vector<FormulaPart> parts
            = {std::move(name), words(QStringLiteral(" = ")), attentionOutput()};
        if (m_config.residual) {
            parts.push_back(words(QStringLiteral(" + ")));
            parts.push_back(symbol(QStringLiteral("X"), ofLayer("resid_pre")));
        }
        return row(std::move(parts));
    }

    const Document& m_document;
    const Config& m_config;
    int m_layer;
    int m_head;
};

QString joined(const std::vector<FormulaPart>& parts)
{
    QString text;
    for (const FormulaPart& part : parts)
        text += plainText(part);
    return text;
}

} // namespace

FormulaPart formulaOf(const Document& document, int layer, int head)
{
    return FormulaBuilder(document, layer, head).run();
}

QString plainText(const FormulaPart& formula)
{
    switch (formula.kind) {
    case Kind::Text:
        return formula.text;
    case Kind::Symbol:
        return formula.text + (formula.sub.isEmpty() ? QString() : u'_' + formula.sub)
            + (formula.sup.isEmpty() ? QString() : QStringLiteral("ᵀ"))
            + (formula.isPinned ? QStringLiteral(" (pinned)") : QString());
    case Kind::Row:
        return joined(formula.parts);
    case Kind::Fraction:
        return plainText(formula.parts[0]) + QStringLiteral(" / ") + plainText(formula.parts[1]);
    case Kind::Root:
        return QStringLiteral("√") + joined(formula.parts);
    case Kind::Group:
        return u'(' + joined(formula.parts) + u')';
    }
    return {};
}

} // namespace headlight
