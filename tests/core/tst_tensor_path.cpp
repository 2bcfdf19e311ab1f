#include "core/document/tensor_path.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"

#include <QTest>

using namespace headlight;

class TestTensorPath : public QObject {
    Q_OBJECT

private slots:
    void takesANameApartAndPutsItTogether_data();
    void takesANameApartAndPutsItTogether();
    void refusesOddNames_data();
    void refusesOddNames();
    void knowsTheShapeOfEveryTensor_data();
    void knowsTheShapeOfEveryTensor();
    void hasNoShapeForWhatTheModelDoesNotHave();
    void tellsActivationsFromWeights();
    void namesAreCountedFromOne();
    void findsEveryActivation();
    void findsEveryWeightAndTheBlocksOfItsHeads();
    void findsTheTablesOfTheDocument();
    void makesTheScoresThatATraceLeftOut();
    void anUnknownTensorIsAnError_data();
    void anUnknownTensorIsAnError();
};

void TestTensorPath::takesANameApartAndPutsItTogether_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("layer");
    QTest::addColumn<int>("head");
    QTest::addColumn<QByteArray>("name");
    const auto row = [](const char* path, int layer, int head, const char* name) {
        QTest::newRow(path) << QByteArray(path) << layer << head << QByteArray(name);
    };
    row("embeddings", -1, -1, "embeddings");
    row("X", -1, -1, "X");
    row("layers.0.W_Q", 0, -1, "W_Q");
    row("layers.95.resid_post", 95, -1, "resid_post");
    row("layers.0.head.1.q", 0, 1, "q");
    row("layers.10.head.20.pattern", 10, 20, "pattern");
}

void TestTensorPath::takesANameApartAndPutsItTogether()
{
    QFETCH(QByteArray, path);
    const std::optional<TensorPath> parsed = parsePath(path.toStdString());
    QVERIFY(parsed);
    QTEST(parsed->layer, "layer");
    QTEST(parsed->head, "head");
    QTEST(QByteArray::fromStdString(parsed->name), "name");
    QCOMPARE(toString(*parsed), path.toStdString());
}

void TestTensorPath::refusesOddNames_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const char* path : {"",
                             ".",
                             "layers.",
                             "layers.0",
                             "layers.0.",
                             "layers..W_Q",
                             "layers.00.W_Q",
                             "layers.01.W_Q",
                             "layers.-1.q",
                             "layers.-0.W_Q",
                             "layers.+1.W_Q",
                             "layers. 1.W_Q",
                             "layers.1 .W_Q",
                             "layers.0x1.W_Q",
                             "layers.1e0.W_Q",
                             "layers.a.W_Q",
                             "layers.4294967296.W_Q",
                             "layers.99999999999999999999.W_Q",
                             "layers.0.head.1",
                             "layers.0.head.1.",
                             "layers.0.head.01.q",
                             "layers.0.head.-1.q",
                             "layers.0.head.-0.q",
                             "layers.0.head..q",
                             "layers.0.head.q",
                             "layers.0.head.1.head.1.q",
                             "layers.0.W_Q.x",
                             "layers.0..W_Q",
                             "layers.0.layers.0.W_Q",
                             "head.0.q",
                             "Layers.0.W_Q",
                             ".layers.0.W_Q"})
        QTest::addRow("\"%s\"", path) << QByteArray(path);
}

void TestTensorPath::refusesOddNames()
{
    QFETCH(QByteArray, path);
    QVERIFY(!parsePath(path.toStdString()));
}

