#include "core/math/softmax.h"
#include "core/model/forward.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"
#include "tests/core/support/reference_forward.h"

#include <QTest>

using namespace headlight;

namespace {

/// Two tokens, one head, every weight the identity, d_k = 2.
Document identityDocument()
{
    Config config;
    config.outputWidth = 2;
    Document document = documentOf(rows({{1, 0}, {0, 1}}), config);
    const Matrix identity = Matrix::Identity(2, 2);
    document.parameters.layers[0] = {identity, identity, identity, identity, {}};
    return document;
}

std::string pinOf(const std::string& name)
{
    return "layers.0.head.0." + name;
}

} // namespace

class TestForward : public QObject {
    Q_OBJECT

private slots:
    void weightsMatchHandComputation();
    void scaleIsWhatTheConfigSays();
    void causalMaskHidesTheFuture();
    void biasIsAddedToEveryRow();
    void residualAddsTheInput();
    void withoutOutputProjectionTheConcatenationIsTheOutput();
    void outputOfALayerIsTheInputOfTheNext();
    void positionsAreAddedToTheEmbeddings();
    void sinusoidalPositionsMatchTheFormula();
    void aPinnedTensorIsTakenAsItIs();
    void aRowWithEverythingHiddenIsZeroAndReported();
    void nanStaysInItsTokensRowUnderACausalMask();
    void noTokensGiveEmptyMatrices();
    void everyIntermediateAgreesWithLongDouble();
    void everyIntermediateAgreesWithLongDoubleUnderPins();
    void picturesLeaveOutTheScores();
    void countsTheHeadsThatAreDone();
    void stopGivesNothing();
};

void TestForward::weightsMatchHandComputation()
{
    // softmax(1/sqrt(2), 0) = (e^0.7071, 1) / (e^0.7071 + 1)
    const Trace trace = traceOf(identityDocument());
    const double high = 0.66976154932665692;
    const double low = 0.33023845067334308;
    const Matrix expected = rows({{high, low}, {low, high}});
    HEADLIGHT_COMPARE_NEAR("pattern", trace.layers[0].heads[0].pattern, expected, 1e-15);
    HEADLIGHT_COMPARE_NEAR("output", trace.layers[0].residPost, expected, 1e-15);
}

void TestForward::scaleIsWhatTheConfigSays()
{
    Document document = identityDocument();
    document.config.scaleKind = ScaleKind::Off;
    QVERIFY(tensorOf(document, pinOf("scaled")) == Matrix::Identity(2, 2));
    document.config.scaleKind = ScaleKind::Custom;
    document.config.customScale = -0.25;
    QVERIFY(tensorOf(document, pinOf("scaled")) == -0.25 * Matrix::Identity(2, 2));
    document.config.scaleKind = ScaleKind::KeyWidth;
    QVERIFY(tensorOf(document, pinOf("scaled")) == Matrix::Identity(2, 2) / std::sqrt(2.0));
}

void TestForward::causalMaskHidesTheFuture()
{
    Document document = identityDocument();
    document.config.mask = Mask::Causal;
    const HeadTrace head = traceOf(document).layers[0].heads[0];
    QCOMPARE(head.masked(0, 1), hidden<double>);
    QVERIFY(head.pattern.row(0) == rows({{1, 0}}));
    QVERIFY(head.scaled(0, 1) == 0);
}

void TestForward::biasIsAddedToEveryRow()
{
    Document document = identityDocument();
    const Matrix without = tensorOf(document, "output");
    document.parameters.layers[0].bO = rows({{10, -20}});
    HEADLIGHT_COMPARE_NEAR("output", tensorOf(document, "output"),
                           without + rows({{10, -20}, {10, -20}}), 1e-15);
}

void TestForward::residualAddsTheInput()
{
    Document document = identityDocument();
    document.config.residual = true;
    const LayerTrace layer = traceOf(document).layers[0];
    QVERIFY(layer.residPost == layer.attnOut + Matrix::Identity(2, 2));
}

void TestForward::withoutOutputProjectionTheConcatenationIsTheOutput()
{
    Config config;
    config.outputProjection = false;
    config.heads = 3;
    const LayerTrace layer = traceOf(documentOf(rows({{1, 2}, {3, 4}}), config)).layers[0];
    QCOMPARE(layer.concat.cols(), Index(6));
    QVERIFY(sameBits(layer.attnOut, layer.concat));
    QVERIFY(layer.concat.middleCols(2, 2) == layer.heads[1].z);
}

void TestForward::outputOfALayerIsTheInputOfTheNext()
{
    const Trace trace = traceOf(bankDocument());
    QVERIFY(sameBits(trace.layers[1].residPre, trace.layers[0].residPost));
}

void TestForward::positionsAreAddedToTheEmbeddings()
{
    Document document = identityDocument();
    document.config.positions = Positions::Table;
    document.positions = rows({{1, 2}, {3, 4}, {5, 6}}); // one row more than tokens
    QVERIFY(tensorOf(document, "X") == rows({{2, 2}, {3, 5}}));
    QVERIFY(tensorOf(document, "embed") == Matrix::Identity(2, 2));
}

