#include "tst_figure_support.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/figure_sheet.h"

using namespace headlight;

namespace {

QList<PlacedText> textsOf(const FigureLayout& layout, TextRole role)
{
    QList<PlacedText> texts;
    for (const PlacedText& text : layout.texts) {
        if (text.role == role)
            texts += text;
    }
    return texts;
}

Figure plain(int tokens = 5, int panels = 1)
{
    Figure figure = figureOf(varied(tokens, tokens), panels);
    figure.rowTitle = QStringLiteral("query");
    figure.columnTitle = QStringLiteral("key");
    return figure;
}

constexpr QSize room(700, 600);

} // namespace

/// Labels, bar, borders and note where a figure asks for them.
class TestFigureLabels : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void nothingOverlapsOnAnySide_data();
    void nothingOverlapsOnAnySide();
    void labelsStandOnTheirSide();
    void labelsCanBeLeftOut();
    void columnLabelsLieAsAsked();
    void longLabelsAreShortenedToTheGivenLength();
    void theBarStandsOnItsSide();
    void theBarHasAsManyTicksAsAsked();
    void theBarSaysWhatItMeans();
    void theNoteIsWholeAndBelowEverything();
    void bordersStandBetweenCellsOnly();
};

void TestFigureLabels::nothingOverlapsOnAnySide_data()
{
    QTest::addColumn<int>("tokens");
    QTest::addColumn<int>("panels");
    QTest::addColumn<int>("variant");
    for (const int tokens : {1, 3, 12, 61}) {
        for (const int panels : {1, 5, 12}) {
            for (int variant = 0; variant < 36; ++variant)
                QTest::addRow("%d tokens, %d panels, %d", tokens, panels, variant)
                    << tokens << panels << variant;
        }
    }
}

void TestFigureLabels::nothingOverlapsOnAnySide()
{
    QFETCH(int, tokens);
    QFETCH(int, panels);
    QFETCH(int, variant);
    Figure figure = plain(tokens, panels);
    figure.title = QStringLiteral("A title");
    figure.note
        = QStringLiteral("What has to be known of these numbers, in some more words. ").repeated(4);
    figure.labels.rowsRight = variant % 2 == 1;
    figure.labels.columnsBelow = variant / 2 % 2 == 1;
    figure.labels.turn = LabelTurn(variant / 4 % 3);
    figure.bar = {BarSide(variant / 12), QStringLiteral("attention weight"), 5};
    const FigureLayout layout = layoutFigure(figure, QSize(900, 800));
    QList<QRect> parts = {layout.colorBar};
    for (const PanelLayout& panel : layout.panels)
        parts += panel.map;
    for (const PlacedText& text : layout.texts)
        parts += text.where;
    for (qsizetype a = 0; a < parts.size(); ++a) {
        QVERIFY(QRect(QPoint(), layout.used).contains(parts[a]));
        for (qsizetype b = a + 1; b < parts.size(); ++b)
            QVERIFY2(!parts[a].intersects(parts[b]),
                     qPrintable(QStringLiteral("%1 and %2").arg(a).arg(b)));
    }
    QVERIFY(layout.used.width() <= 912 && layout.used.height() <= 812);
}

void TestFigureLabels::labelsStandOnTheirSide()
{
    Figure figure = plain();
    figure.labels.rowsRight = true;
    figure.labels.columnsBelow = true;
    const FigureLayout layout = layoutFigure(figure, room);
    const QRect map = layout.panels[0].map;
    QCOMPARE(textsOf(layout, TextRole::RowLabel).size(), 5);
    for (const PlacedText& text : textsOf(layout, TextRole::RowLabel))
        QVERIFY(text.where.left() > map.right());
    for (const PlacedText& text : textsOf(layout, TextRole::ColumnLabel))
        QVERIFY(text.where.top() > map.bottom());
    const QList<PlacedText> titles = textsOf(layout, TextRole::AxisTitle);
    QCOMPARE(titles.size(), 2);
    QVERIFY(titles[0].where.top() > map.bottom());
    QVERIFY(titles[1].where.left() > map.right());
    QVERIFY(layout.colorBar.left() > titles[1].where.right());
}

void TestFigureLabels::labelsCanBeLeftOut()
{
    Figure figure = plain();
    figure.labels.rows = false;
    const FigureLayout layout = layoutFigure(figure, room);
    QVERIFY(textsOf(layout, TextRole::RowLabel).isEmpty());
    QCOMPARE(textsOf(layout, TextRole::ColumnLabel).size(), 5);
    figure.labels.columns = false;
    QVERIFY(textsOf(layoutFigure(figure, room), TextRole::ColumnLabel).isEmpty());
}

void TestFigureLabels::columnLabelsLieAsAsked()
{
    const auto turned = [](int tokens, LabelTurn turn) {
        Figure figure = plain(tokens);
        figure.labels.turn = turn;
        const FigureLayout layout = layoutFigure(figure, room);
        const QList<PlacedText> labels = textsOf(layout, TextRole::ColumnLabel);
        return std::pair(labels.first().upright, labels.size());
    };
    QCOMPARE(turned(5, LabelTurn::AsFits), std::pair(false, qsizetype(5)));
    QCOMPARE(turned(5, LabelTurn::Upright), std::pair(true, qsizetype(5)));
    QCOMPARE(turned(30, LabelTurn::AsFits), std::pair(true, qsizetype(30)));
    const auto [upright, shown] = turned(30, LabelTurn::Level);
    QVERIFY(!upright);
    QVERIFY(shown >= 4 && shown < 30); // every how-manieth has room
}

