#include "core/explain/stage_formula.h"
#include "core/io/recorded_document.h"
#include "core/report/report.h"
#include "core/report/report_matrix.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/golden.h"
#include "tests/core/support/near.h"

#include <QTest>

#include <set>

using namespace headlight;

namespace {

SnapshotPtr snapshotOf(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

Report reportOf(const Document& document, const ReportOptions& options = {})
{
    const Result<Report> report = makeReport(snapshotOf(document), options);
    return report ? *report : Report{};
}

std::vector<std::string> titles(const Report& report)
{
    std::vector<std::string> titles;
    for (const ReportSection& section : report.sections)
        titles.push_back(std::string(std::size_t(section.level), '#') + " " + section.title);
    return titles;
}

template <class Block>
std::vector<Block> blocks(const Report& report)
{
    std::vector<Block> found;
    for (const ReportSection& section : report.sections) {
        for (const ReportBlock& block : section.blocks) {
            if (const auto* one = std::get_if<Block>(&block))
                found.push_back(*one);
        }
    }
    return found;
}

const ReportMatrix* findMatrix(const std::vector<ReportEquation>& equations,
                               const std::string& tensor)
{
    for (const ReportEquation& equation : equations) {
        for (const ReportMatrix& matrix : equation.matrices) {
            if (matrix.tensor == tensor)
                return &matrix;
        }
    }
    return nullptr;
}

bool contains(const std::vector<std::string>& list, const std::string& text)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

Document wideDocument()
{
    Config config;
    config.modelWidth = 50;
    return documentOf(Matrix::Random(3, 50), config);
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT

private slots:
    void everyStageComesInOrder();
    void thePublishedNumbersAreInIt();
    void theNumbersOfACellAreWorkedOut();
    void headsAndLayersAreSections();
    void nothingIsToldTwice();
    void chosenLayersAndHeadsOnly();
    void theShortFormKeepsInputWeightsAndOutput();
    void whatAPinMakesUselessIsLeftOut();
    void aRecordingShowsItsWeights();
    void queriesAndKeysMayBeOfTwoSentences();
    void largeMatricesSayWhatIsLeftOut();
    void impossibleReportsAreRefused();
    void formulasFollowTheOptions_data();
    void formulasFollowTheOptions();
};

void TestReport::everyStageComesInOrder()
{
    const std::vector<std::string> expected
        = {"# The sentence", "# The model", "# Input",         "# Queries",           "# Keys",
           "# Values",       "# Scores",    "# Scaled scores", "# Attention weights", "# Blend"};
    QVERIFY(titles(reportOf(shippedExample("birds-eat-seeds"))) == expected);
}

void TestReport::thePublishedNumbersAreInIt()
{
    const nlohmann::json file = readGolden("worked_examples.json");
    const nlohmann::json published
        = findByName(file["examples"], "id", "birds_eat_seeds")["published"];
    const auto equations = blocks<ReportEquation>(reportOf(shippedExample("birds-eat-seeds")));
    const std::pair<const char*, const char*> places[]
        = {{"Q", "q"},           {"K", "k"},           {"V", "v"},
           {"scores", "scores"}, {"scaled", "scaled"}, {"output", "z"}};
    for (const auto& [name, path] : places) {
        const ReportMatrix* matrix = findMatrix(equations, "layers.0.head.0." + std::string(path));
        QVERIFY2(matrix, path);
        const double half = 0.5 * std::pow(10.0, -published[name]["decimals"].get<int>());
        const Matrix expected = toMatrix(published[name]["values"]);
        QVERIFY2(((*matrix->values - expected).cwiseAbs().array() <= half).all(), path);
        QVERIFY(matrix->isWhole());
    }
    const ReportMatrix* weights = findMatrix(equations, "layers.0.head.0.pattern");
    QVERIFY(weights);
    QCOMPARE(weights->rowLabels[0], std::string("birds"));
    QCOMPARE(weights->columnLabels[1], std::string("eat"));
    QVERIFY(std::abs((*weights->values)(0, 1) - 0.882) < 0.0005);
}

void TestReport::theNumbersOfACellAreWorkedOut()
{
    std::string all;
    for (const ReportEquation& equation :
         blocks<ReportEquation>(reportOf(shippedExample("birds-eat-seeds"))))
        all += toText(equation.calculation);
    for (const char* line :
         {"= 1×1 + 4×2\n", "= 9\n", // the score of birds and eat
          "= 9 ÷ √2\n", "= 6.36\n", "= 0.882\n", "= 0.013×0 + 0.882×4 + 0.106×2\n", "= 3.74\n"})
        QVERIFY2(all.find(line) != std::string::npos, (line + all).c_str());
}

void TestReport::headsAndLayersAreSections()
{
    const std::vector<std::string> found = titles(reportOf(bankDocument()));
    for (const char* title : {"# Layer 1", "## Input", "## Head 1", "### Queries", "## Head 2",
                              "# Layer 2", "## Concatenation", "## Attention output"})
        QVERIFY2(contains(found, title), title);
    QCOMPARE(std::count(found.begin(), found.end(), "### Attention weights"), 4);
}

void TestReport::nothingIsToldTwice()
{
    const Report report = reportOf(bankDocument());
    std::set<std::string> texts;
    for (const ReportText& text : blocks<ReportText>(report))
        QVERIFY2(texts.insert(text.text).second, text.text.c_str());
    std::set<std::string> tensors;
    for (const ReportEquation& equation : blocks<ReportEquation>(report)) {
        for (const ReportMatrix& matrix : equation.matrices)
            QVERIFY2(tensors.insert(matrix.tensor).second, matrix.tensor.c_str());
    }
    QVERIFY(tensors.contains("layers.0.b_O"));
    QVERIFY(!tensors.contains("layers.1.resid_pre")); // the output of layer 1, shown before
}

void TestReport::chosenLayersAndHeadsOnly()
{
    ReportOptions options{{1}, {1}};
    options.heatmaps = false;
    const auto equations = blocks<ReportEquation>(reportOf(bankDocument(), options));
    QVERIFY(findMatrix(equations, "layers.1.head.1.q"));
    QVERIFY(!findMatrix(equations, "layers.1.head.0.q"));
    QVERIFY(!findMatrix(equations, "layers.0.head.1.q"));
    QVERIFY(findMatrix(equations, "layers.1.resid_pre")); // nothing before tells it
    for (const ReportEquation& equation : equations)
        QVERIFY(!equation.heatmap);
}

void TestReport::theShortFormKeepsInputWeightsAndOutput()
{
    ReportOptions options;
    options.brief = true;
    const std::vector<std::string> expected
        = {"# The sentence", "# The model", "# Input", "# Attention weights", "# Blend"};
    QVERIFY(titles(reportOf(shippedExample("birds-eat-seeds"), options)) == expected);
}

void TestReport::whatAPinMakesUselessIsLeftOut()
{
    Document document = shippedExample("birds-eat-seeds");
    document.pins["layers.0.head.0.pattern"] = rows({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    const std::vector<std::string> expected = {"# The sentence", "# The model",         "# Input",
                                               "# Values",       "# Attention weights", "# Blend"};
    const Report report = reportOf(document);
    QVERIFY(titles(report) == expected);
    QVERIFY(report.sections[4].blocks.size() > 1);
    const auto& said = std::get<ReportText>(report.sections[4].blocks[1]).text;
    QVERIFY2(said.find("pinned") != std::string::npos, said.c_str());
}

void TestReport::aRecordingShowsItsWeights()
{
    Recording recording;
    recording.array = "attention";
    recording.attention = {{rows({{1, 0}, {0.25, 0.75}}), rows({{0.5, 0.5}, {0, 1}})}};
    recording.queryTokens = recording.keyTokens = {"apple", "pie"};
    const Result<Document> document = documentOf(recording);
    HEADLIGHT_VERIFY_OK(document);
    const Report report = reportOf(*document);
    const std::vector<std::string> expected
        = {"# The sentence", "# The recording", "# Head 1", "# Head 2"};
    QVERIFY(titles(report) == expected);
    const auto equations = blocks<ReportEquation>(report);
    QCOMPARE(equations.size(), std::size_t(2));
    QCOMPARE((*equations[0].matrices[0].values)(1, 1), 0.75);
    QVERIFY(equations[0].calculation.empty());
}

void TestReport::queriesAndKeysMayBeOfTwoSentences()
{
    Recording recording;
    recording.attention = {{rows({{0.25, 0.75, 0}})}};
    recording.queryTokens = {"pomme"};
    recording.keyTokens = {"an", "apple", "pie"};
    const Result<Document> document = documentOf(recording);
    HEADLIGHT_VERIFY_OK(document);
    const auto equations = blocks<ReportEquation>(reportOf(*document));
    QCOMPARE(equations.size(), std::size_t(1));
    QVERIFY(equations[0].matrices[0].rowLabels == recording.queryTokens);
    QVERIFY(equations[0].matrices[0].columnLabels == recording.keyTokens);
    QVERIFY(equations[0].heatmap->columnLabels == recording.keyTokens);
}

void TestReport::largeMatricesSayWhatIsLeftOut()
{
    const Report report = reportOf(wideDocument());
    const std::vector<ReportEquation> equations = blocks<ReportEquation>(report);
    const ReportMatrix* input = findMatrix(equations, "layers.0.resid_pre");
    QVERIFY(input);
    QVERIFY(!input->isWhole());
    QCOMPARE(shapeText(*input), std::string("3 × 50, the first 8 columns"));
    QCOMPARE(input->columnLabels.size(), std::size_t(8));
    const auto texts = blocks<ReportText>(report);
    QVERIFY(std::any_of(texts.begin(), texts.end(), [](const ReportText& text) {
        return text.isAside && text.text.find("headlight compute") != std::string::npos;
    }));
}

void TestReport::impossibleReportsAreRefused()
{
    const auto refusal = [](const Document& document, const ReportOptions& options) {
        const Result<Report> report = makeReport(snapshotOf(document), options);
        return report ? std::string("made") : report.error().message;
    };
    QCOMPARE(refusal(bankDocument(), {{2}}),
             std::string("There is no layer 3; this document has 2."));
    QCOMPARE(refusal(bankDocument(), {{}, {0, 7}}),
             std::string("There is no head 8; this document has 2."));
    Config many;
    many.layers = 3;
    many.heads = 96;
    many.residual = true;
    const Document heads = documentOf(Matrix::Random(2, 4), many);
    QVERIFY(refusal(heads, {}).starts_with("The report would tell of 288 heads, and 256"));
    QCOMPARE(refusal(heads, {{0}, {5}}), std::string("made"));
    Document empty = shippedExample("birds-eat-seeds");
    empty.tokens.clear();
    empty.sentence.clear();
    QVERIFY(refusal(empty, {}).ends_with("the sentence has no tokens."));
}

void TestReport::formulasFollowTheOptions_data()
{
    QTest::addColumn<std::string>("example");
    QTest::addColumn<std::string>("tensor");
    QTest::addColumn<std::string>("formula");
    const auto row = [](const char* example, const char* tensor, const char* formula) {
        QTest::addRow("%s %s", example, tensor)
            << std::string(example) << std::string(tensor) << std::string(formula);
    };
    row("birds-eat-seeds", "layers.0.head.0.q", "Q = X · W_Q");
    row("birds-eat-seeds", "layers.0.head.0.scores", "S = Q · Kᵀ");
    row("birds-eat-seeds", "layers.0.head.0.scaled", "S′ = S / √2");
    row("birds-eat-seeds", "layers.0.head.0.pattern", "A = softmax(S′)");
    row("four-heads", "layers.0.resid_pre", "X = E + P");
    row("four-heads", "layers.0.head.1.masked", "M_2 = S′_2 + mask");
    row("four-heads", "layers.0.head.1.pattern", "A_2 = softmax(M_2)");
    row("four-heads", "layers.0.concat", "C = concat(Z_1, …, Z_4)");
    row("cute-dog", "layers.0.head.0.q", "Q (pinned)  is pinned");
    row("cute-dog", "layers.0.head.0.pattern", "A = softmax(S)");
    row("twelve-layers-of-96-heads", "layers.1.attn_out", "O = C · W_O");
    row("twelve-layers-of-96-heads", "layers.1.resid_post", "Y = O + X");
}

void TestReport::formulasFollowTheOptions()
{
    QFETCH(std::string, example);
    QFETCH(std::string, tensor);
    QTEST(plainText(stageFormula(shippedExample(example), tensor)), "formula");
}

QTEST_APPLESS_MAIN(TestReport)
#include "tst_report.moc"
