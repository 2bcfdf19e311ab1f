#include "app/examples.h"
#include "app/main_window.h"
#include "core/document/memory_limit.h"
#include "core/io/document_json.h"
#include "tests/app/person.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/figure_widget.h"
#include "ui/models/matrix_table_model.h"
#include "ui/report/report_dialog.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"
#include "ui/style/theme.h"
#include "ui/views/head_figure.h"
#include "ui/views/head_grid.h"
#include "ui/views/matrix_editor.h"
#include "ui/views/matrix_pane.h"
#include "ui/views/matrix_view.h"
#include "ui/views/pipeline_strip.h"
#include "ui/views/recipe.h"
#include "ui/views/sentence_bar.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QPushButton>
#include <QSettings>
#include <QTimer>
#include <QUndoStack>

using namespace headlight;

namespace {

QRgb colorOf(double weight)
{
    return ColorScale{ColorMap::Viridis, 0, 1}.color(weight);
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void opensOnBirdsEatSeeds();
    void everyTextHasOurFonts();
    void pointingMarksTheCellInEveryHead_data();
    void pointingMarksTheCellInEveryHead();
    void typingEightOverACellChangesThePictureAndUndoBringsItBack();
    void typingASentenceRetokenisesLive();
    void oddTextIsShownAsTyped_data();
    void oddTextIsShownAsTyped();
    void bankTwiceSharesOneRow();
    void scrubbingIsOneUndoStep();
    void goingToAnotherMatrixCommitsTheOpenEditorOnce();
    void pinningUsesTheUsersNumbers();
    void aPinnedXIsEditedWhereXIs();
    void aRefusedChangeSaysWhyAndChangesNothing();
    void aRefusedSentenceIsNotShown();
    void aNumberThatIsNotFiniteIsNamed();
    void clickingAHeadOpensItLarge();
    void choosingACellShowsItsNumbers();
    void aPictureOpensTheViewItShows_data();
    void aPictureOpensTheViewItShows();
    void aPictureOfAnotherProgramIsExplained();
    void coloursCanFollowARootOrAHandRange();
    void everyExampleOpens_data();
    void everyExampleOpens();
    void savingCommitsTheOpenEditorAndReopensEqual();
    void aFileThatCannotBeReadLeavesTheDocumentAlone();
    void theSentenceLeavesCommandsToTheWindow();
    void matricesGoIntoFilesAndComeBack();
    void closingAsksWhenThereAreChanges();
    void copyPicturePutsAnImageOnTheClipboard();
    void pastedNumbersResizeTheModelInOneStep();
    void aFormulaNamesOtherMatrices();
    void withoutAPrinterTheHeatmapsArePrintedIntoAFile();
    void paperIsPreviewed_data();
    void paperIsPreviewed();
    void everyActionHasANameATextAndATip();
    void everyWidgetHasANameForScreenReaders();
    void shortcutsAreUnique();
    void fourThousandTokensAreShown();
    void bothThemesAndSizesAreShot();
};

void TestMainWindow::opensOnBirdsEatSeeds()
{
    Person person;
    QCOMPARE(person.window.windowTitle(), QStringLiteral("Birds eat seeds[*] — Headlight"));
    const double expected[] = {0.013, 0.882, 0.106};
    for (int key = 0; key < 3; ++key) {
        QVERIFY(std::abs(person.weight(0, key) - expected[key]) <= 0.0005);
        QCOMPARE(person.seen(0, key), colorOf(person.weight(0, key)));
    }
}

void TestMainWindow::everyTextHasOurFonts()
{
    Person person;
    const QStringList families = {textFont().family(), numberFont().family()};
    int texts = 0;
    for (const QWidget* widget : person.window.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        QVERIFY2(families.contains(widget->font().family()),
                 qPrintable(widget->objectName() + QStringLiteral(" is written in ")
                            + widget->font().family()));
        ++texts;
    }
    QVERIFY(texts > 50);
}

void TestMainWindow::pointingMarksTheCellInEveryHead_data()
{
    QTest::addColumn<int>("head");
    QTest::newRow("in the chosen one") << 0;
    QTest::newRow("in another one") << 1;
}

void TestMainWindow::pointingMarksTheCellInEveryHead()
{
    QFETCH(int, head);
    Person person;
    Config config = person.window.session().document().config;
    config.heads = 2;
    person.window.session().edit(SetConfig{config});
    person.trigger("allHeads");
    auto* grid = person.find<HeadGrid>("headGrid");
    const auto cell = [&](int of) {
        const QRect map = grid->mapRect(of);
        return grid->grab(QRect(map.topLeft(), map.size() / 3)).toImage();
    };
    const QImage before[] = {cell(0), cell(1)};
    emit grid->cellHovered(head, {0, 0});
    QVERIFY(cell(0) != before[0]);
    QVERIFY(cell(1) != before[1]);
    emit grid->hoverLeft();
    QCOMPARE(cell(0), before[0]);
    QCOMPARE(cell(1), before[1]);
}

void TestMainWindow::typingEightOverACellChangesThePictureAndUndoBringsItBack()
{
    Person person;
    const QRgb before = person.seen(0, 0);
    // W_K is shown first. The keys become (10, 0), (1, 2), (9, 1), so birds = (1, 4) scores 10, 9
    // and 13: softmax of 7.071, 6.364, 9.192 is 0.102, 0.050, 0.848.
    person.typeInCell(0, 0, QStringLiteral("8"));
    QVERIFY(std::abs(person.weight(0, 0) - 0.102) < 0.0005);
    QVERIFY(std::abs(person.weight(0, 2) - 0.848) < 0.0005);
    QCOMPARE(person.seen(0, 0), colorOf(person.weight(0, 0)));
    QVERIFY(person.seen(0, 0) != before);
    QVERIFY(person.window.isWindowModified());
    QCOMPARE(person.window.session().undoStack()->undoText(),
             QStringLiteral("Set W_K[1,1] of head 1"));
    person.trigger("undo");
    QCOMPARE(person.seen(0, 0), before);
    QVERIFY(!person.window.isWindowModified());
}

void TestMainWindow::typingASentenceRetokenisesLive()
{
    Person person;
    person.type(QStringLiteral("birds eat red seeds, fast!"));
    QCOMPARE(person.snapshot->document->tokens,
             (std::vector<std::string>{"birds", "eat", "red", "seeds", ",", "fast", "!"}));
    QCOMPARE(person.find<FigureWidget>("singleHead")->figure().rowLabels.value(2),
             QStringLiteral("red"));
    person.type(QString());
    QCOMPARE(person.snapshot->document->tokens.size(), std::size_t(0));
    person.shoot("empty.png");
    person.type(QStringLiteral("one"));
    QCOMPARE(person.weight(0, 0), 1.0);
}

void TestMainWindow::oddTextIsShownAsTyped_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("first");
    QTest::newRow("tag") << QStringLiteral("<b>x</b>") << QStringLiteral("<b>");
    QTest::newRow("start token") << QStringLiteral("<s> hi") << QStringLiteral("<s>");
    QTest::newRow("entity") << QStringLiteral("&lt; &amp;") << QStringLiteral("&");
    QTest::newRow("emoji family") << QStringLiteral("👨‍👩‍👧‍👦 go")
                                  << QStringLiteral("👨‍👩‍👧‍👦");
    QTest::newRow("Chinese") << QStringLiteral("东京 大") << QStringLiteral("东");
    QTest::newRow("Arabic") << QStringLiteral("مرحبا بالعالم") << QStringLiteral("مرحبا");
}

