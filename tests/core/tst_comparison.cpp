#include "core/document/restructure.h"
#include "core/io/document_json.h"
#include "core/lab/comparison.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"

#include <QFile>

#include <limits>

using namespace headlight;

namespace {

/// An example, which must be readable.
Document example(const char* name)
{
    QFile file(QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/%1.headlight")
                   .arg(QLatin1String(name)));
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const Result<Document> document = readDocument(bytes.toStdString());
    return document ? *document : Document{};
}

SnapshotPtr computed(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

Document changed(const Document& document, Mask mask, Positions positions)
{
    Config config = document.config;
    config.mask = mask;
    config.positions = positions;
    return withConfig(document, config);
}

Result<OrderComparison> orders(const Document& document, const std::string& other)
{
    return compareOrder(*computed(document), **snapshotOfSentence(document, other),
                        document.config.layers - 1);
}

/// "dog bit dog" with other numbers than the seeded ones.
Document dogDocument()
{
    return newDocument("dog bit dog", {}, 3);
}

} // namespace

class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void theOtherSentenceHasTheSameNumbersAndNoPins();
    void aSentenceThatIsTooLongIsRefused();
    void rowsAreMatchedByTokenAndOccurrence();
    void bankIsOneVectorBeforeAndTwoAfter();
    void aZeroOutputHasNoSimilarity();
    void equalTokensComeOutEqualWithoutMaskAndPositions();
    void equalTokensPartByAMaskOrPositions_data();
    void equalTokensPartByAMaskOrPositions();
    void anotherOrderIsTheSameRowsWithoutPositions();
    void onlyTheNamedLayerIsCompared();
    void roundingIsSmallBesideTheOutput();
    void positionsTellTheOrder();
    void whatIsNotInBothIsNamed_data();
    void whatIsNotInBothIsNamed();
    void numbersThatAreNoneAreNotPassedOver();
    void theHeadsTogetherAreTheOutput();
    void aHeadThatIsOffAddsNothing();
    void switchingOnKeepsOtherPins();
    void theChangeIsWhatTheHeadAdded();
};

void TestComparison::theOtherSentenceHasTheSameNumbersAndNoPins()
{
    Document document = bankDocument();
    document.pins["layers.0.head.0.z"] = Matrix(Matrix::Zero(4, 2));
    const SnapshotPtr other = *snapshotOfSentence(document, "the new bank");
    QCOMPARE(other->document->tokens, (std::vector<std::string>{"the", "new", "bank"}));
    QVERIFY(other->document->pins.empty());
    QVERIFY(sameBits(inputOf(*other).row(0), rows({{9, 1, 2, 3}})));
    QVERIFY(sameBits(inputOf(*other).row(2), rows({{1, 2, 3, 4}})));
    QVERIFY(sameBits(*other->document->parameters.layers[1].wQ, *document.parameters.layers[1].wQ));
}

void TestComparison::aSentenceThatIsTooLongIsRefused()
{
    std::string endless;
    for (int i = 0; i < 30000; ++i)
        endless += "a ";
    QVERIFY(!snapshotOfSentence(bankDocument(), endless));
}

void TestComparison::rowsAreMatchedByTokenAndOccurrence()
{
    QCOMPARE(matchRows({"a", "b", "a", "c", "a"}, {"a", "a", "d", "b"}),
             (std::vector<RowPair>{{0, 0}, {1, 3}, {2, 1}}));
    QVERIFY(matchRows({}, {"a"}).empty());
}

void TestComparison::bankIsOneVectorBeforeAndTwoAfter()
{
    const Document document = example("river-bank-and-bank-account");
    const SnapshotPtr river = *snapshotOfSentence(document, "river bank");
    const SnapshotPtr money = *snapshotOfSentence(document, "and bank account");
    const std::vector<SharedToken> shared = sharedTokens(*river, *money, 0);
    QCOMPARE(shared.size(), std::size_t(1));
    QCOMPARE(shared[0].rows, (RowPair{1, 1}));
    QCOMPARE(*shared[0].before, 1.0);
    QVERIFY(*shared[0].after < 0.9);
}

