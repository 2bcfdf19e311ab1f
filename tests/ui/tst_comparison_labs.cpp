#include "core/document/edit.h"
#include "core/document/restructure.h"
#include "core/io/document_json.h"
#include "tests/support/quiet.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure_widget.h"
#include "ui/models/matrix_table_model.h"
#include "ui/session/number_text.h"
#include "ui/style/theme.h"
#include "ui/views/context_lab.h"
#include "ui/views/heads_lab.h"
#include "ui/views/matrix_view.h"
#include "ui/views/order_lab.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QToolButton>

using namespace headlight;

namespace {

/// An example, which must be readable.
Document example(const char* name)
{
    QFile file(QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/%1.headlight")
                   .arg(QLatin1String(name)));
    const QByteArray bytes = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    const Result<Document> document = readDocument(bytes.toStdString());
    return document ? *document : Document{};
}

SnapshotPtr computed(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

Document withPositions(const Document& document, Positions positions)
{
    Config config = document.config;
    config.positions = positions;
    return withConfig(document, config);
}

/// Three heads of two layers with W_O, one of them off.
Document seededDocument()
{
    Config config;
    config.heads = 3;
    config.layers = 2;
    return withHead(newDocument("the bank by the river", config), 0, 1, false);
}

template <class Lab>
void showWith(Lab& lab, const Document& document)
{
    lab.resize(1100, 700);
    lab.setSnapshot(computed(document));
    lab.show();
}

template <class Part>
Part* part(const QWidget& lab, const QString& name)
{
    return lab.findChild<Part*>(name);
}

QStringList sentences(const QWidget& lab, const QString& name)
{
    return lab.findChild<QPlainTextEdit*>(name)->toPlainText().split(u'\n', Qt::SkipEmptyParts);
}

QStringList contextSentences(const QWidget& lab)
{
    return sentences(lab, QStringLiteral("contextSentences"));
}

QString verdict(const QWidget& lab)
{
    return lab.findChild<QLabel*>(QStringLiteral("orderVerdict"))->text();
}

QString changeTitle(const QWidget& lab)
{
    return lab.findChild<QLabel*>(QStringLiteral("headsChangeTitle"))->text();
}

const Chart& headsChart(const QWidget& lab)
{
    return lab.findChild<ChartWidget*>(QStringLiteral("headsChart"))->chart();
}

QToolButton* headSwitch(const QWidget& lab, int head)
{
    return lab.findChild<QToolButton*>(QStringLiteral("headSwitch%1").arg(head));
}

/// Pictures to look at: both themes, a small and a usual size.
template <class Lab>
void photograph(Lab& lab, const QString& name)
{
    const QDir folder(QStringLiteral(HEADLIGHT_SCREENSHOTS));
    QVERIFY(folder.mkpath(QStringLiteral(".")));
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, theme);
        for (const QSize size : {QSize(600, 420), QSize(1100, 700)}) {
            lab.resize(size);
            QTest::qWait(30);
            const QString tone
                = theme == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light");
            QVERIFY(lab.grab().save(
                folder.filePath(QStringLiteral("%1-%2-%3.png").arg(name, tone).arg(size.width()))));
            QCOMPARE(lab.size(), size); // nothing inside needs more
        }
    }
    applyTheme(*qApp, ThemeChoice::Light);
}

} // namespace

class TestComparisonLabs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }
    void init() { failOnAnyWarning(); }

    void theBankMovesByItsNeighbours();
    void aSecondSentenceSharesTheBank();
    void equalWordsAreSaidToBeEqual();
    void theTableShowsBeforeAndAfter();
    void chosenDimensionsAreTheNumbers();
    void tokensStayPlainText();
    void theOtherOrderIsProposedUntilOneIsTyped();
    void withoutPositionsTheRowsAreTheSame();
    void positionsAreOnlyAWish();
    void anotherWordCannotBeMatched();
    void switchingAHeadIsAWish();
    void pointingAtACellReadsItsNumber();
    void barsTellWhatAHeadIsWorth();
    void barsCompareWithAllHeadsOn();
    void manyHeadsAndLayers();
    void withoutATokenTheLabsSayWhatToDo();
    void hiddenLabsWait();
    void longSentencesAreComputedAside();
    void pictures_data();
    void pictures();
};

