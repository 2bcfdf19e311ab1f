#include "core/lab/geometry.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"

#include <Eigen/QR>

#include <limits>

using namespace headlight;

namespace {

constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

double cosine(const Matrix& two)
{
    return cosineSimilarity(two.row(0), two.row(1)).value_or(notANumber);
}

/// N x N, the distance of every two rows.
Matrix distances(const Matrix& rows)
{
    Matrix table(rows.rows(), rows.rows());
    for (Index i = 0; i < rows.rows(); ++i) {
        for (Index j = 0; j < rows.rows(); ++j)
            table(i, j) = (rows.row(i) - rows.row(j)).norm();
    }
    return table;
}

/// Columns that are orthogonal and of length 1.
Matrix orthonormal(RandomDocuments& random, Index rowCount, Index columnCount)
{
    const Matrix any = random.matrix(rowCount, rowCount);
    const Matrix q = Eigen::HouseholderQR<Eigen::MatrixXd>(any).householderQ();
    return q.leftCols(columnCount);
}

Matrix points(const Matrix& rows)
{
    return principalPlane(rows)->points;
}

} // namespace

class TestGeometry : public QObject {
    Q_OBJECT

private slots:
    void cosinesByHand_data();
    void cosinesByHand();
    void equalVectorsAreExactlyAlike();
    void aVectorWithoutDirectionHasNoCosine();
    void theTableIsSymmetricWithOnesOnItsDiagonal();
    void fourPointsInAPlaneByHand();
    void whatIsPlanarKeepsItsDistances();
    void turningTheSpaceKeepsDistancesAndShares();
    void degenerateRows_data();
    void degenerateRows();
    void numbersThatAreNotFiniteAreRefused();
    void beforeAndAfterShareAPlane();
    void otherWidthsGetAPlaneEach();
};

void TestGeometry::cosinesByHand_data()
{
    QTest::addColumn<QList<double>>("numbers"); // two vectors of width 2
    QTest::addColumn<double>("expected");
    QTest::newRow("3-4 and 4-3") << QList<double>{3, 4, 4, 3} << 24.0 / 25;
    QTest::newRow("right angle") << QList<double>{1, 1, -2, 2} << 0.0;
    QTest::newRow("opposite") << QList<double>{1, 2, -2, -4} << -1.0;
    QTest::newRow("half a right angle") << QList<double>{1, 0, 5, 5} << std::sqrt(0.5);
    QTest::newRow("huge") << QList<double>{1e300, 0, 1e300, 1e300} << std::sqrt(0.5);
    QTest::newRow("tiny") << QList<double>{1e-300, 0, 1e-300, 1e-300} << std::sqrt(0.5);
}

void TestGeometry::cosinesByHand()
{
    QFETCH(QList<double>, numbers);
    QFETCH(double, expected);
    const Matrix two = rows({{numbers[0], numbers[1]}, {numbers[2], numbers[3]}});
    QVERIFY(std::abs(cosine(two) - expected) < 1e-15);
}

void TestGeometry::equalVectorsAreExactlyAlike()
{
    RandomDocuments random(1);
    for (int i = 0; i < 200; ++i) {
        const Matrix row = random.matrix(1, random.between(1, 20));
        QCOMPARE(*cosineSimilarity(row.row(0), row.row(0)), 1.0);
    }
}

void TestGeometry::aVectorWithoutDirectionHasNoCosine()
{
    QVERIFY(!cosineSimilarity(rows({{0, 0}}).row(0), rows({{1, 2}}).row(0)));
    QVERIFY(!cosineSimilarity(rows({{1, notANumber}}).row(0), rows({{1, 2}}).row(0)));
    QVERIFY(!cosineSimilarity(rows({{1, HUGE_VAL}}).row(0), rows({{1, 2}}).row(0)));
}

void TestGeometry::theTableIsSymmetricWithOnesOnItsDiagonal()
{
    const Matrix table = cosineTable(rows({{3, 4}, {4, 3}, {0, 0}}));
    HEADLIGHT_COMPARE_NEAR(
        "table", table,
        rows({{1, 0.96, notANumber}, {0.96, 1, notANumber}, {notANumber, notANumber, notANumber}}),
        1e-15);
    QCOMPARE(table(0, 0), 1.0);
    QCOMPARE(cosineTable(Matrix(0, 3)).size(), Index(0));
}

