#include "tst_figure_support.h"
#include "ui/figure/embedded_recipe.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/hatching.h"
#include "ui/figure/png_file.h"

#include <QImageWriter>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <set>

using namespace headlight;

namespace {

/// Without numbers and marks: nothing but the cells inside the map.
Figure bare(const Matrix& matrix)
{
    Figure figure = figureOf(matrix);
    figure.values = false;
    return figure;
}

/// The map inside a picture of the figure, in pixels of the picture.
QRectF mapIn(const Figure& figure, double widthMillimetres, int dpi)
{
    const FigureLayout layout
        = naturalLayout(figure, int(widthMillimetres / millimetresPerInch * 96 + 0.5));
    const QRect map = layout.panels[0].map;
    const double scale = widthMillimetres / millimetresPerInch * dpi / layout.used.width();
    return {map.x() * scale, map.y() * scale, map.width() * scale, map.height() * scale};
}

/// What is wrong with the cells of a picture: at its centre and a little inside of each of its
/// corners a cell has to have its colour. Empty when all is well.
QString wrongCell(const QImage& picture, const QRectF& map, const Matrix& matrix, double inset)
{
    const double width = map.width() / double(matrix.cols());
    const double height = map.height() / double(matrix.rows());
    for (int r = 0; r < matrix.rows(); ++r) {
        for (int c = 0; c < matrix.cols(); ++c) {
            const QRectF cell(map.x() + c * width, map.y() + r * height, width, height);
            const double inside = std::min(inset, std::min(width, height) / 2);
            const QRectF inner = cell.adjusted(inside, inside, -inside, -inside);
            for (const QPointF point : {cell.center(), inner.topLeft(), inner.topRight(),
                                        inner.bottomLeft(), inner.bottomRight()}) {
                const QRgb found = picture.pixel(int(point.x()), int(point.y())) | 0xff000000u;
                if (found != expected(matrix, r, c))
                    return QStringLiteral("cell %1,%2 is %3 at %4,%5")
                        .arg(r)
                        .arg(c)
                        .arg(found, 0, 16)
                        .arg(point.x())
                        .arg(point.y());
            }
        }
    }
    return {};
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

struct Output {
    QByteArray text;
    QByteArray complaints;
};

/// Runs a program that tests/run installs.
Output runTool(const QString& program, const QStringList& arguments)
{
    if (QStandardPaths::findExecutable(program).isEmpty())
        qFatal("%s is missing; tests/run installs it", qPrintable(program));
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        qFatal("%s failed", qPrintable(program));
    return {process.readAllStandardOutput(), process.readAllStandardError()};
}

class Exported {
public:
    Exported(const Figure& figure, FigureFormat format, const FigureSize& size = {})
        : m_bytes(*renderFigure(figure, format, size))
        , m_path(m_folder.filePath(QStringLiteral("figure.") + suffixOf(format)))
    {
        QFile file(m_path);
        if (!file.open(QIODevice::WriteOnly) || file.write(m_bytes) != m_bytes.size())
            qFatal("cannot write %s", qPrintable(m_path));
    }

    const QByteArray& bytes() const { return m_bytes; }
    const QString& path() const { return m_path; }

    /// The PDF as `tool`, pdftoppm or pdftocairo, sees it.
    QImage pdfPicture(const QString& tool, int dpi) const
    {
        const Output output
            = runTool(tool,
                      {QStringLiteral("-r"), QString::number(dpi), QStringLiteral("-png"),
                       QStringLiteral("-singlefile"), m_path, picturePath().chopped(4)});
        if (!output.complaints.isEmpty())
            return {}; // "Syntax Error"
        return QImage(picturePath());
    }

    QImage svgPicture(int dpi) const
    {
        runTool(QStringLiteral("rsvg-convert"),
                {QStringLiteral("-d"), QString::number(dpi), QStringLiteral("-p"),
                 QString::number(dpi), QStringLiteral("-b"), QStringLiteral("white"), m_path,
                 QStringLiteral("-o"), picturePath()});
        return QImage(picturePath());
    }

private:
    QString picturePath() const { return m_folder.filePath(QStringLiteral("picture.png")); }

    QTemporaryDir m_folder;
    QByteArray m_bytes;
    QString m_path;
};

Figure difficultFigure()
{
    const QStringList tokens = difficultTokens();
    Figure figure = figureOf(varied(tokens.size(), tokens.size()));
    figure.rowLabels = figure.columnLabels = tokens;
    figure.title = QStringLiteral("<s> & \x01 ]]> \"quoted\"");
    return figure;
}

} // namespace

class TestFigureExport : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void pngCellsAreExact_data();
    void pngCellsAreExact();
    void pngFilesHoldEveryPixel_data();
    void pngFilesHoldEveryPixel();
    void pngKnowsItsResolution();
    void aTransparentBackgroundStaysTransparent();
    void theBoxIsTight_data();
    void theBoxIsTight();
    void pdfIsExactInEveryViewer_data();
    void pdfIsExactInEveryViewer();
    void pdfHasFontsAndNoJpeg();
    void pdfPageIsAsLargeAsTheFigure();
    void pdfShowsEmoji();
    void svgIsExact_data();
    void svgIsExact();
    void svgIsWellFormedWithAnyToken();
    void svgTextStaysText();
    void largeSvgUsesASharpPicture();
    void theSameFigureGivesTheSameBytes();
    void everyFormatDrawsEveryShape_data();
    void everyFormatDrawsEveryShape();
    void notFiniteCellsHaveTheirMarkInEveryFormat();
    void sizesThatMakeNoPictureAreRefused();
    void fileNamesTellTheFormat();
    void pagesKeepTheirProportions_data();
    void pagesKeepTheirProportions();
    void everySizeThatIsBeingTypedHasPixels();
    void bentScalesAreExactInEveryFormat_data();
    void bentScalesAreExactInEveryFormat();
    void theColourBarStatesItsScale();
    void tiffIsExactWhereItCanBeWritten();
    void tikzHasARectangleForEveryCell();
    void tikzEscapesEveryToken();
    void recipesComeBackOutOfEveryFormat();
    void pagesForTheWebNeedNothingElse();
    void pagesForTheWebAreSmall();
};

