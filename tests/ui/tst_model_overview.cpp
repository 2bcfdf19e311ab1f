#include "tests/ui/overview_support.h"
#include "ui/figure/heat_part.h"
#include "ui/figure/label_choice.h"
#include "ui/views/model_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

#include <cmath>
#include <limits>

using namespace headlight;

class TestModelOverview : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void partsAreCutOutOfTheWhole_data();
    void partsAreCutOutOfTheWhole();
    void layersGoDownAndHeadsAcross();
    void everyCellHasItsExactColour_data();
    void everyCellHasItsExactColour();
    void pixelsShowTheLargestOfTheirCells();
    void brokenCellsAreNeverPooledAway();
    void zoomingKeepsWhatIsUnderThePointer();
    void theLargestZoomIsOneCell();
    void pointingFindsMapsAndCells();
    void draggingMovesTheMaps();
    void keysGoFromHeadToHead();
    void onlyMapsThatAreSeenAreColoured();
    void onlyChangedMapsAreColouredAgain();
    void rangesOfAllColourLikeTheFigure();
    void theColourBarShowsTheRange_data();
    void theColourBarShowsTheRange();
    void theColourBarSaysWhoseItIs();
    void coveredCellsStayHidden();
    void hiddenItKeepsNothingAlive();
    void thousandsOfMapsOpen();
    void headsAreFoundByTheirNumbers_data();
    void headsAreFoundByTheirNumbers();
    void itSaysWhenCellsArePooled();
};

void TestModelOverview::partsAreCutOutOfTheWhole_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("perRow");
    QTest::newRow("enlarged") << QSize(101, 67) << false;
    QTest::newRow("enlarged, a scale for each row") << QSize(101, 67) << true;
    QTest::newRow("pooled") << QSize(9, 5) << false;
    QTest::newRow("pooled, a scale for each row") << QSize(9, 5) << true;
    QTest::newRow("pooled down, enlarged across") << QSize(40, 5) << false;
}

void TestModelOverview::partsAreCutOutOfTheWhole()
{
    QFETCH(QSize, size);
    QFETCH(bool, perRow);
    const Matrix values
        = Matrix::NullaryExpr(13, 17, [](Index r, Index c) { return weight({}, r, c); });
    const HeatScale scale{{ColorMap::Magma, 0, 1}, perRow};
    const QImage whole = heatPicture(values, scale, size);
    for (const QRect& part : {QRect(QPoint(), size), QRect(0, 0, 3, 2), QRect(2, 1, 5, 3),
                              QRect(size.width() - 4, size.height() - 3, 4, 3)})
        QCOMPARE(heatPart(values, scale, size, part), whole.copy(part));
}

void TestModelOverview::layersGoDownAndHeadsAcross()
{
    const Shown shown(snapshotOf(recording(3, 4, 5, 5)));
    const ModelOverview& overview = shown.overview;
    for (int layer = 0; layer < 3; ++layer) {
        for (int head = 0; head < 4; ++head) {
            const QRect map = overview.mapRect({layer, head});
            QVERIFY(overview.rect().contains(map));
            QCOMPARE(map.size(), overview.mapRect({0, 0}).size());
            if (layer > 0)
                QVERIFY(map.top() > overview.mapRect({layer - 1, head}).bottom());
            if (head > 0)
                QVERIFY(map.left() > overview.mapRect({layer, head - 1}).right());
        }
    }
}

void TestModelOverview::everyCellHasItsExactColour_data()
{
    QTest::addColumn<int>("zooms");
    QTest::newRow("whole model") << 0;
    QTest::newRow("some maps") << 4;
    QTest::newRow("one map") << 9;
    QTest::newRow("some cells") << 14;
}

