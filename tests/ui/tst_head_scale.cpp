#include "core/document/restructure.h"
#include "tests/support/quiet.h"
#include "ui/figure/figure_export.h"
#include "ui/views/head_figure.h"
#include "ui/views/recipe.h"

using namespace headlight;

namespace {

/// Two layers of two heads for three tokens.
SnapshotPtr smallModel()
{
    Config config;
    config.layers = 2;
    config.heads = 2;
    return computeSnapshot(
        std::make_shared<const Document>(newDocument("birds eat seeds", config)));
}

Look spanning(ColorRange range)
{
    Look look;
    look.range = range;
    return look;
}

double largest(const SnapshotPtr& snapshot, const std::vector<HeadPlace>& places)
{
    double value = 0;
    for (const HeadPlace& place : places)
        value = std::max(value, headMatrix(snapshot, place, Look())->maxCoeff());
    return value;
}

} // namespace

class TestHeadScale : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void everyRangeSpansWhatItSays();
    void symmetricScalesPutZeroInTheMiddle();
    void scoresAreAlwaysSymmetric();
    void oneFileEachKeepsTheScaleOfAll();
    void layersAreRowsOfAPage();
    void tokensCanBeLeftOut();
    void placesAndTokensLeadToEachOther();
    void recipesKeepTheLook();
    void damagedRecipesAreRefused_data();
    void damagedRecipesAreRefused();
};

void TestHeadScale::everyRangeSpansWhatItSays()
{
    const SnapshotPtr model = smallModel();
    const std::vector<HeadPlace> all = allPlaces(*model);
    QCOMPARE(all.size(), std::size_t(4));
    const auto scale = [&](ColorRange range, std::size_t place) {
        return headFigure(model, all, spanning(range)).panels[place].scale;
    };
    for (std::size_t p = 0; p < all.size(); ++p) {
        const int layer = all[p].layer;
        QCOMPARE(scale(ColorRange::ZeroToOne, p).colors.high, 1.0);
        QVERIFY(scale(ColorRange::PerRow, p).perRow);
        QCOMPARE(scale(ColorRange::PerHead, p).colors.high, largest(model, {all[p]}));
        QCOMPARE(scale(ColorRange::PerLayer, p).colors.high,
                 largest(model, {{layer, 0}, {layer, 1}}));
        QCOMPARE(scale(ColorRange::Shown, p).colors.high, largest(model, all));
    }
    Look byHand = spanning(ColorRange::ByHand);
    byHand.low = 0.2;
    byHand.high = 0.6;
    byHand.bend = ColorBend::Logarithmic;
    const ColorScale expected{ColorMap::Viridis, 0.2, 0.6, ColorBend::Logarithmic};
    QCOMPARE(headFigure(model, all, byHand).panels[3].scale.colors, expected);
}

void TestHeadScale::symmetricScalesPutZeroInTheMiddle()
{
    const SnapshotPtr model = smallModel();
    Look look = spanning(ColorRange::PerRow);
    look.symmetric = true;
    const HeatScale scale = headFigure(model, 0, {0}, look).panels[0].scale;
    QCOMPARE(scale.colors.low, -scale.colors.high);
    QCOMPARE(scale.colors.high, largest(model, {{0, 0}}));
    QCOMPARE(scale.colors.color(0), 0xffffffff);
    QVERIFY(!scale.perRow);
}

void TestHeadScale::scoresAreAlwaysSymmetric()
{
    const SnapshotPtr model = smallModel();
    Look look = spanning(ColorRange::ZeroToOne);
    look.stage = Stage::Scores;
    look.bend = ColorBend::SquareRoot;
    const Figure figure = headFigure(model, 0, {1}, look);
    const double reach = figure.panels[0].values->cwiseAbs().maxCoeff();
    const ColorScale expected{ColorMap::Diverging, -reach, reach};
    QCOMPARE(figure.panels[0].scale.colors, expected);
}

void TestHeadScale::oneFileEachKeepsTheScaleOfAll()
{
    const SnapshotPtr model = smallModel();
    const std::vector<HeadPlace> all = allPlaces(*model);
    for (const Stage stage : {Stage::Pattern, Stage::Scores}) {
        Look look = spanning(ColorRange::Shown);
        look.stage = stage;
        const HeatScale together = headFigure(model, all, look).panels[0].scale;
        const Look fixed = fixedOver(model, all, look);
        for (const HeadPlace& place : all)
            QCOMPARE(headFigure(model, {place}, fixed).panels[0].scale, together);
    }
}

void TestHeadScale::layersAreRowsOfAPage()
{
    const SnapshotPtr model = smallModel();
    const Figure page = headFigure(model, allPlaces(*model), Look());
    QCOMPARE(page.columns, 2);
    QCOMPARE(page.panels[3].title, QStringLiteral("L2 H2"));
    QVERIFY(page.colorBar);
    QVERIFY(!headFigure(model, allPlaces(*model), spanning(ColorRange::PerHead)).colorBar);
    QCOMPARE(headFigure(model, 1, {0, 1}, Look()).panels[1].title, QStringLiteral("Head 2"));
    QVERIFY(headFigure(model, 1, {1}, Look()).panels[0].title.isEmpty());
}