void TestFigureExport::pngCellsAreExact_data()
{
    QTest::addColumn<QSize>("cells");
    QTest::addColumn<int>("dpi");
    for (const QSize cells :
         {QSize(1, 1), QSize(5, 3), QSize(12, 12), QSize(61, 61), QSize(200, 200)}) {
        for (const int dpi : {96, 300, 317})
            QTest::addRow("%d x %d, %d dpi", cells.height(), cells.width(), dpi) << cells << dpi;
    }
    QTest::newRow("512, 1200 dpi") << QSize(512, 512) << 1200;
}

void TestFigureExport::pngCellsAreExact()
{
    QFETCH(QSize, cells);
    QFETCH(int, dpi);
    const Matrix matrix = varied(cells.height(), cells.width());
    const Figure figure = bare(matrix);
    const Exported png(figure, FigureFormat::Png, {84, dpi});
    const QImage picture = QImage::fromData(png.bytes(), "PNG");
    const QRectF map = mapIn(figure, 84, dpi);
    if (map.width() / cells.width() >= 3)
        QCOMPARE(wrongCell(picture, map, matrix, 1.5), QString());
    QCOMPARE(foreignShare(picture, map, matrix), 0.0);
}

void TestFigureExport::pngKnowsItsResolution()
{
    const Exported png(figureOf(birds()), FigureFormat::Png, {84, 300});
    const QImage picture = QImage::fromData(png.bytes(), "PNG");
    QCOMPARE(picture.width(), 992); // 84 mm at 300 dpi
    QCOMPARE(picture.size(), pixelSize(figureOf(birds()), {84, 300}));
    QCOMPARE(picture.dotsPerMeterX(), 11811);
    QVERIFY(png.bytes().contains("pHYs"));
}

void TestFigureExport::aTransparentBackgroundStaysTransparent()
{
    Figure figure = figureOf(birds());
    figure.style.background = Qt::transparent;
    const QImage picture = *renderImage(figure, {});
    QCOMPARE(picture.pixelColor(0, picture.height() - 1).alpha(), 0);
    const QPoint inside = mapIn(figure, 84, 300).topLeft().toPoint() + QPoint(4, 4);
    QCOMPARE(picture.pixel(inside), expected(birds(), 0, 0));
    QVERIFY(!(*renderImage(figureOf(birds()), {})).hasAlphaChannel());
}

void TestFigureExport::theBoxIsTight_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("panels");
    for (const int tokens : {1, 3, 16, 61}) {
        for (const int panels : {1, 12})
            QTest::addRow("%d tokens, %d panels", tokens, panels) << tokens << panels;
    }
}

