#include "tests/support/quiet.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/figure_layout.h"
#include "ui/figure/figure_widget.h"

#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>

#include <cmath>
#include <set>

using namespace headlight;

namespace {

/// The attention weights of "birds eat seeds", as printed.
Matrix birds()
{
    Matrix weights(3, 3);
    weights << 0.013, 0.882, 0.106, 0.576, 0.140, 0.284, 0.140, 0.576, 0.284;
    return weights;
}

/// Values that differ from cell to cell.
Matrix varied(Index rows, Index columns)
{
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = double((i * 37) % 101) / 100;
    return matrix;
}

QStringList words(Index count)
{
    QStringList list;
    for (Index i = 0; i < count; ++i)
        list += QStringLiteral("word%1").arg(i);
    return list;
}

Figure figureOf(const Matrix& matrix, int panels = 1)
{
    Figure figure;
    for (int p = 0; p < panels; ++p)
        figure.panels.push_back({panels > 1 ? QStringLiteral("Head %1").arg(p + 1) : QString(),
                                 std::make_shared<const Matrix>(matrix),
                                 {{ColorMap::Viridis, 0, 1}, false}});
    figure.rowLabels = words(matrix.rows());
    figure.columnLabels = words(matrix.cols());
    return figure;
}

QRgb expected(const Matrix& matrix, int row, int column)
{
    return ColorScale{ColorMap::Viridis, 0, 1}.color(matrix(row, column));
}

/// The map inside a picture of the figure, in picture pixels.
QRectF mapIn(const Figure& figure, const FigureSize& size)
{
    const int width = 317; // 84 mm
    Figure fixed = figure;
    fixed.columns = 1;
    const QSize natural = naturalSize(fixed, width);
    const QRect map = layoutFigure(fixed, natural).panels[0].map;
    const double scale = size.widthMillimetres / 25.4 * size.dpi / natural.width();
    return {map.x() * scale, map.y() * scale, map.width() * scale, map.height() * scale};
}

/// Colour of a cell at its centre and a little inside each of its corners.
bool cellsAreExact(const QImage& picture, const QRectF& map, const Matrix& matrix, double inset)
{
    const double width = map.width() / double(matrix.cols());
    const double height = map.height() / double(matrix.rows());
    for (int r = 0; r < matrix.rows(); ++r) {
        for (int c = 0; c < matrix.cols(); ++c) {
            const QRectF cell(map.x() + c * width, map.y() + r * height, width, height);
            const QRectF inner = cell.adjusted(inset, inset, -inset, -inset);
            for (const QPointF point : {cell.center(), inner.topLeft(), inner.topRight(),
                                        inner.bottomLeft(), inner.bottomRight()}) {
                const QRgb found = picture.pixel(int(point.x()), int(point.y()));
                if ((found | 0xff000000u) != expected(matrix, r, c)) {
                    qInfo("cell %d,%d at %g,%g is %x, not %x", r, c, point.x(), point.y(), found,
                          expected(matrix, r, c));
                    return false;
                }
            }
        }
    }
    return true;
}

/// Share of the pixels inside the map that have no cell's colour: seams, blur, JPEG noise.
double foreignShare(const QImage& picture, const QRectF& map, const Matrix& matrix)
{
    std::set<QRgb> colors;
    for (int r = 0; r < matrix.rows(); ++r) {
        for (int c = 0; c < matrix.cols(); ++c)
            colors.insert(expected(matrix, r, c));
    }
    const QRect inside = map.adjusted(1, 1, -1, -1).toRect();
    qint64 foreign = 0;
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x)
            foreign += !colors.contains(picture.pixel(x, y) | 0xff000000u);
    }
    return double(foreign) / (double(inside.width()) * inside.height());
}

/// Runs a program that tests/run installs.
QByteArray runTool(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    const bool ran = process.waitForFinished(60000) && process.exitCode() == 0;
    if (!ran)
        qFatal("%s did not work; tests/run installs it", qPrintable(program));
    return process.readAllStandardOutput();
}

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void tablesAreThePublishedOnes();
    void sequentialMapsGetLighter();
    void theDivergingMapIsPaleInTheMiddle();
    void notFiniteValuesHaveColoursOfTheirOwn();
    void textOnAColourIsReadable();
    void cellsMeetWithoutGaps();
    void poolingKeepsTheLargestValue();
    void theWidgetDrawsExactCells_data();
    void theWidgetDrawsExactCells();
    void pointingFindsTheCell();
    void labelsDoNotOverlap_data();
    void labelsDoNotOverlap();
    void aMarkIsDrawnAndTakenAway();
    void pngCellsAreExactAndKnowTheirResolution();
    void pdfIsExactInEveryViewer_data();
    void pdfIsExactInEveryViewer();
    void pdfHasFontsAndNoJpeg();
    void svgIsExact();
    void largeSvgUsesASharpPicture();
    void theSameFigureGivesTheSameBytes();
    void oddShapesAreDrawn_data();
    void oddShapesAreDrawn();
    void sizesThatMakeNoPictureAreRefused();
};

