#include "core/explain/why.h"
#include "core/explain/why_text.h"
#include "tests/core/support/documents.h"

#include <QTest>

#include <cmath>

using namespace headlight;

namespace {

SnapshotPtr snapshotOf(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

Explanation why(const SnapshotPtr& snapshot, const std::string& tensor, Index row, Index column)
{
    const Result<Explanation> explanation = explain(snapshot, {tensor, row, column});
    return explanation ? *explanation : Explanation{};
}

/// The same number, bit for bit; NaN is NaN.
bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

std::string named(const CellRef& cell)
{
    return cell.tensor + "[" + std::to_string(cell.row) + "," + std::to_string(cell.column) + "]";
}

bool adds(const Explanation& explanation)
{
    const double value = explanation.value;
    return same(value, explanation.explained())
        || std::abs(value - explanation.explained()) <= 1e-12 * std::max(1.0, std::abs(value));
}

/// Every path whose cells can be explained.
std::vector<std::string> pathsOf(const Snapshot& snapshot)
{
    std::vector<std::string> paths = {"embeddings"};
    forEachActivation(snapshot.trace,
                      [&](const std::string& path, const Matrix&) { paths.push_back(path); });
    forEachWeight(snapshot.document->parameters,
                  [&](const std::string& path, const Shared<Matrix>& weight) {
                      if (weight->size() > 0)
                          paths.push_back(path);
                  });
    return paths;
}

/// What is wrong with the explanations of a snapshot; empty when nothing is.
class Checker {
public:
    explicit Checker(SnapshotPtr snapshot)
        : m_snapshot(std::move(snapshot))
    {
    }

    QString run(Index stride = 1)
    {
        for (const std::string& path : pathsOf(*m_snapshot)) {
            const Matrix& cells = matrix(path);
            for (Index i = 0; i < cells.size(); i += stride) {
                const QString fault = check({path, i / cells.cols(), i % cells.cols()});
                if (!fault.isEmpty())
                    return fault;
            }
        }
        return {};
    }

    Index checked() const { return m_checked; }

private:
    const Matrix& matrix(const std::string& path)
    {
        auto& matrix = m_matrices[path];
        if (!matrix)
            matrix = *sharedTensor(m_snapshot, path);
        return *matrix;
    }

    QString check(const CellRef& cell)
    {
        ++m_checked;
        const Explanation explanation = *explain(m_snapshot, cell);
        if (!same(explanation.value, matrix(cell.tensor)(cell.row, cell.column)))
            return QString::fromStdString(named(cell))
                + QStringLiteral(" is explained with another value");
        if (!adds(explanation))
            return QString::fromStdString(named(cell))
                + QStringLiteral(" is not the sum of its terms");
        for (const Term& term : explanation.terms)
            for (const Factor& factor : term.factors)
                if (!leadsThere(factor))
                    return QString::fromStdString(named(cell))
                        + QStringLiteral(" links to a cell with another value");
        if (explanation.softmax)
            for (const Factor& score : explanation.softmax->scores)
                if (!leadsThere(score))
                    return QString::fromStdString(named(cell))
                        + QStringLiteral(" links to a score with another value");
        return {};
    }

    bool leadsThere(const Factor& factor)
    {
        return !factor.cell
            || same(factor.value,
                    matrix(factor.cell->tensor)(factor.cell->row, factor.cell->column));
    }

    SnapshotPtr m_snapshot;
    std::map<std::string, std::shared_ptr<const Matrix>> m_matrices;
    Index m_checked = 0;
};

std::string text(const SnapshotPtr& snapshot, const CellRef& cell, const WhyStyle& style = {})
{
    return toText(whyLines(*snapshot->document, *explain(snapshot, cell), style));
}

} // namespace

class TestWhy : public QObject {
    Q_OBJECT

private slots:
    void aScoreIsAQueryTimesAKey();
    void anOutputIsABlendOfValues();
    void softmaxShowsItsRow();
    void aHiddenKeyHasTheMaskTerm();
    void aQueryThatSeesNothingHasNoWeights();
    void hugeScoresStayInRange();
    void aPinIsNotExplainedAway();
    void aCellThatDoesNotExistIsRefused();
    void whatExistsIsKnownWithoutExplaining();
    void stagesThatChangeNothingAreLeftOut();
    void everyExampleIsExplained_data();
    void everyExampleIsExplained();
    void everyCellOfRandomDocumentsIsExplained();
    void isWrittenOutAsByHand();
    void aQueryThatSeesNothingIsWrittenOut();
    void aSinusoidIsWrittenOut();
    void goesOutAsMarkdownAndLatex();
    void tokensCannotBreakTheMarkup();
};

void TestWhy::aScoreIsAQueryTimesAKey()
{
    const SnapshotPtr snapshot = snapshotOf(shippedExample("birds-eat-seeds"));
    const Explanation score = why(snapshot, "layers.0.head.0.scores", 0, 1);
    QCOMPARE(score.rule, Rule::DotProduct);
    QCOMPARE(score.value, 9.0);
    QCOMPARE(score.terms.size(), std::size_t(2));
    QCOMPARE(score.terms[0].factors[0].value, 1.0);
    QCOMPARE(score.terms[0].factors[1].value, 1.0);
    QCOMPARE(score.terms[1].factors[0].value, 4.0);
    QCOMPARE(score.terms[1].factors[1].value, 2.0);
    QVERIFY(score.terms[1].factors[0].cell == (CellRef{"layers.0.head.0.q", 0, 1}));
    QVERIFY(score.terms[1].factors[1].cell == (CellRef{"layers.0.head.0.k", 1, 1}));
}

void TestWhy::anOutputIsABlendOfValues()
{
    const SnapshotPtr snapshot = snapshotOf(shippedExample("birds-eat-seeds"));
    const Explanation z = why(snapshot, "layers.0.head.0.z", 0, 0);
    const double weights[] = {0.013, 0.882, 0.106};
    const double values[] = {0, 4, 2};
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(std::abs(z.terms[i].factors[0].value - weights[i]) <= 0.0005);
        QCOMPARE(z.terms[i].factors[1].value, values[i]);
    }
    QVERIFY(std::abs(z.value - 3.74) <= 0.005);
}

