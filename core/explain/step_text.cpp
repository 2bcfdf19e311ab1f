#include "core/explain/step_text.h"

#include "core/explain/why_text.h"

namespace headlight {
namespace {

using Style = Span::Style;

/// So many products are written out before the current one.
constexpr Index productsShown = 12;

CellRef cellOf(const StepPlan& plan, const StepPlace& place)
{
    return {plan.stages()[place.stage].tensor, place.row, place.column};
}

MathLine product(const Term& term, int digits, bool isCurrent)
{
    MathLine line;
    for (const Factor& factor : term.factors) {
        if (!line.empty())
            line.push_back({"×", Style::Maths, {}, isCurrent});
        line.push_back({operand(factor.value, digits), Style::Maths, factor.cell, isCurrent});
    }
    return line;
}

/// The products so far, the current one marked, and their sum.
std::vector<MathLine> sumLines(const Explanation& why, Index part, int digits)
{
    const Index first = std::max<Index>(0, part + 1 - productsShown);
    MathLine products = {{first > 0 ? "= … + " : "= "}};
    double sum = 0;
    for (Index i = 0; i <= part; ++i) {
        const Term& term = why.terms[std::size_t(i)];
        sum += term.value();
        if (i < first)
            continue;
        if (i > first)
            products.push_back({" + "});
        const MathLine written = product(term, digits, i == part);
        products.insert(products.end(), written.begin(), written.end());
    }
    const bool isLast = part + 1 == Index(why.terms.size());
    if (!isLast)
        products.push_back({" + …"});
    MathLine result = {{"= "}, {mathNumber(isLast ? why.value : sum, digits), Style::Strong}};
    if (!isLast)
        result.push_back({"  so far", Style::Words});
    return {std::move(products), std::move(result)};
}

std::vector<MathLine> exponentialLines(const SoftmaxRow& row, std::size_t key, int digits)
{
    const Factor& score = row.scores[key];
    MathLine line = {{"e"},
                     {mathNumber(score.value - row.shift, digits), Style::Sup, score.cell, true},
                     {" = "},
                     {mathNumber(row.exponentials[key], digits), Style::Strong}};
    std::vector<MathLine> lines = {std::move(line)};
    if (row.shift != 0)
        lines.push_back({{"The largest score of the row, " + mathNumber(row.shift, digits)
                              + ", was taken off first.",
                          Style::Words}});
    return lines;
}

std::vector<MathLine> divisionLines(const Explanation& why, int digits)
{
    const SoftmaxRow& row = *why.softmax;
    const std::size_t key = std::size_t(why.cell.column);
    if (row.sum == 0)
        return {{{"This query may see no key: the weight is 0.", Style::Words}}};
    MathLine sum = {{"sum of the row: ", Style::Words}};
    const std::size_t shown = std::min<std::size_t>(row.exponentials.size(), productsShown);
    for (std::size_t j = 0; j < shown; ++j)
        sum.push_back({(j > 0 ? " + " : "") + mathNumber(row.exponentials[j], digits), Style::Maths,
                       row.scores[j].cell});
    if (shown < row.exponentials.size())
        sum.push_back({" + …"});
    sum.push_back({" = " + mathNumber(row.sum, digits)});
    MathLine division = {{mathNumber(row.exponentials[key], digits), Style::Maths, {}, true},
                         {" ÷ ", Style::Maths, {}, true},
                         {mathNumber(row.sum, digits), Style::Maths, {}, true},
                         {" = "},
                         {mathNumber(why.value, digits), Style::Strong}};
    return {std::move(sum), std::move(division)};
}

std::vector<MathLine> withoutTitle(std::vector<MathLine> lines)
{
    lines.erase(lines.begin());
    return lines;
}

} // namespace

std::vector<MathLine> stepLines(const SnapshotPtr& snapshot, const StepPlan& plan,
                                std::int64_t step, int digits)
{
    const StepPlace place = plan.at(step);
    const Document& document = *snapshot->document;
    const Explanation why = *explain(snapshot, cellOf(plan, place));
    std::vector<MathLine> lines = {{{cellTitle(document, why.cell), Style::Strong}}};
    std::vector<MathLine> rest;
    if (why.softmax && place.part == 0)
        rest = exponentialLines(*why.softmax, std::size_t(place.column), digits);
    else if (why.softmax)
        rest = divisionLines(why, digits);
    else if (why.rule == Rule::DotProduct)
        rest = sumLines(why, place.part, digits);
    else
        rest = withoutTitle(whyLines(document, why, {digits}));
    lines.insert(lines.end(), rest.begin(), rest.end());
    return lines;
}

std::vector<CellRef> stepInputs(const SnapshotPtr& snapshot, const StepPlan& plan,
                                std::int64_t step)
{
    const StepPlace place = plan.at(step);
    const Explanation why = *explain(snapshot, cellOf(plan, place));
    std::vector<CellRef> cells;
    const auto take = [&cells](const Factor& factor) {
        if (factor.cell)
            cells.push_back(*factor.cell);
    };
    if (why.softmax && place.part == 0) {
        take(why.softmax->scores[std::size_t(place.column)]);
    } else if (why.softmax) {
        for (const Factor& score : why.softmax->scores)
            take(score);
    } else if (why.rule == Rule::DotProduct) {
        for (const Factor& factor : why.terms[std::size_t(place.part)].factors)
            take(factor);
    } else {
        for (const Term& term : why.terms) {
            for (const Factor& factor : term.factors)
                take(factor);
        }
    }
    return cells;
}

} // namespace headlight
