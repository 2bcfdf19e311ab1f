#include "core/document/restructure.h"
#include "core/document/tensor_path.h"
#include "core/model/initialize.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"

#include <QTest>

using namespace headlight;

namespace {

const std::string birds = "birds eat seeds";

/// Two heads, two layers, d_model 4, d_k 2, d_v 2.
Config usualConfig()
{
    Config config;
    config.heads = 2;
    config.layers = 2;
    return config;
}

/// Every number of every weight is one nobody would draw: 1000, 1001, …
Document numberedDocument()
{
    Document document = newDocument(birds, usualConfig());
    document.parameters.layers[0].bO = rows({{1, 2, 3, 4}});
    double next = 1000;
    forEachWeight(document.parameters, [&](const std::string&, Shared<Matrix>& weight) {
        Matrix& matrix = weight.detach();
        for (Index i = 0; i < matrix.size(); ++i)
            matrix.data()[i] = next++;
    });
    return document;
}

std::vector<std::string> headWeights(const Config& config)
{
    std::vector<std::string> paths;
    for (int l = 0; l < config.layers; ++l) {
        for (int h = 0; h < config.heads; ++h) {
            for (const char* name : {"W_Q", "W_K", "W_V", "W_O"})
                paths.push_back(toString(TensorPath{l, h, name}));
        }
    }
    return paths;
}

/// Row r, column c of a pin at `path` as it is drawn when there was no number.
double drawnPin(const Document& document, const std::string& path, Index r, Index c)
{
    return seededNormal(document.seed, "pin " + path, r, c);
}

} // namespace

Q_DECLARE_METATYPE(headlight::Config)

class TestRestructure : public QObject {
    Q_OBJECT

private slots:
    void aNewDocumentIsValidAndSeeded();
    void numbersKeepTheirLayerHeadRowAndColumn_data();
    void numbersKeepTheirLayerHeadRowAndColumn();
    void aGrownSeededModelEqualsOneMadeAtItsSize();
    void aBiasKeepsItsNumbersAndGrowsByZeros();
    void whatDoesNotChangeIsShared();
    void pinsOfPartsThatAreGoneAreDropped();
    void pinnedColumnsKeepTheirHead();
    void pinsFollowTheirTokensWhenAWordIsInserted();
    void pinsFollowTheirTokensWhenAWordIsRemoved();
    void pinsOfARepeatedWordStayWithTheirPlace();
    void wordsKeepTheirEmbeddingInAnotherSentence();
    void anEditedWordThatLeftComesBack();
    void anUneditedWordThatLeftIsForgotten();
    void spacesChangeOnlyTheSentence();
    void aPositionTableGrowsAndNeverForgets();
    void aPositionTableComesAndGoesWithItsKind();
    void aNewSeedDrawsWeightsAndUneditedWordsAnew();
    void theSameSeedGivesTheSameDocument();
};

void TestRestructure::aNewDocumentIsValidAndSeeded()
{
    const Document document = newDocument(birds, usualConfig(), 7);
    HEADLIGHT_VERIFY_OK(checkDocument(document));
    QCOMPARE(document.tokens, (std::vector<std::string>{"birds", "eat", "seeds"}));
    QCOMPARE(document.words, document.tokens);
    QVERIFY(sameBits(document.embeddings->row(1), seededEmbedding(7, "eat", 4)));
    const Parameters expected = seededParameters(usualConfig(), 7, 1);
    QVERIFY(sameBits(*document.parameters.layers[1].wO, *expected.layers[1].wO));
    HEADLIGHT_VERIFY_OK(checkDocument(newDocument("", usualConfig())));
}

void TestRestructure::numbersKeepTheirLayerHeadRowAndColumn_data()
{
    QTest::addColumn<Config>("config");
    const auto row = [](const char* name, auto change) {
        Config config = usualConfig();
        change(config);
        QTest::newRow(name) << config;
    };
    row("more heads", [](Config& c) { c.heads = 5; });
    row("fewer heads", [](Config& c) { c.heads = 1; });
    row("larger d_k", [](Config& c) { c.keyWidth = 3; });
    row("smaller d_k", [](Config& c) { c.keyWidth = 1; });
    row("larger d_v", [](Config& c) { c.valueWidth = 4; });
    row("smaller d_v", [](Config& c) { c.valueWidth = 1; });
    row("larger d_model", [](Config& c) { c.modelWidth = c.outputWidth = 7; });
    row("smaller d_model", [](Config& c) { c.modelWidth = c.outputWidth = 2; });
    row("more layers", [](Config& c) { c.layers = 4; });
    row("fewer layers", [](Config& c) { c.layers = 1; });
    row("wider output", [](Config& c) {
        c.layers = 1;
        c.outputWidth = 6;
    });
    row("no W_O", [](Config& c) { c.outputProjection = false; });
    row("everything", [](Config& c) {
        c.heads = 3;
        c.keyWidth = 1;
        c.valueWidth = 3;
        c.modelWidth = c.outputWidth = 6;
        c.layers = 3;
    });
}

