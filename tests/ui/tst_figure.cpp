#include "tst_figure_support.h"
#include "ui/figure/figure_widget.h"
#include "ui/figure/hatching.h"

#include <QSignalSpy>

using namespace headlight;

class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void cellsMeetWithoutGaps();
    void everyPixelBelongsToTheCellAroundIt();
    void poolingKeepsTheLargestValue();
    void poolingNeverLosesNaN();
    void poolingComparesRowsByTheirOwnScales();
    void theWidgetDrawsExactCells_data();
    void theWidgetDrawsExactCells();
    void pointingFindsTheCell();
    void theEdgesOfAMapBelongToItsCells();
    void nothingOverlaps_data();
    void nothingOverlaps();
    void labelsStayPlainAndWithinLimits();
    void shortTitlesStandWhereLongOnesHaveNoRoom();
    void theLastRowOfAGridIsFull();
    void aMarkIsDrawnAndTakenAway();
    void manyChangesAreDrawnOnce();
    void newValuesAndColoursAreShown();
    void numbersAreWrittenOnlyWhereAllFit();
    void notFiniteCellsAreHatched();
    void emptyFiguresAreQuiet_data();
    void emptyFiguresAreQuiet();
};

void TestFigure::cellsMeetWithoutGaps()
{
    const Matrix matrix = varied(7, 5);
    const HeatScale scale{{ColorMap::Viridis, 0, 1}, false};
    const QImage picture = heatPicture(matrix, scale, QSize(123, 98));
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            int row = 0;
            int column = 0;
            while (cellEdge(row + 1, 7, 98) <= y)
                ++row;
            while (cellEdge(column + 1, 5, 123) <= x)
                ++column;
            QCOMPARE(picture.pixel(x, y), expected(matrix, row, column));
        }
    }
}

void TestFigure::everyPixelBelongsToTheCellAroundIt()
{
    QCOMPARE(cellEdge(1, 3, 100), 33);
    QCOMPARE(cellEdge(2, 3, 100), 67);
    QCOMPARE(cellEdge(1, 2, 101), 51);
    QCOMPARE(cellEdge(4096, 4096, 32767), 32767);
    for (int count = 1; count < 70; ++count) {
        for (int pixels = count; pixels < 300; pixels += 7) {
            for (int pixel = 0; pixel < pixels; ++pixel) {
                const int cell = cellOfPixel(pixel, count, pixels);
                QVERIFY(cellEdge(cell, count, pixels) <= pixel);
                QVERIFY(pixel < cellEdge(cell + 1, count, pixels));
            }
        }
    }
    QCOMPARE(cellOfPixel(0, 4096, 100), 0);
    QCOMPARE(cellOfPixel(-5, 3, 100), 0);
    QCOMPARE(cellOfPixel(100, 3, 100), 2);
}

void TestFigure::poolingKeepsTheLargestValue()
{
    Matrix matrix = Matrix::Zero(400, 400);
    matrix(217, 31) = 1;
    QVERIFY(needsPooling(matrix, QSize(50, 50)));
    const QImage picture = heatPicture(matrix, {{ColorMap::Viridis, 0, 1}, false}, QSize(50, 50));
    int bright = 0;
    for (int y = 0; y < 50; ++y) {
        for (int x = 0; x < 50; ++x)
            bright += picture.pixel(x, y) == colorTable(ColorMap::Viridis)[255];
    }
    QCOMPARE(bright, 1);
    QCOMPARE(picture.pixel(31 / 8, 217 / 8), colorTable(ColorMap::Viridis)[255]);
}

void TestFigure::poolingNeverLosesNaN()
{
    Matrix matrix = Matrix::Constant(40, 40, 0.5);
    matrix(13, 13) = std::nan("");
    matrix.topRows(4).setConstant(-INFINITY);
    const QImage picture = heatPicture(matrix, {}, QSize(10, 10));
    QCOMPARE(picture.pixel(3, 3), nanColor);
    QCOMPARE(picture.pixel(3, 0), hiddenColor);
    QCOMPARE(picture.pixel(3, 5), colorTable(ColorMap::Viridis)[128]);
}

