#include "core/explain/stage_formula.h"

#include "core/document/tensor_path.h"
#include "core/support/digits.h"

#include <map>

namespace headlight {
namespace {

using Kind = FormulaPart::Kind;

struct Letter {
    const char* text;
    const char* sub = "";
};

Letter letterOf(const std::string& name)
{
    static const std::map<std::string, Letter> letters
        = {{"embed", {"E"}},    {"pos_embed", {"P"}},  {"resid_pre", {"X"}}, {"q", {"Q"}},
           {"k", {"K"}},        {"v", {"V"}},          {"scores", {"S"}},    {"scaled", {"S′"}},
           {"masked", {"M"}},   {"pattern", {"A"}},    {"z", {"Z"}},         {"concat", {"C"}},
           {"attn_out", {"O"}}, {"resid_post", {"Y"}}, {"W_Q", {"W", "Q"}},  {"W_K", {"W", "K"}},
           {"W_V", {"W", "V"}}, {"W_O", {"W", "O"}},   {"b_O", {"b", "O"}}};
    return letters.at(name);
}

/// Writes how one matrix is made.
class StageWriter {
public:
    StageWriter(const Document& document, const TensorPath& path)
        : m_document(document)
        , m_config(document.config)
        , m_path(path)
    {
    }

    FormulaPart run() const
    {
        const FormulaPart result = symbol(m_path.name.c_str());
        if (result.isPinned)
            return formulaRow({result, formulaWords("  is pinned")});
        return formulaRow({result, formulaWords(" = "), rightSide()});
    }

    FormulaPart symbol(const std::string& name) const { return symbol(name, m_path.head); }

private:
    FormulaPart symbol(const std::string& name, int head) const
    {
        const TensorPath path = pathOf(name, head);
        const Letter letter = letterOf(name);
        std::string sub = letter.sub;
        if (path.head >= 0 && m_config.heads > 1)
            sub += (sub.empty() ? "" : ",") + std::to_string(path.head + 1);
        const std::string tensor = toString(path);
        return {Kind::Symbol, letter.text, sub, {}, tensor, m_document.pins.contains(tensor)};
    }

    TensorPath pathOf(const std::string& name, int head) const
    {
        if (name == "embed" || name == "pos_embed")
            return {-1, -1, name};
        const bool isLayers = name == "resid_pre" || name == "concat" || name == "attn_out"
            || name == "resid_post" || name == "b_O" || name == "W_O";
        return {m_path.layer, isLayers ? -1 : head, name};
    }

    bool isPinned(const std::string& name) const
    {
        return m_document.pins.contains(toString(pathOf(name, m_path.head)));
    }

    FormulaPart rightSide() const
    {
        const std::string& name = m_path.name;
        if (name == "resid_pre")
            return sum({symbol("embed"), symbol("pos_embed")});
        if (name == "q" || name == "k" || name == "v")
            return product(symbol("resid_pre"), symbol(std::string("W_") + char(name[0] - 32)));
        if (name == "scores")
            return scores();
        if (name == "scaled")
            return scaled();
        if (name == "masked")
            return sum({scaledOrScores(), formulaWords("mask")});
        if (name == "pattern")
            return weights();
        if (name == "z")
            return product(symbol("pattern"), symbol("v"));
        if (name == "concat")
            return concatenation();
        return name == "attn_out" ? attentionOutput() : output();
    }

    static FormulaPart product(FormulaPart left, FormulaPart right)
    {
        return formulaRow({std::move(left), formulaWords(" · "), std::move(right)});
    }

    static FormulaPart sum(std::vector<FormulaPart> terms)
    {
        std::vector<FormulaPart> parts;
        for (FormulaPart& term : terms) {
            if (!parts.empty())
                parts.push_back(formulaWords(" + "));
            parts.push_back(std::move(term));
        }
        return formulaRow(std::move(parts));
    }

    FormulaPart scores() const
    {
        FormulaPart keys = symbol("k");
        keys.sup = "⊤";
        return product(symbol("q"), std::move(keys));
    }

    FormulaPart scaled() const
    {
        if (m_config.scaleKind == ScaleKind::Off)
            return symbol("scores");
        if (m_config.scaleKind == ScaleKind::Custom)
            return product(formulaWords(digitsText(m_config.customScale, 4)), symbol("scores"));
        FormulaPart root{Kind::Root};
        root.parts = {formulaWords(std::to_string(m_config.keyWidth))};
        FormulaPart fraction{Kind::Fraction};
        fraction.parts = {symbol("scores"), std::move(root)};
        return fraction;
    }

    FormulaPart scaledOrScores() const
    {
        const bool isStage = m_config.scaleKind != ScaleKind::Off || isPinned("scaled");
        return symbol(isStage ? "scaled" : "scores");
    }

    FormulaPart weights() const
    {
        const bool isMasked = m_config.mask != Mask::None || isPinned("masked");
        FormulaPart inside{Kind::Group};
        inside.parts = {isMasked ? symbol("masked") : scaledOrScores()};
        return formulaRow({formulaWords("softmax"), std::move(inside)});
    }

    FormulaPart concatenation() const
    {
        FormulaPart inside{Kind::Group};
        inside.parts = {symbol("z", 0), formulaWords(m_config.heads > 2 ? ", …, " : ", "),
                        symbol("z", m_config.heads - 1)};
        return formulaRow({formulaWords("concat"), std::move(inside)});
    }

    FormulaPart blended() const
    {
        return m_config.heads > 1 || isPinned("concat") ? symbol("concat") : symbol("z", 0);
    }

    FormulaPart attentionOutput() const
    {
        if (!m_config.outputProjection)
            return blended();
        FormulaPart projected = product(blended(), symbol("W_O"));
        const bool hasBias = m_document.parameters.layers[std::size_t(m_path.layer)].bO->size() > 0;
        return hasBias ? sum({std::move(projected), symbol("b_O")}) : projected;
    }

    FormulaPart output() const
    {
        const bool isStage = m_config.outputProjection || isPinned("attn_out");
        FormulaPart computed = isStage ? symbol("attn_out") : blended();
        return m_config.residual ? sum({std::move(computed), symbol("resid_pre")}) : computed;
    }

    const Document& m_document;
    const Config& m_config;
    TensorPath m_path;
};

} // namespace

FormulaPart stageFormula(const Document& document, const std::string& path)
{
    return StageWriter(document, *parsePath(path)).run();
}

FormulaPart tensorSymbol(const Document& document, const std::string& path)
{
    const TensorPath parsed = *parsePath(path);
    return StageWriter(document, parsed).symbol(parsed.name);
}

} // namespace headlight
