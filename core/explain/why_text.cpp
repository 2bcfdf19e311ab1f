#include "core/explain/why_text.h"

#include "core/document/tensor_path.h"
#include "core/math/softmax.h"
#include "core/support/digits.h"

#include <cmath>

namespace headlight {
namespace {

using Style = Span::Style;

std::string numbered(Index index)
{
    return std::to_string(index + 1);
}

std::string rowName(const Document& document, const TensorPath& path, Index row)
{
    if (rowsAreTokens(path))
        return document.tokens[std::size_t(row)];
    return path.name == "embeddings" ? document.words[std::size_t(row)] : numbered(row);
}

/// The letter of a tensor in formulas: "Q", "W_Q", "X".
MathLine symbolOf(const std::string& name)
{
    if (name.size() == 3 && name[1] == '_')
        return {{name.substr(0, 1)}, {name.substr(2), Style::Sub}};
    if (name == "resid_pre")
        return {{"X"}};
    if (name == "pattern")
        return {{"weights", Style::Words}};
    if (name.size() == 1)
        return {{std::string(1, char(name[0] - 'a' + 'A'))}};
    return {{name == "concat" ? "concatenation" : name, Style::Words}};
}

/// Writes one explanation, line by line.
class Writer {
public:
    Writer(const Document& document, const Explanation& explanation, const WhyStyle& style)
        : m_document(document)
        , m_config(document.config)
        , m_explanation(explanation)
        , m_style(style)
        , m_path(*parsePath(explanation.cell.tensor))
    {
    }

    std::vector<MathLine> run()
    {
        line({{cellTitle(m_document, m_explanation.cell), Style::Strong}});
        body();
        return std::move(m_lines);
    }

private:
    void line(MathLine spans) { m_lines.push_back(std::move(spans)); }
    void add(MathLine& to, const MathLine& spans) const
    {
        to.insert(to.end(), spans.begin(), spans.end());
    }
    std::string number(double value) const { return mathNumber(value, m_style.digits); }
    Span linked(const Factor& factor) const
    {
        return {operand(factor.value, m_style.digits), Style::Maths, factor.cell};
    }
    std::string token(Index row) const { return m_document.tokens[std::size_t(row)]; }

    void body()
    {
        switch (m_explanation.rule) {
        case Rule::Given:
            return given();
        case Rule::Recorded:
            return recorded();
        case Rule::Pinned:
            return pinned();
        case Rule::Copied:
            return copied();
        case Rule::Added:
            return added();
        case Rule::DotProduct:
            return dotProduct();
        case Rule::Scaled:
            return scaled();
        case Rule::Masked:
            return masked();
        case Rule::Softmax:
            return softmax();
        case Rule::Sinusoid:
            return sinusoid();
        }
    }

    void result() { line({{"= "}, {number(m_explanation.value), Style::Strong}}); }

    void given()
    {
        result();
        line({{"An input: typed, or drawn from the seed.", Style::Words}});
    }

    void recorded()
    {
        result();
        line({{"Recorded: another program computed this number. A recording holds the weights "
               "alone, so what they were made of is not known.",
               Style::Words}});
    }

    void pinned()
    {
        result();
        line({{"Pinned: this number is used instead of computing it.", Style::Words}});
    }

    void copied()
    {
        const Factor& from = m_explanation.terms.front().factors.front();
        line({{"= "}, {cellTitle(m_document, *from.cell), Style::Words, from.cell}});
        line({{"= "}, {number(m_explanation.value), Style::Strong, from.cell}});
    }

    void added()
    {
        MathLine names = {{"= "}};
        for (const Term& term : m_explanation.terms) {
            if (names.size() > 1)
                names.push_back({" + "});
            const CellRef& cell = *term.factors.front().cell;
            names.push_back({cellTitle(m_document, cell), Style::Words, cell});
        }
        line(std::move(names));
        line(sum(false));
        result();
    }

