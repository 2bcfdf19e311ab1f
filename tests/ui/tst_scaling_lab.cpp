#include "tests/core/support/documents.h"
#include "tests/support/quiet.h"
#include "ui/figure/chart.h"
#include "ui/style/theme.h"
#include "ui/views/distance_lab.h"
#include "ui/views/scaling_lab.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>

#include <cmath>

using namespace headlight;

namespace {

/// "the <s> sat": X is 0, 1, 1; q k is 2 ln 3 where both are 1, else 0; the factor is a half.
Document handmadeDocument()
{
    Config config;
    config.modelWidth = config.keyWidth = config.valueWidth = config.outputWidth = 1;
    config.outputProjection = false;
    config.scaleKind = ScaleKind::Custom;
    config.customScale = 0.5;
    Document document = documentOf(rows({{0}, {1}, {1}}), config);
    document.tokens = document.words = {"the", "<s>", "sat"};
    document.sentence = "the <s> sat";
    document.parameters.layers[0].wQ = Shared<Matrix>(rows({{1}}));
    document.parameters.layers[0].wK = Shared<Matrix>(rows({{2 * std::log(3)}}));
    return document;
}

SnapshotPtr snapshotOf(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

SnapshotPtr handmade()
{
    return snapshotOf(handmadeDocument());
}

QString textOf(const QWidget& lab, const char* name)
{
    return lab.findChild<QLabel*>(QLatin1String(name))->text();
}

const Chart& chartOf(const QWidget& lab, const char* name)
{
    return lab.findChild<ChartWidget*>(QLatin1String(name))->chart();
}

template <class Widget>
Widget* part(const QWidget& lab, const char* name)
{
    return lab.findChild<Widget*>(QLatin1String(name));
}

/// The number after `words` in a sentence.
double numberAfter(const QString& text, const char* words)
{
    const QRegularExpression number(QRegularExpression::escape(QString::fromUtf8(words))
                                    + QStringLiteral(" ([0-9.]+[0-9])"));
    return number.match(text).captured(1).toDouble();
}

/// The whole window of a lab, saved beside the other screenshots.
void takePicture(QWidget& lab, const QString& name)
{
    QCoreApplication::processEvents(); // sentences that came with the last change find their place
    lab.grab().save(QStringLiteral("%1/%2.png").arg(QStringLiteral(HEADLIGHT_SCREENSHOTS), name));
}

} // namespace

class TestScalingLab : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(QDir().mkpath(QStringLiteral(HEADLIGHT_SCREENSHOTS))); }
    void init();

    void theDocumentsNumbersAreThoseWorkedByHand();
    void theExperimentsSentencesAgreeWithItsCurves();
    void theNumberOfKeysFollowsTheSentenceUntilItIsChosen();
    void anotherSeedGivesOtherNumbers();
    void dragsAreFast();
    void hiddenLabsDoNothing();
    void aPlaceAheadOfTheSnapshotIsWaitedFor();
    void theEndsOfTheSentenceAreChosenFirst();
    void pathsAndRemaindersAreThoseWorkedByHand();
    void aTokenIsNoStepFromItself();
    void theChosenTokensStayWhenTheSentenceGrows();
    void anEmptySentenceSaysWhatToDo();
    void everythingHasANameAndTokensArePlainText();
    void pictures_data();
    void pictures();
};

void TestScalingLab::init()
{
    failOnAnyWarning();
    applyTheme(*qApp, ThemeChoice::Light);
}

/// Query 0 scores 0, 0, 0; the others 0, a, a with a = 2 ln 3, or ln 3 with the factor. Largest:
/// 1/3, 3/7, 3/7 with it (mean 0.397), 1/3, 9/19, 9/19 without (mean 0.427). Entropies: ln 3 =
/// 1.0986 and 1/7 ln 7 + 6/7 ln 7/3 = 1.0042 with it (mean 1.036); 1/19 ln 19 + 18/19 ln 19/9 =
/// 0.8629 without (mean 0.941).
void TestScalingLab::theDocumentsNumbersAreThoseWorkedByHand()
{
    ScalingLab lab;
    lab.setSnapshot(handmade());
    lab.show();
    QCOMPARE(textOf(lab, "scalingDocument"),
             QStringLiteral("In this document, the head with d_k = 1 and T = 3: largest weight "
                            "0.397 with its own scale factor 0.5, and 0.427 without a scale; "
                            "entropy 1.036 and 0.941 nats."));
    const Chart& chart = chartOf(lab, "scalingLargest");
    QCOMPARE(chart.points.front().name, QStringLiteral("this document, d_k = 1"));
    QCOMPARE(chart.points.front().points.front(), QPointF(1, (1.0 / 3 + 3.0 / 7 + 3.0 / 7) / 3));
}