void TestWhy::softmaxShowsItsRow()
{
    const SnapshotPtr snapshot = snapshotOf(shippedExample("birds-eat-seeds"));
    const SoftmaxRow row = *why(snapshot, "layers.0.head.0.pattern", 0, 1).softmax;
    const double root = std::sqrt(2.0);
    const double exponentials[] = {std::exp(3 / root), std::exp(9 / root), std::exp(6 / root)};
    const double unscaled[] = {0.002, 0.950, 0.047};
    for (std::size_t i = 0; i < 3; ++i) {
        QVERIFY(std::abs(row.exponentials[i] / exponentials[i] - 1) <= 1e-14);
        QVERIFY(std::abs(row.unscaledWeights[i] - unscaled[i]) <= 0.0005);
    }
    QVERIFY(std::abs(row.sum - exponentials[0] - exponentials[1] - exponentials[2]) <= 1e-10);
}

void TestWhy::aHiddenKeyHasTheMaskTerm()
{
    Document document = shippedExample("birds-eat-seeds");
    document.config.mask = Mask::Causal;
    const SnapshotPtr snapshot = snapshotOf(document);
    const Explanation hidden = why(snapshot, "layers.0.head.0.masked", 0, 1);
    QCOMPARE(hidden.terms[1].value(), -std::numeric_limits<double>::infinity());
    QCOMPARE(hidden.explained(), -std::numeric_limits<double>::infinity());
    QCOMPARE(why(snapshot, "layers.0.head.0.masked", 1, 0).terms[1].value(), 0.0);
    const SoftmaxRow row = *why(snapshot, "layers.0.head.0.pattern", 1, 0).softmax;
    QCOMPARE(row.exponentials[2], 0.0);
    QCOMPARE(row.unscaledWeights[2], 0.0);
}

void TestWhy::aQueryThatSeesNothingHasNoWeights()
{
    Document document = shippedExample("birds-eat-seeds");
    Matrix masked = Matrix::Constant(3, 3, -std::numeric_limits<double>::infinity());
    document.pins["layers.0.head.0.masked"] = masked;
    const Explanation weight = why(snapshotOf(document), "layers.0.head.0.pattern", 0, 1);
    QCOMPARE(weight.value, 0.0);
    QCOMPARE(weight.explained(), 0.0);
    QVERIFY(weight.softmax->unscaledWeights.empty());
}