void TestModelOverview::everyCellHasItsExactColour()
{
    QFETCH(int, zooms);
    const int rows = 5;
    const int columns = 7;
    Shown shown(snapshotOf(recording(3, 4, rows, columns)));
    for (int i = 0; i < zooms; ++i)
        shown.overview.zoomIn();
    shown.settle();
    const QImage image = shown.seen();
    int seen = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const std::optional<OverviewHit> hit = shown.overview.hitAt({x, y});
            if (!hit)
                continue;
            ++seen;
            QVERIFY(hit->cell.has_value());
            QCOMPARE(image.pixel(x, y),
                     colorOf(weight(hit->place, hit->cell->row, hit->cell->column)));
            // The cell is the one whose share of the map the pixel lies in.
            const QRect map = shown.overview.mapRect(hit->place);
            const double across = (x + 0.5 - map.left()) * columns / map.width();
            const double down = (y + 0.5 - map.top()) * rows / map.height();
            QVERIFY(std::abs(across - hit->cell->column - 0.5)
                    < 0.5 + columns / (1.0 * map.width()));
            QVERIFY(std::abs(down - hit->cell->row - 0.5) < 0.5 + rows / (1.0 * map.height()));
        }
    }
    QVERIFY(seen > 50'000);
}

void TestModelOverview::pixelsShowTheLargestOfTheirCells()
{
    const int tokens = 90;
    Shown shown(snapshotOf(recording(6, 6, tokens, tokens)));
    QVERIFY(shown.overview.isPooled());
    const QImage image = shown.seen();
    const HeadPlace place{4, 3};
    const QRect map = shown.overview.mapRect(place);
    for (int y = 0; y < map.height(); ++y) {
        for (int x = 0; x < map.width(); ++x) {
            double largest = 0;
            for (int r = tokens * y / map.height(); r < tokens * (y + 1) / map.height(); ++r)
                for (int c = tokens * x / map.width(); c < tokens * (x + 1) / map.width(); ++c)
                    largest = std::max(largest, weight(place, r, c));
            QCOMPARE(image.pixel(map.left() + x, map.top() + y), colorOf(largest));
        }
    }
}

void TestModelOverview::brokenCellsAreNeverPooledAway()
{
    Recording made = recording(6, 6, 90, 90);
    made.attention[1][2](45, 44) = std::numeric_limits<double>::quiet_NaN();
    Shown shown(snapshotOf(std::move(made)));
    const QImage image = shown.seen();
    const QRect map = shown.overview.mapRect({1, 2});
    int broken = 0;
    for (int y = 0; y < map.height(); ++y) {
        for (int x = 0; x < map.width(); ++x)
            broken += image.pixel(map.left() + x, map.top() + y) == nanColor;
    }
    QCOMPARE(broken, 1);
}

void TestModelOverview::zoomingKeepsWhatIsUnderThePointer()
{
    Shown shown(snapshotOf(recording(8, 8, 12, 12)));
    const HeadPlace place{3, 4};
    shown.overview.zoom(2, QRectF(shown.overview.mapRect(place)).center());
    const QRect map = shown.overview.mapRect(place);
    const QPoint point = map.topLeft() + QPoint(map.width() / 4, map.height() / 3);
    const auto shareAt = [&](QPoint where) {
        const QRect now = shown.overview.mapRect(place);
        return QPointF((where.x() - now.left()) / double(now.width()),
                       (where.y() - now.top()) / double(now.height()));
    };
    const QPointF before = shareAt(point);
    for (int step = 0; step < 8; ++step) {
        shown.overview.zoom(1.25, point);
        const QPointF by = shareAt(point) - before;
        QVERIFY2(std::hypot(by.x(), by.y()) < 0.05, qPrintable(QString::number(step)));
    }
    shown.overview.fit();
    QVERIFY(shown.overview.isFitted());
}

void TestModelOverview::theLargestZoomIsOneCell()
{
    Shown shown(snapshotOf(recording(2, 2, 40, 40)));
    const QPoint centre = shown.overview.mapRect({0, 1}).center();
    for (int step = 0; step < 40; ++step)
        shown.overview.zoom(2, centre);
    shown.settle();
    const std::optional<OverviewHit> hit = shown.overview.hitAt(centre);
    QVERIFY(hit && hit->cell);
    const QSize cell = shown.overview.mapRect(hit->place).size() / 40;
    QVERIFY(cell.height() > shown.overview.height() / 2);
    QCOMPARE(shown.seen().pixel(centre),
             colorOf(weight(hit->place, hit->cell->row, hit->cell->column)));
}

