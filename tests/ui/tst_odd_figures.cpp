#include "core/document/restructure.h"
#include "tests/ui/tst_figure_support.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure_widget.h"
#include "ui/views/head_figure.h"

#include <limits>

using namespace headlight;

namespace {

constexpr double huge = std::numeric_limits<double>::max();
constexpr double largestShown = 1e200; // beyond the axes of QCustomPlot a point is left out

/// The scale that a head gets whose weights were pinned to `weights`.
ColorScale scaleOver(const Matrix& weights, ColorRange range)
{
    Config config;
    config.heads = 2;
    std::string sentence;
    for (Index t = 0; t < weights.rows(); ++t)
        sentence += "w" + std::to_string(t) + " ";
    Document document = newDocument(sentence, config);
    document.pins["layers.0.head.0.pattern"] = weights;
    Look look;
    look.range = range;
    const SnapshotPtr snapshot = computeSnapshot(std::make_shared<const Document>(document));
    return headFigure(snapshot, 0, {0}, look).panels[0].scale.colors;
}

} // namespace

/// What QCustomPlot draws wrongly or falls over, and what is drawn instead.
class TestOddFigures : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void badCellsLeaveTheRangeOfTheOthers_data();
    void badCellsLeaveTheRangeOfTheOthers();
    void oneCellFillsItsMapAndIsPointedAt();
    void lastCellsAreWhole();
    void axesShowWhatHasNoExtent_data();
    void axesShowWhatHasNoExtent();
};

void TestOddFigures::badCellsLeaveTheRangeOfTheOthers_data()
{
    QTest::addColumn<double>("bad");
    QTest::addColumn<int>("row");
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        for (const int row : {0, 1})
            QTest::addRow("%g in row %d", bad, row) << bad << row;
    }
}

/// QCPColorMap takes NaN..NaN for its range when the first cell is NaN, and ..inf where one is.
void TestOddFigures::badCellsLeaveTheRangeOfTheOthers()
{
    QFETCH(double, bad);
    QFETCH(int, row);
    Matrix weights(2, 2);
    weights << 0.25, 0.5, 0.125, 0.75;
    weights(row, 0) = bad;
    const ColorScale scale = scaleOver(weights, ColorRange::PerHead);
    QCOMPARE(scale.low, 0.0); // weights begin at 0
    QCOMPARE(scale.high, 0.75);
}

/// Its place in a map of one cell is NaN to QCPColorMap.
void TestOddFigures::oneCellFillsItsMapAndIsPointedAt()
{
    FigureWidget widget;
    widget.resize(400, 400);
    widget.setFigure(figureOf(Matrix::Constant(1, 1, 0.5)));
    widget.show();
    const QRect cell = widget.cellRect({0, {0, 0}});
    QVERIFY(cell.width() > 50 && cell.height() > 50);
    for (const QPoint place : {cell.center(), cell.topLeft(), cell.bottomRight()}) {
        QVERIFY(widget.hitAt(place).has_value());
        QCOMPARE(widget.hitAt(place)->cell, (FigureCell{0, 0}));
    }
    QVERIFY(!widget.hitAt(cell.bottomRight() + QPoint(4, 4)).has_value());
}

/// An axis from 0 to n - 1 would cut the first and the last cell in half.
void TestOddFigures::lastCellsAreWhole()
{
    FigureWidget widget;
    widget.resize(400, 400);
    widget.setFigure(figureOf(varied(6, 6)));
    widget.show();
    const QRect first = widget.cellRect({0, {0, 0}});
    const QRect inner = widget.cellRect({0, {2, 3}});
    const QRect last = widget.cellRect({0, {5, 5}});
    for (const QRect& cell : {first, last}) {
        QVERIFY(std::abs(cell.width() - inner.width()) <= 1);
        QVERIFY(std::abs(cell.height() - inner.height()) <= 1);
    }
}

void TestOddFigures::axesShowWhatHasNoExtent_data()
{
    QTest::addColumn<QList<QPointF>>("points");
    QTest::newRow("one point") << QList<QPointF>{{0, 0}};
    QTest::newRow("level") << QList<QPointF>{{0, 5}, {1, 5}, {2, 5}};
    QTest::newRow("upright") << QList<QPointF>{{5, 0}, {5, 1}};
    QTest::newRow("nearly level") << QList<QPointF>{{0, 1e15}, {1, 1e15 + 0.125}};
    QTest::newRow("huge") << QList<QPointF>{{0, -1e300}, {1, 1e300}};
    QTest::newRow("as huge as can be") << QList<QPointF>{{0, -huge}, {1, huge}};
    QTest::newRow("tiny") << QList<QPointF>{{0, 0}, {1, 5e-324}};
    QTest::newRow("nothing finite") << QList<QPointF>{{qQNaN(), 1}, {1, qInf()}, {-qInf(), 2}};
    QTest::newRow("none") << QList<QPointF>{};
}

/// QCustomPlot ignores ranges without extent and keeps those of before.
void TestOddFigures::axesShowWhatHasNoExtent()
{
    QFETCH(QList<QPointF>, points);
    Chart before;
    before.lines = {{QString(), {{1000, 1000}, {2000, 2000}}}};
    Chart chart;
    chart.lines = {{QString(), {points.begin(), points.end()}, true}};
    ChartWidget widget;
    widget.resize(400, 300);
    widget.setChart(before);
    widget.grab();
    widget.setChart(chart);
    QVERIFY(!widget.grab().isNull());
    for (const QPointF& point : points) {
        if (qIsFinite(point.x()) && std::abs(point.y()) < largestShown)
            QVERIFY(widget.rect().contains(widget.placeOf(point)));
    }
}

HEADLIGHT_TEST_MAIN(TestOddFigures)
#include "tst_odd_figures.moc"