void TestMainWindow::oddTextIsShownAsTyped()
{
    QFETCH(QString, sentence);
    Person person;
    auto* line = person.find<QLineEdit>("sentence");
    line->selectAll();
    QGuiApplication::clipboard()->setText(sentence);
    line->paste(); // key clicks know Latin letters only
    emit line->textEdited(line->text());
    person.settle();
    QCOMPARE(line->text(), sentence);
    const QString token = person.find<FigureWidget>("singleHead")->figure().rowLabels.value(0);
    QTEST(token, "first");
    QCOMPARE(person.find<MatrixEditor>("matrixEditor")
                 ->inputPane()
                 ->view()
                 ->model()
                 ->headerData(0, Qt::Vertical)
                 .toString(),
             token);
}

void TestMainWindow::bankTwiceSharesOneRow()
{
    Person person;
    person.type(QStringLiteral("bank and bank"));
    person.find<MatrixEditor>("matrixEditor")->showMatrix(QStringLiteral("X"));
    person.typeInCell(2, 1, QStringLiteral("5"));
    QCOMPARE(person.snapshot->trace.layers[0].residPre(0, 1), 5.0);
    QCOMPARE(person.snapshot->trace.layers[0].residPre(2, 1), 5.0);
}

void TestMainWindow::scrubbingIsOneUndoStep()
{
    Person person;
    MatrixView* table = person.table();
    const QPoint from = table->visualRect(table->model()->index(0, 0)).center();
    QTest::mousePress(table->viewport(), Qt::LeftButton, {}, from);
    for (int x = 1; x <= 80; ++x) {
        const QPoint to = from + QPoint(x, 0);
        QMouseEvent move(QEvent::MouseMove, to, table->viewport()->mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(table->viewport(), &move);
    }
    QTest::mouseRelease(table->viewport(), Qt::LeftButton, {}, from + QPoint(80, 0));
    person.settle();
    QCOMPARE(person.window.session().undoStack()->count(), 1);
    QCOMPARE((*person.snapshot->document->parameters.layers[0].wK)(0, 0), 1.8);
    person.trigger("undo");
    QCOMPARE((*person.snapshot->document->parameters.layers[0].wK)(0, 0), 1.0);
}

void TestMainWindow::goingToAnotherMatrixCommitsTheOpenEditorOnce()
{
    Person person;
    person.table()->setFocus();
    person.table()->setCurrentIndex(person.table()->model()->index(0, 0));
    QTest::keyClicks(person.table(), QStringLiteral("8"));
    person.find<MatrixEditor>("matrixEditor")->showMatrix(QStringLiteral("W_Q")); // a warning fails
    person.settle();
    QCOMPARE((*person.snapshot->document->parameters.layers[0].wK)(0, 0), 8.0);
    QCOMPARE(person.window.session().undoStack()->count(), 1);
    QVERIFY(!person.table()->findChild<QLineEdit*>(QStringLiteral("cellEditor")));
}

void TestMainWindow::pinningUsesTheUsersNumbers()
{
    Person person;
    auto* editor = person.find<MatrixEditor>("matrixEditor");
    editor->showMatrix(QStringLiteral("q"));
    auto* pin = editor->mainPane()->findChild<QAbstractButton*>(QStringLiteral("pinButton"));
    pin->click();
    person.settle();
    QVERIFY(person.snapshot->document->pins.contains("layers.0.head.0.q"));
    person.typeInCell(0, 0, QStringLiteral("100"));
    QCOMPARE(person.snapshot->trace.layers[0].heads[0].q(0, 0), 100.0);
    pin->click();
    person.settle();
    QCOMPARE(person.snapshot->trace.layers[0].heads[0].q(0, 0), 1.0);
    person.trigger("undo");
    QCOMPARE(person.snapshot->trace.layers[0].heads[0].q(0, 0), 100.0);
}

/// The embeddings are not what is computed with then.
void TestMainWindow::aPinnedXIsEditedWhereXIs()
{
    Person person;
    const Matrix numbers = Matrix::Constant(3, 4, 2);
    person.window.session().edit(SetPin{"layers.0.resid_pre", numbers});
    person.settle();
    auto* editor = person.find<MatrixEditor>("matrixEditor");
    editor->showMatrix(QStringLiteral("X"));
    QCOMPARE(person.table()->matrixModel()->matrix(), numbers);
    person.typeInCell(0, 1, QStringLiteral("7"));
    QCOMPARE(person.snapshot->trace.layers[0].residPre(0, 1), 7.0);
    editor->mainPane()->findChild<QAbstractButton*>(QStringLiteral("pinButton"))->click();
    person.settle();
    QCOMPARE(person.table()->matrixModel()->matrix()(0, 0), 1.0); // birds = (1, 0, 2, 0) or so
    QCOMPARE(person.snapshot->trace.layers[0].residPre(0, 1),
             person.table()->matrixModel()->matrix()(0, 1));
}

void TestMainWindow::aRefusedChangeSaysWhyAndChangesNothing()
{
    Person person;
    person.trigger("toggleResidual"); // the output is 2 wide, X is 4 wide
    QVERIFY(person.message().contains(QStringLiteral("d_model is 4")));
    QVERIFY(!person.find<QAction>("toggleResidual")->isChecked());
    QCOMPARE(person.window.session().undoStack()->count(), 0);
    person.table()->matrixModel()->setData(person.table()->model()->index(0, 0),
                                           QStringLiteral("1.2.3"), Qt::EditRole);
    QVERIFY(person.message().contains(QStringLiteral("1.2.3")));
}

void TestMainWindow::aRefusedSentenceIsNotShown()
{
    Person person;
    const auto limit = qScopeGuard([] { setMemoryLimit(defaultMemoryLimit); });
    setMemoryLimit(smallestMemoryLimit);
    auto* line = person.find<QLineEdit>("sentence");
    const QString before = line->text();
    line->selectAll();
    QGuiApplication::clipboard()->setText(QStringLiteral("a ").repeated(5000));
    line->paste();
    QVERIFY2(person.message().contains(QStringLiteral("of memory; the limit is")),
             qPrintable(person.message()));
    QCOMPARE(line->text(), before);
    QCOMPARE(person.window.session().document().sentence, before.toStdString());
    QCOMPARE(person.window.session().undoStack()->count(), 0);
}

void TestMainWindow::aNumberThatIsNotFiniteIsNamed()
{
    Person person;
    person.typeInCell(1, 0, QStringLiteral("NaN"));
    QVERIFY(std::isnan(person.weight(1, 1))); // eat = (0, 2, 0, 1) meets row 2 of W_K
    // Counted by hand: a column of K (3), all of the scores, scaled, masked and the weights (9
    // each), of Z (6), of the concatenation and of both outputs, which are the same here (6 each).
    QVERIFY2(person.message().startsWith(
                 QStringLiteral("W_K[2,1] is NaN; 63 computed cell(s) that depend on it")),
             qPrintable(person.message()));
    person.trigger("undo");
    QCOMPARE(person.message(), QString());
}

void TestMainWindow::clickingAHeadOpensItLarge()
{
    Person person;
    person.window.openExample(QStringLiteral("four-heads"));
    person.settle();
    auto* grid = person.find<HeadGrid>("headGrid");
    QVERIFY(grid->isVisible());
    QTest::mouseClick(grid, Qt::LeftButton, {}, grid->mapRect(2).center());
    QVERIFY(!grid->isVisible());
    QCOMPARE(person.find<QComboBox>("head")->currentIndex(), 2);
    QTest::keyClick(person.find<FigureWidget>("singleHead"), Qt::Key_Escape);
    QVERIFY(grid->isVisible());
    QTest::keyClick(grid, Qt::Key_Right);
    QTest::keyClick(grid, Qt::Key_Return);
    QCOMPARE(person.find<QComboBox>("head")->currentIndex(), 3);
    QVERIFY(!grid->isVisible());
}

void TestMainWindow::choosingACellShowsItsNumbers()
{
    Person person;
    auto* single = person.find<FigureWidget>("singleHead");
    const QPoint place = single->cellRect({0, {0, 1}}).center();
    QTest::mouseClick(single->childAt(place), Qt::LeftButton, {}, place);
    const QString text = person.find<QLabel>("readout")->text();
    QVERIFY2(text.contains(QStringLiteral("birds → eat")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("score 9")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("0.88164541")), qPrintable(text));
}

void TestMainWindow::aPictureOpensTheViewItShows_data()
{
    QTest::addColumn<FigureFormat>("format");
    QTest::newRow("png") << FigureFormat::Png;
    QTest::newRow("svg") << FigureFormat::Svg;
}

void TestMainWindow::aPictureOpensTheViewItShows()
{
    QFETCH(FigureFormat, format);
    Document document = *loadExample(QStringLiteral("four-heads"));
    document.note = "two  blanks\nand a line, naïve";
    const SnapshotPtr snapshot = computeSnapshot(std::make_shared<const Document>(document));
    Look look;
    look.map = ColorMap::Magma;
    look.bend = ColorBend::SquareRoot;
    look.range = ColorRange::PerLayer;
    Figure figure = headFigure(snapshot, 0, {2}, look);
    figure.recipe = recipeText(*snapshot, {{0, 2}}, look);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("head.") + suffixOf(format));
    QVERIFY(writeFileSafely(path, *renderFigure(figure, format, {})));

    MainWindow window;
    window.openFile(path);
    QVERIFY(sameDocument(window.session().document(), document));
    QCOMPARE(window.session().document().note, document.note);
    const auto index = [&](const char* name) {
        return window.findChild<QComboBox*>(QLatin1String(name))->currentIndex();
    };
    QCOMPARE(index("head"), 2);
    QCOMPARE(index("colorBend"), int(ColorBend::SquareRoot));
    QCOMPARE(index("colorRange"), int(ColorRange::PerLayer));
    QCOMPARE(index("colorMap"), int(ColorMap::Magma));
}