void TestComparisonLabs::theBankMovesByItsNeighbours()
{
    ContextLab lab;
    showWith(lab, example("river-bank-and-bank-account"));
    const QStringList texts = contextSentences(lab);
    QCOMPARE(texts.size(), 1);
    QVERIFY2(texts[0].startsWith(QStringLiteral(
                 "“bank” is in this sentence 2 times and comes out differently, by up to ")),
             qPrintable(texts[0]));
    QVERIFY2(texts[0].endsWith(QStringLiteral("What tells them apart: mask.")),
             qPrintable(texts[0]));
    const Chart& chart = part<ChartWidget>(lab, QStringLiteral("contextChart"))->chart();
    QCOMPARE(chart.arrows.size(), std::size_t(5));
    QCOMPARE(chart.arrows[1].from, chart.arrows[3].from);
    QVERIFY(chart.arrows[1].to != chart.arrows[3].to);
    QVERIFY(chart.equalAspect);
}

void TestComparisonLabs::aSecondSentenceSharesTheBank()
{
    ContextLab lab;
    showWith(lab, withSentence(example("river-bank-and-bank-account"), "river bank"));
    part<QLineEdit>(lab, QStringLiteral("secondSentence"))
        ->setText(QStringLiteral("and bank account"));
    const QStringList texts = contextSentences(lab);
    QVERIFY2(texts[0].startsWith(QStringLiteral("“bank” in both sentences (word 2 and word 2): "
                                                "similarity 1 before, 0.")),
             qPrintable(texts[0]));
    QCOMPARE(part<ChartWidget>(lab, QStringLiteral("contextChart"))->chart().arrows.size(),
             std::size_t(5));
    part<QLineEdit>(lab, QStringLiteral("secondSentence"))->setText(QStringLiteral("money"));
    QCOMPARE(contextSentences(lab),
             QStringList{QStringLiteral("The two sentences have no word in common.")});
}

void TestComparisonLabs::equalWordsAreSaidToBeEqual()
{
    ContextLab lab;
    showWith(lab, newDocument("dog bit dog"));
    QVERIFY(contextSentences(lab)[0].contains(
        QStringLiteral("comes out equal: without positions and without a mask")));
    lab.setSnapshot(computed(withPositions(newDocument("dog bit dog"), Positions::Sinusoidal)));
    QVERIFY(contextSentences(lab)[0].endsWith(QStringLiteral("What tells them apart: positions.")));
}

void TestComparisonLabs::theTableShowsBeforeAndAfter()
{
    ContextLab lab;
    showWith(lab, example("river-bank-and-bank-account"));
    const MatrixTableModel* model
        = part<MatrixView>(lab, QStringLiteral("similarities"))->matrixModel();
    QVERIFY(!model->isEditable());
    QVERIFY(model->matrix()(1, 3) < 0.9);
    part<QToolButton>(lab, QStringLiteral("similarityBefore"))->click();
    QCOMPARE(model->matrix()(1, 3), 1.0);
    QCOMPARE(model->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("bank"));
}

void TestComparisonLabs::chosenDimensionsAreTheNumbers()
{
    ContextLab lab;
    const SnapshotPtr snapshot = computed(example("river-bank-and-bank-account"));
    showWith(lab, *snapshot->document);
    part<QComboBox>(lab, QStringLiteral("across"))->setCurrentIndex(2);
    part<QComboBox>(lab, QStringLiteral("up"))->setCurrentIndex(5);
    const Chart& chart = part<ChartWidget>(lab, QStringLiteral("contextChart"))->chart();
    QCOMPARE(chart.xTitle, QStringLiteral("dimension 1"));
    QCOMPARE(chart.arrows[0].from, QPointF(2, 0)); // river, as in the example
    const Matrix& output = outputOf(*snapshot);
    QCOMPARE(chart.arrows[4].to, QPointF(output(4, 0), output(4, 3)));
}

