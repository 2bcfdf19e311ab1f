#include "tests/support/quiet.h"
#include "ui/figure/color_map.h"

#include <cmath>

using namespace headlight;

class TestColorMap : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void tablesAreThePublishedOnes_data();
    void tablesAreThePublishedOnes();
    void sequentialMapsGetLighter_data();
    void sequentialMapsGetLighter();
    void zeroIsWhiteInTheDivergingMap();
    void theDivergingMapDarkensEvenlyOnBothSides();
    void namesLeadBackToTheirMaps();
    void valuesFindTheNearestEntry();
    void notFiniteValuesHaveColoursOfTheirOwn();
    void scalesWithoutExtentAreSafe_data();
    void scalesWithoutExtentAreSafe();
    void bentScalesMeetTheirFormulas();
    void everyEntryIsReachedFromItsOwnValue_data();
    void everyEntryIsReachedFromItsOwnValue();
    void rowsAndSingleValuesAgree_data();
    void rowsAndSingleValuesAgree();
    void aLogarithmHasAFloor();
    void textOnAColourIsReadable();
};

void TestColorMap::tablesAreThePublishedOnes_data()
{
    QTest::addColumn<ColorMap>("map");
    QTest::addColumn<int>("entry");
    QTest::addColumn<QRgb>("color");
    // _viridis_data and _magma_data of N. Smith and S. van der Walt: the published fractions, times
    // 255 and rounded. cividis: the corners of J. Nunez et al. 2018.
    const auto row = [](ColorMap map, int entry, double r, double g, double b) {
        const auto byte = [](double share) { return int(std::lround(share * 255)); };
        QTest::addRow("%d, %d", int(map), entry) << map << entry << qRgb(byte(r), byte(g), byte(b));
    };
    row(ColorMap::Viridis, 0, 0.267004, 0.004874, 0.329415);
    row(ColorMap::Viridis, 1, 0.268510, 0.009605, 0.335427);
    row(ColorMap::Viridis, 128, 0.127568, 0.566949, 0.550556);
    row(ColorMap::Viridis, 255, 0.993248, 0.906157, 0.143936);
    row(ColorMap::Magma, 0, 0.001462, 0.000466, 0.013866);
    row(ColorMap::Magma, 128, 0.716387, 0.214982, 0.475290);
    row(ColorMap::Magma, 255, 0.987053, 0.991438, 0.749504);
    row(ColorMap::Cividis, 0, 0.000000, 0.135112, 0.304751);
    row(ColorMap::Cividis, 255, 0.995737, 0.909344, 0.217772);
    row(ColorMap::Grey, 200, 200 / 255.0, 200 / 255.0, 200 / 255.0);
}

void TestColorMap::tablesAreThePublishedOnes()
{
    QFETCH(ColorMap, map);
    QFETCH(int, entry);
    QFETCH(QRgb, color);
    QCOMPARE(QColor::fromRgb(colorTable(map)[std::size_t(entry)]), QColor::fromRgb(color));
}

void TestColorMap::sequentialMapsGetLighter_data()
{
    QTest::addColumn<ColorMap>("map");
    for (const ColorMap map :
         {ColorMap::Viridis, ColorMap::Cividis, ColorMap::Magma, ColorMap::Grey})
        QTest::newRow(qPrintable(colorMapName(map))) << map;
}

void TestColorMap::sequentialMapsGetLighter()
{
    QFETCH(ColorMap, map);
    const auto& table = colorTable(map);
    const auto light = [&](std::size_t i) { return contrast(table[i], 0xff000000); };
    for (std::size_t i = 1; i < table.size(); ++i)
        QVERIFY2(light(i) > light(i - 1) - 0.01, qPrintable(QString::number(i))); // bytes round
    for (std::size_t i = 8; i < table.size(); i += 8)
        QVERIFY2(light(i) > light(i - 8), qPrintable(QString::number(i)));
}

void TestColorMap::zeroIsWhiteInTheDivergingMap()
{
    for (const double reach : {2.0, 0.1, 1.0 / 3, 9.7e-5, 1e300, 123456.789}) {
        const ColorScale scale{ColorMap::Diverging, -reach, reach};
        QCOMPARE(scale.color(0), 0xffffffff);
        QVERIFY(qBlue(scale.color(-reach)) > qRed(scale.color(-reach)));
        QVERIFY(qRed(scale.color(reach)) > qBlue(scale.color(reach)));
    }
}

void TestColorMap::theDivergingMapDarkensEvenlyOnBothSides()
{
    const auto& table = colorTable(ColorMap::Diverging);
    const auto light = [&](int i) { return contrast(table[std::size_t(i)], 0xff000000); };
    for (int i = 1; i < 128; ++i) {
        QVERIFY(light(128 + i) <= light(127 + i));
        QVERIFY(light(128 - i) <= light(129 - i));
    }
}

void TestColorMap::namesLeadBackToTheirMaps()
{
    for (const ColorMap map : colorMaps) {
        QCOMPARE(colorMapFromName(colorMapName(map)), map);
        QVERIFY(!colorMapLabel(map).isEmpty());
    }
    QVERIFY(!colorMapFromName(QStringLiteral("jet")));
    QVERIFY(!colorMapFromName(QString()));
}

void TestColorMap::valuesFindTheNearestEntry()
{
    const ColorScale scale{ColorMap::Grey, 10, 265};
    QCOMPARE(qRed(scale.color(10)), 0);
    QCOMPARE(qRed(scale.color(110.4)), 100);
    QCOMPARE(qRed(scale.color(110.6)), 101);
    QCOMPARE(qRed(scale.color(265)), 255);
    QCOMPARE(qRed(scale.color(-1e9)), 0);
    QCOMPARE(qRed(scale.color(1e9)), 255);
}