/// Something is drawn close to every edge, and no text is cut by one.
void TestFigureExport::theBoxIsTight()
{
    QFETCH(int, tokens);
    QFETCH(int, panels);
    const Figure figure = figureOf(varied(tokens, tokens), panels);
    const QImage picture = *renderImage(figure, {84, 300});
    const auto isEmpty = [&](const QRect& strip) {
        for (int y = strip.top(); y <= strip.bottom(); ++y) {
            for (int x = strip.left(); x <= strip.right(); ++x) {
                if (picture.pixel(x, y) != 0xffffffff)
                    return false;
            }
        }
        return true;
    };
    const int w = picture.width();
    const int h = picture.height();
    constexpr int line = 50; // pixels of a line of text: 8 pt, 300 dpi, with its gaps
    QVERIFY(!isEmpty({0, 0, w, line}));
    QVERIFY(!isEmpty({0, h - line, w, line}));
    QVERIFY(!isEmpty({0, 0, line, h}));
    QVERIFY(!isEmpty({w - line, 0, line, h}));
    QVERIFY(isEmpty({0, 0, w, 1}));
    const FigureLayout layout = naturalLayout(figure, 317);
    const QRect all(QPoint(), layout.used);
    for (const PlacedText& text : layout.texts)
        QVERIFY(all.contains(text.where));
}

void TestFigureExport::pdfIsExactInEveryViewer_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QSize>("cells");
    QTest::addColumn<int>("dpi");
    for (const char* tool : {"pdftoppm", "pdftocairo"}) {
        for (const QSize cells : {QSize(1, 1), QSize(5, 3), QSize(12, 12)}) {
            for (const int dpi : {72, 300, 1200})
                QTest::addRow("%s, %d x %d, %d dpi", tool, cells.height(), cells.width(), dpi)
                    << QString::fromLatin1(tool) << cells << dpi;
        }
        QTest::addRow("%s, 64 x 64, 600 dpi", tool)
            << QString::fromLatin1(tool) << QSize(64, 64) << 600;
        QTest::addRow("%s, 128 x 128, 1200 dpi", tool)
            << QString::fromLatin1(tool) << QSize(128, 128) << 1200;
    }
}

void TestFigureExport::pdfIsExactInEveryViewer()
{
    QFETCH(QString, tool);
    QFETCH(QSize, cells);
    QFETCH(int, dpi);
    const Matrix matrix = varied(cells.height(), cells.width());
    const Figure figure = bare(matrix);
    const QImage picture = Exported(figure, FigureFormat::Pdf).pdfPicture(tool, dpi);
    QVERIFY(!picture.isNull());
    const QRectF map = mapIn(figure, 84, dpi);
    QCOMPARE(wrongCell(picture, map, matrix, dpi < 100 ? 2 : 3), QString());
    const double share = foreignShare(picture, map, matrix);
    QVERIFY2(share <= 0.005, qPrintable(QString::number(share)));
}

void TestFigureExport::pdfHasFontsAndNoJpeg()
{
    const Exported pdf(figureOf(birds()), FigureFormat::Pdf);
    const QByteArray images
        = runTool(QStringLiteral("pdfimages"), {QStringLiteral("-list"), pdf.path()}).text;
    QVERIFY(images.contains("image"));
    QVERIFY(!images.contains("jpeg"));
    const QList<QByteArray> fonts
        = runTool(QStringLiteral("pdffonts"), {pdf.path()}).text.split('\n').mid(2);
    QVERIFY(fonts.size() >= 3); // and an empty line
    for (const QByteArray& font : fonts)
        QVERIFY2(font.isEmpty() || font.simplified().contains("Identity-H yes"), font);
    QVERIFY(fonts.join().contains("Inter"));
    QVERIFY(fonts.join().contains("JetBrainsMono"));
    const QByteArray text
        = runTool(QStringLiteral("pdftotext"), {pdf.path(), QStringLiteral("-")}).text;
    for (const char* part : {"word0", "0.882", "0.013"})
        QVERIFY2(text.contains(part), part);
}