void TestComparison::aZeroOutputHasNoSimilarity()
{
    Document document = documentOf(rows({{1, 2}, {3, 4}}), {});
    document.pins["layers.0.resid_post"] = Matrix(Matrix::Zero(2, 4));
    const std::vector<SharedToken> shared
        = sharedTokens(*computed(document), *computed(document), 0);
    QCOMPARE(*shared[1].before, 1.0);
    QVERIFY(!shared[1].after);
}

void TestComparison::equalTokensComeOutEqualWithoutMaskAndPositions()
{
    const std::vector<EqualTokens> groups = equalTokens(*computed(dogDocument()), 0);
    QCOMPARE(groups.size(), std::size_t(1));
    QCOMPARE(groups[0].rows, (std::vector<Index>{0, 2}));
    QVERIFY(groups[0].difference <= 1e-12);
    QVERIFY(equalTokens(*computed(newDocument("no word twice")), 0).empty());
}

void TestComparison::equalTokensPartByAMaskOrPositions_data()
{
    QTest::addColumn<int>("mask");
    QTest::addColumn<int>("positions");
    QTest::newRow("causal") << int(Mask::Causal) << int(Positions::None);
    QTest::newRow("sinusoidal") << int(Mask::None) << int(Positions::Sinusoidal);
    QTest::newRow("table") << int(Mask::None) << int(Positions::Table);
}

void TestComparison::equalTokensPartByAMaskOrPositions()
{
    QFETCH(int, mask);
    QFETCH(int, positions);
    const SnapshotPtr snapshot = computed(changed(dogDocument(), Mask(mask), Positions(positions)));
    const Matrix apart = outputOf(*snapshot).row(0) - outputOf(*snapshot).row(2);
    const double difference = equalTokens(*snapshot, 0).at(0).difference;
    QVERIFY(difference > 1e-3);
    QCOMPARE(difference, apart.cwiseAbs().maxCoeff());
}

void TestComparison::anotherOrderIsTheSameRowsWithoutPositions()
{
    const Document document = example("the-dog-bit-the-man");
    const OrderComparison comparison = *orders(document, "The man bit the dog");
    QCOMPARE(comparison.rows, (std::vector<RowPair>{{0, 0}, {1, 4}, {2, 2}, {3, 3}, {4, 1}}));
    QVERIFY(comparison.largest <= 1e-12);
    RandomDocuments random(5);
    for (int i = 0; i < 100; ++i) {
        const Document any = changed(random.next(), Mask::None, Positions::None);
        std::string reversed;
        for (const std::string& token : any.tokens)
            reversed = token + " " + reversed;
        QVERIFY(isRounding(orders(any, reversed)->largest, outputOf(*computed(any))));
    }
}

void TestComparison::onlyTheNamedLayerIsCompared()
{
    Document document = bankDocument();
    Matrix first = Matrix::Zero(4, 4);
    first(3, 2) = 7;
    document.pins["layers.0.resid_post"] = first;
    const SnapshotPtr snapshot = computed(document);
    QCOMPARE(equalTokens(*snapshot, 0).at(0).difference, 7.0);
    QVERIFY(equalTokens(*snapshot, 1).at(0).difference != 7.0);
    QVERIFY(sameBits(outputOf(*snapshot), outputOf(*snapshot, 1)));
}

void TestComparison::roundingIsSmallBesideTheOutput()
{
    QVERIFY(isRounding(1e-12, rows({{0.1}})));
    QVERIFY(!isRounding(1e-11, rows({{0.1}})));
    QVERIFY(isRounding(1e-9, rows({{-1000}})));
    QVERIFY(!isRounding(std::nan(""), rows({{1}})));
    QVERIFY(!isRounding(1, rows({{HUGE_VAL}})));
    QVERIFY(isRounding(0, Matrix(0, 3)));
}

void TestComparison::positionsTellTheOrder()
{
    const Document document
        = changed(example("the-dog-bit-the-man"), Mask::None, Positions::Sinusoidal);
    const OrderComparison comparison = *orders(document, "The man bit the dog");
    QVERIFY(comparison.largest > 1e-3);
    QCOMPARE(comparison.largest,
             *std::max_element(comparison.differences.begin(), comparison.differences.end()));
    QCOMPARE(orders(document, "The dog bit the man")->largest, 0.0);
}