void TestMainWindow::aPictureOfAnotherProgramIsExplained()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("other.png"));
    QImage image(4, 4, QImage::Format_RGB32);
    image.fill(Qt::red);
    QVERIFY(image.save(path));
    MainWindow window;
    QString sentence;
    QTimer::singleShot(0, &window, [&] {
        auto* box = window.findChild<QMessageBox*>(QStringLiteral("explanation"));
        sentence = box->text();
        box->accept();
    });
    window.openFile(path);
    QVERIFY2(sentence.contains(QStringLiteral("does not say how it was made")),
             qPrintable(sentence));
}

void TestMainWindow::coloursCanFollowARootOrAHandRange()
{
    Person person;
    auto* bend = person.find<QComboBox>("colorBend");
    bend->setCurrentIndex(int(ColorBend::SquareRoot));
    emit bend->activated(int(ColorBend::SquareRoot));
    const auto shown = [&] {
        return person.find<FigureWidget>("singleHead")->figure().panels.front().scale.colors;
    };
    QTRY_COMPARE(shown().bend, ColorBend::SquareRoot);
    QTimer::singleShot(0, &person.window, [&] {
        auto* dialog = person.find<QDialog>("rangeDialog");
        dialog->findChild<QLineEdit*>(QStringLiteral("rangeHigh"))->setText(QStringLiteral("0.5"));
        dialog->accept();
    });
    auto* range = person.find<QComboBox>("colorRange");
    range->setCurrentIndex(int(ColorRange::ByHand));
    emit range->activated(int(ColorRange::ByHand));
    QTRY_COMPARE(shown().high, 0.5);
    QCOMPARE(range->currentIndex(), int(ColorRange::ByHand));
}