void TestModelOverview::pointingFindsMapsAndCells()
{
    Shown shown(snapshotOf(recording(3, 4, 5, 5)));
    const QRect map = shown.overview.mapRect({2, 1});
    QCOMPARE(shown.overview.hitAt(map.topLeft()), (OverviewHit{{2, 1}, FigureCell{0, 0}}));
    QCOMPARE(shown.overview.hitAt(map.bottomRight()), (OverviewHit{{2, 1}, FigureCell{4, 4}}));
    QVERIFY(!shown.overview.hitAt(map.topLeft() - QPoint(1, 0)));
    QVERIFY(!shown.overview.hitAt({0, 0}));

    QSignalSpy chosen(&shown.overview, &ModelOverview::currentChanged);
    QSignalSpy cells(&shown.overview, &ModelOverview::cellClicked);
    QSignalSpy opened(&shown.overview, &ModelOverview::opened);
    shown.click(map.center());
    QCOMPARE(shown.overview.current(), (HeadPlace{2, 1}));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(cells[0][0].value<FigureCell>(), (FigureCell{2, 2}));
    QCOMPARE(shown.overview.accessibleDescription(), QStringLiteral("Layer 3, head 2"));
    QCOMPARE(opened.size(), 0);
    QTest::mouseDClick(&shown.overview, Qt::LeftButton, {}, map.center());
    QCOMPARE(opened[0][0].value<HeadPlace>(), (HeadPlace{2, 1}));
}

void TestModelOverview::draggingMovesTheMaps()
{
    Shown shown(snapshotOf(recording(8, 8, 12, 12)));
    shown.overview.zoom(4, shown.overview.rect().center());
    const QRect before = shown.overview.mapRect({3, 3});
    const HeadPlace current = shown.overview.current();
    const QPoint from = shown.overview.rect().center();
    QTest::mousePress(&shown.overview, Qt::LeftButton, {}, from);
    QTest::mouseMove(&shown.overview, from + QPoint(-30, -20));
    QTest::mouseMove(&shown.overview, from + QPoint(-50, -35));
    QTest::mouseRelease(&shown.overview, Qt::LeftButton, {}, from + QPoint(-50, -35));
    QCOMPARE(shown.overview.mapRect({3, 3}), before.translated(-50, -35));
    QCOMPARE(shown.overview.current(), current); // it was no click
}

void TestModelOverview::keysGoFromHeadToHead()
{
    Shown shown(snapshotOf(recording(3, 4, 5, 5)));
    QSignalSpy opened(&shown.overview, &ModelOverview::opened);
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(&shown.overview, key, with);
        return shown.overview.current();
    };
    QCOMPARE(press(Qt::Key_Right), (HeadPlace{0, 1}));
    QCOMPARE(press(Qt::Key_Down), (HeadPlace{1, 1}));
    QCOMPARE(press(Qt::Key_End), (HeadPlace{1, 3}));
    QCOMPARE(press(Qt::Key_Right), (HeadPlace{1, 3})); // there is no further
    QCOMPARE(press(Qt::Key_Up), (HeadPlace{0, 3}));
    QCOMPARE(press(Qt::Key_Home), (HeadPlace{0, 0}));
    QCOMPARE(press(Qt::Key_End, Qt::ControlModifier), (HeadPlace{2, 3}));
    QCOMPARE(press(Qt::Key_Left), (HeadPlace{2, 2}));
    press(Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened[0][0].value<HeadPlace>(), (HeadPlace{2, 2}));

    for (int step = 0; step < 12; ++step)
        shown.overview.zoomIn();
    press(Qt::Key_Home, Qt::ControlModifier);
    const QRect first = shown.overview.mapRect({0, 0}); // is shown from its beginning
    QVERIFY(shown.overview.rect().contains(first.topLeft()));
    press(Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(shown.overview.mapRect({0, 0}).left() < first.left());
    QCOMPARE(shown.overview.current(), (HeadPlace{0, 0}));
}

void TestModelOverview::onlyMapsThatAreSeenAreColoured()
{
    Shown shown(snapshotOf(recording(30, 30, 4, 4)));
    QCOMPARE(shown.overview.coloured(), 900);
    shown.seen();
    QCOMPARE(shown.overview.coloured(), 900); // once is enough
    for (int step = 0; step < 40; ++step) // without painting in between
        shown.overview.zoom(2, shown.overview.mapRect({10, 10}).center());
    shown.settle();
    shown.seen();
    QCOMPARE(shown.overview.coloured(), 901);
}

