#include "core/document/edit.h"
#include "core/document/restructure.h"
#include "core/model/engine.h"
#include "tests/ui/overview_support.h"
#include "ui/views/head_figure.h"
#include "ui/views/head_reaches.h"

#include <limits>

using namespace headlight;

namespace {

constexpr int manyTokens = 1500; // so many that their maps are made on another thread

SnapshotPtr oneHead(double factor = 1)
{
    Recording made = recording(1, 1, manyTokens, manyTokens);
    made.attention[0][0] *= factor;
    return snapshotOf(std::move(made));
}

/// The largest weight of the cells that a pixel of a map speaks for.
double largestUnder(QPoint pixel, QSize map, int tokens)
{
    double largest = 0;
    for (int r = tokens * pixel.y() / map.height(); r < tokens * (pixel.y() + 1) / map.height();
         ++r)
        for (int c = tokens * pixel.x() / map.width(); c < tokens * (pixel.x() + 1) / map.width();
             ++c)
            largest = std::max(largest, weight({}, r, c));
    return largest;
}

} // namespace

class TestLargeOverview : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void pixelsOfALargeMapShowTheLargestOfTheirCells();
    void cellsOfALargeMapHaveTheirExactColour();
    void theNewestNumbersStayInTheEnd();
    void rangesOverManyNumbersAreThoseOfThePlainComputation_data();
    void rangesOverManyNumbersAreThoseOfThePlainComputation();
    void nothingIsKeptAliveOnceItIsHidden();
    void namesOfManyTokensAppearWhereTheyAreSeen();
    void onlyChangedHeadsAreReadAgain();
};

void TestLargeOverview::pixelsOfALargeMapShowTheLargestOfTheirCells()
{
    Shown shown(oneHead());
    QVERIFY(shown.overview.isPooled());
    const QRect map = shown.overview.mapRect({});
    const QImage image = shown.seen();
    for (int y = 0; y < map.height(); y += 7) {
        for (int x = 0; x < map.width(); ++x)
            QCOMPARE(image.pixel(map.topLeft() + QPoint(x, y)),
                     colorOf(largestUnder({x, y}, map.size(), manyTokens)));
    }
    QCOMPARE(shown.overview.coloured(), 1);
}

void TestLargeOverview::cellsOfALargeMapHaveTheirExactColour()
{
    Shown shown(oneHead());
    const QPoint at(300, 200);
    for (int step = 0; step < 24; ++step) {
        shown.overview.zoom(1.25, at);
        QCoreApplication::processEvents(); // as fast as a wheel turns
    }
    shown.settle();
    QVERIFY(!shown.overview.isPooled());
    const QImage image = shown.seen();
    int seen = 0;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); ++x) {
            if (const std::optional<OverviewHit> hit = shown.overview.hitAt({x, y})) {
                QCOMPARE(image.pixel(x, y), colorOf(weight({}, hit->cell->row, hit->cell->column)));
                ++seen;
            }
        }
    }
    QVERIFY(seen > 20'000);
}

void TestLargeOverview::theNewestNumbersStayInTheEnd()
{
    Shown shown(oneHead());
    const SnapshotPtr halves = oneHead(0.5);
    const SnapshotPtr quarters = oneHead(0.25);
    shown.overview.setContent(halves, plain());
    QCoreApplication::processEvents();
    shown.overview.setContent(quarters, plain());
    shown.settle();
    const QRect map = shown.overview.mapRect({});
    const QPoint pixel(map.width() / 3, map.height() / 2);
    QCOMPARE(shown.seen().pixel(map.topLeft() + pixel),
             colorOf(0.25 * largestUnder(pixel, map.size(), manyTokens)));
}

void TestLargeOverview::rangesOverManyNumbersAreThoseOfThePlainComputation_data()
{
    QTest::addColumn<ColorRange>("range");
    QTest::newRow("shown") << ColorRange::Shown;
    QTest::newRow("per layer") << ColorRange::PerLayer;
    QTest::newRow("per head") << ColorRange::PerHead;
}