void TestTensorPath::knowsTheShapeOfEveryTensor_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("rowCount");
    QTest::addColumn<int>("columnCount");
    const auto row = [](const char* path, int rowCount, int columnCount) {
        QTest::newRow(path) << QByteArray(path) << rowCount << columnCount;
    };
    // 7 tokens, d_model 5, d_k 2, d_v 3, 4 heads, output 6
    row("layers.0.W_Q", 5, 8);
    row("layers.0.W_K", 5, 8);
    row("layers.0.W_V", 5, 12);
    row("layers.0.W_O", 12, 6);
    row("layers.0.b_O", 1, 6);
    row("layers.0.resid_pre", 7, 5);
    row("layers.0.concat", 7, 12);
    row("layers.0.attn_out", 7, 6);
    row("layers.0.resid_post", 7, 6);
    row("layers.0.head.3.W_Q", 5, 2);
    row("layers.0.head.3.W_K", 5, 2);
    row("layers.0.head.3.W_V", 5, 3);
    row("layers.0.head.3.W_O", 3, 6);
    row("layers.0.head.3.q", 7, 2);
    row("layers.0.head.3.k", 7, 2);
    row("layers.0.head.3.v", 7, 3);
    row("layers.0.head.3.scores", 7, 7);
    row("layers.0.head.3.scaled", 7, 7);
    row("layers.0.head.3.masked", 7, 7);
    row("layers.0.head.3.pattern", 7, 7);
    row("layers.0.head.3.z", 7, 3);
}

void TestTensorPath::knowsTheShapeOfEveryTensor()
{
    QFETCH(QByteArray, path);
    QFETCH(int, rowCount);
    QFETCH(int, columnCount);
    Config config;
    config.modelWidth = 5;
    config.valueWidth = 3;
    config.heads = 4;
    config.outputWidth = 6;
    const std::optional<Shape> shape = shapeOf(config, 7, *parsePath(path.toStdString()));
    QVERIFY(shape);
    QCOMPARE(toString(*shape), toString(Shape{rowCount, columnCount}));
}

void TestTensorPath::hasNoShapeForWhatTheModelDoesNotHave()
{
    Config config;
    config.heads = 2;
    for (const char* path : {"layers.1.W_Q", "layers.0.head.2.q", "layers.0.foo", "layers.0.q",
                             "layers.0.head.0.concat", "layers.0.head.0.b_O", "X", "embeddings"})
        QVERIFY2(!shapeOf(config, 3, *parsePath(path)), path);
    config.outputProjection = false;
    for (const char* path : {"layers.0.W_O", "layers.0.b_O", "layers.0.head.0.W_O"})
        QVERIFY2(!shapeOf(config, 3, *parsePath(path)), path);
}

void TestTensorPath::tellsActivationsFromWeights()
{
    for (const char* path : {"layers.0.resid_pre", "layers.0.concat", "layers.0.attn_out",
                             "layers.0.resid_post", "layers.0.head.0.q", "layers.0.head.0.masked",
                             "layers.0.head.0.pattern", "layers.0.head.0.z"})
        QVERIFY2(isActivation(*parsePath(path)), path);
    for (const char* path : {"X", "embed", "output", "pos_embed", "layers.0.W_Q", "layers.0.b_O",
                             "layers.0.head.0.W_Q", "layers.0.q", "layers.0.head.0.concat"})
        QVERIFY2(!isActivation(*parsePath(path)), path);
}

void TestTensorPath::namesAreCountedFromOne()
{
    Config config;
    QCOMPARE(displayName(config, {0, 1, "W_Q"}), std::string("W_Q of head 2"));
    QCOMPARE(displayName(config, {0, 0, "pattern"}), std::string("attention weights of head 1"));
    config.layers = 2;
    QCOMPARE(displayName(config, {1, 0, "q"}), std::string("Q of head 1 of layer 2"));
    QCOMPARE(displayName(config, {0, -1, "resid_post"}), std::string("output of layer 1"));
}