void TestFigureLabels::longLabelsAreShortenedToTheGivenLength()
{
    const QString longWord = QStringLiteral("Donaudampfschifffahrt");
    Figure figure = plain();
    figure.rowLabels[0] = longWord;
    figure.labels.longest = 30;
    QCOMPARE(layoutFigure(figure, room).rowLabels[0], longWord);
    figure.labels.longest = 4;
    const FigureLayout layout = layoutFigure(figure, room);
    QVERIFY(layout.rowLabels[0].contains(QChar(0x2026)));
    const QFontMetricsF metrics(figureFont(figure.style));
    QVERIFY(textWidth(metrics, layout.rowLabels[0]) <= 4 * textWidth(metrics, QStringLiteral("m")));
}

void TestFigureLabels::theBarStandsOnItsSide()
{
    Figure figure = plain();
    const auto layoutWith = [&](BarSide side) {
        figure.bar.side = side;
        return layoutFigure(figure, room);
    };
    const FigureLayout right = layoutWith(BarSide::Right);
    QVERIFY(right.colorBar.left() > right.panels[0].map.right());
    const FigureLayout left = layoutWith(BarSide::Left);
    QVERIFY(left.colorBar.right() < left.panels[0].map.left());
    QCOMPARE(left.colorBar.height(), left.panels[0].map.height());
    const FigureLayout below = layoutWith(BarSide::Below);
    QVERIFY(below.colorBar.top() > below.panels[0].map.bottom());
    QCOMPARE(below.colorBar.width(), below.panels[0].map.width());
    const Panel bar = colorBarPanel(figure);
    QCOMPARE(bar.values->rows(), Index(1));
    QCOMPARE((*bar.values)(0, 0), 0.0);
    QCOMPARE((*bar.values)(0, 255), 1.0);
}

void TestFigureLabels::theBarHasAsManyTicksAsAsked()
{
    Figure figure = plain();
    const auto ticks = [&](int count) {
        figure.bar.ticks = count;
        QStringList texts;
        for (const PlacedText& text : textsOf(layoutFigure(figure, room), TextRole::BarLabel))
            texts += text.text;
        return texts.join(u' ');
    };
    QCOMPARE(ticks(2), QStringLiteral("0 1"));
    QCOMPARE(ticks(3), QStringLiteral("0 0.5 1"));
    QCOMPARE(ticks(5), QStringLiteral("0 0.25 0.5 0.75 1"));
    QCOMPARE(ticks(200), QStringLiteral("0 1")); // there is no room for so many
    figure.panels[0].scale.colors.bend = ColorBend::SquareRoot; // the middle colour is a quarter
    QCOMPARE(ticks(3), QStringLiteral("0 0.25 1"));
}

void TestFigureLabels::theBarSaysWhatItMeans()
{
    Figure figure = plain();
    figure.bar.title = QStringLiteral("weight");
    QCOMPARE(barCaption(figure), QStringLiteral("weight"));
    figure.panels[0].scale.colors.bend = ColorBend::Logarithmic;
    QCOMPARE(barCaption(figure), QStringLiteral("weight, logarithmic"));
    figure.bar.title.clear();
    QCOMPARE(barCaption(figure), QStringLiteral("logarithmic"));
}

void TestFigureLabels::theNoteIsWholeAndBelowEverything()
{
    Figure figure = plain();
    figure.note = QStringLiteral("Without the first token; every row is scaled to the sum 1, so "
                                 "that the other weights can be compared.");
    const FigureLayout layout = naturalLayout(figure, 317);
    QStringList lines;
    for (const PlacedText& text : textsOf(layout, TextRole::Note)) {
        lines += text.text;
        QVERIFY(text.where.top() > layout.panels[0].map.bottom());
        QVERIFY(text.where.width() <= 317);
    }
    QVERIFY(lines.size() > 1);
    QCOMPARE(lines.join(u' '), figure.note);
    QVERIFY(renderFigure(figure, FigureFormat::Html, {})->contains(figure.note.toUtf8()));
}

void TestFigureLabels::bordersStandBetweenCellsOnly()
{
    const Matrix matrix = varied(6, 6);
    Figure figure = figureOf(matrix);
    figure.values = false;
    figure.cellBorders = true;
    const QImage picture = *renderImage(figure, {84, 300});
    const FigureLayout layout = planSheet(figure, {84, 300}).layout;
    const double scale = double(picture.width()) / layout.used.width();
    const QRectF map = QRectF(layout.panels[0].map);
    for (int i = 0; i < 6; ++i) {
        const QPointF centre(map.x() + (i + 0.5) * map.width() / 6,
                             map.y() + (2 + 0.5) * map.height() / 6);
        QCOMPARE(picture.pixel((centre * scale).toPoint()), expected(matrix, 2, i));
        const QPointF edge(map.x() + i * map.width() / 6, centre.y());
        QCOMPARE(picture.pixelColor((edge * scale).toPoint()), figure.style.border);
    }
    const QByteArray tex = *renderFigure(figure, FigureFormat::Tex, {});
    QCOMPARE(tex.count("\\draw["), 14);
}

HEADLIGHT_TEST_MAIN(TestFigureLabels)
#include "tst_figure_labels.moc"