void TestFigure::poolingComparesRowsByTheirOwnScales()
{
    Matrix matrix = Matrix::Zero(4, 4);
    matrix(0, 0) = 0.001; // all of its row
    matrix(1, 2) = 0.9;
    matrix(1, 0) = 0.09;
    const QImage picture = heatPicture(matrix, {{ColorMap::Viridis, 0, 1}, true}, QSize(2, 2));
    QCOMPARE(picture.pixel(0, 0), colorTable(ColorMap::Viridis)[255]);
    QCOMPARE(picture.pixel(1, 0), colorTable(ColorMap::Viridis)[255]);
}

void TestFigure::theWidgetDrawsExactCells_data()
{
    QTest::addColumn<QSize>("cells");
    for (const int size : {1, 2, 3, 17, 64, 512})
        QTest::addRow("%d", size) << QSize(size, size);
    QTest::newRow("3 x 5") << QSize(5, 3);
}

/// Every pixel, also where the scale of the screen (QT_SCALE_FACTOR) is a fraction.
void TestFigure::theWidgetDrawsExactCells()
{
    QFETCH(QSize, cells);
    const Matrix matrix = varied(cells.height(), cells.width());
    FigureWidget widget;
    widget.resize(cells.width() > 100 ? QSize(837, 791) : QSize(437, 391));
    Figure figure = figureOf(matrix);
    figure.values = false;
    widget.setFigure(figure);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const QImage picture = widget.grab().toImage();
    const double ratio = picture.devicePixelRatio();
    const QRect first = widget.cellRect({0, {0, 0}});
    const QRect all = first | widget.cellRect({0, {cells.height() - 1, cells.width() - 1}});
    const auto pixel = [ratio](int logical) { return qRound(logical * ratio); };
    const QRect map(QPoint(pixel(all.left()), pixel(all.top())),
                    QPoint(pixel(all.right() + 1) - 1, pixel(all.bottom() + 1) - 1));
    QVERIFY(!needsPooling(matrix, map.size()));
    for (int y = map.top(); y <= map.bottom(); ++y) {
        for (int x = map.left(); x <= map.right(); ++x) {
            const int row = cellOfPixel(y - map.top(), cells.height(), map.height());
            const int column = cellOfPixel(x - map.left(), cells.width(), map.width());
            if (picture.pixel(x, y) != expected(matrix, row, column))
                QFAIL(qPrintable(
                    QStringLiteral("%1,%2 is not cell %3,%4").arg(x).arg(y).arg(row).arg(column)));
        }
    }
}

void TestFigure::pointingFindsTheCell()
{
    FigureWidget widget;
    widget.resize(400, 400);
    widget.setFigure(figureOf(varied(5, 5)));
    widget.show();
    QSignalSpy clicked(&widget, &FigureWidget::clicked);
    QSignalSpy hovered(&widget, &FigureWidget::hovered);
    QSignalSpy left(&widget, &FigureWidget::hoverLeft);
    const QPoint place = widget.cellRect({0, {3, 1}}).center();
    QCOMPARE(widget.hitAt(place)->cell, (FigureCell{3, 1}));
    QVERIFY(!widget.hitAt(QPoint(0, 0)));
    QWidget* plot = widget.childAt(place);
    QTest::mouseMove(plot, place);
    QTest::mouseMove(plot, place + QPoint(1, 1));
    QTRY_COMPARE(hovered.count(), 1);
    QTest::mouseMove(plot, QPoint(1, 1));
    QTRY_COMPARE(left.count(), 1);
    QTest::mouseClick(plot, Qt::LeftButton, {}, place);
    QCOMPARE(clicked.count(), 1);
}