void TestTensorPath::findsEveryActivation()
{
    RandomDocuments random(2);
    for (int i = 0; i < 50; ++i) {
        const auto document = std::make_shared<const Document>(random.next());
        const SnapshotPtr snapshot = computeSnapshot(document);
        forEachActivation(snapshot->trace, [&](const std::string& path, const Matrix& expected) {
            const Result<Matrix> found = tensor(*snapshot, path);
            HEADLIGHT_VERIFY_OK(found);
            QVERIFY2(sameBits(*found, expected), path.c_str());
        });
        QVERIFY(sameBits(*tensor(*snapshot, "X"), snapshot->trace.layers.front().residPre));
        QVERIFY(sameBits(*tensor(*snapshot, "output"), snapshot->trace.layers.back().residPost));
    }
}

void TestTensorPath::findsEveryWeightAndTheBlocksOfItsHeads()
{
    const auto document = std::make_shared<const Document>(bankDocument());
    const SnapshotPtr snapshot = computeSnapshot(document);
    forEachWeight(document->parameters, [&](const std::string& path, const Shared<Matrix>& weight) {
        const Result<Matrix> found = tensor(*snapshot, path);
        HEADLIGHT_VERIFY_OK(found);
        QVERIFY2(sameBits(*found, *weight), path.c_str());
    });
    const LayerParameters& layer = document->parameters.layers[1];
    QVERIFY(*tensor(*snapshot, "layers.1.head.1.W_Q") == layer.wQ->rightCols(2));
    QVERIFY(*tensor(*snapshot, "layers.1.head.1.W_K") == layer.wK->rightCols(2));
    QVERIFY(*tensor(*snapshot, "layers.1.head.0.W_V") == layer.wV->leftCols(2));
    QVERIFY(*tensor(*snapshot, "layers.1.head.1.W_O") == layer.wO->bottomRows(2));
}

void TestTensorPath::findsTheTablesOfTheDocument()
{
    Document document = bankDocument();
    document.config.positions = Positions::Table;
    document.positions = Matrix(Matrix::Constant(6, 4, 0.25));
    QVERIFY(tensorOf(document, "embeddings") == *document.embeddings);
    QVERIFY(tensorOf(document, "positions") == *document.positions);
    QVERIFY(tensorOf(document, "pos_embed") == document.positions->topRows(4));
    QVERIFY(tensorOf(document, "embed").row(3) == document.embeddings->row(0));
    QVERIFY(tensorOf(document, "X")
            == tensorOf(document, "embed") + document.positions->topRows(4));
}

void TestTensorPath::makesTheScoresThatATraceLeftOut()
{
    Document document = bankDocument();
    document.config.mask = Mask::Causal;
    document.pins["layers.0.head.1.scores"] = Matrix(Matrix::Constant(4, 4, 0.5));
    const auto shared = std::make_shared<const Document>(document);
    const Snapshot pictures{shared, pictureTraceOf(document)};
    QCOMPARE(pictures.trace.layers[0].heads[1].scores.size(), Index(0));
    for (const char* path : {"layers.0.head.1.scores", "layers.0.head.1.masked",
                             "layers.1.head.0.scores", "layers.1.head.0.scaled"})
        QVERIFY2(sameBits(*tensor(pictures, path), tensorOf(document, path)), path);
}

void TestTensorPath::anUnknownTensorIsAnError_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const char* path :
         {"", "foo", "layers", "layers.2.W_Q", "layers.0.head.2.q", "layers.0.foo",
          "layers.0.head.0.foo", "layers.0.q", "layers.-0.W_Q", "W_Q"})
        QTest::addRow("\"%s\"", path) << QByteArray(path);
}

void TestTensorPath::anUnknownTensorIsAnError()
{
    QFETCH(QByteArray, path);
    const auto document = std::make_shared<const Document>(bankDocument());
    const Result<Matrix> found = tensor(*computeSnapshot(document), path.toStdString());
    QVERIFY(!found);
    QCOMPARE(found.error().message, "There is no matrix named \"" + path.toStdString() + "\".");
}

QTEST_APPLESS_MAIN(TestTensorPath)
#include "tst_tensor_path.moc"