void TestMainWindow::everyExampleOpens_data()
{
    QTest::addColumn<QString>("name");
    for (const ExampleInfo& example : exampleList())
        QTest::newRow(qPrintable(example.name)) << example.name;
}

void TestMainWindow::everyExampleOpens()
{
    QFETCH(QString, name);
    Person person;
    person.window.openExample(name);
    person.settle();
    QVERIFY(sameDocument(*person.snapshot->document, *loadExample(name)));
    QVERIFY(!person.window.isWindowModified());
    person.shoot(qPrintable(QStringLiteral("example-%1.png").arg(name)));
}

void TestMainWindow::savingCommitsTheOpenEditorAndReopensEqual()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("my file.headlight"));
    Person person;
    person.table()->setCurrentIndex(person.table()->model()->index(1, 1));
    QTest::keyClicks(person.table(), QStringLiteral("4"));
    QVERIFY(person.window.saveTo(path));
    QVERIFY(!person.window.isWindowModified());
    QCOMPARE((*person.window.session().document().parameters.layers[0].wK)(1, 1), 4.0);
    const Document saved = person.window.session().document();
    person.window.openExample(QStringLiteral("cute-dog"));
    person.window.openFile(path);
    person.settle();
    QVERIFY(sameDocument(person.window.session().document(), saved));
    QCOMPARE(person.window.windowTitle(), QStringLiteral("my file.headlight[*] — Headlight"));
}