void TestRestructure::numbersKeepTheirLayerHeadRowAndColumn()
{
    QFETCH(Config, config);
    const Document before = numberedDocument();
    const Document after = withConfig(before, config);
    HEADLIGHT_VERIFY_OK(checkDocument(after));
    const SnapshotPtr old = computeSnapshot(std::make_shared<const Document>(before));
    const SnapshotPtr now = computeSnapshot(std::make_shared<const Document>(after));
    const SnapshotPtr fresh
        = computeSnapshot(std::make_shared<const Document>(newDocument(birds, config)));
    for (const std::string& path : headWeights(config)) {
        const Result<Matrix> weight = tensor(*now, path);
        if (!weight) {
            QVERIFY(!config.outputProjection && path.ends_with("W_O"));
            continue;
        }
        const Result<Matrix> kept = tensor(*old, path);
        Matrix expected = *tensor(*fresh, path);
        if (kept) {
            const Index rowCount = std::min(kept->rows(), expected.rows());
            const Index columnCount = std::min(kept->cols(), expected.cols());
            expected.topLeftCorner(rowCount, columnCount)
                = kept->topLeftCorner(rowCount, columnCount);
        }
        QVERIFY2(sameBits(*weight, expected), path.c_str());
    }
}

void TestRestructure::aGrownSeededModelEqualsOneMadeAtItsSize()
{
    RandomDocuments random(700);
    for (int i = 0; i < 300; ++i) {
        Config from = random.config();
        Config to = random.config();
        if (from.positions == Positions::Table) // a table keeps the columns it was made with
            from.positions = Positions::None;
        const Document small = newDocument(birds, from, std::uint64_t(i));
        const Document large = newDocument(birds, to, std::uint64_t(i));
        QVERIFY(sameDocument(withConfig(small, to), large));
    }
}

void TestRestructure::aBiasKeepsItsNumbersAndGrowsByZeros()
{
    Document document = newDocument(birds);
    document.parameters.layers[0].bO = rows({{1, 2, 3, 4}});
    Config config;
    config.outputWidth = 6;
    Document changed = withConfig(document, config);
    QVERIFY(*changed.parameters.layers[0].bO == rows({{1, 2, 3, 4, 0, 0}}));
    config.outputWidth = 2;
    changed = withConfig(document, config);
    QVERIFY(*changed.parameters.layers[0].bO == rows({{1, 2}}));
    config.outputProjection = false;
    QCOMPARE(withConfig(document, config).parameters.layers[0].bO->size(), Index(0));
}

void TestRestructure::whatDoesNotChangeIsShared()
{
    const Document before = numberedDocument();
    Config config = usualConfig();
    config.keyWidth = 3;
    config.mask = Mask::Causal;
    const Document after = withConfig(before, config);
    QVERIFY(after.parameters.layers[1].wV.sharesWith(before.parameters.layers[1].wV));
    QVERIFY(after.parameters.layers[1].wO.sharesWith(before.parameters.layers[1].wO));
    QVERIFY(after.embeddings.sharesWith(before.embeddings));
}

void TestRestructure::pinsOfPartsThatAreGoneAreDropped()
{
    Document document = newDocument(birds, usualConfig());
    const Matrix pin = Matrix::Constant(3, 3, 5);
    document.pins = {{"layers.0.head.0.pattern", pin},
                     {"layers.0.head.1.pattern", pin},
                     {"layers.1.head.0.pattern", pin}};
    Config config;
    const Document smaller = withConfig(document, config);
    QCOMPARE(smaller.pins.size(), std::size_t(1));
    QVERIFY(sameBits(*smaller.pins.at("layers.0.head.0.pattern"), pin));
}