void TestLargeOverview::rangesOverManyNumbersAreThoseOfThePlainComputation()
{
    QFETCH(ColorRange, range);
    const int tokens = 600;
    Recording made = recording(3, 3, tokens, tokens);
    double factor = 0.9;
    for (auto& layer : made.attention)
        for (Matrix& head : layer)
            head *= factor *= 0.9;
    made.attention[2][0](7, 5) = std::numeric_limits<double>::infinity(); // counts for nothing
    const SnapshotPtr snapshot = snapshotOf(std::move(made));
    Look look = plain();
    look.range = range;
    Shown shown(snapshot, {640, 480}, look);
    const Figure figure = headFigure(snapshot, allPlaces(*snapshot), look);
    const QImage image = shown.seen();
    for (const HeadPlace& place : allPlaces(*snapshot)) {
        const Panel& panel = figure.panels[std::size_t(3 * place.layer + place.head)];
        const QRect map = shown.overview.mapRect(place);
        QCOMPARE(image.copy(map), heatPicture(*panel.values, panel.scale, map.size()));
    }
}

void TestLargeOverview::nothingIsKeptAliveOnceItIsHidden()
{
    SnapshotPtr snapshot = oneHead();
    const std::weak_ptr<const Snapshot> watched = snapshot;
    ModelOverview overview;
    overview.resize(640, 480);
    overview.setContent(snapshot, plain());
    overview.show();
    QCoreApplication::processEvents(); // begins
    snapshot.reset();
    overview.hide();
    QTRY_VERIFY(watched.expired()); // soon, because the other thread may be at it
}

void TestLargeOverview::namesOfManyTokensAppearWhereTheyAreSeen()
{
    Shown shown(oneHead());
    for (int step = 0; step < 30; ++step)
        shown.overview.zoom(1.25, {300, 200});
    shown.settle();
    const QRect map = shown.overview.mapRect({}) & shown.overview.rect();
    const std::optional<OverviewHit> hit = shown.overview.hitAt({300, 200});
    QVERIFY(hit && hit->cell);
    const QImage image = shown.seen();
    const QRgb background = image.pixel(1, 1);
    int written = 0;
    for (int x = 0; x < 100; ++x)
        for (int y = map.top(); y < 400; ++y)
            written += image.pixel(x, y) != background;
    QVERIFY(written > 100);
}

void TestLargeOverview::onlyChangedHeadsAreReadAgain()
{
    Config config;
    config.layers = 2;
    config.heads = 2;
    Engine<double> engine;
    Document document = newDocument("birds eat seeds", config);
    const SnapshotPtr before = computeSnapshot(engine, std::make_shared<const Document>(document));
    applyEdit(document, SetCell{"layers.1.W_Q", 0, config.keyWidth, 8}); // of the last head
    const SnapshotPtr after = computeSnapshot(engine, std::make_shared<const Document>(document));
    Look look;
    look.range = ColorRange::Shown;
    HeadReaches reaches;
    reaches.follow(nullptr, look, before, look);
    QCOMPARE(reaches.missing(), 4);
    reaches.complete(before, look);
    reaches.follow(before, look, after, look);
    QCOMPARE(reaches.missing(), 1);
    reaches.complete(after, look);
    double largest = 0;
    for (const HeadPlace& place : allPlaces(*after))
        largest = std::max(largest, headMatrix(after, place, look)->maxCoeff());
    QCOMPARE(reaches.of({0, 0}, look), largest);
    Look scores = look;
    scores.stage = Stage::Scores;
    reaches.follow(after, look, after, scores);
    QCOMPARE(reaches.missing(), 4); // other numbers
}

HEADLIGHT_TEST_MAIN(TestLargeOverview)
#include "tst_large_overview.moc"