void TestColorMap::notFiniteValuesHaveColoursOfTheirOwn()
{
    const ColorScale scale;
    QCOMPARE(scale.color(std::nan("")), nanColor);
    QCOMPARE(scale.color(INFINITY), infinityColor);
    QCOMPARE(scale.color(-INFINITY), hiddenColor);
    for (const ColorMap map : {ColorMap::Viridis, ColorMap::Cividis, ColorMap::Magma}) {
        for (const QRgb own : {nanColor, infinityColor, hiddenColor}) {
            for (const QRgb color : colorTable(map))
                QVERIFY(color != own);
        }
    }
}

void TestColorMap::scalesWithoutExtentAreSafe_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("entry");
    QTest::newRow("low is high") << 2.0 << 2.0 << 2.0 << 128;
    QTest::newRow("all zero") << 0.0 << 0.0 << 0.0 << 128;
    QTest::newRow("reversed") << 1.0 << -1.0 << 0.5 << 128;
    QTest::newRow("the smallest number") << 0.0 << 5e-324 << 0.0 << 128;
    QTest::newRow("as wide as numbers go") << -1.7e308 << 1.7e308 << 0.0 << 128;
    QTest::newRow("its top") << -1.7e308 << 1.7e308 << 1.7e308 << 255;
    QTest::newRow("NaN as a limit") << double(NAN) << 1.0 << 0.5 << 128;
}

void TestColorMap::scalesWithoutExtentAreSafe()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, value);
    QFETCH(int, entry);
    const ColorScale scale{ColorMap::Viridis, low, high};
    QCOMPARE(scale.color(value), colorTable(ColorMap::Viridis)[std::size_t(entry)]);
    QCOMPARE(scale.color(NAN), nanColor);
}

void TestColorMap::bentScalesMeetTheirFormulas()
{
    const ColorScale root{ColorMap::Grey, 0, 1, ColorBend::SquareRoot};
    QCOMPARE(qRed(root.color(0.25)), 128); // sqrt(0.25) * 255 = 127.5
    QCOMPARE(qRed(root.color(0.04)), 51);
    const ColorScale logarithm{ColorMap::Grey, 0.001, 1, ColorBend::Logarithmic};
    QCOMPARE(qRed(logarithm.color(0.1)), 170); // two of three decades
    QCOMPARE(qRed(logarithm.color(0.01)), 85);
    QCOMPARE(qRed(logarithm.color(0)), 0);
    QCOMPARE(qRed(logarithm.color(2)), 255);
    QCOMPARE(logarithm.color(NAN), nanColor);
    QCOMPARE(logarithm.color(-INFINITY), hiddenColor);
    QCOMPARE(root.color(INFINITY), infinityColor);
}

namespace {

void addScales()
{
    QTest::addColumn<ColorScale>("scale");
    QTest::newRow("linear") << ColorScale{ColorMap::Viridis, -2, 3};
    QTest::newRow("root") << ColorScale{ColorMap::Magma, 0.2, 0.9, ColorBend::SquareRoot};
    QTest::newRow("logarithm") << ColorScale{ColorMap::Viridis, 0, 0.4, ColorBend::Logarithmic};
    QTest::newRow("wide logarithm")
        << ColorScale{ColorMap::Cividis, 1e-300, 1e300, ColorBend::Logarithmic};
}

} // namespace

void TestColorMap::everyEntryIsReachedFromItsOwnValue_data()
{
    addScales();
}

void TestColorMap::everyEntryIsReachedFromItsOwnValue()
{
    QFETCH(ColorScale, scale);
    for (int entry = 0; entry < 256; ++entry)
        QCOMPARE(scale.color(scale.valueAt(entry / 255.0)),
                 colorTable(scale.map)[std::size_t(entry)]);
}

void TestColorMap::rowsAndSingleValuesAgree_data()
{
    addScales();
}

void TestColorMap::rowsAndSingleValuesAgree()
{
    QFETCH(ColorScale, scale);
    const std::array values = {-1.0, 0.0, 0.1, 0.35, 5.0, -double(INFINITY), double(NAN)};
    std::array<QRgb, values.size()> colors;
    Colorizer(scale).row(values.data(), int(values.size()), colors.data());
    for (std::size_t i = 0; i < values.size(); ++i)
        QCOMPARE(colors[i], scale.color(values[i]));
}

void TestColorMap::aLogarithmHasAFloor()
{
    QCOMPARE((ColorScale{ColorMap::Grey, 0, 0.5, ColorBend::Logarithmic}.floor()), 0.5e-4);
    QCOMPARE((ColorScale{ColorMap::Grey, 0.01, 0.5, ColorBend::Logarithmic}.floor()), 0.01);
    QCOMPARE((ColorScale{ColorMap::Grey, 0, 0.5, ColorBend::SquareRoot}.floor()), 0.0);
    QCOMPARE((ColorScale{ColorMap::Grey, 0, 0, ColorBend::Logarithmic}.color(0)),
             colorTable(ColorMap::Grey)[128]);
}

void TestColorMap::textOnAColourIsReadable()
{
    for (const ColorMap map : colorMaps) {
        for (const QRgb color : colorTable(map))
            QVERIFY(contrast(textColorOn(color).rgb(), color) >= 4.5);
    }
    for (const QRgb color : {nanColor, infinityColor, hiddenColor})
        QVERIFY(contrast(textColorOn(color).rgb(), color) >= 4.5);
}

HEADLIGHT_TEST_MAIN(TestColorMap)
#include "tst_color_map.moc"