void TestRestructure::pinnedColumnsKeepTheirHead()
{
    const std::string q = "layers.0.head.1.q";
    const std::string concat = "layers.0.concat";
    Document document = newDocument(birds, usualConfig());
    document.pins[q] = rows({{1, 2}, {3, 4}, {5, 6}});
    document.pins[concat] = rows({{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}});
    Config config = usualConfig();
    config.keyWidth = config.valueWidth = 3;
    const Document wider = withConfig(document, config);
    HEADLIGHT_VERIFY_OK(checkDocument(wider));
    QVERIFY(wider.pins.at(q)->leftCols(2) == *document.pins.at(q));
    QCOMPARE((*wider.pins.at(q))(2, 2), drawnPin(document, q, 2, 2));
    const Matrix& glued = *wider.pins.at(concat);
    QVERIFY(glued.leftCols(2) == document.pins.at(concat)->leftCols(2)); // head 1
    QVERIFY(glued.middleCols(3, 2) == document.pins.at(concat)->rightCols(2)); // head 2
    QCOMPARE(glued(0, 5), drawnPin(document, concat, 0, 5));
    config.valueWidth = 1;
    const Document narrower = withConfig(document, config);
    QVERIFY(*narrower.pins.at(concat) == rows({{1, 3}, {5, 7}, {9, 11}}));
}

