#include "core/explain/math_text.h"

#include <string_view>
#include <utility>

namespace headlight {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

/// `text` with every left side replaced by its right side, in one pass.
template <std::size_t N>
std::string replaced(std::string_view text, const Replacement (&table)[N])
{
    std::string result;
    while (!text.empty()) {
        std::string_view from = text.substr(0, 1);
        std::string_view to = from;
        for (const auto& [old, replacement] : table) {
            if (text.starts_with(old)) {
                from = old;
                to = replacement;
            }
        }
        result += to;
        text.remove_prefix(from.size());
    }
    return result;
}

constexpr Replacement markdownSpecials[]
    = {{"\\", "\\\\"}, {"*", "\\*"},  {"_", "\\_"},   {"`", "\\`"}, {"[", "\\["},
       {"]", "\\]"},   {"<", "&lt;"}, {"&", "&amp;"}, {"#", "\\#"}, {"|", "\\|"}};

constexpr Replacement latexWords[] = {{"\\", "\\textbackslash{}"},
                                      {"_", "\\_"},
                                      {"%", "\\%"},
                                      {"#", "\\#"},
                                      {"&", "\\&"},
                                      {"$", "\\$"},
                                      {"{", "\\{"},
                                      {"}", "\\}"},
                                      {"~", "\\textasciitilde{}"},
                                      {"^", "\\textasciicircum{}"},
                                      {"→", "$\\to$"},
                                      {"−", "$-$"},
                                      {"∞", "$\\infty$"},
                                      {"×", "$\\times$"},
                                      {"√", "$\\surd$"}};

// A command ends with a blank; one that is there already is enough. The last match counts.
constexpr Replacement latexMaths[] = {
    {"×", "\\times "},  {"× ", "\\times "},  {"÷", "\\div "},   {"÷ ", "\\div "}, {"·", "\\cdot "},
    {"· ", "\\cdot "},  {"−", "-"},          {"∞", "\\infty "}, {"√", "\\surd "}, {"ᵀ", "^{\\top}"},
    {"≈", "\\approx "}, {"≈ ", "\\approx "}, {"→", "\\to "},    {"→ ", "\\to "},  {"…", "\\dots "},
    {"_", "\\_"},       {"%", "\\%"},        {"#", "\\#"},      {"&", "\\&"},     {"$", "\\$"},
    {"Σ", "\\sum "},    {"π", "\\pi "}};

std::string plainSpan(const Span& span)
{
    if (span.style == Span::Style::Sub)
        return "_" + span.text;
    return span.style == Span::Style::Sup ? "^(" + span.text + ")" : span.text;
}

std::string markdownSpan(const Span& span)
{
    const std::string text = replaced(span.text, markdownSpecials);
    switch (span.style) {
    case Span::Style::Sub:
        return "<sub>" + text + "</sub>";
    case Span::Style::Sup:
        return "<sup>" + text + "</sup>";
    case Span::Style::Strong:
        return "**" + text + "**";
    default:
        return text;
    }
}

std::string latexSpan(const Span& span)
{
    switch (span.style) {
    case Span::Style::Words:
        return "\\text{" + replaced(span.text, latexWords) + "}";
    case Span::Style::Sub:
        return "_{\\text{" + replaced(span.text, latexWords) + "}}";
    case Span::Style::Sup:
        return "^{" + replaced(span.text, latexMaths) + "}";
    case Span::Style::Strong:
        return "\\textbf{" + replaced(span.text, latexWords) + "}";
    case Span::Style::Maths:
        break;
    }
    return replaced(span.text, latexMaths);
}

template <class Write>
std::string written(const MathLine& line, Write&& write)
{
    std::string text;
    for (const Span& span : line)
        text += write(span);
    return text;
}

} // namespace

std::string toText(const std::vector<MathLine>& lines)
{
    std::string text;
    for (const MathLine& line : lines)
        text += written(line, plainSpan) + "\n";
    return text;
}

std::string toMarkdown(const std::vector<MathLine>& lines)
{
    std::string text;
    for (const MathLine& line : lines)
        text += written(line, markdownSpan) + "  \n"; // two blanks: the line ends here
    return text;
}

std::string toLatex(const std::vector<MathLine>& lines)
{
    std::string text = "\\begin{align*}\n";
    for (const MathLine& line : lines) {
        const std::string maths = written(line, latexSpan);
        text += (maths.starts_with("= ") ? "&" : "& ") + maths + " \\\\\n";
    }
    return text + "\\end{align*}\n";
}

} // namespace headlight