void TestWhy::hugeScoresStayInRange()
{
    Document document = shippedExample("birds-eat-seeds");
    document.pins["layers.0.head.0.masked"]
        = rows({{1000, 1001, 1002}, {-5000, -5001, -5002}, {1, 2, 3}});
    const SnapshotPtr snapshot = snapshotOf(document);
    for (Index row = 0; row < 3; ++row)
        for (Index column = 0; column < 3; ++column)
            QVERIFY(adds(why(snapshot, "layers.0.head.0.pattern", row, column)));
    QCOMPARE(why(snapshot, "layers.0.head.0.pattern", 0, 0).softmax->shift, 1002.0);
    QCOMPARE(why(snapshot, "layers.0.head.0.pattern", 2, 0).softmax->shift, 0.0);
}

void TestWhy::aPinIsNotExplainedAway()
{
    Document document = shippedExample("birds-eat-seeds");
    document.pins["layers.0.head.0.q"] = rows({{1, 2}, {3, 4}, {5, 6}});
    const Explanation q = why(snapshotOf(document), "layers.0.head.0.q", 1, 1);
    QCOMPARE(q.rule, Rule::Pinned);
    QCOMPARE(q.value, 4.0);
    QVERIFY(q.terms.empty());
}

void TestWhy::aCellThatDoesNotExistIsRefused()
{
    const SnapshotPtr snapshot = snapshotOf(shippedExample("birds-eat-seeds"));
    const Result<Explanation> outside = explain(snapshot, {"layers.0.head.0.q", 3, 0});
    QVERIFY(!outside);
    QCOMPARE(outside.error().message,
             std::string("layers.0.head.0.q has no cell [4,1]; it is 3 x 2."));
    QVERIFY(!explain(snapshot, {"layers.0.head.1.q", 0, 0}));
}

void TestWhy::whatExistsIsKnownWithoutExplaining()
{
    const SnapshotPtr snapshot = snapshotOf(bankDocument());
    std::vector<std::string> paths = pathsOf(*snapshot);
    paths.insert(paths.end(),
                 {"X", "output", "positions", "layers.0.head.0.masked", "layers.0.head.9.pattern",
                  "layers.9.head.0.q", "layers.0.b_O", "layers.1.b_O", "nothing", ""});
    int known = 0;
    for (const std::string& path : paths) {
        for (const auto& [row, column] :
             {std::pair<Index, Index>{0, 0}, {1, 1}, {4, 0}, {0, 4}, {-1, 0}, {0, -1}, {99, 99}}) {
            const CellRef cell{path, row, column};
            QVERIFY2(hasCell(snapshot, cell) == bool(explain(snapshot, cell)), named(cell).c_str());
            known += hasCell(snapshot, cell);
        }
    }
    QVERIFY(known > int(pathsOf(*snapshot).size()));
}

void TestWhy::stagesThatChangeNothingAreLeftOut()
{
    Document document = shippedExample("birds-eat-seeds");
    const CellRef weight{"layers.0.head.0.pattern", 0, 1};
    QCOMPARE(stagesBehind(document, weight).size(), std::size_t(3));
    document.config.scaleKind = ScaleKind::Off;
    QCOMPARE(stagesBehind(document, weight).size(), std::size_t(2));
    document.config.mask = Mask::Causal;
    QCOMPARE(stagesBehind(document, weight)[1].tensor, std::string("layers.0.head.0.masked"));
    const CellRef query{"layers.0.head.0.q", 0, 1};
    QCOMPARE(stagesBehind(document, query).size(), std::size_t(1));
}

void TestWhy::everyExampleIsExplained_data()
{
    QTest::addColumn<std::string>("name");
    for (const std::string& name : shippedExamples())
        QTest::newRow(name.c_str()) << name;
}

void TestWhy::everyExampleIsExplained()
{
    QFETCH(std::string, name);
    Checker checker(snapshotOf(shippedExample(name)));
    // 1,152 heads have millions of cells; a prime stride meets every row and column of every stage.
    const bool isLarge = name == "twelve-layers-of-96-heads";
    const QString fault = checker.run(isLarge ? 41 : 1);
    QVERIFY2(fault.isEmpty(), qPrintable(fault));
    QVERIFY(checker.checked() > 0);
}