/// A kite in the plane of the first and third coordinate: 4 apart one way, 2 the other.
void TestGeometry::fourPointsInAPlaneByHand()
{
    const PrincipalPlane plane
        = *principalPlane(rows({{5, 7, 1}, {5, 7, -3}, {6, 7, -1}, {4, 7, -1}}));
    HEADLIGHT_COMPARE_NEAR("points", plane.points, rows({{2, 0}, {-2, 0}, {0, 1}, {0, -1}}), 1e-15);
    QVERIFY(std::abs(plane.shares[0] - 0.8) < 1e-15);
    QVERIFY(std::abs(plane.shares[1] - 0.2) < 1e-15);
}

void TestGeometry::whatIsPlanarKeepsItsDistances()
{
    RandomDocuments random(2);
    for (int i = 0; i < 50; ++i) {
        const Matrix flat = random.matrix(random.between(1, 9), 2);
        const Index width = random.between(2, 30);
        const Matrix lifted = flat * orthonormal(random, width, 2).transpose();
        HEADLIGHT_COMPARE_NEAR("distances", distances(points(lifted)), distances(flat), 1e-13);
        const PrincipalPlane plane = *principalPlane(lifted);
        QVERIFY(flat.rows() == 1 || std::abs(plane.shares[0] + plane.shares[1] - 1) < 1e-13);
    }
}

void TestGeometry::turningTheSpaceKeepsDistancesAndShares()
{
    RandomDocuments random(3);
    for (int i = 0; i < 50; ++i) {
        const Index width = random.between(1, 12);
        const Matrix cloud = random.matrix(random.between(2, 40), width);
        const Matrix shift = random.matrix(1, width);
        const Matrix turned = (cloud * orthonormal(random, width, width)).rowwise() + shift.row(0);
        HEADLIGHT_COMPARE_NEAR("distances", distances(points(turned)), distances(points(cloud)),
                               1e-9);
        QVERIFY(std::abs(principalPlane(turned)->shares[0] - principalPlane(cloud)->shares[0])
                < 1e-12);
    }
}

void TestGeometry::degenerateRows_data()
{
    QTest::addColumn<int>("rowCount");
    QTest::addColumn<int>("width");
    QTest::newRow("no token") << 0 << 4;
    QTest::newRow("one token") << 1 << 4;
    QTest::newRow("one token one wide") << 1 << 1;
    QTest::newRow("all equal") << 5 << 3;
}

void TestGeometry::degenerateRows()
{
    QFETCH(int, rowCount);
    QFETCH(int, width);
    const PrincipalPlane plane = *principalPlane(Matrix::Constant(rowCount, width, 0.1));
    QVERIFY(sameBits(plane.points, Matrix::Zero(rowCount, 2)));
    QCOMPARE(plane.shares[0], 0.0);
    QCOMPARE(plane.shares[1], 0.0);
}

void TestGeometry::numbersThatAreNotFiniteAreRefused()
{
    QVERIFY(!principalPlane(rows({{1, 2}, {notANumber, 3}})));
    QVERIFY(!planeMovement(rows({{1, 2}}), rows({{HUGE_VAL, 3}})));
    QVERIFY(!planeMovement(rows({{1, 2}}), rows({{1, notANumber, 3}})));
}

void TestGeometry::beforeAndAfterShareAPlane()
{
    const PlaneMovement movement = *planeMovement(rows({{2, 0}, {-2, 0}}), rows({{0, 1}, {0, -1}}));
    QVERIFY(movement.onePlane);
    HEADLIGHT_COMPARE_NEAR("before", movement.before.points, rows({{2, 0}, {-2, 0}}), 1e-15);
    HEADLIGHT_COMPARE_NEAR("after", movement.after.points, rows({{0, 1}, {0, -1}}), 1e-15);
    QVERIFY(std::abs(movement.after.shares[0] - 0.8) < 1e-15);
}

void TestGeometry::otherWidthsGetAPlaneEach()
{
    const PlaneMovement movement
        = *planeMovement(rows({{2, 0}, {-2, 0}}), rows({{0, 0, 5}, {0, 0, 7}}));
    QVERIFY(!movement.onePlane);
    HEADLIGHT_COMPARE_NEAR("after", movement.after.points, rows({{-1, 0}, {1, 0}}), 1e-15);
    QVERIFY(std::abs(movement.after.shares[0] - 1) < 1e-15);
}

QTEST_APPLESS_MAIN(TestGeometry)
#include "tst_geometry.moc"