void TestFigureExport::pdfPageIsAsLargeAsTheFigure()
{
    Figure figure = figureOf(birds());
    figure.title = QStringLiteral("Birds");
    for (const double width : {84.0, 174.5, 33.3}) {
        const Exported pdf(figure, FigureFormat::Pdf, {width, 300});
        const QByteArray facts = runTool(QStringLiteral("pdfinfo"), {pdf.path()}).text;
        const QSize pixels = pixelSize(figure, {width, 4800});
        const double points = width / millimetresPerInch * 72;
        const double height = points * pixels.height() / pixels.width();
        const QRegularExpression page(QStringLiteral("Page size: *([0-9.]+) x ([0-9.]+) pts"));
        const QRegularExpressionMatch found = page.match(QString::fromLatin1(facts));
        QVERIFY2(found.hasMatch(), facts);
        QVERIFY(std::abs(found.captured(1).toDouble() - points) < 0.01);
        QVERIFY(std::abs(found.captured(2).toDouble() - height) < 0.05);
        QVERIFY(facts.contains("Title:           Birds"));
    }
}

void TestFigureExport::pdfShowsEmoji()
{
    Figure figure = figureOf(Matrix::Constant(1, 1, 0.5));
    figure.columnLabels = {QString()};
    figure.rowLabels = {QString::fromUtf8("\xf0\x9f\x90\xa6\xf0\x9f\x90\xa6")};
    const QImage picture
        = Exported(figure, FigureFormat::Pdf).pdfPicture(QStringLiteral("pdftocairo"), 150);
    const QRectF map = mapIn(figure, 84, 150);
    int inked = 0;
    for (int y = int(map.top()); y < int(map.bottom()); ++y) {
        for (int x = 0; x < int(map.left()); ++x)
            inked += picture.pixel(x, y) != 0xffffffff;
    }
    QVERIFY(inked > 50);
}

void TestFigureExport::svgIsExact_data()
{
    QTest::addColumn<QSize>("cells");
    QTest::addColumn<int>("dpi");
    for (const QSize cells : {QSize(1, 1), QSize(5, 3), QSize(12, 12)}) {
        for (const int dpi : {72, 300, 1200})
            QTest::addRow("%d x %d, %d dpi", cells.height(), cells.width(), dpi) << cells << dpi;
    }
    QTest::newRow("64 x 64, 300 dpi") << QSize(64, 64) << 300;
    QTest::newRow("256 x 256, 1200 dpi") << QSize(256, 256) << 1200;
}

void TestFigureExport::svgIsExact()
{
    QFETCH(QSize, cells);
    QFETCH(int, dpi);
    const Matrix matrix = varied(cells.height(), cells.width());
    const Figure figure = bare(matrix);
    const Exported svg(figure, FigureFormat::Svg);
    QVERIFY(svg.bytes().contains("width=\"84.000mm\""));
    const QImage picture = svg.svgPicture(dpi);
    const QRectF map = mapIn(figure, 84, dpi);
    QCOMPARE(wrongCell(picture, map, matrix, 2), QString());
    QVERIFY(foreignShare(picture, map, matrix) <= 0.005);
}

void TestFigureExport::svgIsWellFormedWithAnyToken()
{
    const Exported svg(difficultFigure(), FigureFormat::Svg, {200, 300}); // all labels fit
    QXmlStreamReader xml(svg.bytes());
    QStringList texts;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QStringLiteral("text"))
            texts += xml.readElementText().trimmed();
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    for (const char* token : {"<s>", "<b>&amp;</b>", "3e5", "@heat0@", "a↵b", "שלום"})
        QVERIFY2(texts.count(QString::fromUtf8(token)) == 2, token);
    QVERIFY(svg.bytes().contains("<path"));
}

void TestFigureExport::svgTextStaysText()
{
    Figure figure = figureOf(birds());
    figure.title = QStringLiteral("Layer 1");
    const QByteArray svg = Exported(figure, FigureFormat::Svg).bytes();
    QVERIFY(svg.contains("<title>Layer 1</title>"));
    QVERIFY(svg.contains("font-family=\"Inter, sans-serif\""));
    QVERIFY(svg.contains("font-family=\"JetBrains Mono, monospace\""));
    QVERIFY(svg.contains("0.882"));
    QVERIFY(svg.contains("viewBox=\"0 0 "));
}

void TestFigureExport::largeSvgUsesASharpPicture()
{
    const QByteArray svg = Exported(figureOf(varied(300, 300)), FigureFormat::Svg).bytes();
    QVERIFY(svg.contains("image-rendering:pixelated"));
    QVERIFY(svg.size() < 2'000'000);
}

void TestFigureExport::theSameFigureGivesTheSameBytes()
{
    const Figure figure = figureOf(withNotFinite(), 3);
    std::vector<QByteArray> first;
    const std::array formats = {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf};
    for (const FigureFormat format : formats)
        first.push_back(*renderFigure(figure, format, {}));
    QTest::qWait(1100); // a date with seconds would differ
    for (std::size_t i = 0; i < formats.size(); ++i)
        QCOMPARE(*renderFigure(figure, formats[i], {}), first[i]);
}

