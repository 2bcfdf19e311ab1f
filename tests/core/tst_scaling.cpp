#include "core/lab/scaling.h"
#include "core/model/initialize.h"
#include "tests/core/support/documents.h"

#include <QTest>

#include <cmath>

using namespace headlight;

namespace {

bool near(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance;
}

bool sameBits(const Sharpness& a, const Sharpness& b)
{
    return a.largest == b.largest && a.entropy == b.entropy;
}

SnapshotPtr snapshotOf(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

} // namespace

class TestScaling : public QObject {
    Q_OBJECT

private slots:
    void sharpnessOfTwoKeysByHand();
    void evenWeightsHaveTheLargestEntropy();
    void oneKeyWithAllHasNone();
    void rowsThatSeeNoKeyDoNotCount();
    void aFactorOnTheScoresByHand();
    void oneQueryAndTwoKeysByHand();
    void withOneNumberPerKeyScalingChangesNothing();
    void scoresVaryAsTheRootOfTheWidth();
    void everyMeasureStaysInItsBounds();
    void withoutScaleWideKeysTakeNearlyAll();
    void withScaleTheWidthHardlyMatters();
    void theSameSeedGivesTheSameBits();
    void aWidthDoesNotDependOnTheOthers();
    void aHeadOfADocumentByHand();
    void aHeadKeepsItsMask();
};

void TestScaling::sharpnessOfTwoKeysByHand()
{
    // Entropies: 1/4 ln 4 + 3/4 ln 4/3 = 0.562335, and ln 2 = 0.693147.
    const Sharpness result = sharpness(rows({{0.25, 0.75}, {0.5, 0.5}}));
    QCOMPARE(result.largest, 0.625);
    QVERIFY(near(result.entropy, (0.5623351446188083 + 0.6931471805599453) / 2, 1e-15));
}

void TestScaling::evenWeightsHaveTheLargestEntropy()
{
    for (const Index keys : {1, 2, 7, 128}) {
        const Sharpness result = sharpness(Matrix::Constant(3, keys, 1.0 / double(keys)));
        QVERIFY(near(result.largest, 1.0 / double(keys), 1e-15));
        QVERIFY(near(result.entropy, std::log(double(keys)), 1e-13));
    }
}

void TestScaling::oneKeyWithAllHasNone()
{
    const Sharpness result = sharpness(rows({{0, 1, 0}, {1, 0, 0}}));
    QCOMPARE(result.largest, 1.0);
    QCOMPARE(result.entropy, 0.0);
}

void TestScaling::rowsThatSeeNoKeyDoNotCount()
{
    const Sharpness result = sharpness(rows({{0, 0}, {0.5, 0.5}}));
    QCOMPARE(result.largest, 0.5);
    QCOMPARE(sharpness(rows({{0, 0}})).largest, 0.0);
}

void TestScaling::aFactorOnTheScoresByHand()
{
    // Scores 0 and 2 ln 3, halved: weights 1 : 3. Not halved: 1 : 9.
    const Matrix scores = rows({{0, 2 * std::log(3)}});
    QVERIFY(near(sharpnessOfScores(scores, 0.5).largest, 0.75, 1e-15));
    QVERIFY(near(sharpnessOfScores(scores, 1).largest, 0.9, 1e-15));
}

/// The experiment against two scores and the logistic function, without a matrix or a softmax.
void TestScaling::oneQueryAndTwoKeysByHand()
{
    const std::uint64_t seed = 5;
    const Index width = 4;
    double scores[2] = {0, 0};
    for (Index key = 0; key < 2; ++key)
        for (Index c = 0; c < width; ++c)
            scores[key]
                += seededNormal(seed, "lab queries", 0, c) * seededNormal(seed, "lab keys", key, c);
    const double gap = std::abs(scores[0] - scores[1]);
    const ScalingPoint point = scalingExperiment({{width}, 2, 1, seed}).front();
    QVERIFY(near(point.plain.largest, 1 / (1 + std::exp(-gap)), 1e-14));
    QVERIFY(near(point.scaled.largest, 1 / (1 + std::exp(-gap / 2)), 1e-14)); // sqrt(4) = 2
}

void TestScaling::withOneNumberPerKeyScalingChangesNothing()
{
    const ScalingPoint point = scalingExperiment({{1}, 16, 32, 3}).front();
    QVERIFY(sameBits(point.plain, point.scaled));
}

/// The variance of a sum of d_k independent products of standard-normal numbers is d_k. Five
/// standard errors of the estimate are allowed: its relative variance is at most
/// 2/(R d) + 2/(T d) + 4/(R T).
void TestScaling::scoresVaryAsTheRootOfTheWidth()
{
    for (const std::uint64_t seed : {1, 2, 3}) {
        const Index keys = 128;
        const Index queries = 256;
        for (const ScalingPoint& point :
             scalingExperiment({{4, 16, 64, 256}, keys, queries, seed})) {
            const double width = double(point.keyWidth);
            const double variance = point.scoreDeviation * point.scoreDeviation;
            const double error
                = std::sqrt(2 / (double(queries) * width) + 2 / (double(keys) * width)
                            + 4 / double(queries * keys));
            QVERIFY(near(variance / width, 1, 5 * error));
        }
    }
}

void TestScaling::everyMeasureStaysInItsBounds()
{
    for (const Index keys : {2, 16, 128}) {
        const double most = std::log(double(keys)) + 1e-12;
        for (const ScalingPoint& point : scalingExperiment({{1, 8, 64, 512}, keys, 16, 9})) {
            for (const Sharpness& one : {point.plain, point.scaled}) {
                QVERIFY(one.entropy >= 0 && one.entropy <= most);
                QVERIFY(one.largest >= 1.0 / double(keys) && one.largest <= 1);
            }
        }
    }
}

void TestScaling::withoutScaleWideKeysTakeNearlyAll()
{
    const ScalingPoint point = scalingExperiment({{1 << 14}, 8, 16, 1}).front();
    QVERIFY(point.plain.largest > 0.98);
    QVERIFY(point.plain.entropy < 0.05);
}

void TestScaling::withScaleTheWidthHardlyMatters()
{
    const std::vector<ScalingPoint> points = scalingExperiment({{16, 512}, 16, 256, 1});
    QVERIFY(near(points[0].scaled.largest, points[1].scaled.largest, 0.06));
    QVERIFY(points[1].plain.largest > points[1].scaled.largest + 0.4);
}

void TestScaling::theSameSeedGivesTheSameBits()
{
    const ScalingSetup setup;
    const std::vector<ScalingPoint> first = scalingExperiment(setup);
    const std::vector<ScalingPoint> second = scalingExperiment(setup);
    ScalingSetup other = setup;
    other.seed = 2;
    const std::vector<ScalingPoint> different = scalingExperiment(other);
    for (std::size_t i = 0; i < first.size(); ++i) {
        QVERIFY(sameBits(first[i].plain, second[i].plain));
        QVERIFY(sameBits(first[i].scaled, second[i].scaled));
        QVERIFY(!sameBits(first[i].plain, different[i].plain));
    }
}

void TestScaling::aWidthDoesNotDependOnTheOthers()
{
    const ScalingPoint alone = scalingExperiment({{64}, 16, 16, 4}).back();
    const ScalingPoint last = scalingExperiment({{1, 3, 64}, 16, 16, 4}).back();
    QVERIFY(near(alone.plain.largest, last.plain.largest, 1e-12));
    QVERIFY(near(alone.scaled.entropy, last.scaled.entropy, 1e-12));
}

/// X is 0 and 1, W_Q = 1 and W_K = 2 ln 3, so q k is 0 except 2 ln 3 for the second token.
void TestScaling::aHeadOfADocumentByHand()
{
    Config config;
    config.modelWidth = config.keyWidth = config.valueWidth = config.outputWidth = 1;
    config.outputProjection = false;
    config.scaleKind = ScaleKind::Custom;
    config.customScale = 0.5;
    Document document = documentOf(rows({{0}, {1}}), config);
    document.parameters.layers[0].wQ = Shared<Matrix>(rows({{1}}));
    document.parameters.layers[0].wK = Shared<Matrix>(rows({{2 * std::log(3)}}));
    const HeadSharpness head = headSharpness(*snapshotOf(document), 0, 0);
    // Query 0 scores 0, 0: even. Query 1 scores 0, 2 ln 3: halved 1 : 3, else 1 : 9.
    QVERIFY(near(head.own.largest, (0.5 + 0.75) / 2, 1e-15));
    QVERIFY(near(head.plain.largest, (0.5 + 0.9) / 2, 1e-15));
}

void TestScaling::aHeadKeepsItsMask()
{
    Config config;
    config.mask = Mask::Causal;
    const Document document = documentOf(Matrix::Zero(2, config.modelWidth), config);
    const HeadSharpness head = headSharpness(*snapshotOf(document), 0, 0);
    // The first query sees one key and the second both, evenly.
    QVERIFY(near(head.plain.largest, 0.75, 1e-15));
    QVERIFY(near(head.plain.entropy, std::log(2) / 2, 1e-15));
    QVERIFY(sameBits(head.plain, head.own));
}

QTEST_APPLESS_MAIN(TestScaling)
#include "tst_scaling.moc"