void TestFigure::tablesAreThePublishedOnes()
{
    // From the tables that their authors published (bids.github.io/colormap; Nunez et al. 2018).
    QCOMPARE(colorTable(ColorMap::Viridis)[0], qRgb(68, 1, 84));
    QCOMPARE(colorTable(ColorMap::Viridis)[128], qRgb(33, 145, 140));
    QCOMPARE(colorTable(ColorMap::Viridis)[255], qRgb(253, 231, 37));
    QCOMPARE(colorTable(ColorMap::Magma)[0], qRgb(0, 0, 4));
    QCOMPARE(colorTable(ColorMap::Magma)[255], qRgb(252, 253, 191));
    QCOMPARE(colorTable(ColorMap::Cividis)[0], qRgb(0, 34, 78));
    QCOMPARE(colorTable(ColorMap::Grey)[200], qRgb(200, 200, 200));
}

void TestFigure::sequentialMapsGetLighter()
{
    for (const ColorMap map :
         {ColorMap::Viridis, ColorMap::Cividis, ColorMap::Magma, ColorMap::Grey}) {
        const auto& table = colorTable(map);
        for (std::size_t i = 8; i < table.size(); i += 8)
            QVERIFY(contrast(table[i], 0xff000000) > contrast(table[i - 8], 0xff000000));
    }
}

void TestFigure::theDivergingMapIsPaleInTheMiddle()
{
    const ColorScale scale{ColorMap::Diverging, -2, 2};
    QVERIFY(contrast(scale.color(0), 0xffffffff) < 1.15);
    QVERIFY(qBlue(scale.color(-2)) > qRed(scale.color(-2)));
    QVERIFY(qRed(scale.color(2)) > qBlue(scale.color(2)));
}

void TestFigure::notFiniteValuesHaveColoursOfTheirOwn()
{
    const ColorScale scale;
    QCOMPARE(scale.color(std::nan("")), nanColor);
    QCOMPARE(scale.color(INFINITY), infinityColor);
    QCOMPARE(scale.color(-INFINITY), hiddenColor);
    QCOMPARE(scale.color(-5), colorTable(ColorMap::Viridis)[0]);
    QCOMPARE(scale.color(5), colorTable(ColorMap::Viridis)[255]);
    const ColorScale wide{ColorMap::Viridis, -1e308, 1e308};
    QCOMPARE(wide.color(0), colorTable(ColorMap::Viridis)[128]);
    const ColorScale flat{ColorMap::Viridis, 2, 2};
    QCOMPARE(flat.color(2), colorTable(ColorMap::Viridis)[128]);
}

void TestFigure::textOnAColourIsReadable()
{
    for (const ColorMap map : colorMaps) {
        for (const QRgb color : colorTable(map))
            QVERIFY(contrast(textColorOn(color).rgb(), color) >= 4.3);
    }
}

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

void TestFigure::poolingKeepsTheLargestValue()
{
    Matrix matrix = Matrix::Zero(400, 400);
    matrix(217, 31) = 1;
    const QImage picture = heatPicture(matrix, {{ColorMap::Viridis, 0, 1}, false}, QSize(50, 50));
    int bright = 0;
    for (int y = 0; y < 50; ++y) {
        for (int x = 0; x < 50; ++x)
            bright += picture.pixel(x, y) == colorTable(ColorMap::Viridis)[255];
    }
    QCOMPARE(bright, 1);
    QCOMPARE(picture.pixel(31 / 8, 217 / 8), colorTable(ColorMap::Viridis)[255]);
}

void TestFigure::theWidgetDrawsExactCells_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {1, 2, 3, 17, 64})
        QTest::addRow("%d", size) << size;
}

