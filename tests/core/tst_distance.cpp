#include "core/lab/distance.h"

#include <QTest>

using namespace headlight;

class TestDistance : public QObject {
    Q_OBJECT

private slots:
    void pathsOfTokensByHand_data();
    void pathsOfTokensByHand();
    void whatRemainsByHand_data();
    void whatRemainsByHand();
    void everyStepMultiplies();
};

void TestDistance::pathsOfTokensByHand_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<int>("attention");
    QTest::addColumn<int>("chain");
    QTest::newRow("itself") << 3 << 3 << 0 << 0;
    QTest::newRow("neighbours") << 3 << 4 << 1 << 1;
    QTest::newRow("far") << 0 << 9 << 1 << 9;
    QTest::newRow("backwards") << 9 << 2 << 1 << 7;
}

void TestDistance::pathsOfTokensByHand()
{
    QFETCH(int, from);
    QFETCH(int, to);
    QTEST(int(attentionSteps(from, to)), "attention");
    QTEST(int(chainSteps(from, to)), "chain");
}

void TestDistance::whatRemainsByHand_data()
{
    QTest::addColumn<double>("kept");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("remaining");
    QTest::newRow("no step loses nothing") << 0.5 << 0 << 1.0;
    QTest::newRow("one step") << 0.9 << 1 << 0.9;
    QTest::newRow("three halvings") << 0.5 << 3 << 0.125;
    QTest::newRow("0.9 twice") << 0.9 << 2 << 0.81;
    QTest::newRow("everything kept") << 1.0 << 1000 << 1.0;
    QTest::newRow("nothing kept") << 0.0 << 2 << 0.0;
}

void TestDistance::whatRemainsByHand()
{
    QFETCH(double, kept);
    QFETCH(int, steps);
    QFETCH(double, remaining);
    QVERIFY(std::abs(remainingSignal(kept, steps) - remaining) < 1e-15);
}

void TestDistance::everyStepMultiplies()
{
    for (const double kept : {0.5, 0.77, 0.99}) {
        double product = 1;
        for (int steps = 0; steps < 60; ++steps, product *= kept)
            QVERIFY(std::abs(remainingSignal(kept, steps) - product) <= 1e-13 * product);
    }
}

QTEST_APPLESS_MAIN(TestDistance)
#include "tst_distance.moc"