    MathLine formula() const
    {
        const std::vector<Factor>& factors = m_explanation.terms.front().factors;
        const CellRef& left = *factors[0].cell;
        const CellRef& right = *factors[1].cell;
        const std::string leftName = parsePath(left.tensor)->name;
        const std::string rightName = parsePath(right.tensor)->name;
        if (m_path.name == "scores")
            return {{"= "},  {"q"}, {token(left.row), Style::Sub},
                    {" · "}, {"k"}, {token(right.row), Style::Sub}};
        MathLine line = {{"= "}, {"row " + token(left.row) + " of ", Style::Words}};
        add(line, symbolOf(leftName));
        line.push_back({" · "});
        line.push_back({"column " + numbered(right.column) + " of ", Style::Words});
        add(line, symbolOf(rightName));
        if (m_explanation.terms.back().factors.size() == 1) {
            line.push_back({" + "});
            add(line, symbolOf("b_O"));
        }
        return line;
    }

    void dotProduct()
    {
        line(formula());
        line(sum(false));
        const bool hasProducts = m_explanation.terms.size() > 1;
        if (hasProducts)
            line(sum(true));
        result();
    }

    /// The terms of a sum, as products or multiplied out.
    MathLine sum(bool multipliedOut) const
    {
        const std::vector<Term>& terms = m_explanation.terms;
        const std::size_t shown
            = m_style.terms > 0 && terms.size() > m_style.terms ? m_style.terms : terms.size();
        MathLine line = {{"= "}};
        for (std::size_t i = 0; i < shown; ++i) {
            if (i > 0)
                line.push_back({" + "});
            if (multipliedOut)
                line.push_back({operand(terms[i].value(), m_style.digits)});
            else
                add(line, product(terms[i]));
        }
        if (shown < terms.size())
            line.push_back(
                {" + … " + std::to_string(terms.size() - shown) + " more", Style::Words});
        return line;
    }

    MathLine product(const Term& term) const
    {
        MathLine line;
        for (const Factor& factor : term.factors) {
            if (!line.empty())
                line.push_back({"×"});
            line.push_back(linked(factor));
        }
        return line;
    }

    void scaled()
    {
        const std::vector<Factor>& factors = m_explanation.terms.front().factors;
        if (m_config.scaleKind == ScaleKind::KeyWidth) {
            const double root = std::sqrt(double(m_config.keyWidth));
            line({{"= "}, {"score", Style::Words}, {" ÷ √d"}, {"k", Style::Sub}});
            line({{"= "}, linked(factors[0]), {" ÷ √" + std::to_string(m_config.keyWidth)}});
            line({{"= "}, linked(factors[0]), {" ÷ " + number(root)}});
        } else if (m_config.scaleKind == ScaleKind::Custom) {
            line({{"= "}, {"score × your factor", Style::Words}});
            line({{"= "}, linked(factors[0]), {" × " + operand(factors[1].value, m_style.digits)}});
        } else {
            line({{"= "}, {"score, not scaled", Style::Words}});
        }
        result();
    }

    void masked()
    {
        const Factor& score = m_explanation.terms[0].factors[0];
        const Factor& mask = m_explanation.terms[1].factors[0];
        const bool isHidden = mask.value == hidden<double>;
        line({{"= "}, {"scaled score + mask", Style::Words}});
        line({{"= "}, linked(score), {" + " + operand(mask.value, m_style.digits)}});
        result();
        const std::string query = token(m_explanation.cell.row);
        const std::string key = token(m_explanation.cell.column);
        if (isHidden)
            line(
                {{"Hidden: " + query + " may not see the later token " + key + ".", Style::Words}});
        else
            line({{query + " may see " + key + ", so the mask adds 0.", Style::Words}});
    }