void TestComparisonLabs::tokensStayPlainText()
{
    ContextLab context;
    showWith(context, newDocument("<b>x</b> <b> %1 %2 & <b>"));
    QVERIFY(contextSentences(context)[0].startsWith(QStringLiteral("“<b>” is in this sentence 3")));
    QVERIFY(contextSentences(context)[1].startsWith(QStringLiteral("“%” is in this sentence 2")));
    OrderLab order;
    showWith(order, newDocument("<b> %1 & x"));
    QCOMPARE(part<QLineEdit>(order, QStringLiteral("firstSentence"))->text(),
             QStringLiteral("<b> % 1 & x"));
    QVERIFY(sentences(order, QStringLiteral("orderPairs"))[1].startsWith(QStringLiteral("“%”")));
}

void TestComparisonLabs::theOtherOrderIsProposedUntilOneIsTyped()
{
    QCOMPARE(swappedOrder({"The", "dog", "bit", "the", "man"}),
             QStringLiteral("The man bit the dog"));
    QCOMPARE(swappedOrder({"a", "b"}), QStringLiteral("b a"));
    QCOMPARE(swappedOrder({"a", "b", "b"}), QStringLiteral("b a b"));
    QCOMPARE(swappedOrder({"a", "a"}), QStringLiteral("a a"));
    QCOMPARE(swappedOrder({}), QString());
    OrderLab lab;
    showWith(lab, newDocument("a b c"));
    auto* line = part<QLineEdit>(lab, QStringLiteral("otherOrder"));
    QCOMPARE(line->text(), QStringLiteral("a c b"));
    lab.setSnapshot(computed(newDocument("d e f")));
    QCOMPARE(line->text(), QStringLiteral("d f e"));
    line->setText(QStringLiteral("f e d"));
    lab.setSnapshot(computed(newDocument("d e f g")));
    QCOMPARE(line->text(), QStringLiteral("f e d"));
}

void TestComparisonLabs::withoutPositionsTheRowsAreTheSame()
{
    OrderLab lab;
    const Document document = example("the-dog-bit-the-man");
    showWith(lab, document);
    QVERIFY2(verdict(lab).endsWith(QStringLiteral("the same rows in another order.")),
             qPrintable(verdict(lab)));
    QVERIFY(sentences(lab, QStringLiteral("orderPairs"))[1].startsWith(
        QStringLiteral("“dog”: word 2 and word 5 differ by ")));
    const Document placed = withPositions(document, Positions::Sinusoidal);
    lab.setSnapshot(computed(placed));
    const Result<OrderComparison> comparison
        = compareOrder(*computed(placed), **snapshotOfSentence(placed, "The man bit the dog"), 0);
    QCOMPARE(verdict(lab),
             QStringLiteral("Largest difference %1: the order matters. What tells "
                            "it: positions.")
                 .arg(shortNumber(comparison->largest, 3)));
}

void TestComparisonLabs::positionsAreOnlyAWish()
{
    OrderLab lab;
    const Document document = example("the-dog-bit-the-man");
    showWith(lab, document);
    QSignalSpy wanted(&lab, &OrderLab::configWanted);
    auto* box = part<QCheckBox>(lab, QStringLiteral("sinusoidalPositions"));
    QVERIFY(!box->isChecked());
    box->click();
    QCOMPARE(wanted.count(), 1);
    Config config = document.config;
    config.positions = Positions::Sinusoidal;
    QVERIFY(wanted[0][0].value<Config>() == config);
    lab.setSnapshot(computed(withConfig(document, config)));
    QVERIFY(box->isChecked());
    box->click();
    QVERIFY(wanted[1][0].value<Config>() == document.config);
}