void TestScalingLab::theExperimentsSentencesAgreeWithItsCurves()
{
    ScalingLab lab;
    lab.setSnapshot(handmade());
    lab.show();
    part<QSlider>(lab, "scalingKeys")->setValue(32);
    const QString text = textOf(lab, "scalingText");
    const std::vector<ChartLine>& largest = chartOf(lab, "scalingLargest").lines;
    const std::vector<ChartLine>& entropy = chartOf(lab, "scalingEntropy").lines;
    QVERIFY(text.startsWith(QStringLiteral("At d_k = 512, with 32 random keys")));
    QVERIFY(std::abs(numberAfter(text, "row is") - largest[1].points.back().y()) < 6e-4);
    QVERIFY(
        std::abs(numberAfter(text, "average without a scale and") - largest[0].points.back().y())
        < 6e-4);
    QVERIFY(std::abs(numberAfter(text, "there is") - entropy[1].points.back().y()) < 6e-4);
    QCOMPARE(numberAfter(text, "weights would be"), 0.031); // 1/32
    QCOMPARE(numberAfter(text, "ln 32 ="), 3.466);
    QCOMPARE(numberAfter(text, "√512 ="), 22.6);
    QVERIFY(std::abs(numberAfter(text, "standard deviation") - 22.6) < 2);
    QVERIFY(largest[1].points.back().y() > largest[0].points.back().y() + 0.3);
}

void TestScalingLab::theNumberOfKeysFollowsTheSentenceUntilItIsChosen()
{
    ScalingLab lab;
    lab.show();
    QCOMPARE(textOf(lab, "scalingKeysNumber"), QStringLiteral("16"));
    lab.setSnapshot(handmade());
    QCOMPARE(textOf(lab, "scalingKeysNumber"), QStringLiteral("3"));
    part<QSlider>(lab, "scalingKeys")->setValue(40);
    lab.setSnapshot(handmade());
    QCOMPARE(textOf(lab, "scalingKeysNumber"), QStringLiteral("40"));
}

void TestScalingLab::anotherSeedGivesOtherNumbers()
{
    ScalingLab lab;
    lab.show();
    const QString first = textOf(lab, "scalingText");
    part<QSpinBox>(lab, "scalingSeed")->setValue(2);
    QVERIFY(textOf(lab, "scalingText") != first);
    part<QSpinBox>(lab, "scalingSeed")->setValue(1);
    QCOMPARE(textOf(lab, "scalingText"), first);
}

/// The goal is 50 ms; a release build needs 9 ms for the numbers and 2 to 6 for drawing a chart
/// (2026, two busy cores). Debug builds and sanitizers get far more.
void TestScalingLab::dragsAreFast()
{
    ScalingLab lab;
    lab.resize(900, 600);
    lab.show();
    auto* keys = part<QSlider>(lab, "scalingKeys");
    qint64 best = std::numeric_limits<qint64>::max();
    for (const int count : {126, 127, 128}) {
        QElapsedTimer timer;
        timer.start();
        keys->setValue(count);
        lab.grab();
        best = std::min(best, timer.elapsed());
    }
    qInfo("one step of the slider: %lld ms", static_cast<long long>(best));
    QVERIFY(best < 2000);
}

void TestScalingLab::hiddenLabsDoNothing()
{
    ScalingLab scaling;
    DistanceLab distance;
    scaling.setSnapshot(handmade());
    distance.setSnapshot(handmade());
    QVERIFY(textOf(scaling, "scalingText").isEmpty());
    QVERIFY(textOf(distance, "distanceText").isEmpty());
    scaling.show();
    distance.show();
    QVERIFY(!textOf(scaling, "scalingText").isEmpty());
    QVERIFY(!textOf(distance, "distanceText").isEmpty());
}

void TestScalingLab::aPlaceAheadOfTheSnapshotIsWaitedFor()
{
    ScalingLab scaling;
    DistanceLab distance;
    for (QWidget* lab : {static_cast<QWidget*>(&scaling), static_cast<QWidget*>(&distance)})
        lab->show();
    scaling.setPlace(1, 1);
    distance.setPlace(1, 1);
    scaling.setSnapshot(handmade());
    distance.setSnapshot(handmade());
    QVERIFY(!textOf(distance, "distanceText").contains(QStringLiteral("the weight")));
    scaling.setSnapshot(snapshotOf(bankDocument()));
    distance.setSnapshot(snapshotOf(bankDocument()));
    QVERIFY(textOf(scaling, "scalingDocument").contains(QStringLiteral("head 2 of layer 2")));
    QVERIFY(textOf(distance, "distanceText").contains(QStringLiteral("head 2 of layer 2")));
}

void TestScalingLab::theEndsOfTheSentenceAreChosenFirst()
{
    DistanceLab lab;
    lab.show();
    lab.setSnapshot(handmade());
    QCOMPARE(part<QComboBox>(lab, "distanceFrom")->currentText(), QStringLiteral("1 the"));
    QCOMPARE(part<QComboBox>(lab, "distanceTo")->currentText(), QStringLiteral("3 sat"));
}

