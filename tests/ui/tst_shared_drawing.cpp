#include "tests/support/quiet.h"
#include "ui/figure/heat_image.h"
#include "ui/figure/shared_drawing.h"

#include <QTest>

#include <atomic>
#include <stdexcept>
#include <thread>

using namespace headlight;

/// What is drawn on several cores.
class TestSharedDrawing : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void everyTaskIsDoneOnceWhoeverAsks();
    void aTaskMayAskForMore();
    void whatATaskThrowsIsThrown();
    void aLargeMapIsPooledExactly_data();
    void aLargeMapIsPooledExactly();
};

void TestSharedDrawing::everyTaskIsDoneOnceWhoeverAsks()
{
    constexpr int tasks = 1000;
    std::vector<std::atomic<int>> done(2 * tasks);
    const auto drawHalf = [&](int first) {
        for (int round = 0; round < 10; ++round)
            shareDrawing(tasks, [&](int i) { ++done[std::size_t(first + i)]; });
    };
    {
        const std::jthread other([&] { drawHalf(tasks); });
        drawHalf(0);
    }
    for (const std::atomic<int>& times : done)
        QCOMPARE(times.load(), 10);
}

void TestSharedDrawing::aTaskMayAskForMore()
{
    std::atomic<int> sum = 0;
    shareDrawing(8, [&](int) { shareDrawing(5, [&](int i) { sum += i; }); });
    QCOMPARE(sum.load(), 8 * (0 + 1 + 2 + 3 + 4));
}

void TestSharedDrawing::whatATaskThrowsIsThrown()
{
    const auto fail = [](int i) {
        if (i == 3)
            throw std::runtime_error("the fourth");
    };
    QVERIFY_EXCEPTION_THROWN(shareDrawing(8, fail), std::runtime_error);
    std::atomic<int> done = 0;
    shareDrawing(8, [&](int) { ++done; });
    QCOMPARE(done.load(), 8);
}

void TestSharedDrawing::aLargeMapIsPooledExactly_data()
{
    QTest::addColumn<bool>("perRow");
    QTest::newRow("one scale") << false;
    QTest::newRow("a scale for each row") << true;
}

/// 600 x 600 cells in 100 x 75 pixels: blocks of 6 x 8 cells, in one of which a number is broken.
void TestSharedDrawing::aLargeMapIsPooledExactly()
{
    QFETCH(bool, perRow);
    Matrix matrix(600, 600);
    for (Index r = 0; r < 600; ++r) {
        for (Index c = 0; c < 600; ++c)
            matrix(r, c) = double((r * 7919 + c * 104729) % 1009) / 1009;
    }
    matrix(333, 444) = std::numeric_limits<double>::quiet_NaN();
    const HeatScale scale{{ColorMap::Viridis, 0, 1}, perRow};
    const QImage image = pooledImage(matrix, scale, {100, 75});
    Matrix shares = matrix;
    for (Index r = 0; perRow && r < 600; ++r)
        shares.row(r) /= rowMaximum(matrix, r);
    const Colorizer color(scale.colors);
    for (int y = 0; y < 75; ++y) {
        for (int x = 0; x < 100; ++x) {
            const Matrix block = shares.block(8 * y, 6 * x, 8, 6);
            const double largest
                = block.hasNaN() ? std::numeric_limits<double>::quiet_NaN() : block.maxCoeff();
            QCOMPARE(image.pixel(x, y), color(largest));
        }
    }
}

HEADLIGHT_TEST_MAIN(TestSharedDrawing)
#include "tst_shared_drawing.moc"