void TestFigure::theEdgesOfAMapBelongToItsCells()
{
    FigureWidget widget;
    widget.resize(397, 401);
    widget.setFigure(figureOf(varied(7, 7), 3));
    widget.show();
    for (int panel = 0; panel < 3; ++panel) {
        for (int i = 0; i < 7; ++i) {
            const FigureHit hit{panel, {i, 6 - i}};
            const QRect cell = widget.cellRect(hit);
            for (const QPoint corner :
                 {cell.topLeft(), cell.topRight(), cell.bottomLeft(), cell.bottomRight()})
                QCOMPARE(widget.hitAt(corner), hit);
        }
        QVERIFY(!widget.hitAt(widget.cellRect({panel, {0, 0}}).topLeft() - QPoint(1, 0)));
    }
}

void TestFigure::nothingOverlaps_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("panels");
    QTest::addColumn<QSize>("size");
    for (const int tokens : {1, 2, 3, 7, 12, 30, 61, 64, 512}) {
        for (const int panels : {1, 2, 4, 12, 96})
            QTest::addRow("%d tokens, %d panels", tokens, panels)
                << tokens << panels << QSize(900, 600);
    }
    QTest::newRow("paper, one") << 61 << 1 << QSize(317, 0);
    QTest::newRow("paper, many") << 16 << 96 << QSize(317, 0);
    QTest::newRow("paper, wide") << 64 << 12 << QSize(658, 0);
    QTest::newRow("small window") << 20 << 8 << QSize(300, 200);
    QTest::newRow("no room at all") << 20 << 8 << QSize(40, 30);
}

/// Height 0: as high as the figure needs.
void TestFigure::nothingOverlaps()
{
    QFETCH(int, tokens);
    QFETCH(int, panels);
    QFETCH(QSize, size);
    Figure figure = figureOf(varied(tokens, tokens), panels);
    const QStringList difficult = difficultTokens();
    for (int i = 0; i < tokens; i += 2)
        figure.rowLabels[i] = figure.columnLabels[i] = difficult[i / 2 % difficult.size()];
    figure.title = QStringLiteral("A title that is much too long for this figure, ").repeated(9);
    figure.rowTitle = QStringLiteral("query");
    figure.columnTitle = QStringLiteral("key");
    const FigureLayout layout
        = size.height() > 0 ? layoutFigure(figure, size) : naturalLayout(figure, size.width());
    QList<QRect> parts = {layout.colorBar};
    for (const PanelLayout& panel : layout.panels)
        parts += panel.map;
    for (const PlacedText& text : layout.texts)
        parts += text.where;
    const bool cramped
        = layout.panels.front().map.height() < 2 * figureFont(figure.style).pixelSize();
    for (qsizetype a = 0; a < parts.size(); ++a) {
        QVERIFY(QRect(QPoint(), layout.used).contains(parts[a]));
        for (qsizetype b = a + 1; b < parts.size() && !cramped; ++b)
            QVERIFY2(!parts[a].intersects(parts[b]),
                     qPrintable(QStringLiteral("%1 and %2").arg(a).arg(b)));
    }
    if (size.height() > 100 && tokens < 500)
        QVERIFY(layout.used.width() <= size.width() + 12
                && layout.used.height() <= size.height() + 12);
}

void TestFigure::labelsStayPlainAndWithinLimits()
{
    const QStringList tokens = difficultTokens();
    Figure figure = figureOf(varied(tokens.size(), tokens.size()));
    figure.rowLabels = figure.columnLabels = tokens;
    const FigureLayout layout = layoutFigure(figure, QSize(900, 700));
    QCOMPARE(layout.rowLabels[0], QStringLiteral("<s>"));
    QCOMPARE(layout.rowLabels[1], QStringLiteral("<b>&amp;</b>"));
    QCOMPARE(layout.rowLabels[2], QStringLiteral("3e5"));
    QCOMPARE(layout.rowLabels[4], QStringLiteral("a↵b"));
    QCOMPARE(layout.rowLabels[9], tokens[9]);
    QVERIFY(layout.rowLabels[10].contains(QChar(0x2026)));
    QVERIFY(layout.rowLabels[10].startsWith(QStringLiteral("Dona")));
    const int em = figureFont(figure.style).pixelSize();
    for (const PlacedText& text : layout.texts)
        QVERIFY(std::max(text.where.width(), text.where.height()) <= 12 * em);
}