void TestFigureExport::everyFormatDrawsEveryShape_data()
{
    QTest::addColumn<Figure>("figure");
    QTest::newRow("one cell") << figureOf(varied(1, 1));
    QTest::newRow("wide") << figureOf(varied(2, 9));
    QTest::newRow("tall") << figureOf(varied(9, 2));
    QTest::newRow("uniform") << figureOf(Matrix::Constant(3, 3, 1.0 / 3));
    QTest::newRow("large") << figureOf(varied(512, 512));
    QTest::newRow("96 heads") << figureOf(varied(16, 16), 96);
    QTest::newRow("any token") << difficultFigure();
}

void TestFigureExport::everyFormatDrawsEveryShape()
{
    QFETCH(Figure, figure);
    QVERIFY(!QImage::fromData(Exported(figure, FigureFormat::Png).bytes(), "PNG").isNull());
    QVERIFY(!Exported(figure, FigureFormat::Svg).svgPicture(72).isNull());
    const Exported pdf(figure, FigureFormat::Pdf);
    QVERIFY(!pdf.pdfPicture(QStringLiteral("pdftoppm"), 72).isNull());
    QVERIFY(!pdf.pdfPicture(QStringLiteral("pdftocairo"), 72).isNull());
}

void TestFigureExport::notFiniteCellsHaveTheirMarkInEveryFormat()
{
    const Matrix matrix = withNotFinite();
    const Figure figure = figureOf(matrix);
    const std::array pictures
        = {QImage::fromData(Exported(figure, FigureFormat::Png).bytes(), "PNG"),
           Exported(figure, FigureFormat::Svg).svgPicture(300),
           Exported(figure, FigureFormat::Pdf).pdfPicture(QStringLiteral("pdftoppm"), 300)};
    const QRectF map = mapIn(figure, 84, 300);
    const auto countIn = [&](const QImage& picture, int row, int column, QRgb color) {
        const QSizeF size = map.size() / 4;
        const QRect cell = QRectF(map.x() + column * size.width(), map.y() + row * size.height(),
                                  size.width(), size.height())
                               .adjusted(3, 3, -3, -3)
                               .toRect();
        int count = 0;
        for (int y = cell.top(); y <= cell.bottom(); ++y) {
            for (int x = cell.left(); x <= cell.right(); ++x)
                count += (picture.pixel(x, y) | 0xff000000u) == color;
        }
        return double(count) / (double(cell.width()) * cell.height());
    };
    for (const QImage& picture : pictures) {
        for (const auto& [row, column, color] :
             {std::tuple(0, 1, hiddenColor), {1, 3, infinityColor}, {2, 0, nanColor}}) {
            const double share = countIn(picture, row, column, color);
            QVERIFY2(share > 0.3 && share < 0.95, qPrintable(QString::number(share)));
        }
        QVERIFY(countIn(picture, 3, 3, expected(matrix, 3, 3)) > 0.6); // no lines, but a number
    }
    const QByteArray tex = Exported(figure, FigureFormat::Tex).bytes();
    for (const NotFinite kind :
         {NotFinite::NaN, NotFinite::PlusInfinity, NotFinite::MinusInfinity}) {
        const QString color = QColor::fromRgb(hatchColor(kind)).name().mid(1);
        QVERIFY(tex.contains("\\draw[hl" + color.toLatin1()));
    }
}

void TestFigureExport::sizesThatMakeNoPictureAreRefused()
{
    const Figure figure = figureOf(birds());
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf}) {
        QVERIFY(!renderFigure(figure, format, {0, 300}));
        QVERIFY(!renderFigure(figure, format, {-84, 300}));
        QVERIFY(!renderFigure(figure, format, {std::nan(""), 300}));
        QVERIFY(!renderFigure(figure, format, {1e9, 300}));
        QVERIFY(!renderFigure(figureOf(Matrix(0, 0)), format, {}));
        QVERIFY(!renderFigure(Figure(), format, {}));
    }
    QVERIFY(!renderFigure(figure, FigureFormat::Png, {84, 0}));
    QVERIFY(!renderFigure(figureOf(varied(9999, 1)), FigureFormat::Png, {2000, 2400}));
    const Result<QByteArray> refused = renderFigure(figure, FigureFormat::Png, {4000, 4800});
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message).contains(QStringLiteral("pixels")));
}