void TestMainWindow::aFileThatCannotBeReadLeavesTheDocumentAlone()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("broken.headlight"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\n  \"headlight\": 99\n}\n");
    file.close();
    Person person;
    const Document before = person.window.session().document();
    QString said;
    QTimer::singleShot(0, &person.window, [&] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        said = box->text();
        box->accept();
    });
    person.window.openFile(path);
    QVERIFY2(said.contains(QStringLiteral("99")), qPrintable(said));
    QVERIFY(sameDocument(person.window.session().document(), before));
}

void TestMainWindow::theSentenceLeavesCommandsToTheWindow()
{
    Person person;
    auto* line = person.find<QLineEdit>("sentence");
    const auto isTaken = [&](Qt::Key key) {
        QKeyEvent event(QEvent::ShortcutOverride, key, Qt::ControlModifier);
        event.ignore();
        QCoreApplication::sendEvent(line, &event);
        return event.isAccepted();
    };
    for (const Qt::Key command : {Qt::Key_E, Qt::Key_D, Qt::Key_K, Qt::Key_Z, Qt::Key_L})
        QVERIFY(!isTaken(command));
    for (const Qt::Key own : {Qt::Key_C, Qt::Key_V, Qt::Key_X, Qt::Key_A})
        QVERIFY(isTaken(own));
}