void TestFigure::shortTitlesStandWhereLongOnesHaveNoRoom()
{
    const auto titles = [](int width) {
        QStringList result;
        const FigureLayout layout = naturalLayout(figureOf(varied(16, 16), 96), width);
        for (const PlacedText& text : layout.texts) {
            if (text.role == TextRole::PanelTitle)
                result += text.text;
        }
        return result;
    };
    QCOMPARE(titles(900).front(), QStringLiteral("Head 1"));
    QCOMPARE(titles(900).size(), 96);
    QCOMPARE(titles(317).front(), QStringLiteral("1"));
    QCOMPARE(titles(317).back(), QStringLiteral("96"));
}

void TestFigure::theLastRowOfAGridIsFull()
{
    for (const auto& [panels, columns] :
         {std::pair(1, 1), {2, 2}, {3, 3}, {4, 2}, {12, 4}, {16, 4}, {20, 5}, {32, 8}, {96, 12}}) {
        const FigureLayout layout = naturalLayout(figureOf(varied(4, 4), panels), 800);
        int first = 0;
        for (const PanelLayout& panel : layout.panels)
            first += panel.map.top() == layout.panels.front().map.top();
        QCOMPARE(first, columns);
    }
}

void TestFigure::aMarkIsDrawnAndTakenAway()
{
    for (const int tokens : {4, 60}) {
        FigureWidget widget;
        widget.resize(400, 400);
        Figure figure = figureOf(varied(tokens, tokens));
        figure.values = false;
        widget.setFigure(figure);
        widget.show();
        const QImage before = widget.grab().toImage();
        widget.setMarked(FigureCell{1, 2});
        const QImage marked = widget.grab().toImage();
        const QRect cell = widget.cellRect({0, {1, 2}});
        const double ratio = marked.devicePixelRatio();
        const int left = tokens == 4 ? cell.left() + 1 : cell.left() - 1; // around small cells
        QCOMPARE(marked.pixelColor(QPoint(left, cell.center().y()) * ratio),
                 figure.style.selection);
        QCOMPARE(marked.pixel(cell.center() * ratio), before.pixel(cell.center() * ratio));
        widget.setMarked(std::nullopt);
        QCOMPARE(widget.grab().toImage(), before);
    }
}

void TestFigure::manyChangesAreDrawnOnce()
{
    struct Counter : QObject {
        int paints = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            paints += event->type() == QEvent::Paint;
            return false;
        }
    };
    FigureWidget widget;
    widget.resize(400, 400);
    widget.setFigure(figureOf(varied(4, 4)));
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    QCoreApplication::processEvents();
    Counter counter;
    widget.childAt(200, 200)->installEventFilter(&counter);
    for (int i = 0; i < 100; ++i) {
        widget.setFigure(figureOf(Matrix::Constant(4, 4, i / 100.0)));
        widget.setMarked(FigureCell{i % 4, 0});
    }
    QTRY_VERIFY(counter.paints > 0);
    QTest::qWait(50);
    QVERIFY(counter.paints <= 2);
}

void TestFigure::newValuesAndColoursAreShown()
{
    FigureWidget widget;
    widget.resize(400, 400);
    Figure figure = figureOf(Matrix::Constant(4, 4, 0.25));
    figure.values = false;
    widget.setFigure(figure);
    widget.show();
    const auto colorInside = [&] {
        const QImage picture = widget.grab().toImage();
        const QPoint place = widget.cellRect({0, {2, 2}}).center();
        return picture.pixel(place * picture.devicePixelRatio());
    };
    QCOMPARE(colorInside(), ColorScale().color(0.25));
    figure.panels[0].values = std::make_shared<const Matrix>(Matrix::Constant(4, 4, 0.75));
    widget.setFigure(figure);
    QCOMPARE(colorInside(), ColorScale().color(0.75));
    figure.panels[0].scale.colors = {ColorMap::Magma, 0, 2};
    widget.setFigure(figure);
    QCOMPARE(colorInside(), figure.panels[0].scale.colors.color(0.75));
    figure.style.background = QColor(0x1c1d21);
    widget.setFigure(figure);
    QCOMPARE(widget.grab().toImage().pixelColor(1, 1), figure.style.background);
    figure.panels.push_back(figure.panels.front());
    widget.setFigure(figure);
    QCOMPARE(colorInside(), figure.panels[0].scale.colors.color(0.75));
}

