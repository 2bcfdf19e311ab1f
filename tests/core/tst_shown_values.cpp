#include "core/math/histogram.h"
#include "core/math/leave_out.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace headlight;

/// Parts of matrices that are shown, and how their values are spread.
class TestShownValues : public QObject {
    Q_OBJECT

private slots:
    void rowsAndColumnsAreSelected();
    void rowsAddUpToOneAgain();
    void histogramsCountEveryFiniteValue();
    void histogramsOfHugeValuesStayInside();
    void histogramsOfNothingAreEmpty();
};

void TestShownValues::rowsAndColumnsAreSelected()
{
    Matrix matrix(3, 3);
    matrix << 1, 2, 3, 4, 5, 6, 7, 8, 9;
    Matrix expected(2, 2);
    expected << 7, 9, 1, 3;
    QCOMPARE(selected(matrix, {2, 0}, {0, 2}), expected);
    QCOMPARE(selected(matrix, {}, {0}).rows(), Index(0));
}

/// 0.2 and 0.3 without the 0.5 beside them are 2/5 and 3/5.
void TestShownValues::rowsAddUpToOneAgain()
{
    Matrix weights(3, 2);
    weights << 0.2, 0.3, 0, 0, std::nan(""), 1;
    renormaliseRows(weights);
    QCOMPARE(weights(0, 0), 0.4);
    QCOMPARE(weights(0, 1), 0.6);
    QCOMPARE(weights(1, 0), 0.0); // nothing is left: there is nothing to scale
    QVERIFY(std::isnan(weights(2, 0)));
    QCOMPARE(weights(2, 1), 1.0);
}

void TestShownValues::histogramsCountEveryFiniteValue()
{
    Matrix first(1, 6);
    first << 0, 0.24, 0.25, 0.5, 1, std::nan("");
    Matrix second(1, 2);
    second << 0.99, -INFINITY;
    const Histogram histogram = histogramOf(
        {std::make_shared<const Matrix>(first), std::make_shared<const Matrix>(second)}, 4);
    QCOMPARE(histogram.low, 0.0);
    QCOMPARE(histogram.high, 1.0);
    QCOMPARE(histogram.counts, (std::vector<std::size_t>{2, 1, 1, 2}));
}

void TestShownValues::histogramsOfHugeValuesStayInside()
{
    constexpr double largest = std::numeric_limits<double>::max();
    Matrix values(1, 3);
    values << -largest, 0, largest;
    const Histogram histogram = histogramOf({std::make_shared<const Matrix>(values)}, 4);
    QCOMPARE(histogram.counts, (std::vector<std::size_t>{1, 0, 1, 1}));
}

void TestShownValues::histogramsOfNothingAreEmpty()
{
    QCOMPARE(histogramOf({}, 3).counts, (std::vector<std::size_t>{0, 0, 0}));
    const Matrix same = Matrix::Constant(2, 2, 0.5);
    QCOMPARE(histogramOf({std::make_shared<const Matrix>(same)}, 2).counts,
             (std::vector<std::size_t>{4, 0}));
}

QTEST_APPLESS_MAIN(TestShownValues)
#include "tst_shown_values.moc"
