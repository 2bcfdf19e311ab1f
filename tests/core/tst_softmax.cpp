#include "core/math/softmax.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"
#include "tests/core/support/reference_forward.h"

#include <QTest>

using namespace headlight;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

Matrix oneAt(Index width, Index column)
{
    Matrix row = Matrix::Zero(1, width);
    row(0, column) = 1;
    return row;
}

Matrix referenceRows(const Matrix& scores)
{
    Matrix result = scores;
    for (Index r = 0; r < scores.rows(); ++r) {
        const double* first = &scores(r, 0);
        const std::vector<long double> weights = referenceSoftmax({first, first + scores.cols()});
        for (Index c = 0; c < scores.cols(); ++c)
            result(r, c) = double(weights[std::size_t(c)]);
    }
    return result;
}

} // namespace

Q_DECLARE_METATYPE(headlight::Matrix)

class TestSoftmax : public QObject {
    Q_OBJECT

private slots:
    void twoScoresMatchHandComputation();
    void agreesWithLongDouble_data();
    void agreesWithLongDouble();
    void agreesWithLongDoubleOnRandomRows();
    void hiddenKeysGetExactlyZeroInEveryColumn();
    void weightsThatUnderflowAreZero();
    void aRowWithEverythingHiddenIsZeroAndReported();
    void nanSpreadsOverItsRowOnly();
    void plusInfinitySpreadsOverItsRowOnly();
    void aSingleColumnIsOne();
    void noRowsGiveNothing();
};

void TestSoftmax::twoScoresMatchHandComputation()
{
    Matrix scores = rows({{0, std::log(3)}}); // e^0 : e^(ln 3) = 1 : 3
    QVERIFY(softmaxRows(scores).empty());
    HEADLIGHT_COMPARE_NEAR("weights", scores, rows({{0.25, 0.75}}), 1e-15);
}

void TestSoftmax::agreesWithLongDouble_data()
{
    QTest::addColumn<Matrix>("scores");
    QTest::newRow("+-800") << rows({{800, -800, 799}, {-800, -801, -802}, {800, 800, 800}});
    QTest::newRow("equal") << rows({{7, 7, 7, 7, 7, 7, 7}});
    QTest::newRow("denormals") << rows({{5e-324, 0, -5e-324}, {1e-310, 2e-310, 3e-310}});
    QTest::newRow("huge") << rows({{1e308, -1e308, 1e308}, {-1e308, -1e308, -1e308}});
    QTest::newRow("signed zeros") << rows({{0.0, -0.0}});
    QTest::newRow("hidden keys") << rows({{1, -infinity, 2}, {-infinity, -infinity, 3}});
    QTest::newRow("just above underflow") << rows({{0, -700, -708, 0, -700, -708}});
}

void TestSoftmax::agreesWithLongDouble()
{
    QFETCH(Matrix, scores);
    Matrix weights = scores;
    QVERIFY(softmaxRows(weights).empty());
    HEADLIGHT_COMPARE_NEAR("weights", weights, referenceRows(scores), 1e-15);
    MatrixOf<float> single = scores.cwiseMax(-1e38).cwiseMin(1e38).cast<float>();
    softmaxRows(single);
    HEADLIGHT_COMPARE_NEAR("float weights", single, referenceRows(scores), 1e-6);
}

void TestSoftmax::agreesWithLongDoubleOnRandomRows()
{
    RandomDocuments random(1);
    for (int i = 0; i < 1000; ++i) {
        const double spread = std::pow(10.0, double(random.between(-3, 3)));
        const Matrix scores = spread * random.matrix(random.between(1, 9), random.between(1, 9));
        Matrix weights = scores;
        softmaxRows(weights);
        HEADLIGHT_COMPARE_NEAR("weights", weights, referenceRows(scores), 1e-15);
    }
}

void TestSoftmax::hiddenKeysGetExactlyZeroInEveryColumn()
{
    for (Index width = 2; width <= 33; ++width) { // wider than any vector register
        for (Index seen = 0; seen < width; ++seen) {
            Matrix scores = Matrix::Constant(1, width, -infinity);
            scores(0, seen) = -3;
            MatrixOf<float> single = scores.cast<float>();
            QVERIFY(softmaxRows(scores).empty());
            QVERIFY(softmaxRows(single).empty());
            QVERIFY(scores == oneAt(width, seen));
            QVERIFY(single == scores.cast<float>());
        }
    }
}

void TestSoftmax::weightsThatUnderflowAreZero()
{
    Matrix scores = Matrix::Constant(1, 9, -800);
    scores(0, 4) = 0;
    softmaxRows(scores);
    QVERIFY(scores == oneAt(9, 4));
}

void TestSoftmax::aRowWithEverythingHiddenIsZeroAndReported()
{
    Matrix scores = rows({{-infinity, -infinity}, {1, 1}, {-infinity, -infinity}});
    QCOMPARE(softmaxRows(scores), (std::vector<Index>{0, 2}));
    QVERIFY(scores == rows({{0, 0}, {0.5, 0.5}, {0, 0}}));
}

void TestSoftmax::nanSpreadsOverItsRowOnly()
{
    for (Index column = 0; column < 7; ++column) {
        Matrix scores = Matrix::Zero(3, 7);
        scores.row(1).setConstant(-infinity);
        scores(1, column) = notANumber;
        QVERIFY(softmaxRows(scores).empty());
        QVERIFY(scores.row(1).array().isNaN().all());
        HEADLIGHT_COMPARE_NEAR("row 0", scores.row(0), Matrix::Constant(1, 7, 1.0 / 7), 1e-15);
        HEADLIGHT_COMPARE_NEAR("row 2", scores.row(2), Matrix::Constant(1, 7, 1.0 / 7), 1e-15);
    }
}

void TestSoftmax::plusInfinitySpreadsOverItsRowOnly()
{
    Matrix scores = rows({{0, infinity, 1}, {0, 0, -infinity}});
    QVERIFY(softmaxRows(scores).empty());
    QVERIFY(scores.row(0).array().isNaN().all());
    QVERIFY(scores.row(1) == rows({{0.5, 0.5, 0}}));
}

void TestSoftmax::aSingleColumnIsOne()
{
    Matrix scores = rows({{-800}, {0}, {5e-324}, {1e308}});
    QVERIFY(softmaxRows(scores).empty());
    QVERIFY(scores == Matrix::Ones(4, 1));
}

void TestSoftmax::noRowsGiveNothing()
{
    Matrix scores(0, 0);
    QVERIFY(softmaxRows(scores).empty());
    QCOMPARE(scores.size(), Index(0));
}

QTEST_APPLESS_MAIN(TestSoftmax)
#include "tst_softmax.moc"