void TestMainWindow::matricesGoIntoFilesAndComeBack()
{
    Person person;
    const QTemporaryDir folder;
    for (const char* suffix : {"npy", "npz", "csv", "tsv"}) {
        const QString path = folder.filePath(QStringLiteral("w.") + QLatin1String(suffix));
        person.window.saveMatrixTo(path); // W_K
        person.typeInCell(0, 0, QStringLiteral("8"));
        person.window.loadMatrixFrom(path);
        person.settle();
        QCOMPARE((*person.window.session().document().parameters.layers[0].wK)(0, 0), 1.0);
    }
    // Numbers for a computed matrix pin it; a matrix of another shape is refused.
    person.find<MatrixEditor>("matrixEditor")->showMatrix(QStringLiteral("q"));
    person.window.loadMatrixFrom(folder.filePath(QStringLiteral("w.npy")));
    QVERIFY(person.window.session().document().pins.empty());
    QVERIFY2(person.message().contains(QStringLiteral("4 x 2")), qPrintable(person.message()));
    const QString three = folder.filePath(QStringLiteral("q.csv"));
    QFile file(three);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("1,2\n3,4\n5,6\n");
    file.close();
    person.window.loadMatrixFrom(three);
    person.settle();
    QCOMPARE(person.snapshot->trace.layers[0].heads[0].q(2, 1), 6.0);
}

void TestMainWindow::closingAsksWhenThereAreChanges()
{
    Person person;
    person.typeInCell(0, 0, QStringLiteral("8"));
    bool asked = false;
    const auto answer = [&](QMessageBox::StandardButton button) {
        QTimer::singleShot(0, &person.window, [&asked, button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            asked = box && box->objectName() == QLatin1String("saveChanges");
            box->button(button)->click();
        });
    };
    answer(QMessageBox::Cancel);
    QVERIFY(!person.window.close());
    QVERIFY(asked);
    answer(QMessageBox::Discard);
    QVERIFY(person.window.close());
}