void TestFigure::numbersAreWrittenOnlyWhereAllFit()
{
    const auto isPlain = [](const Matrix& values) {
        FigureWidget widget;
        widget.resize(400, 400);
        widget.setFigure(figureOf(values));
        widget.show();
        const QImage picture = widget.grab().toImage();
        const QRect cell = widget.cellRect({0, {1, 1}});
        for (int x = cell.left(); x <= cell.right(); ++x) {
            for (int y = cell.top(); y <= cell.bottom(); ++y) {
                if (picture.pixel(QPoint(x, y) * picture.devicePixelRatio())
                    != ColorScale().color(values(1, 1)))
                    return false;
            }
        }
        return true;
    };
    Matrix values = Matrix::Constant(5, 5, 0.5);
    QVERIFY(!isPlain(values));
    values(0, 0) = 123456789; // neither the smallest nor the largest, but the widest
    values(0, 1) = 1e12;
    QVERIFY(isPlain(values));
    values(0, 0) = std::nan("");
    values(0, 1) = 0;
    QVERIFY(!isPlain(values));
    QVERIFY(isPlain(Matrix::Constant(60, 60, 0.5)));
}

void TestFigure::notFiniteCellsAreHatched()
{
    const Matrix values = withNotFinite();
    const auto cell = [](int row, int column) { return QRect(column * 40, row * 40, 40, 40); };
    const QPainterPath hidden = hatching(values, NotFinite::MinusInfinity, cell);
    QCOMPARE(hidden.boundingRect(), QRectF(40, 0, 80, 40)); // both cells as one
    QCOMPARE(hatching(values, NotFinite::PlusInfinity, cell).boundingRect(),
             QRectF(120, 40, 40, 40));
    QCOMPARE(hatching(values, NotFinite::NaN, cell).boundingRect(), QRectF(0, 80, 40, 40));
    QVERIFY(hatching(varied(4, 4), NotFinite::NaN, cell).isEmpty());
    QVERIFY(contrast(hatchColor(NotFinite::NaN), nanColor) >= 3);
    QVERIFY(contrast(hatchColor(NotFinite::PlusInfinity), infinityColor) >= 3);
    QVERIFY(contrast(hatchColor(NotFinite::MinusInfinity), hiddenColor) >= 3);
}

void TestFigure::emptyFiguresAreQuiet_data()
{
    QTest::addColumn<int>("panels");
    QTest::addColumn<QSize>("size");
    QTest::newRow("no panel") << 0 << QSize(300, 300);
    QTest::newRow("no cells") << 1 << QSize(300, 300);
    QTest::newRow("no room") << 1 << QSize(0, 0);
    QTest::newRow("a sliver") << 12 << QSize(1, 700);
}

void TestFigure::emptyFiguresAreQuiet()
{
    QFETCH(int, panels);
    QFETCH(QSize, size);
    FigureWidget widget;
    widget.resize(size);
    widget.setFigure(figureOf(Matrix(0, 0), panels));
    widget.show();
    widget.grab();
    QVERIFY(!widget.hitAt(QPoint(20, 20)));
    widget.setFigure(figureOf(varied(3, 3), panels));
    widget.grab();
    widget.setMarked(FigureCell{7, 7}); // outside
    widget.grab();
    QTest::keyClick(&widget, Qt::Key_Down);
}

HEADLIGHT_TEST_MAIN(TestFigure)
#include "tst_figure.moc"