void TestComparison::whatIsNotInBothIsNamed_data()
{
    QTest::addColumn<std::string>("other");
    QTest::addColumn<std::string>("message");
    QTest::newRow("missing") << std::string("dog dog")
                             << std::string("\"bit\" is only in the first sentence.");
    QTest::newRow("new") << std::string("cat bit dog dog")
                         << std::string("\"cat\" is only in the second sentence.");
    QTest::newRow("more often")
        << std::string("bit dog bit dog")
        << std::string("\"bit\" is once in the first sentence and 2 times in the second.");
    QTest::newRow("less often")
        << std::string("dog bit")
        << std::string("\"dog\" is 2 times in the first sentence and once in the second.");
}

void TestComparison::whatIsNotInBothIsNamed()
{
    QFETCH(std::string, other);
    QFETCH(std::string, message);
    const Result<OrderComparison> comparison = orders(dogDocument(), other);
    QVERIFY(!comparison);
    QCOMPARE(comparison.error().message, message);
}

void TestComparison::numbersThatAreNoneAreNotPassedOver()
{
    Document document = dogDocument();
    Matrix output = Matrix::Zero(3, 4);
    output(2, 1) = std::numeric_limits<double>::quiet_NaN();
    document.pins["layers.0.resid_post"] = output;
    const SnapshotPtr snapshot = computed(document);
    QVERIFY(std::isnan(equalTokens(*snapshot, 0).at(0).difference));
    QVERIFY(std::isnan(compareOrder(*snapshot, *snapshot, 0)->largest));
    output(2, 1) = output(0, 1) = HUGE_VAL;
    document.pins["layers.0.resid_post"] = output;
    QCOMPARE(equalTokens(*computed(document), 0).at(0).difference, 0.0);
}

void TestComparison::theHeadsTogetherAreTheOutput()
{
    RandomDocuments random(6);
    for (int i = 0; i < 100; ++i) {
        const SnapshotPtr snapshot = computed(random.next());
        for (int l = 0; l < snapshot->document->config.layers; ++l) {
            const Matrix& attnOut = snapshot->trace.layers[std::size_t(l)].attnOut;
            const Matrix& bias = *snapshot->document->parameters.layers[std::size_t(l)].bO;
            Matrix sum = Matrix::Zero(attnOut.rows(), attnOut.cols());
            if (bias.size() > 0)
                sum.rowwise() += bias.row(0);
            for (int h = 0; h < snapshot->document->config.heads; ++h)
                sum += headPart(*snapshot, l, h);
            HEADLIGHT_COMPARE_NEAR("attn_out", sum, attnOut, 1e-12);
        }
    }
}

void TestComparison::aHeadThatIsOffAddsNothing()
{
    const Document document = withHead(bankDocument(), 1, 0, false);
    QVERIFY(checkDocument(document));
    QVERIFY(isHeadOff(document, 1, 0));
    QVERIFY(!isHeadOff(document, 1, 1));
    QVERIFY(headPart(*computed(document), 1, 0).isZero(0));
    QVERIFY(sameDocument(withAllHeads(document), bankDocument()));
}

void TestComparison::switchingOnKeepsOtherPins()
{
    Document document = bankDocument();
    document.pins[headPath(0, 1)] = Matrix(Matrix::Ones(4, 2));
    QVERIFY(!isHeadOff(document, 0, 1));
    QVERIFY(sameDocument(withHead(document, 0, 1, true), document));
    QVERIFY(sameDocument(withAllHeads(document), document));
}

/// In the last layer, nothing comes after the head but the sum.
void TestComparison::theChangeIsWhatTheHeadAdded()
{
    const SnapshotPtr all = computed(bankDocument());
    const SnapshotPtr without = computed(withHead(bankDocument(), 1, 1, false));
    const Eigen::VectorXd change = outputChange(*all, *without);
    HEADLIGHT_COMPARE_NEAR("change", change, headPart(*all, 1, 1).rowwise().norm(), 1e-12);
    QVERIFY(change.minCoeff() > 1e-3);
    QVERIFY(outputChange(*all, *all).isZero(0));
}

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