void TestHeadScale::tokensCanBeLeftOut()
{
    const SnapshotPtr model = smallModel();
    const Matrix& whole = model->trace.layers[1].heads[0].pattern;
    Look look = spanning(ColorRange::PerHead);
    look.leftOut = {0};
    Figure figure = headFigure(model, {{1, 0}}, look);
    const Matrix part = *figure.panels[0].values;
    QCOMPARE(part, Matrix(whole.bottomRightCorner(2, 2)));
    QCOMPARE(figure.rowLabels, (QStringList{QStringLiteral("eat"), QStringLiteral("seeds")}));
    QCOMPARE(figure.panels[0].scale.colors.high, part.maxCoeff());
    QVERIFY(figure.note.contains(QStringLiteral("1 “birds”")));
    look.renormalised = true;
    figure = headFigure(model, {{1, 0}}, look);
    for (Index r = 0; r < 2; ++r) {
        const Matrix& scaled = *figure.panels[0].values;
        QVERIFY(std::abs(scaled.row(r).sum() - 1) < 1e-12);
        QVERIFY(std::abs(scaled(r, 0) * part(r, 1) - scaled(r, 1) * part(r, 0)) < 1e-12);
    }
    QVERIFY(figure.note.contains(QStringLiteral("add up to 1")));
    look.stage = Stage::Scores; // they never added up to anything
    QVERIFY(!headFigure(model, {{1, 0}}, look).note.contains(QStringLiteral("add up")));
    look.leftOut = {0, 1, 2};
    QVERIFY(headFigure(model, {{1, 0}}, look).note.isEmpty()); // nothing would be shown
    QCOMPARE(headFigure(model, {{1, 0}}, look).rowLabels.size(), 3);
}

void TestHeadScale::placesAndTokensLeadToEachOther()
{
    const ShownTokens queries(5, {0, 3, 9});
    const ShownTokens keys(5, {});
    const ShownCells shown{queries, keys};
    QCOMPARE(queries.tokens(), (std::vector<int>{1, 2, 4}));
    QCOMPARE(shown.cell({2, 3}), (HeatCell{4, 3}));
    QCOMPARE(*shown.place(HeatCell{4, 3}), (FigureCell{2, 3}));
    QVERIFY(!shown.place(HeatCell{3, 3}));
    QVERIFY(!shown.place(HeatCell{5, 0}));
    QCOMPARE(shown.block({0, 1, 4, 2}), (FigureBlock{0, 1, 2, 2}));
    QCOMPARE(shown.block({3, 0, 1, 5}).rows, 0);
}

/// As traces of long sentences are.
void TestHeadScale::recipesKeepTheLook()
{
    const SnapshotPtr model = smallModel();
    Look look;
    look.stage = Stage::Masked;
    look.range = ColorRange::ByHand;
    look.low = -0.25;
    look.high = 1.0 / 3;
    look.symmetric = true;
    look.leftOut = {0, 2};
    look.renormalised = true;
    Figure figure = headFigure(model, allPlaces(*model), look);
    figure.recipe = recipeText(*model, allPlaces(*model), look);
    for (const char c : figure.recipe)
        QVERIFY(c > ' ' && c < 0x7f);
    const Result<Recipe> recipe = readRecipe(*renderFigure(figure, FigureFormat::Svg, {}));
    QVERIFY(recipe);
    QCOMPARE(recipe->look, look);
    QCOMPARE(recipe->places, allPlaces(*model));
    QVERIFY(recipe->document.find("birds eat seeds") != std::string::npos);
}

void TestHeadScale::damagedRecipesAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("{");
    QTest::newRow("no look") << QByteArray(R"({"heads":[[0,0]]})");
    const QByteArray look = R"("look":{"stage":"pattern","map":"viridis","range":0,"low":0,)"
                            R"("high":1,"bend":0})";
    QTest::newRow("no heads") << "{" + look + "}";
    QTest::newRow("odd heads") << R"({"heads":[[0,-1]],)" + look + "}";
    QTest::newRow("odd range") << R"({"heads":[[0,0]],)"
            + QByteArray(look).replace("\"range\":0", "\"range\":9") + "}";
    QTest::newRow("odd token") << R"({"heads":[[0,0]],)"
            + QByteArray(look).replace("\"bend\":0", "\"bend\":0,\"leftOut\":[-1]") + "}";
    QTest::newRow("odd map") << R"({"heads":[[0,0]],)" + QByteArray(look).replace("viridis", "jet")
            + "}";
}

void TestHeadScale::damagedRecipesAreRefused()
{
    QFETCH(QByteArray, text);
    Figure figure = headFigure(smallModel(), 0, {0}, Look());
    figure.recipe = text;
    const Result<Recipe> recipe = readRecipe(*renderFigure(figure, FigureFormat::Svg, {}));
    QVERIFY(!recipe);
    QVERIFY(recipe.error().message.find("damaged") != std::string::npos);
}

HEADLIGHT_TEST_MAIN(TestHeadScale)
#include "tst_head_scale.moc"