void TestMainWindow::copyPicturePutsAnImageOnTheClipboard()
{
    Person person;
    person.trigger("copyPicture");
    QVERIFY(QGuiApplication::clipboard()->image().width() > 500);
    const QByteArray drawing
        = QGuiApplication::clipboard()->mimeData()->data(QStringLiteral("image/svg+xml"));
    QVERIFY(drawing.contains("</svg>"));
    for (const char* token : {"birds", "eat", "seeds"})
        QVERIFY(drawing.contains(token));
}

void TestMainWindow::pastedNumbersResizeTheModelInOneStep()
{
    Person person;
    const Config before = person.window.session().document().config; // W_K is 4 x 2
    person.table()->setCurrentIndex(person.table()->model()->index(0, 0));
    QGuiApplication::clipboard()->setText(QStringLiteral("[1 2 3; 4 5 6]"));
    QTimer::singleShot(0, &person.window, [] {
        const QWidget* question = QApplication::activeModalWidget();
        QVERIFY(question);
        question->findChild<QPushButton*>(QStringLiteral("pasteResize"))->click();
    });
    person.table()->findChild<QAction*>(QStringLiteral("pasteCells"))->trigger();
    person.settle();
    QCOMPARE(person.snapshot->trace.layers[0].heads[0].q.cols(), Index(3));
    QCOMPARE(person.table()->matrixModel()->matrix()(1, 2), 6.0);
    QCOMPARE(person.window.session().undoStack()->undoText(),
             QStringLiteral("Resize W_K of head 1 to 4 × 3"));
    person.trigger("undo");
    QCOMPARE(person.window.session().document().config, before);
    QCOMPARE(person.window.session().undoStack()->index(), 0);
}

/// Also in the chain, where a line is opened over the cell.
void TestMainWindow::aFormulaNamesOtherMatrices()
{
    Person person;
    person.typeInCell(0, 1, QStringLiteral("=X(1,3) + 10*scores(1,2)")); // 2 and 9
    QCOMPARE(person.table()->matrixModel()->matrix()(0, 1), 92.0);
    auto* strip = person.find<PipelineStrip>("pipelineStrip");
    const CellRef cell{"layers.0.head.0.W_Q", 0, 0};
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->cellRect(cell).center());
    QTest::keyClicks(strip, QStringLiteral("="));
    auto* editor = strip->findChild<QLineEdit*>(QStringLiteral("stageCellEditor"));
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("W_K(1,2) + row"));
    QTest::keyClick(editor, Qt::Key_Return);
    person.settle();
    QCOMPARE(person.snapshot->document->parameters.layers[0].wQ->coeff(0, 0), 93.0);
}

/// Nobody answers dialogs here: `answer` is given the next one of type T as soon as it is there.
template <class T>
void whenAsked(QObject* context, const std::function<void(T&)>& answer)
{
    auto* timer = new QTimer(context);
    QObject::connect(timer, &QTimer::timeout, context, [timer, answer] {
        if (auto* dialog = qobject_cast<T*>(QApplication::activeModalWidget())) {
            timer->stop();
            answer(*dialog);
        }
    });
    timer->start(20);
}

void TestMainWindow::withoutAPrinterTheHeatmapsArePrintedIntoAFile()
{
    Person person;
    const QString path = QDir::home().filePath(QStringLiteral("print.pdf"));
    QFile::remove(path);
    whenAsked<QPrintDialog>(&person.window, [&](QPrintDialog& dialog) {
        dialog.printer()->setOutputFileName(path);
        dialog.done(QDialog::Accepted);
    });
    person.trigger("print");
    QCOMPARE(person.message(), QStringLiteral("Sent to the printer."));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.read(5) == "%PDF-");
}

