#include "core/document/edit.h"
#include "core/document/non_finite.h"
#include "core/io/document_json.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"

#include <QTest>

#include <limits>

using namespace headlight;

namespace {

/// A model that has every kind of matrix: bankDocument() with positions and a pin.
Document everyMatrix()
{
    Document document = bankDocument();
    document.config.positions = Positions::Table;
    const Index tokens = Index(document.tokens.size());
    document.positions = Matrix(Matrix::Constant(tokens, document.config.modelWidth, 0.25));
    document.pins["layers.1.head.0.scores"] = Matrix(Matrix::Constant(tokens, tokens, 0.5));
    return document;
}

SnapshotPtr computed(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

} // namespace

/// Numbers that break programs, in every matrix a document holds.
class TestOddNumbers : public QObject {
    Q_OBJECT

private slots:
    void everyMatrixTakesEveryNumber_data();
    void everyMatrixTakesEveryNumber();
    void numbersTooLargeAreTracedToTheFirstBadCell();
    void aMaskIsNoBadNumber();
    void whatDependsOnItIsCounted();
};

void TestOddNumbers::everyMatrixTakesEveryNumber_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<double>("value");
    const double values[] = {std::numeric_limits<double>::quiet_NaN(),
                             HUGE_VAL,
                             -HUGE_VAL,
                             0.0,
                             -0.0,
                             5e-324,
                             -5e-324,
                             1e-308,
                             1e308,
                             -1e308};
    for (const char* tensor :
         {"embeddings", "positions", "layers.0.W_Q", "layers.0.W_K", "layers.0.W_V", "layers.0.W_O",
          "layers.0.b_O", "layers.1.W_Q", "layers.1.head.0.scores"}) {
        for (const double value : values)
            QTest::addRow("%s %g%s", tensor, value, std::signbit(value) ? " (minus)" : "")
                << QString(tensor) << value;
    }
}

void TestOddNumbers::everyMatrixTakesEveryNumber()
{
    QFETCH(QString, tensor);
    QFETCH(double, value);
    Document document = everyMatrix();
    const std::string path = tensor.toStdString();
    const SetCell edit{path, 0, 1, value};
    HEADLIGHT_VERIFY_OK(checkEdit(document, edit));
    applyEdit(document, edit);
    const SnapshotPtr snapshot = computed(document);
    const std::optional<NonFiniteCell> bad = firstNonFinite(document);
    QCOMPARE(bad.has_value(), !std::isfinite(value));
    if (!std::isfinite(value)) {
        QCOMPARE(bad->tensor, path);
        QCOMPARE(bad->row, 0);
        QCOMPARE(bad->column, 1);
    }
    const std::string text = writeDocument(document);
    const Result<Document> again = readDocument(text);
    HEADLIGHT_VERIFY_OK(again);
    const Matrix before = *headlight::tensor(*snapshot, path);
    QVERIFY(sameBits(*headlight::tensor(*computed(*again), path), before));
    QCOMPARE(writeDocument(*again), text);
}

void TestOddNumbers::numbersTooLargeAreTracedToTheFirstBadCell()
{
    // x = (1e200, 1) meets W_Q = (1e200; 1): q = 1e400, beyond what a double holds. k is finite.
    Config config;
    config.modelWidth = config.outputWidth = 2;
    config.keyWidth = config.valueWidth = 1;
    config.outputProjection = false;
    Document document = documentOf(rows({{0, 1}, {1e200, 1}}), config);
    document.parameters.layers[0].wQ = rows({{1e200}, {1}});
    document.parameters.layers[0].wK = rows({{0}, {1}});
    document.parameters.layers[0].wV = rows({{0}, {1}});
    const std::optional<NonFiniteCell> bad = firstTooLarge(computed(document)->trace);
    QVERIFY(bad.has_value());
    QVERIFY(!firstNonFinite(document));
    QCOMPARE(bad->tensor, std::string("layers.0.head.0.q"));
    QCOMPARE(bad->row, 1);
    QCOMPARE(bad->column, 0);
    QCOMPARE(bad->value, HUGE_VAL);
}

void TestOddNumbers::aMaskIsNoBadNumber()
{
    Document document = everyMatrix();
    document.config.mask = Mask::Causal;
    QVERIFY(!firstTooLarge(computed(document)->trace));
    const std::string masked = "layers.0.head.1.masked";
    document.pins[masked] = tensorOf(document, masked);
    QVERIFY(!document.pins[masked]->allFinite());
    QVERIFY(!firstNonFinite(document));
    QVERIFY(!firstTooLarge(computed(document)->trace));
}

/// Three tokens that see themselves and what is before them, one head, everything one wide; NaN in
/// the second token's embedding. Counted by hand.
void TestOddNumbers::whatDependsOnItIsCounted()
{
    Config config;
    config.modelWidth = config.outputWidth = 1;
    config.keyWidth = config.valueWidth = 1;
    config.outputProjection = false;
    config.mask = Mask::Causal;
    Document document = documentOf(rows({{1}, {2}, {3}}), config);
    QCOMPARE(countNonFinite(computed(document)->trace), 0);
    applyEdit(document, SetCell{"X", 1, 0, std::numeric_limits<double>::quiet_NaN()});
    const int own = 1 + 1 + 3; // embedding, X; q, k, v
    const int scores = 5; // all pairs with it; in scores and scaled
    const int seen = 3; // of these, without what the mask hides: [2,1], [2,2] and [3,2]
    const int weights = 2 * 3; // a softmax spreads over its row
    const int results = 4 * 3; // z (0 times NaN is NaN), concatenation, output of the layer twice
    QCOMPARE(countNonFinite(computed(document)->trace),
             own + 2 * scores + seen + weights + results);
}

QTEST_APPLESS_MAIN(TestOddNumbers)
#include "tst_odd_numbers.moc"