void TestFigure::theWidgetDrawsExactCells()
{
    QFETCH(int, size);
    const Matrix matrix = varied(size, size);
    FigureWidget widget;
    widget.resize(437, 391);
    Figure figure = figureOf(matrix);
    figure.values = false;
    widget.setFigure(figure);
    widget.show();
    QVERIFY(QTest::qWaitForWindowExposed(&widget));
    const QImage picture = widget.grab().toImage();
    for (int r = 0; r < size; ++r) {
        for (int c = 0; c < size; ++c) {
            const QRect cell = widget.cellRect({0, {r, c}});
            // On finer screens an edge may fall inside a logical pixel; the cell starts there.
            const bool whole = picture.devicePixelRatio() == 1;
            const QRect inside = whole ? cell : cell.adjusted(1, 1, -1, -1);
            for (const QPoint point : {cell.center(), inside.topLeft(), inside.bottomRight()})
                QCOMPARE(picture.pixel(point * picture.devicePixelRatio()), expected(matrix, r, c));
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
    const QPoint place = widget.cellRect({0, {3, 1}}).center();
    QCOMPARE(widget.hitAt(place)->cell, (FigureCell{3, 1}));
    QVERIFY(!widget.hitAt(QPoint(0, 0)));
    QTest::mouseClick(widget.childAt(place), Qt::LeftButton, {}, place);
    QCOMPARE(clicked.count(), 1);
}

void TestFigure::labelsDoNotOverlap_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("panels");
    QTest::addColumn<QSize>("size");
    for (const int tokens : {1, 3, 12, 64, 512}) {
        for (const int panels : {1, 4, 96})
            QTest::addRow("%d tokens, %d panels", tokens, panels)
                << tokens << panels << QSize(900, 600);
    }
    QTest::newRow("small window") << 20 << 8 << QSize(300, 200);
}

void TestFigure::labelsDoNotOverlap()
{
    QFETCH(int, tokens);
    QFETCH(int, panels);
    QFETCH(QSize, size);
    Figure figure = figureOf(varied(tokens, tokens), panels);
    figure.rowLabels[0] = figure.columnLabels[0]
        = QStringLiteral("a very long token that cannot be shown in full length anywhere");
    const FigureLayout layout = layoutFigure(figure, size);
    const QFontMetrics metrics(figureFont(figure.style));
    const PanelLayout& first = layout.panels[0];
    const double side = double(first.map.width()) / tokens;
    QVERIFY(side * layout.labelStep >= metrics.height() - 1 || layout.labelStep >= tokens);
    for (const QString& label : layout.rowLabels)
        QVERIFY(metrics.horizontalAdvance(label) <= first.map.left());
    if (!layout.uprightColumns) {
        for (const QString& label : layout.columnLabels)
            QVERIFY(metrics.horizontalAdvance(label) <= side * layout.labelStep);
    }
    for (std::size_t a = 0; a < layout.panels.size(); ++a) {
        for (std::size_t b = a + 1; b < layout.panels.size(); ++b) {
            QVERIFY(!layout.panels[a].map.intersects(layout.panels[b].map));
            QVERIFY(!layout.panels[a].map.intersects(layout.panels[b].title));
        }
    }
}

void TestFigure::aMarkIsDrawnAndTakenAway()
{
    FigureWidget widget;
    widget.resize(400, 400);
    Figure figure = figureOf(varied(4, 4));
    figure.values = false;
    widget.setFigure(figure);
    widget.show();
    const QImage before = widget.grab().toImage();
    widget.setMarked(FigureCell{1, 2});
    const QImage marked = widget.grab().toImage();
    const QRect cell = widget.cellRect({0, {1, 2}});
    QCOMPARE(marked.pixelColor(cell.left() + 1, cell.center().y()), figure.style.selection);
    widget.setMarked(std::nullopt);
    QCOMPARE(widget.grab().toImage(), before);
}

void TestFigure::pngCellsAreExactAndKnowTheirResolution()
{
    const Matrix matrix = varied(12, 12);
    Figure figure = figureOf(matrix);
    figure.values = false;
    const FigureSize size{84, 300};
    const QByteArray bytes = *renderFigure(figure, FigureFormat::Png, size);
    const QImage picture = QImage::fromData(bytes, "PNG");
    QCOMPARE(picture.width(), 992); // 84 mm at 300 dpi
    QCOMPARE(picture.dotsPerMeterX(), 11811);
    const QRectF map = mapIn(figure, size);
    QVERIFY(cellsAreExact(picture, map, matrix, 1.5));
    QCOMPARE(foreignShare(picture, map, matrix), 0.0);
}

void TestFigure::pdfIsExactInEveryViewer_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<int>("dpi");
    for (const char* tool : {"pdftoppm", "pdftocairo"}) {
        for (const int dpi : {72, 300, 1200})
            QTest::addRow("%s at %d", tool, dpi) << QString::fromLatin1(tool) << dpi;
    }
}

void TestFigure::pdfIsExactInEveryViewer()
{
    QFETCH(QString, tool);
    QFETCH(int, dpi);
    const Matrix matrix = varied(12, 12);
    Figure figure = figureOf(matrix);
    figure.values = false;
    const FigureSize size{84, dpi};
    const QTemporaryDir folder;
    const QString pdf = folder.filePath(QStringLiteral("f.pdf"));
    put(pdf, *renderFigure(figure, FigureFormat::Pdf, size));
    runTool(tool,
            {QStringLiteral("-r"), QString::number(dpi), QStringLiteral("-png"),
             QStringLiteral("-singlefile"), pdf, folder.filePath(QStringLiteral("f"))});
    const QImage picture(folder.filePath(QStringLiteral("f.png")));
    QVERIFY(!picture.isNull());
    // The page has whole points: 238 for 84 mm.
    const QRectF map = mapIn(figure, {238 / 72.0 * 25.4, dpi});
    QVERIFY(cellsAreExact(picture, map, matrix, dpi < 100 ? 2 : 3));
    QVERIFY(foreignShare(picture, map, matrix) <= 0.005);
}