void TestRestructure::pinsFollowTheirTokensWhenAWordIsInserted()
{
    const std::string pattern = "layers.0.head.0.pattern";
    const std::string scores = "layers.0.head.0.scores";
    const std::string v = "layers.0.head.1.v";
    Document document = newDocument(birds, usualConfig());
    document.pins[pattern] = rows({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    document.pins[scores] = document.pins[pattern];
    document.pins[v] = rows({{1, 2}, {3, 4}, {5, 6}});
    const Document after = withSentence(document, "birds often eat seeds");
    HEADLIGHT_VERIFY_OK(checkDocument(after));
    QVERIFY(*after.pins.at(pattern)
            == rows({{1, 0, 2, 3}, {0, 0, 0, 0}, {4, 0, 5, 6}, {7, 0, 8, 9}}));
    const Matrix& moved = *after.pins.at(scores);
    QCOMPARE(moved(3, 2), 8.0);
    QCOMPARE(moved(0, 1), drawnPin(document, scores, 0, 1));
    QCOMPARE(moved(1, 3), drawnPin(document, scores, 1, 3));
    QVERIFY(
        *after.pins.at(v)
        == rows(
            {{1, 2}, {drawnPin(document, v, 1, 0), drawnPin(document, v, 1, 1)}, {3, 4}, {5, 6}}));
}

void TestRestructure::pinsFollowTheirTokensWhenAWordIsRemoved()
{
    const std::string pattern = "layers.0.head.0.pattern";
    Document document = newDocument(birds, usualConfig());
    document.pins[pattern] = rows({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
    QVERIFY(*withSentence(document, "birds seeds").pins.at(pattern) == rows({{1, 3}, {7, 9}}));
    QVERIFY(*withSentence(document, "eat seeds").pins.at(pattern) == rows({{5, 6}, {8, 9}}));
    QVERIFY(*withSentence(document, "birds eat").pins.at(pattern) == rows({{1, 2}, {4, 5}}));
    QCOMPARE(withSentence(document, "").pins.at(pattern)->size(), Index(0));
    HEADLIGHT_VERIFY_OK(checkDocument(withSentence(document, "")));
}

void TestRestructure::pinsOfARepeatedWordStayWithTheirPlace()
{
    const std::string v = "layers.0.head.0.v";
    Document document = newDocument("a b a", usualConfig());
    document.pins[v] = rows({{1, 1}, {2, 2}, {3, 3}});
    QVERIFY(
        *withSentence(document, "a b a a").pins.at(v)
        == rows(
            {{1, 1}, {2, 2}, {3, 3}, {drawnPin(document, v, 3, 0), drawnPin(document, v, 3, 1)}}));
    QVERIFY(*withSentence(document, "a a").pins.at(v) == rows({{1, 1}, {3, 3}}));
}

void TestRestructure::wordsKeepTheirEmbeddingInAnotherSentence()
{
    Document document = newDocument(birds);
    document.embeddings = rows({{1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}});
    const Document after = withSentence(document, "seeds feed birds");
    HEADLIGHT_VERIFY_OK(checkDocument(after));
    QCOMPARE(after.words, (std::vector<std::string>{"seeds", "feed", "birds", "eat"}));
    QVERIFY(after.embeddings->row(0) == rows({{3, 3, 3, 3}}));
    QVERIFY(sameBits(after.embeddings->row(1), seededEmbedding(1, "feed", 4)));
    QVERIFY(after.embeddings->row(2) == rows({{1, 1, 1, 1}}));
}

void TestRestructure::anEditedWordThatLeftComesBack()
{
    Document document = newDocument(birds);
    document.embeddings.detach()(2, 3) = 42; // seeds
    const Document away = withSentence(document, "birds eat");
    QCOMPARE(away.words, (std::vector<std::string>{"birds", "eat", "seeds"}));
    const Document back = withSentence(away, birds);
    QVERIFY(sameDocument(back, document));
}

void TestRestructure::anUneditedWordThatLeftIsForgotten()
{
    const Document document = newDocument(birds);
    const Document away = withSentence(document, "birds eat");
    QCOMPARE(away.words, (std::vector<std::string>{"birds", "eat"}));
    QVERIFY(
        sameDocument(withSentence(away, birds), document)); // and drawn the same when it returns
}

void TestRestructure::spacesChangeOnlyTheSentence()
{
    Document document = newDocument(birds, usualConfig());
    document.pins["layers.0.concat"] = Matrix(Matrix::Constant(3, 4, 5));
    Document spaced = withSentence(document, "  birds eat\tseeds ");
    QVERIFY(spaced.pins.at("layers.0.concat").sharesWith(document.pins.at("layers.0.concat")));
    spaced.sentence = document.sentence;
    QVERIFY(sameDocument(spaced, document));
}

void TestRestructure::aPositionTableGrowsAndNeverForgets()
{
    Config config;
    config.positions = Positions::Table;
    Document document = newDocument(birds, config);
    QVERIFY(sameBits(*document.positions, sinusoidalPositions(3, 4)));
    document.positions = Matrix(Matrix::Constant(3, 4, 9));
    const Document longer = withSentence(document, "birds eat seeds and worms");
    QVERIFY(longer.positions->topRows(3) == *document.positions);
    QVERIFY(longer.positions->bottomRows(2) == sinusoidalPositions(5, 4).bottomRows(2));
    const Document shorter = withSentence(longer, "birds");
    QVERIFY(sameBits(*shorter.positions, *longer.positions));
    config.modelWidth = config.outputWidth = 6;
    const Document wider = withConfig(shorter, config);
    HEADLIGHT_VERIFY_OK(checkDocument(wider));
    QVERIFY(wider.positions->leftCols(4) == *shorter.positions);
    QVERIFY(wider.positions->rightCols(2) == sinusoidalPositions(5, 6).rightCols(2));
}

void TestRestructure::aPositionTableComesAndGoesWithItsKind()
{
    Config config;
    config.positions = Positions::Table;
    const Document table = withConfig(newDocument(birds), config);
    QVERIFY(sameBits(*table.positions, sinusoidalPositions(3, 4)));
    config.positions = Positions::Sinusoidal;
    const Document sinusoidal = withConfig(table, config);
    QCOMPARE(sinusoidal.positions->size(), Index(0));
    QVERIFY(sameBits(tensorOf(sinusoidal, "X"), tensorOf(table, "X"))); // until it is edited
}

void TestRestructure::aNewSeedDrawsWeightsAndUneditedWordsAnew()
{
    Document document = newDocument(birds, usualConfig());
    document.embeddings.detach()(1, 0) = 42; // eat
    document.pins["layers.0.concat"] = Matrix(Matrix::Constant(3, 4, 5));
    const Document after = withSeed(document, 99);
    HEADLIGHT_VERIFY_OK(checkDocument(after));
    Document expected = newDocument(birds, usualConfig(), 99);
    expected.embeddings.detach().row(1) = document.embeddings->row(1);
    expected.pins = document.pins;
    QVERIFY(sameDocument(after, expected));
}

void TestRestructure::theSameSeedGivesTheSameDocument()
{
    const Document document = newDocument(birds, usualConfig(), 5);
    QVERIFY(sameDocument(withSeed(document, 5), document));
    QVERIFY(sameDocument(withSeed(withSeed(document, 6), 5), document));
}

QTEST_APPLESS_MAIN(TestRestructure)
#include "tst_restructure.moc"