void TestComparisonLabs::anotherWordCannotBeMatched()
{
    OrderLab lab;
    showWith(lab, example("the-dog-bit-the-man"));
    part<QLineEdit>(lab, QStringLiteral("otherOrder"))
        ->setText(QStringLiteral("The cat bit the man"));
    QCOMPARE(verdict(lab),
             QStringLiteral("The rows cannot be matched: \"dog\" is only in the "
                            "first sentence."));
    QCOMPARE(sentences(lab, QStringLiteral("orderPairs")).size(), 0);
}

void TestComparisonLabs::switchingAHeadIsAWish()
{
    HeadsLab lab;
    Document document = example("four-heads");
    showWith(lab, document);
    QSignalSpy pinned(&lab, &HeadsLab::pinWanted);
    QSignalSpy unpinned(&lab, &HeadsLab::unpinWanted);
    headSwitch(lab, 2)->click();
    QCOMPARE(pinned.count(), 1);
    const SetPin pin{pinned[0][0].value<std::string>(), pinned[0][1].value<Matrix>()};
    QCOMPARE(pin.tensor, std::string("layers.0.head.2.z"));
    QVERIFY(pin.value.isZero(0));
    QVERIFY(checkEdit(document, pin));
    applyEdit(document, pin);
    lab.setSnapshot(computed(document));
    QVERIFY(!headSwitch(lab, 2)->isChecked());
    QCOMPARE(headSwitch(lab, 2)->text(), QStringLiteral("Head 3 off"));
    headSwitch(lab, 2)->click();
    QCOMPARE(unpinned.count(), 1);
    QCOMPARE(unpinned[0][0].value<std::string>(), pin.tensor);
}

void TestComparisonLabs::pointingAtACellReadsItsNumber()
{
    HeadsLab lab;
    const Document document = seededDocument();
    showWith(lab, document);
    const auto* readout = part<QLabel>(lab, QStringLiteral("headsReadout"));
    emit part<FigureWidget>(lab, QStringLiteral("headResults"))->hovered({2, {1, 0}});
    const SnapshotPtr snapshot = computed(document);
    const Matrix& z = snapshot->trace.layers[0].heads[2].z;
    QCOMPARE(readout->text(), QStringLiteral("Head 3 · bank · column 1: ") + numberText(z(1, 0)));
    auto* weights = part<FigureWidget>(lab, QStringLiteral("headWeights"));
    emit weights->hovered({1, {1, 3}});
    QCOMPARE(readout->text(),
             QStringLiteral("Head 2 · row 2 · column o₄: ")
                 + numberText((*document.parameters.layers[0].wO)(3, 3)));
    emit weights->hoverLeft();
    QCOMPARE(readout->text(), QString());
}

void TestComparisonLabs::barsTellWhatAHeadIsWorth()
{
    HeadsLab lab;
    const Document document = example("four-heads");
    showWith(lab, document);
    lab.setPlace(0, 1);
    const Chart& chart = headsChart(lab);
    QCOMPARE(changeTitle(lab), QStringLiteral("Change of the output if head 2 were off"));
    const Eigen::VectorXd expected = headPart(*computed(document), 0, 1).rowwise().norm();
    QCOMPARE(chart.bars[0].heights.size(), document.tokens.size());
    for (std::size_t t = 0; t < document.tokens.size(); ++t)
        QVERIFY(std::abs(chart.bars[0].heights[t] - expected[Index(t)]) < 1e-12);
}

void TestComparisonLabs::barsCompareWithAllHeadsOn()
{
    HeadsLab lab;
    const Document document = example("four-heads");
    showWith(lab, withHead(withHead(document, 0, 0, false), 0, 3, false));
    const Chart& chart = headsChart(lab);
    QCOMPARE(changeTitle(lab), QStringLiteral("Change of the output with head 1 and head 4 off"));
    const SnapshotPtr all = computed(document);
    const Eigen::VectorXd expected = (headPart(*all, 0, 0) + headPart(*all, 0, 3)).rowwise().norm();
    for (std::size_t t = 0; t < document.tokens.size(); ++t)
        QVERIFY(std::abs(chart.bars[0].heights[t] - expected[Index(t)]) < 1e-12);
}

