#include "tests/support/quiet.h"
#include "ui/figure/page_painter.h"

#include <QHelpEvent>
#include <QToolTip>

#include <cmath>

using namespace headlight;

namespace {

FigureStyle darkStyle()
{
    FigureStyle style;
    style.background = QColor(0x1b1d22);
    style.text = QColor(0xe6e8ec);
    style.muted = QColor(0x9aa1ad);
    style.border = QColor(0x343841);
    style.selection = QColor(0xffb454);
    return style;
}

Chart curves()
{
    Chart chart;
    chart.title = QStringLiteral("Doubling");
    chart.xTitle = QStringLiteral("d_k");
    chart.yTitle = QStringLiteral("weight");
    chart.logX = true;
    ChartLine rising{QStringLiteral("rising <b>x</b>"), {}, true};
    ChartLine falling{QStringLiteral("falling"), {}, true};
    for (int x = 1; x <= 512; x *= 2) {
        rising.points.emplace_back(x, std::log2(x) / 9);
        falling.points.emplace_back(x, 1.0 / x);
    }
    chart.lines = {rising, falling};
    chart.points = {{QStringLiteral("here"), {{8, 0.8}}, {QStringLiteral("<s>")}, {{}, true}}};
    return chart;
}

Chart bars()
{
    Chart chart;
    chart.yTitle = QStringLiteral("share");
    chart.bars = {{QStringLiteral("one"), {1, 2, -1}}, {QStringLiteral("two"), {3, 1, 2}}};
    chart.categories = {QStringLiteral("<cute>"), QStringLiteral("dog\n"), QStringLiteral("&x")};
    return chart;
}

Chart arrows()
{
    Chart chart;
    chart.title = QStringLiteral("A vector");
    chart.equalAspect = true;
    chart.arrows
        = {{{0, 0}, {3, 1}, QStringLiteral("dog")}, {{0, 0}, {-1, 2}, QStringLiteral("<s>")}};
    return chart;
}

} // namespace

class TestChart : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(QDir().mkpath(QStringLiteral(HEADLIGHT_SCREENSHOTS))); }
    void init() { failOnAnyWarning(); }

    void pointingReadsTheNearestPoint();
    void theToolTipShowsNamesAsTheyAre();
    void aLogarithmicAxisSpacesDoublingsEvenly();
    void aLogarithmicAxisUpSpacesPowersEvenly();
    void aPageShowsTheChart();
    void equalAspectDrawsSquares_data();
    void equalAspectDrawsSquares();
    void whatIsNotFiniteIsLeftOut();
    void drawsEveryKind_data();
    void drawsEveryKind();
};

void TestChart::pointingReadsTheNearestPoint()
{
    ChartWidget widget;
    widget.setChart(curves());
    widget.resize(500, 400);
    widget.grab();
    const QString text = widget.readoutAt(widget.placeOf({8, 0.8}) + QPoint(2, -2));
    QCOMPARE(text, QStringLiteral("<s>\nhere\nd_k: 8\nweight: 0.8"));
    QCOMPARE(widget.readoutAt(widget.placeOf({64, 0.3})), QString());
}

void TestChart::theToolTipShowsNamesAsTheyAre()
{
    ChartWidget widget;
    widget.setChart(curves());
    widget.resize(500, 400);
    widget.show();
    auto* plot = widget.findChild<QWidget*>(QStringLiteral("chartPlot"));
    const QPoint place = widget.placeOf({512, 1});
    QHelpEvent help(QEvent::ToolTip, place, plot->mapToGlobal(place));
    QTest::ignoreMessage(QtWarningMsg, "This plugin does not support raise()"); // offscreen
    QApplication::sendEvent(plot, &help);
    QVERIFY(QToolTip::text().contains(QStringLiteral("rising &lt;b&gt;x&lt;/b&gt;")));
    QToolTip::hideText();
}

void TestChart::aLogarithmicAxisSpacesDoublingsEvenly()
{
    ChartWidget widget;
    widget.setChart(curves());
    widget.resize(500, 400);
    widget.grab();
    const int first = widget.placeOf({2, 0}).x() - widget.placeOf({1, 0}).x();
    const int last = widget.placeOf({512, 0}).x() - widget.placeOf({256, 0}).x();
    QVERIFY(first > 20);
    QVERIFY(std::abs(first - last) <= 1);
}