    void softmax()
    {
        const SoftmaxRow& row = *m_explanation.softmax;
        const std::size_t key = std::size_t(m_explanation.cell.column);
        if (row.sum == 0) {
            line({{"= "}, {"0", Style::Strong}});
            line({{"This query may see no key, so all its weights are 0.", Style::Words}});
            return;
        }
        line({{"= "},
              {"e"},
              {"score", Style::Sup},
              {" ÷ "},
              {"the sum over the row", Style::Words}});
        if (row.shift != 0)
            line({{"Every score is taken less " + number(row.shift)
                       + ", the largest of the row: the weights are the same, and e^score stays in "
                         "range.",
                   Style::Words}});
        MathLine powers = {{"= "}};
        add(powers, power(row, key));
        powers.push_back({" ÷ ("});
        add(powers, listed(row, [&](std::size_t j) { return power(row, j); }));
        powers.push_back({")"});
        line(std::move(powers));
        const auto exponential = [&](std::size_t j) -> MathLine {
            return {{number(row.exponentials[j]), Style::Maths, row.scores[j].cell}};
        };
        MathLine numbers = {{"= "}};
        add(numbers, exponential(key));
        numbers.push_back({" ÷ ("});
        add(numbers, listed(row, exponential));
        numbers.push_back({")"});
        line(std::move(numbers));
        line({{"= "}, {number(row.exponentials[key]) + " ÷ " + number(row.sum)}});
        result();
    }

    MathLine power(const SoftmaxRow& row, std::size_t j) const
    {
        const double exponent = row.scores[j].value - row.shift;
        return {{"e"}, {number(exponent), Style::Sup, row.scores[j].cell}};
    }

    template <class Write>
    MathLine listed(const SoftmaxRow& row, Write&& write) const
    {
        const std::size_t count = row.scores.size();
        const std::size_t shown
            = m_style.terms > 0 && count > m_style.terms ? m_style.terms : count;
        MathLine line;
        for (std::size_t j = 0; j < shown; ++j) {
            if (j > 0)
                line.push_back({" + "});
            add(line, write(j));
        }
        if (shown < count)
            line.push_back({" + … " + std::to_string(count - shown) + " more", Style::Words});
        return line;
    }

    void sinusoid()
    {
        const Index column = m_explanation.cell.column;
        const std::string function = column % 2 == 0 ? "sin" : "cos";
        line({{"= "},
              {function + "(position ÷ 10000", Style::Words},
              {"i/d_model", Style::Sup},
              {")"}});
        line({{"= "},
              {function + "(" + std::to_string(m_explanation.cell.row) + " ÷ 10000"},
              {std::to_string(column - column % 2) + "/" + std::to_string(m_config.modelWidth),
               Style::Sup},
              {")"}});
        result();
        line({{"Positions count from 0.", Style::Words}});
    }

    const Document& m_document;
    const Config& m_config;
    const Explanation& m_explanation;
    const WhyStyle& m_style;
    TensorPath m_path;
    std::vector<MathLine> m_lines;
};

} // namespace

std::string mathNumber(double value, int digits)
{
    std::string text = digitsText(value, digits);
    const bool isNegative = text.front() == '-';
    if (isNegative)
        text.erase(0, 1);
    if (text == "inf")
        text = "∞";
    return (isNegative ? "−" : "") + text;
}

std::string operand(double value, int digits)
{
    const std::string text = mathNumber(value, digits);
    return text.starts_with("−") ? "(" + text + ")" : text;
}

std::string cellTitle(const Document& document, const CellRef& cell)
{
    TensorPath path = *parsePath(cell.tensor);
    if (document.config.heads == 1)
        path.head = -1;
    const std::string row = rowName(document, *parsePath(cell.tensor), cell.row);
    if (columnsAreTokens(path))
        return displayName(document.config, path,
                           " " + row + " → " + keyTokens(document)[std::size_t(cell.column)]);
    return displayName(document.config, path, "[" + row + ", " + numbered(cell.column) + "]");
}

std::vector<MathLine> whyLines(const Document& document, const Explanation& explanation,
                               const WhyStyle& style)
{
    return Writer(document, explanation, style).run();
}

} // namespace headlight