void TestFigureExport::fileNamesTellTheFormat()
{
    QCOMPARE(formatOfFile(QStringLiteral("a.b/c.PDF")), FigureFormat::Pdf);
    QCOMPARE(formatOfFile(QStringLiteral("x.svg")), FigureFormat::Svg);
    QVERIFY(!formatOfFile(QStringLiteral("x.jpeg")));
    QVERIFY(!formatOfFile(QStringLiteral("png")));
}

void TestFigureExport::pagesKeepTheirProportions_data()
{
    QTest::addColumn<Figure>("figure");
    QTest::newRow("one head") << figureOf(birds());
    QTest::newRow("many heads") << figureOf(varied(16, 16), 12);
    QTest::newRow("wide") << figureOf(varied(2, 40));
    QTest::newRow("tall") << figureOf(varied(40, 2));
    QTest::newRow("any token") << difficultFigure();
}

void TestFigureExport::pagesKeepTheirProportions()
{
    QFETCH(Figure, figure);
    for (const FigureSize& size : {FigureSize{338.6666667, 144, 190.5}, {190.5, 144, 190.5}}) {
        const double ratio = size.widthMillimetres / size.heightMillimetres;
        const QImage picture = *renderImage(figure, size);
        QVERIFY(std::abs(double(picture.width()) / picture.height() - ratio) < 0.005);
        for (int x = 0; x < picture.width(); ++x) { // a margin all around
            QCOMPARE(picture.pixel(x, 3), 0xffffffff);
            QCOMPARE(picture.pixel(x, picture.height() - 4), 0xffffffff);
        }
    }
}

/// The dialog tells how large the picture will be while half of a number stands there.
void TestFigureExport::everySizeThatIsBeingTypedHasPixels()
{
    const Figure figure = difficultFigure();
    constexpr int most = 2000000000;
    for (const double width : {0.0, 0.1, 1.0, 5.0, 1e6}) {
        for (const double height : {0.0, 0.1, 1.0, 5.0, 1e6}) {
            const QSize pixels = pixelSize(figure, {width, 2400, height});
            QVERIFY2(
                pixels.height() >= 0 && pixels.height() <= most,
                qPrintable(
                    QStringLiteral("%1 x %2: %3").arg(width).arg(height).arg(pixels.height())));
            QVERIFY(pixels.width() >= 0 && pixels.width() <= most);
        }
    }
}

void TestFigureExport::bentScalesAreExactInEveryFormat_data()
{
    QTest::addColumn<HeatScale>("scale");
    QTest::newRow("root") << HeatScale{{ColorMap::Viridis, 0, 1, ColorBend::SquareRoot}, false};
    QTest::newRow("logarithm") << HeatScale{{ColorMap::Magma, 0, 1, ColorBend::Logarithmic}, false};
    QTest::newRow("logarithm of rows")
        << HeatScale{{ColorMap::Viridis, 0, 1, ColorBend::Logarithmic}, true};
    QTest::newRow("symmetric") << HeatScale{{ColorMap::Diverging, -1, 1}, false};
}

void TestFigureExport::bentScalesAreExactInEveryFormat()
{
    QFETCH(HeatScale, scale);
    const Matrix matrix = varied(9, 7);
    Figure figure = bare(matrix);
    figure.panels[0].scale = scale;
    const QRectF map = mapIn(figure, 84, 300);
    const std::array pictures
        = {QImage::fromData(Exported(figure, FigureFormat::Png).bytes(), "PNG"),
           Exported(figure, FigureFormat::Svg).svgPicture(300),
           Exported(figure, FigureFormat::Pdf).pdfPicture(QStringLiteral("pdftoppm"), 300)};
    for (const QImage& picture : pictures) {
        for (int r = 0; r < 9; ++r) {
            for (int c = 0; c < 7; ++c) {
                const QPointF centre(map.x() + (c + 0.5) * map.width() / 7,
                                     map.y() + (r + 0.5) * map.height() / 9);
                QCOMPARE(picture.pixel(centre.toPoint()) | 0xff000000,
                         scale.ofRow(matrix, r).color(matrix(r, c)));
            }
        }
    }
}