void TestChart::aLogarithmicAxisUpSpacesPowersEvenly()
{
    Chart chart;
    chart.logY = true;
    chart.lines = {{QString(), {{1, 0.1}, {2, 10}, {3, 1000}, {4, 0}, {5, -1}}}};
    ChartWidget widget;
    widget.setChart(chart);
    widget.resize(500, 400);
    widget.grab();
    const int low = widget.placeOf({1, 1}).y() - widget.placeOf({1, 10}).y();
    const int high = widget.placeOf({1, 100}).y() - widget.placeOf({1, 1000}).y();
    QVERIFY(low > 50);
    QVERIFY(std::abs(low - high) <= 1);
}

/// Where the chart is and nowhere else, twice as fine as on the screen.
void TestChart::aPageShowsTheChart()
{
    Chart chart;
    chart.xRange = chart.yRange = ChartRange{0, 1};
    chart.bars = {{QString(), {1}}};
    chart.style.background = QColor(0xfff0e0);
    QImage page(800, 600, QImage::Format_RGB32);
    page.setDotsPerMeterX(int(2 * 96 / 0.0254));
    page.setDotsPerMeterY(page.dotsPerMeterX());
    page.fill(Qt::black);
    {
        PagePainter painter(&page);
        painter.drawChart(chart, QRect(100, 50, 200, 200));
    }
    const QRect area(200, 100, 400, 400);
    QCOMPARE(page.pixelColor(area.topLeft() + QPoint(2, 2)), chart.style.background);
    QCOMPARE(page.pixelColor(area.bottomRight() - QPoint(2, 2)), chart.style.background);
    for (const QPoint outside :
         {QPoint(197, 300), QPoint(603, 300), QPoint(400, 97), QPoint(400, 503)})
        QCOMPARE(page.pixelColor(outside), QColor(Qt::black));
    QCOMPARE(page.pixelColor(area.center()).rgb(), chart.style.background.rgb());
    QCOMPARE(page.pixelColor(300, 300).rgb(), QColor(0x2f6fb5).rgb()); // the left half of the bar
}

void TestChart::equalAspectDrawsSquares_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("wide") << QSize(700, 300);
    QTest::newRow("tall") << QSize(300, 700);
}

void TestChart::equalAspectDrawsSquares()
{
    QFETCH(QSize, size);
    ChartWidget widget;
    widget.setChart(arrows());
    widget.resize(size);
    widget.grab();
    const QPoint origin = widget.placeOf({0, 0});
    const QPoint corner = widget.placeOf({1, 1});
    QVERIFY(corner.x() - origin.x() > 20);
    QVERIFY(std::abs(corner.x() - origin.x() - (origin.y() - corner.y())) <= 1);
    QVERIFY(widget.rect().contains(widget.placeOf({3, 1})));
    QVERIFY(widget.rect().contains(widget.placeOf({-1, 2})));
}

void TestChart::whatIsNotFiniteIsLeftOut()
{
    Chart chart;
    chart.lines = {{QString(), {{0, 0}, {1, qInf()}, {2, qQNaN()}, {3, 1e308}, {4, 1}}}};
    ChartWidget widget;
    widget.setChart(chart);
    widget.resize(400, 300);
    widget.grab();
    QVERIFY(widget.rect().contains(widget.placeOf({0, 0})));
    QVERIFY(widget.rect().contains(widget.placeOf({4, 1})));
    QVERIFY(widget.placeOf({0, 0}).y() - widget.placeOf({4, 1}).y() > 100);
}

void TestChart::drawsEveryKind_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QString>("kind");
    for (const bool dark : {false, true})
        for (const char* kind : {"curves", "bars", "arrows", "nothing"})
            QTest::addRow("%s %s", kind, dark ? "dark" : "light")
                << dark << QString::fromLatin1(kind);
}

void TestChart::drawsEveryKind()
{
    QFETCH(bool, dark);
    QFETCH(QString, kind);
    const QHash<QString, Chart> kinds = {{QStringLiteral("curves"), curves()},
                                         {QStringLiteral("bars"), bars()},
                                         {QStringLiteral("arrows"), arrows()}};
    Chart chart = kinds.value(kind);
    chart.style = dark ? darkStyle() : FigureStyle();
    ChartWidget widget;
    widget.setChart(chart);
    for (const QSize size : {QSize(260, 200), QSize(160, 120), QSize(420, 320)}) {
        widget.resize(size);
        const QImage picture = widget.grab().toImage();
        QCOMPARE(picture.pixelColor(1, 1).rgb(), chart.style.background.rgb());
        if (size.width() > 400)
            picture.save(QStringLiteral("%1/chart-%2-%3.png")
                             .arg(QStringLiteral(HEADLIGHT_SCREENSHOTS), kind,
                                  dark ? QStringLiteral("dark") : QStringLiteral("light")));
    }
}

HEADLIGHT_TEST_MAIN(TestChart)
#include "tst_chart.moc"