void TestModelOverview::onlyChangedMapsAreColouredAgain()
{
    const Recording before = recording(4, 5, 6, 6);
    Recording after = before;
    after.attention[2][3](1, 1) = 0.015625;
    Shown shown(snapshotOf(before));
    QCOMPARE(shown.overview.coloured(), 20);
    shown.overview.setContent(snapshotOf(after), plain());
    shown.overview.setContent(snapshotOf(before), plain());
    shown.overview.setContent(snapshotOf(after), plain());
    shown.settle();
    QCOMPARE(shown.overview.coloured(), 21); // several changes at once are one
    const QRect map = shown.overview.mapRect({2, 3});
    QCOMPARE(shown.seen().pixel(map.left() + map.width() / 4, map.top() + map.height() / 4),
             colorOf(0.015625));
    Look look = plain();
    look.map = ColorMap::Grey;
    shown.overview.setContent(snapshotOf(after), look);
    shown.settle();
    QCOMPARE(shown.overview.coloured(), 41);
}

void TestModelOverview::rangesOfAllColourLikeTheFigure()
{
    Recording made = recording(2, 2, 3, 3);
    for (auto& layer : made.attention)
        for (Matrix& head : layer)
            head *= 0.25;
    made.attention[1][0](0, 0) = 0.5; // the largest of everything
    Look look = plain();
    look.range = ColorRange::Shown;
    Shown shown(snapshotOf(made), {640, 480}, look);
    const QRect map = shown.overview.mapRect({0, 1});
    const ColorScale expected{ColorMap::Viridis, 0, 0.5};
    QCOMPARE(shown.seen().pixel(map.center()), expected.color(0.25 * weight({0, 1}, 1, 1)));
}

void TestModelOverview::theColourBarShowsTheRange_data()
{
    QTest::addColumn<headlight::Look>("look");
    QTest::addColumn<QString>("labels");
    QTest::addColumn<QRgb>("top");
    const QRgb highest = colorTable(ColorMap::Viridis).back();
    QTest::newRow("0 to 1") << plain() << QStringLiteral("0 0.5 1") << highest;
    Look look = plain();
    look.range = ColorRange::Shown;
    QTest::newRow("of all") << look << QStringLiteral("0 0.4 0.8") << highest;
    look.symmetric = true;
    QTest::newRow("on both sides of 0")
        << look << QStringLiteral("-0.8 0 0.8") << colorTable(ColorMap::Diverging).back();
    look = plain();
    look.range = ColorRange::PerRow;
    QTest::newRow("of every row") << look << QStringLiteral("0 row max") << highest;
}

void TestModelOverview::theColourBarShowsTheRange()
{
    QFETCH(Look, look);
    QFETCH(QString, labels);
    QFETCH(QRgb, top);
    Recording made = recording(2, 2, 3, 3);
    for (auto& layer : made.attention)
        for (Matrix& head : layer)
            head *= 0.5;
    made.attention[1][0](2, 1) = 0.8;
    Shown shown(snapshotOf(std::move(made)), {640, 480}, look);
    QCOMPARE(shown.overview.bar().labels().join(u' '), labels);
    QVERIFY(shown.overview.bar().caption().isEmpty());
    const QRect last = shown.overview.mapRect({1, 1});
    const QRect maps = shown.overview.mapRect({0, 0}) | last;
    const QRect bar = shown.overview.bar().rect(maps);
    QVERIFY(bar.left() > maps.right() && shown.overview.rect().contains(bar));
    const QImage image = shown.seen();
    const int middle = bar.left() + barGap + barWidth / 2;
    QCOMPARE(image.pixel(middle, bar.top()), top);
}