void TestFigureExport::theColourBarStatesItsScale()
{
    Figure figure = figureOf(birds());
    const auto texts = [&] {
        QStringList found;
        for (const PlacedText& text : naturalLayout(figure, 317).texts) {
            if (text.role == TextRole::BarLabel || text.role == TextRole::BarCaption)
                found += text.text;
        }
        return found.join(u' ');
    };
    QCOMPARE(texts(), QStringLiteral("0 0.5 1"));
    figure.panels[0].scale.colors.bend = ColorBend::SquareRoot;
    QCOMPARE(texts(), QStringLiteral("0 0.25 1 square root"));
    figure.panels[0].scale.colors.bend = ColorBend::Logarithmic;
    QCOMPARE(texts(), QStringLiteral("≤0.0001 0.01 1 logarithmic"));
    figure.panels[0].scale.perRow = true;
    QCOMPARE(texts(), QStringLiteral("≤0.0001 × max row max logarithmic"));
}

void TestFigureExport::tiffIsExactWhereItCanBeWritten()
{
    if (!QImageWriter::supportedImageFormats().contains("tiff")) {
        QVERIFY(!formatOfFile(QStringLiteral("x.tiff")));
        QSKIP("Qt's TIFF plugin is not installed");
    }
    const Matrix matrix = varied(12, 12);
    const Figure figure = bare(matrix);
    const QImage picture
        = QImage::fromData(Exported(figure, *formatOfFile(QStringLiteral("x.tiff"))).bytes());
    QCOMPARE(picture.size(), pixelSize(figure, {}));
    QCOMPARE(foreignShare(picture, mapIn(figure, 84, 300), matrix), 0.0);
    QVERIFY(std::abs(picture.dotsPerMeterX() - 11811) <= 1);
}

void TestFigureExport::tikzHasARectangleForEveryCell()
{
    Figure figure = figureOf(birds());
    figure.colorBar = false;
    const QString tex = QString::fromUtf8(Exported(figure, FigureFormat::Tex).bytes());
    QVERIFY(tex.contains(QStringLiteral("\\begin{tikzpicture}")));
    QVERIFY(tex.endsWith(QStringLiteral("\\end{tikzpicture}\n")));
    const QRegularExpression fill(QStringLiteral(
        "\\\\fill\\[hl([0-9a-f]{6})\\] \\((\\d+),(\\d+)\\) rectangle \\((\\d+),(\\d+)\\);"));
    QRegularExpressionMatchIterator found = fill.globalMatch(tex);
    const QRect map = naturalLayout(figure, 317).panels[0].map;
    for (int cell = 0; cell < 9; ++cell) {
        const QRegularExpressionMatch match = found.next();
        const QColor color = QColor::fromRgb(expected(birds(), cell / 3, cell % 3));
        QCOMPARE(match.captured(1), color.name().mid(1));
        QCOMPARE(match.captured(2).toInt(), map.left() + cellEdge(cell % 3, 3, map.width()));
        QCOMPARE(match.captured(5).toInt(), map.top() + cellEdge(cell / 3 + 1, 3, map.height()));
        QVERIFY(tex.contains(QStringLiteral("\\definecolor{hl%1}{HTML}{%2}")
                                 .arg(match.captured(1), match.captured(1).toUpper())));
    }
    QVERIFY(!found.hasNext());
    QCOMPARE(tex.count(QStringLiteral("{0.882};")), 1);
    QCOMPARE(tex.count(QStringLiteral("{word0};")), 2);
}

void TestFigureExport::tikzEscapesEveryToken()
{
    Figure figure = figureOf(varied(3, 3));
    figure.rowLabels
        = {QStringLiteral("50%"), QStringLiteral("a_b{$\\"), QStringLiteral("#1 & ~^")};
    const QString tex = QString::fromUtf8(Exported(figure, FigureFormat::Tex, {200, 300}).bytes());
    for (const char* text : {"{50\\%}", "{a\\_b\\{\\$\\textbackslash{}}",
                             "{\\#1 \\& \\textasciitilde{}\\textasciicircum{}}"})
        QVERIFY2(tex.contains(QLatin1String(text)), text);
    int depth = 0;
    for (qsizetype i = 0; i < tex.size(); ++i) {
        if (tex[i] == u'\\')
            ++i; // what follows is no brace of TeX's
        else if (tex[i] == u'{' || tex[i] == u'}')
            depth += tex[i] == u'{' ? 1 : -1;
        QVERIFY(depth >= 0);
    }
    QCOMPARE(depth, 0);
}