/// Two steps at 0.5 leave a quarter. The query "sat" gives "the" 1/(1 + 3 + 3) = 0.143.
void TestScalingLab::pathsAndRemaindersAreThoseWorkedByHand()
{
    DistanceLab lab;
    lab.setSnapshot(handmade());
    lab.show();
    part<QSlider>(lab, "distanceKept")->setValue(50);
    const QStringList lines = textOf(lab, "distanceText").split(u'\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0],
             QStringLiteral("Between “the” and “sat” attention needs 1 step, because a query reads "
                            "every key it may see directly. A recurrent chain hands a state from "
                            "token to token, and the number of steps is the distance: 2."));
    QCOMPARE(
        lines[1],
        QStringLiteral("If a step keeps r = 0.50, the chain keeps 0.50^2 = 25\u00a0% of a signal "
                       "and one attention step 50\u00a0%. r is a number you choose, not a "
                       "measurement of any network."));
    QVERIFY(
        lines[2].endsWith(QStringLiteral("the query “sat” gives the key “the” the weight 0.143.")));
    const Chart& chart = chartOf(lab, "distanceChart");
    QCOMPARE(chart.points.front().points.front(), QPointF(2, 0.25));
    QCOMPARE(chart.lines[0].points[3].y(), 0.125);
    QCOMPARE(chart.lines[1].points[3].y(), 0.5);
}

void TestScalingLab::aTokenIsNoStepFromItself()
{
    DistanceLab lab;
    lab.setSnapshot(handmade());
    lab.show();
    part<QComboBox>(lab, "distanceTo")->setCurrentIndex(0);
    QVERIFY(textOf(lab, "distanceText")
                .startsWith(QStringLiteral("“the” is compared with itself: no step either way.")));
    QCOMPARE(chartOf(lab, "distanceChart").points.front().points.front(), QPointF(0, 1));
}

void TestScalingLab::theChosenTokensStayWhenTheSentenceGrows()
{
    DistanceLab lab;
    lab.setSnapshot(handmade());
    lab.show();
    part<QComboBox>(lab, "distanceTo")->setCurrentIndex(1);
    lab.setSnapshot(snapshotOf(bankDocument()));
    QCOMPARE(part<QComboBox>(lab, "distanceTo")->currentIndex(), 1);
    lab.setSnapshot(handmade());
    QCOMPARE(part<QComboBox>(lab, "distanceTo")->currentText(), QStringLiteral("2 <s>"));
}

void TestScalingLab::anEmptySentenceSaysWhatToDo()
{
    Document document = handmadeDocument();
    document.tokens.clear();
    document.sentence.clear();
    const SnapshotPtr empty = snapshotOf(document);
    ScalingLab scaling;
    DistanceLab distance;
    scaling.show();
    distance.show();
    scaling.setSnapshot(empty);
    distance.setSnapshot(empty);
    QVERIFY(textOf(scaling, "scalingDocument").startsWith(QStringLiteral("Type a sentence")));
    QVERIFY(textOf(distance, "distanceText").startsWith(QStringLiteral("Type a sentence")));
    distance.setSnapshot(handmade());
    QCOMPARE(part<QComboBox>(distance, "distanceTo")->currentText(), QStringLiteral("3 sat"));
}

void TestScalingLab::everythingHasANameAndTokensArePlainText()
{
    ScalingLab scaling;
    DistanceLab distance;
    for (const QWidget* lab :
         {static_cast<const QWidget*>(&scaling), static_cast<const QWidget*>(&distance)}) {
        for (const QWidget* widget : lab->findChildren<QWidget*>()) {
            const bool isQtsOwn = widget->inherits("QLineEdit") || widget->inherits("QListView");
            if (widget->focusPolicy() == Qt::NoFocus || isQtsOwn)
                continue;
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
            QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
        }
    }
    QCOMPARE(part<QLabel>(distance, "distanceText")->textFormat(), Qt::PlainText);
}

void TestScalingLab::pictures_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    for (const bool dark : {false, true}) {
        const char* theme = dark ? "dark" : "light";
        QTest::addRow("%s-small", theme) << dark << QSize(500, 400);
        QTest::addRow("%s-narrow", theme) << dark << QSize(360, 700);
        QTest::addRow("%s-large", theme) << dark << QSize(1100, 700);
    }
}

/// The theme changes while the labs are shown: the charts follow.
void TestScalingLab::pictures()
{
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    ScalingLab scaling;
    DistanceLab distance;
    scaling.setSnapshot(handmade());
    distance.setSnapshot(handmade());
    for (QWidget* lab : {static_cast<QWidget*>(&scaling), static_cast<QWidget*>(&distance)}) {
        lab->resize(size);
        lab->show();
    }
    applyTheme(*qApp, dark ? ThemeChoice::Dark : ThemeChoice::Light);
    QCOMPARE(chartOf(scaling, "scalingLargest").style.background, currentTheme().canvas);
    QCOMPARE(chartOf(distance, "distanceChart").style.background, currentTheme().canvas);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    takePicture(scaling, QStringLiteral("scaling-") + tag);
    takePicture(distance, QStringLiteral("distance-") + tag);
    const QImage picture = scaling.grab().toImage();
    QCOMPARE(picture.size(), size);
    QCOMPARE(picture.pixelColor(2, 2).rgb(), currentTheme().canvas.rgb());
}

HEADLIGHT_TEST_MAIN(TestScalingLab)
#include "tst_scaling_lab.moc"