void TestMainWindow::paperIsPreviewed_data()
{
    QTest::addColumn<QString>("action");
    QTest::newRow("heatmaps") << QStringLiteral("printPreview");
    QTest::newRow("report") << QStringLiteral("makeReport");
}

void TestMainWindow::paperIsPreviewed()
{
    QFETCH(QString, action);
    Person person;
    int pages = 0;
    whenAsked<ReportDialog>(&person.window, [](ReportDialog& dialog) {
        dialog.findChild<QPushButton*>(QStringLiteral("previewReport"))->click();
    });
    whenAsked<QPrintPreviewDialog>(&person.window, [&](QPrintPreviewDialog& dialog) {
        pages = dialog.findChild<QPrintPreviewWidget*>()->pageCount();
        dialog.reject();
    });
    person.trigger(qPrintable(action));
    QCOMPARE(pages, action == QLatin1String("makeReport") ? 3 : 1);
}

void TestMainWindow::everyActionHasANameATextAndATip()
{
    Person person;
    for (const QMenu* menu : person.window.menuBar()->findChildren<QMenu*>()) {
        for (const QAction* action : menu->actions()) {
            if (action->isSeparator() || action->menu() || !action->isEnabled())
                continue;
            QVERIFY2(!action->objectName().isEmpty(), qPrintable(action->text()));
            QVERIFY2(!action->text().isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->text()));
            QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
        }
    }
}

void TestMainWindow::everyWidgetHasANameForScreenReaders()
{
    Person person;
    for (const QWidget* widget : person.window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()
            || widget->objectName().startsWith(QLatin1String("qt_")))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty()
            || (button && !button->text().isEmpty()) || widget->inherits("QHeaderView")
            || widget->inherits("QTableCornerButton") || widget->inherits("QMenuBar")
            || widget->inherits("QCustomPlot") || widget->inherits("QScrollArea");
        QVERIFY2(named,
                 qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' '
                            + widget->objectName()));
    }
}

void TestMainWindow::shortcutsAreUnique()
{
    Person person;
    QMap<QString, QString> owner;
    for (const QAction* action : person.window.findChildren<QAction*>()) {
        if (action->shortcutContext() == Qt::WidgetShortcut)
            continue;
        for (const QKeySequence& keys : action->shortcuts()) {
            const QString text = keys.toString();
            QVERIFY2(!owner.contains(text), qPrintable(text + u' ' + action->text()));
            owner[text] = action->text();
        }
    }
    QVERIFY(owner.size() > 20);
}

void TestMainWindow::fourThousandTokensAreShown()
{
    Person person;
    QString sentence;
    for (int i = 0; i < 4096; ++i)
        sentence += QStringLiteral("w%1 ").arg(i % 500);
    auto* line = person.find<QLineEdit>("sentence");
    line->setText(sentence);
    emit line->textEdited(sentence);
    QTRY_VERIFY_WITH_TIMEOUT(!person.window.session().isComputing(), 120000);
    QCOMPARE(person.snapshot->trace.layers[0].heads[0].pattern.rows(), Index(4096));
    QTRY_COMPARE(person.find<FigureWidget>("singleHead")->figure().rowLabels.size(), 4096);
    QTest::qWait(50); // the repaint is queued
    person.shoot("4096-tokens.png");
}

void TestMainWindow::bothThemesAndSizesAreShot()
{
    Person person;
    for (const char* theme : {"themeLight", "themeDark"}) {
        person.find<QAction>(theme)->trigger();
        for (const QSize size : {QSize(1440, 900), QSize(1024, 640)}) {
            person.window.resize(size);
            QCoreApplication::processEvents();
            person.shoot(qPrintable(
                QStringLiteral("%1-%2.png").arg(QLatin1String(theme)).arg(size.width())));
        }
        person.trigger("startPage");
        person.shoot(qPrintable(QStringLiteral("%1-start.png").arg(QLatin1String(theme))));
        person.trigger("startPage");
    }
    QVERIFY(person.window.width() == 1024);
}

HEADLIGHT_TEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