void TestFigureExport::recipesComeBackOutOfEveryFormat()
{
    Figure figure = figureOf(birds());
    figure.recipe = "{\"a\":\"<b>&amp;\\u0020\\u0020]]>\"}";
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Svg}) {
        const Result<QByteArray> recipe = embeddedRecipe(Exported(figure, format).bytes());
        QVERIFY(recipe);
        QCOMPARE(*recipe, figure.recipe);
    }
    const Exported pdf(figure, FigureFormat::Pdf);
    const QTemporaryDir folder;
    runTool(QStringLiteral("pdfdetach"),
            {QStringLiteral("-saveall"), QStringLiteral("-o"), folder.path(), pdf.path()});
    QFile file(folder.filePath(recipeFile));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), figure.recipe);
    QCOMPARE(*renderFigure(figure, FigureFormat::Pdf, {}), pdf.bytes());
    for (const QByteArray& other :
         {QByteArray(), QByteArray("\x89PNG\r\n\x1a\n"), QByteArray("<svg/>"),
          Exported(figureOf(birds()), FigureFormat::Png).bytes()})
        QVERIFY(!embeddedRecipe(other));
}

void TestFigureExport::pagesForTheWebNeedNothingElse()
{
    Figure figure = difficultFigure();
    figure.rowLabels[0] = QStringLiteral("</script><b>");
    const QByteArray page = Exported(figure, FigureFormat::Html).bytes();
    for (const char* outside : {"http:", "https:", "src=", "href=", "</script><b>"})
        QVERIFY2(!page.contains(outside), outside);
    QCOMPARE(page.count("<canvas "), 1);
    QVERIFY(page.contains("&lt;s&gt; &amp;"));
    QVERIFY(page.contains("tabindex=\"0\""));
    QVERIFY(page.contains("createTHead"));
}

/// 12 x 12 heads of 128 tokens, as flat and as sharp as a softmax makes them.
void TestFigureExport::pagesForTheWebAreSmall()
{
    Figure figure = figureOf(Matrix::Zero(128, 128), 144);
    std::uint32_t state = 1;
    for (Panel& panel : figure.panels) {
        Matrix weights(128, 128);
        for (Index r = 0; r < 128; ++r) {
            for (Index c = 0; c < 128; ++c) {
                state = state * 1664525 + 1013904223;
                weights(r, c) = c > r ? 0 : std::exp(6.0 * state / 4294967296.0);
            }
            weights.row(r) /= weights.row(r).sum();
        }
        panel.values = std::make_shared<const Matrix>(weights);
    }
    const QByteArray page = *renderFigure(figure, FigureFormat::Html, {});
    QVERIFY2(page.size() < 3'000'000, qPrintable(QString::number(page.size())));
}

/// Read back by Qt's decoder: every pixel, the resolution and the texts, and the same bytes again.
void TestFigureExport::pngFilesHoldEveryPixel_data()
{
    QTest::addColumn<QImage>("image");
    for (const QSize size : {QSize(1, 1), QSize(3, 2), QSize(700, 900), QSize(1, 4000)}) {
        for (const QImage::Format format : {QImage::Format_RGB32, QImage::Format_ARGB32}) {
            QImage image(size, format);
            std::uint32_t state = 7;
            for (int y = 0; y < size.height(); ++y) {
                for (int x = 0; x < size.width(); ++x) {
                    state = state * 1664525 + 1013904223;
                    image.setPixel(x, y, y % 3 == 1 ? image.pixel(x, y - 1) : state);
                }
            }
            image.setDotsPerMeterX(11811);
            image.setDotsPerMeterY(11811);
            QTest::addRow("%d x %d, %d", size.width(), size.height(), int(format)) << image;
        }
    }
}

void TestFigureExport::pngFilesHoldEveryPixel()
{
    QFETCH(QImage, image);
    const QString title = QStringLiteral("Vögel — 鳥");
    const QList<std::pair<QString, QString>> texts
        = {{QStringLiteral("Title"), title}, {QStringLiteral("Note"), QStringLiteral("plain")}};
    const QByteArray file = pngFile(image, texts);
    const QImage read = QImage::fromData(file, "PNG").convertToFormat(image.format());
    QCOMPARE(read.size(), image.size());
    QCOMPARE(read, image);
    QCOMPARE(read.dotsPerMeterX(), 11811);
    QCOMPARE(read.text(QStringLiteral("Title")), title);
    QCOMPARE(read.text(QStringLiteral("Note")), QStringLiteral("plain"));
    QCOMPARE(pngFile(image, texts), file);
}

HEADLIGHT_TEST_MAIN(TestFigureExport)
#include "tst_figure_export.moc"