void TestWhy::everyCellOfRandomDocumentsIsExplained()
{
    RandomDocuments documents(41);
    for (int i = 0; i < 200; ++i) {
        Checker checker(snapshotOf(documents.next()));
        const QString fault = checker.run();
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
    }
}

void TestWhy::isWrittenOutAsByHand()
{
    const SnapshotPtr snapshot = snapshotOf(shippedExample("birds-eat-seeds"));
    QCOMPARE(text(snapshot, {"layers.0.head.0.scores", 0, 1}),
             std::string("scores birds → eat\n"
                         "= q_birds · k_eat\n"
                         "= 1×1 + 4×2\n"
                         "= 1 + 8\n"
                         "= 9\n"));
    QCOMPARE(text(snapshot, {"layers.0.head.0.z", 0, 0}),
             std::string("Z[birds, 1]\n"
                         "= row birds of weights · column 1 of V\n"
                         "= 0.013×0 + 0.882×4 + 0.106×2\n"
                         "= 0 + 3.53 + 0.211\n"
                         "= 3.74\n"));
    QCOMPARE(text(snapshot, {"layers.0.head.0.pattern", 0, 1}),
             std::string("attention weights birds → eat\n"
                         "= e^(score) ÷ the sum over the row\n"
                         "= e^(6.36) ÷ (e^(2.12) + e^(6.36) + e^(4.24))\n"
                         "= 581 ÷ (8.34 + 581 + 69.6)\n"
                         "= 581 ÷ 658\n"
                         "= 0.882\n"));
}

void TestWhy::aQueryThatSeesNothingIsWrittenOut()
{
    Document document = shippedExample("birds-eat-seeds");
    document.pins["layers.0.head.0.masked"]
        = Matrix(Matrix::Constant(3, 3, -std::numeric_limits<double>::infinity()));
    QCOMPARE(text(snapshotOf(document), {"layers.0.head.0.pattern", 0, 1}),
             std::string("attention weights birds → eat\n"
                         "= 0\n"
                         "This query may see no key, so all its weights are 0.\n"));
}

/// cos(2) by hand.
void TestWhy::aSinusoidIsWrittenOut()
{
    Document document = shippedExample("birds-eat-seeds");
    document.config.positions = Positions::Sinusoidal;
    const std::string written = text(snapshotOf(document), {"pos_embed", 2, 1});
    const std::string expected = "\n= cos(position ÷ 10000^(i/d_model))\n"
                                 "= cos(2 ÷ 10000^(0/"
        + std::to_string(document.config.modelWidth)
        + "))\n"
          "= −0.416\n"
          "Positions count from 0.\n";
    QVERIFY2(written.ends_with(expected), written.c_str());
}

void TestWhy::goesOutAsMarkdownAndLatex()
{
    const SnapshotPtr snapshot = snapshotOf(shippedExample("birds-eat-seeds"));
    const std::vector<MathLine> lines
        = whyLines(*snapshot->document, why(snapshot, "layers.0.head.0.scores", 0, 1), {});
    QCOMPARE(toMarkdown(lines),
             std::string("**scores birds → eat**  \n"
                         "= q<sub>birds</sub> · k<sub>eat</sub>  \n"
                         "= 1×1 + 4×2  \n"
                         "= 1 + 8  \n"
                         "= **9**  \n"));
    QCOMPARE(toLatex(lines),
             std::string("\\begin{align*}\n"
                         "& \\textbf{scores birds $\\to$ eat} \\\\\n"
                         "&= q_{\\text{birds}} \\cdot k_{\\text{eat}} \\\\\n"
                         "&= 1\\times 1 + 4\\times 2 \\\\\n"
                         "&= 1 + 8 \\\\\n"
                         "&= \\textbf{9} \\\\\n"
                         "\\end{align*}\n"));
}

void TestWhy::tokensCannotBreakTheMarkup()
{
    const std::vector<MathLine> lines = {{{"a_b*<c>&", Span::Style::Strong}}};
    QCOMPARE(toMarkdown(lines), std::string("**a\\_b\\*&lt;c>&amp;**  \n"));
    QVERIFY(toLatex(lines).find("a\\_b*<c>\\&") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestWhy)
#include "tst_why.moc"