void TestForward::sinusoidalPositionsMatchTheFormula()
{
    const Matrix table = sinusoidalPositions(3, 4); // angles p and p/100
    const Matrix expected = rows({{0, 1, 0, 1},
                                  {std::sin(1), std::cos(1), std::sin(0.01), std::cos(0.01)},
                                  {std::sin(2), std::cos(2), std::sin(0.02), std::cos(0.02)}});
    HEADLIGHT_COMPARE_NEAR("positions", table, expected, 1e-15);
    QCOMPARE(sinusoidalPositions(0, 4).rows(), Index(0));
    QCOMPARE(sinusoidalPositions(2, 3).cols(), Index(3));
}

void TestForward::aPinnedTensorIsTakenAsItIs()
{
    Document document = identityDocument();
    document.pins[pinOf("pattern")] = rows({{3, 0}, {0, -1}}); // no weights at all, but the user's
    QVERIFY(tensorOf(document, "output") == rows({{3, 0}, {0, -1}}));
    document.pins["layers.0.resid_pre"] = rows({{5, 5}, {7, 7}});
    QVERIFY(tensorOf(document, "X") == rows({{5, 5}, {7, 7}}));
    QVERIFY(tensorOf(document, "output") == rows({{15, 15}, {-7, -7}}));
    document.pins["layers.0.resid_post"] = rows({{0, 0}, {0, 0}});
    QVERIFY(tensorOf(document, "output") == Matrix::Zero(2, 2));
}

void TestForward::aRowWithEverythingHiddenIsZeroAndReported()
{
    Document document = identityDocument();
    const double none = hidden<double>;
    document.pins[pinOf("masked")] = rows({{none, none}, {0, none}});
    const HeadTrace head = traceOf(document).layers[0].heads[0];
    QCOMPARE(head.hiddenRows, std::vector<Index>{0});
    QVERIFY(head.pattern == rows({{0, 0}, {1, 0}}));
    QVERIFY(head.z == rows({{0, 0}, {1, 0}}));
    document.pins[pinOf("pattern")] = rows({{1, 0}, {0, 1}});
    QVERIFY(traceOf(document).layers[0].heads[0].hiddenRows.empty());
}

void TestForward::nanStaysInItsTokensRowUnderACausalMask()
{
    Document document = identityDocument();
    document.config.mask = Mask::Causal;
    document.embeddings = rows({{1, 0}, {std::nan(""), 1}});
    const HeadTrace head = traceOf(document).layers[0].heads[0];
    QVERIFY(head.pattern.row(0) == rows({{1, 0}}));
    QVERIFY(head.pattern.row(1).array().isNaN().all());
}

void TestForward::noTokensGiveEmptyMatrices()
{
    for (const Positions positions : {Positions::None, Positions::Sinusoidal, Positions::Table}) {
        Config config;
        config.layers = 2;
        config.positions = positions;
        config.mask = Mask::Causal;
        const Document document = documentOf(Matrix(0, 4), config);
        HEADLIGHT_VERIFY_OK(checkDocument(document));
        const Trace trace = traceOf(document);
        QCOMPARE(trace.layers[1].heads[0].pattern.size(), Index(0));
        QCOMPARE(trace.layers[1].residPost.rows(), Index(0));
        QCOMPARE(trace.layers[1].residPost.cols(), Index(4));
    }
}

void TestForward::everyIntermediateAgreesWithLongDouble()
{
    RandomDocuments random(3);
    for (int i = 0; i < 200; ++i) {
        const Document document = random.next();
        const auto expected = referenceForward(document);
        const Trace trace = traceOf(document);
        std::size_t compared = 0;
        forEachActivation(trace, [&](const std::string& path, const Matrix& found) {
            HEADLIGHT_COMPARE_NEAR(path, found, expected.at(path), 1e-12);
            ++compared;
        });
        QCOMPARE(compared, expected.size());
    }
}

void TestForward::everyIntermediateAgreesWithLongDoubleUnderPins()
{
    RandomDocuments random(4);
    for (int i = 0; i < 200; ++i) {
        Document document = random.next();
        const Trace before = traceOf(document);
        forEachActivation(before, [&](const std::string& path, const Matrix& value) {
            const bool mayPin = path != "embed" && path != "pos_embed";
            if (mayPin && random.between(0, 7) == 0)
                document.pins[path] = random.matrix(value.rows(), value.cols());
        });
        const auto expected = referenceForward(document);
        const Trace trace = traceOf(document);
        forEachActivation(trace, [&](const std::string& path, const Matrix& found) {
            HEADLIGHT_COMPARE_NEAR(path, found, expected.at(path), 1e-12);
        });
    }
}

void TestForward::picturesLeaveOutTheScores()
{
    const Trace all = traceOf(bankDocument());
    const Trace pictures = pictureTraceOf(bankDocument());
    const HeadTrace& head = pictures.layers[1].heads[1];
    QCOMPARE(head.scores.size() + head.scaled.size() + head.masked.size(), Index(0));
    QVERIFY(sameBits(head.pattern, all.layers[1].heads[1].pattern));
    QVERIFY(sameBits(pictures.layers[1].residPost, all.layers[1].residPost));
}

void TestForward::countsTheHeadsThatAreDone()
{
    std::atomic<int> done = 0;
    computeSnapshot(std::make_shared<const Document>(bankDocument()), {{}, &done});
    QCOMPARE(done.load(), 4); // 2 layers x 2 heads
}

void TestForward::stopGivesNothing()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!computeSnapshot(std::make_shared<const Document>(bankDocument()),
                             {stop.get_token(), nullptr}));
}

QTEST_APPLESS_MAIN(TestForward)
#include "tst_forward.moc"