void TestModelOverview::theColourBarSaysWhoseItIs()
{
    Recording made = recording(2, 2, 3, 3);
    made.attention[1][1] *= 0.25;
    made.attention[1][1](0, 0) = 0.5;
    Look look = plain();
    look.range = ColorRange::PerHead;
    Shown shown(snapshotOf(std::move(made)), {640, 480}, look);
    QCOMPARE(shown.overview.bar().caption(), QStringLiteral("layer 1, head 1"));
    shown.overview.choose({1, 1});
    QCOMPARE(shown.overview.bar().caption(), QStringLiteral("layer 2, head 2"));
    QCOMPARE(shown.overview.bar().labels().last(), QStringLiteral("0.5"));
}

void TestModelOverview::coveredCellsStayHidden()
{
    Shown shown(snapshotOf(recording(2, 2, 3, 3)));
    shown.overview.setMarks(std::nullopt, {{{1, 0}, {2, 2}}});
    const auto cornerOf = [&](const HeadPlace& place) {
        const QRect map = shown.overview.mapRect(place);
        return shown.seen().pixel(map.right() - 4, map.bottom() - 4);
    };
    QCOMPARE(cornerOf({0, 0}), colorOf(weight({0, 0}, 2, 2)));
    QVERIFY(cornerOf({1, 0}) != colorOf(weight({1, 0}, 2, 2)));
}

void TestModelOverview::hiddenItKeepsNothingAlive()
{
    SnapshotPtr snapshot = snapshotOf(recording(2, 2, 3, 3));
    const std::weak_ptr<const Snapshot> watched = snapshot;
    Shown shown(snapshot);
    snapshot.reset();
    QVERIFY(!watched.expired());
    shown.overview.hide();
    QVERIFY(watched.expired());
}

void TestModelOverview::thousandsOfMapsOpen()
{
    Shown shown(snapshotOf(recording(96, 96, 3, 3)), {1400, 1300});
    QCOMPARE(shown.overview.coloured(), 96 * 96);
    const QRect map = shown.overview.mapRect({95, 95});
    QVERIFY(shown.overview.rect().contains(map));
    QCOMPARE(shown.seen().pixel(map.center()), colorOf(weight({95, 95}, 1, 1)));
}

void TestModelOverview::headsAreFoundByTheirNumbers_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("layer");
    QTest::addColumn<int>("head");
    QTest::newRow("with a colon") << "3:7" << 2 << 6;
    QTest::newRow("with a blank") << "3 7" << 2 << 6;
    QTest::newRow("with a comma") << " 3, 7 " << 2 << 6;
    QTest::newRow("a head of the same layer") << "8" << 0 << 7;
    QTest::newRow("no such layer") << "4:1" << -1 << -1;
    QTest::newRow("no number") << "x" << -1 << -1;
}

void TestModelOverview::headsAreFoundByTheirNumbers()
{
    QFETCH(QString, typed);
    QFETCH(int, layer);
    QFETCH(int, head);
    ModelPage page;
    page.resize(640, 480);
    const SnapshotPtr snapshot = snapshotOf(recording(3, 8, 4, 4));
    page.overview()->setContent(snapshot, plain());
    page.setConfig(snapshot->document->config);
    page.show();
    auto* const field = page.findChild<QLineEdit*>(QStringLiteral("headSearch"));
    auto* const message = page.findChild<QLabel*>(QStringLiteral("overviewMessage"));
    field->setText(typed);
    QTest::keyClick(field, Qt::Key_Return);
    if (layer < 0) {
        QCOMPARE(page.overview()->current(), HeadPlace());
        QVERIFY(!message->text().isEmpty());
    } else {
        QCOMPARE(page.overview()->current(), (HeadPlace{layer, head}));
        QVERIFY(message->text().isEmpty());
    }
}

void TestModelOverview::itSaysWhenCellsArePooled()
{
    ModelPage page;
    page.resize(640, 480);
    const SnapshotPtr snapshot = snapshotOf(recording(6, 6, 90, 90));
    page.overview()->setContent(snapshot, plain());
    page.setConfig(snapshot->document->config);
    page.show();
    auto* const message = page.findChild<QLabel*>(QStringLiteral("overviewMessage"));
    QCOMPARE(message->text(), QStringLiteral("Each pixel shows the largest of its cells."));
    for (int step = 0; step < 12; ++step)
        page.overview()->zoomIn();
    QVERIFY(message->text().isEmpty());
}

HEADLIGHT_TEST_MAIN(TestModelOverview)
#include "tst_model_overview.moc"