void TestComparisonLabs::manyHeadsAndLayers()
{
    HeadsLab lab;
    showWith(lab, example("twelve-layers-of-96-heads"));
    lab.setPlace(11, 95);
    QVERIFY(headSwitch(lab, 95));
    QCOMPARE(part<FigureWidget>(lab, QStringLiteral("headResults"))->figure().panels.size(),
             std::size_t(96));
    QTRY_COMPARE(changeTitle(lab), QStringLiteral("Change of the output if head 96 were off"));
    lab.setSnapshot(computed(example("four-heads")));
    QVERIFY(headSwitch(lab, 95)->isHidden());
    QVERIFY(!headSwitch(lab, 3)->isHidden());
}

void TestComparisonLabs::withoutATokenTheLabsSayWhatToDo()
{
    const Document empty = newDocument("");
    ContextLab context;
    showWith(context, empty);
    QVERIFY(contextSentences(context)[0].startsWith(QStringLiteral("Type a sentence")));
    OrderLab order;
    showWith(order, empty);
    QVERIFY(verdict(order).startsWith(QStringLiteral("Type a sentence")));
    HeadsLab heads;
    showWith(heads, empty);
    QVERIFY(headsChart(heads).bars[0].heights.empty());
}

void TestComparisonLabs::hiddenLabsWait()
{
    OrderLab lab;
    lab.setSnapshot(computed(newDocument("a b c")));
    QVERIFY(verdict(lab).isEmpty());
    lab.show();
    QVERIFY(!verdict(lab).isEmpty());
}

void TestComparisonLabs::longSentencesAreComputedAside()
{
    std::string sentence;
    for (int i = 0; i < 300; ++i)
        sentence += "word" + std::to_string(i) + " ";
    ContextLab lab;
    showWith(lab, newDocument(sentence));
    auto* second = part<QLineEdit>(lab, QStringLiteral("secondSentence"));
    second->setText(QStringLiteral("word"));
    second->setText(QStringLiteral("a word7"));
    QTRY_VERIFY(contextSentences(lab).value(0).startsWith(QStringLiteral("“word7” in both")));
    QVERIFY(
        contextSentences(lab).contains(QStringLiteral("The picture shows the first 100 words.")));
    OrderLab order;
    showWith(order, newDocument(sentence));
    QTRY_VERIFY(verdict(order).endsWith(QStringLiteral("the same rows in another order.")));
}

void TestComparisonLabs::pictures_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("bank") << QStringLiteral("river-bank-and-bank-account");
    QTest::newRow("dog") << QStringLiteral("the-dog-bit-the-man");
    QTest::newRow("four heads") << QStringLiteral("four-heads");
    QTest::newRow("seeded") << QString();
    QTest::newRow("many heads") << QStringLiteral("twelve-layers-of-96-heads");
}

void TestComparisonLabs::pictures()
{
    QFETCH(QString, file);
    const Document document = file.isEmpty() ? seededDocument() : example(qPrintable(file));
    ContextLab context;
    showWith(context, document);
    part<QLineEdit>(context, QStringLiteral("secondSentence"))
        ->setText(QStringLiteral("the bank of the river"));
    QTRY_VERIFY(contextSentences(context)[0] != QStringLiteral("Computing…"));
    photograph(context, QStringLiteral("context-") + file);
    OrderLab order;
    showWith(order, withPositions(document, Positions::Sinusoidal));
    QTRY_VERIFY(verdict(order) != QStringLiteral("Computing…"));
    photograph(order, QStringLiteral("order-") + file);
    HeadsLab heads;
    showWith(heads, document);
    QTRY_VERIFY(changeTitle(heads) != QStringLiteral("Computing…"));
    photograph(heads, QStringLiteral("heads-") + file);
}

HEADLIGHT_TEST_MAIN(TestComparisonLabs)
#include "tst_comparison_labs.moc"