void TestFigure::pdfHasFontsAndNoJpeg()
{
    const QTemporaryDir folder;
    const QString pdf = folder.filePath(QStringLiteral("f.pdf"));
    put(pdf, *renderFigure(figureOf(birds()), FigureFormat::Pdf, {}));
    const QByteArray images = runTool(QStringLiteral("pdfimages"), {QStringLiteral("-list"), pdf});
    QVERIFY(images.contains("image"));
    QVERIFY(!images.contains("jpeg"));
    const QByteArray fonts = runTool(QStringLiteral("pdffonts"), {pdf});
    QVERIFY(fonts.contains("Inter"));
    QVERIFY(fonts.contains("yes"));
    const QByteArray text = runTool(QStringLiteral("pdftotext"), {pdf, QStringLiteral("-")});
    for (const char* part : {"word0", "0.882", "0.013"})
        QVERIFY2(text.contains(part), part);
    const QByteArray facts = runTool(QStringLiteral("pdfinfo"), {pdf});
    QVERIFY2(facts.contains("238 x"), facts); // 84 mm in points
}

void TestFigure::svgIsExact()
{
    const Matrix matrix = varied(12, 12);
    Figure figure = figureOf(matrix);
    figure.values = false;
    figure.rowLabels[0] = figure.columnLabels[0] = QStringLiteral("<s> & co");
    const FigureSize size{84, 300};
    const QByteArray svg = *renderFigure(figure, FigureFormat::Svg, size);
    QVERIFY(svg.contains("&lt;s&gt; &amp; co"));
    QVERIFY(!svg.contains("@heat"));
    QVERIFY(svg.contains("width=\"84.000mm\""));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("f.svg"));
    put(path, svg);
    for (const int dpi : {72, 300}) {
        runTool(QStringLiteral("rsvg-convert"),
                {QStringLiteral("-d"), QString::number(dpi), QStringLiteral("-p"),
                 QString::number(dpi), QStringLiteral("-b"), QStringLiteral("white"), path,
                 QStringLiteral("-o"), folder.filePath(QStringLiteral("f.png"))});
        const QImage picture(folder.filePath(QStringLiteral("f.png")));
        const QRectF map = mapIn(figure, {size.widthMillimetres, dpi});
        QVERIFY(cellsAreExact(picture, map, matrix, 2));
        QVERIFY(foreignShare(picture, map, matrix) <= 0.005);
    }
}

void TestFigure::largeSvgUsesASharpPicture()
{
    Figure figure = figureOf(varied(300, 300));
    const QByteArray svg = *renderFigure(figure, FigureFormat::Svg, {});
    QVERIFY(svg.contains("image-rendering:pixelated"));
    QVERIFY(svg.size() < 2'000'000);
}

void TestFigure::theSameFigureGivesTheSameBytes()
{
    const Figure figure = figureOf(birds(), 3);
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf}) {
        const QByteArray first = *renderFigure(figure, format, {});
        QTest::qWait(1100); // a date with seconds would differ
        QCOMPARE(*renderFigure(figure, format, {}), first);
    }
}

void TestFigure::oddShapesAreDrawn_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("one cell") << 1 << 1;
    QTest::newRow("wide") << 2 << 9;
    QTest::newRow("tall") << 9 << 2;
    QTest::newRow("large") << 512 << 512;
}

void TestFigure::oddShapesAreDrawn()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    Matrix matrix = varied(rows, columns);
    matrix(0, 0) = std::nan("");
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf})
        QVERIFY(renderFigure(figureOf(matrix), format, {}));
}

void TestFigure::sizesThatMakeNoPictureAreRefused()
{
    const Figure figure = figureOf(birds());
    QVERIFY(!renderFigure(figure, FigureFormat::Png, {0, 300}));
    QVERIFY(!renderFigure(figure, FigureFormat::Png, {84, 0}));
    QVERIFY(!renderFigure(figure, FigureFormat::Png, {4000, 4800}));
    QVERIFY(!renderFigure(figureOf(Matrix(0, 0)), FigureFormat::Pdf, {}));
    const Result<QByteArray> refused = renderFigure(figure, FigureFormat::Png, {4000, 4800});
    QVERIFY(QString::fromStdString(refused.error().message).contains(QStringLiteral("pixels")));
}

HEADLIGHT_TEST_MAIN(TestFigure)
#include "tst_figure.moc"
