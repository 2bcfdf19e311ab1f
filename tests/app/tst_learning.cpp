#include "app/lesson_runner.h"
#include "app/lessons.h"
#include "core/explain/why.h"
#include "core/lesson/apply_step.h"
#include "tests/app/person.h"
#include "ui/models/matrix_table_model.h"
#include "ui/views/exercise_dialog.h"
#include "ui/views/formula_view.h"
#include "ui/views/pipeline_strip.h"
#include "ui/views/step_export.h"
#include "ui/views/step_view.h"
#include "ui/views/why_panel.h"

#include <QClipboard>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTabBar>
#include <QTextBrowser>
#include <QTimer>
#include <QToolButton>

using namespace headlight;

namespace {

const std::string headPrefix = "layers.0.head.0.";

/// The learner in front of the window.
struct Learner : Person {
    LessonPanel* panel() const { return find<LessonPanel>("lessonPanel"); }
    LessonRunner* runner() const { return window.findChild<LessonRunner*>(); }
    WhyPanel* why() const { return find<WhyPanel>("whyPanel"); }
    PipelineStrip* strip() const { return find<PipelineStrip>("pipelineStrip"); }
    StepView* steps() const { return find<StepView>("stepView"); }

    void click(QWidget* widget)
    {
        QVERIFY(widget);
        QVERIFY2(widget->isVisible(), qPrintable(widget->objectName()));
        QTest::mouseClick(widget, Qt::LeftButton);
        settle();
    }
    void click(const char* name) { click(find<QWidget>(name)); }
    /// The line that is open over a cell of the chain; one that is closed may still exist.
    QLineEdit* stageEditor() const
    {
        for (auto* line : strip()->findChildren<QLineEdit*>(QStringLiteral("stageCellEditor"))) {
            if (line->isVisible())
                return line;
        }
        return nullptr;
    }
    void clickCell(const CellRef& cell)
    {
        QTest::mouseClick(strip(), Qt::LeftButton, {}, strip()->cellRect(cell).center());
        settle();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus);
        QTest::keyClick(focus, key, modifiers);
        settle();
    }
    void answer(int question, const QString& text)
    {
        auto* line = find<QLineEdit>(qPrintable(QStringLiteral("answer%1").arg(question)));
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
        settle();
    }
    QString verdict(int question) const
    {
        return find<QLabel>(qPrintable(QStringLiteral("verdict%1").arg(question)))->text();
    }
    double valueOf(const CellName& name) const
    {
        const CellRef cell = *resolveCell(name, *snapshot->document, placeOf(runner()->step()));
        return (**sharedTensor(snapshot, cell.tensor))(cell.row, cell.column);
    }

    /// Everything the page states is so, and its exercise can be solved.
    void checkPage()
    {
        const LessonStep& step = runner()->step();
        QCOMPARE(panel()->pageTitle(), QString::fromStdString(step.title));
        QVERIFY2(find<QLabel>("lessonProblem")->text().isEmpty(),
                 qPrintable(find<QLabel>("lessonProblem")->text()));
        for (const Expect& expect : step.expects) {
            const Result<Check> check = checkExpect(expect, snapshot, placeOf(step));
            QVERIFY2(check && check->holds, toString(expect).c_str());
        }
        if (step.select)
            QVERIFY(why()->text().size() > 3);
        solve();
    }

    void solve()
    {
        const LessonStep step = runner()->step();
        for (int i = 0; i < int(step.exercise.size()); ++i) {
            const double value = valueOf(step.exercise[std::size_t(i)]);
            answer(i, QStringLiteral("123456"));
            QVERIFY(!verdict(i).isEmpty());
            QVERIFY(verdict(i) != QLatin1String("Right."));
            answer(i, QString::number(value, 'f', 3));
            QCOMPARE(verdict(i), QStringLiteral("Right."));
        }
    }
};

} // namespace

class TestLearning : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void aScoreIsExplainedWithTheNumbersOfTheDocument();
    void linksLeadToCellsAndBack();
    void allDigitsAreAtHand();
    void anExplanationIsCopied();
    void unscaledWeightsStandBesideTheRow();
    void whatWentInIsMarkedInTheTables();
    void inputsAreEditedInTheChain();
    void whatIsNoNumberIsRefusedInTheChain();
    void aStageIsPinnedAndReleasedWithOneClick();
    void aStageOpensLarge();
    void theChainIsWalkedByKeyboard();
    void theFormulaFollowsTheOptions();
    void stepsGoForwardBackAndJump();
    void stepsBecomePages();
    void everyPageOfEveryExampleIsShown();
    void aHeadIsSwitchedOffAndUndone();
    void everyLessonCanBeWalked_data();
    void everyLessonCanBeWalked();
    void lessonThreeByKeyboardAlone();
    void putItBackUndoesWhatTheLearnerDid();
    void aTypicalMistakeIsRecognised();
    void aTeachersExerciseComesBack();
    void anotherDocumentEndsTheLesson();
    void aDamagedLessonIsRefused();
};

void TestLearning::aScoreIsExplainedWithTheNumbersOfTheDocument()
{
    Learner learner;
    learner.clickCell({headPrefix + "scores", 0, 1});
    QVERIFY(learner.why()->text().contains(QStringLiteral("= 1×1 + 4×2")));
    QVERIFY(learner.why()->text().contains(QStringLiteral("= 9")));
    learner.clickCell({headPrefix + "z", 0, 0});
    QVERIFY(learner.why()->text().contains(QStringLiteral("0.013×0 + 0.882×4 + 0.106×2")));
    QVERIFY(learner.why()->text().contains(QStringLiteral("= 3.74")));
    learner.shoot("learning-why.png");
}

void TestLearning::linksLeadToCellsAndBack()
{
    Learner learner;
    learner.clickCell({headPrefix + "scores", 0, 1});
    auto* text = learner.find<QTextBrowser>("whyText");
    emit text->anchorClicked(QUrl(QStringLiteral("cell:layers.0.head.0.k/1/1")));
    QVERIFY(learner.why()->text().startsWith(QStringLiteral("K[eat, 2]")));
    learner.click("whyBack");
    QVERIFY(learner.why()->text().startsWith(QStringLiteral("scores birds → eat")));
    learner.click("whyForward");
    QVERIFY(learner.why()->text().startsWith(QStringLiteral("K[eat, 2]")));
}

void TestLearning::allDigitsAreAtHand()
{
    Learner learner;
    learner.clickCell({headPrefix + "pattern", 0, 1});
    QVERIFY(!learner.why()->text().contains(QStringLiteral("0.881645410")));
    learner.find<QSpinBox>("whyDigits")->setValue(17);
    QVERIFY(learner.why()->text().contains(QStringLiteral("0.881645410")));
}

void TestLearning::anExplanationIsCopied()
{
    Learner learner;
    learner.clickCell({headPrefix + "scores", 0, 1});
    learner.why()->copyLatex();
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("1\\times 1 + 4\\times 2")));
    learner.why()->copyMarkdown();
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("= **9**")));
    learner.why()->copyText();
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("= 1×1 + 4×2\n")));
}

void TestLearning::unscaledWeightsStandBesideTheRow()
{
    Learner learner;
    learner.clickCell({headPrefix + "pattern", 0, 1});
    auto* bars = learner.find<QWidget>("softmaxBars");
    QVERIFY(bars->isVisible());
    const int height = bars->sizeHint().height();
    learner.click("whyUnscaled");
    QVERIFY(bars->sizeHint().height() > height);
    learner.shoot("learning-bars.png");
    learner.clickCell({headPrefix + "q", 0, 1});
    QVERIFY(!bars->isVisible());
}

void TestLearning::whatWentInIsMarkedInTheTables()
{
    Learner learner;
    learner.clickCell({headPrefix + "k", 1, 1});
    // K[eat, 2] is made of column 2 of W_K, the matrix in the editor, and row 2 of X.
    const auto mark = [&](const char* pane, int row, int column) {
        const QAbstractItemModel* model = learner.find<MatrixPane>(pane)->view()->model();
        return model->index(row, column).data(MatrixTableModel::markRole).toInt();
    };
    QCOMPARE(mark("mainPane", 3, 1), int(MatrixTableModel::Near));
    QCOMPARE(mark("mainPane", 3, 0), int(MatrixTableModel::NotMarked));
    QCOMPARE(mark("inputPane", 1, 0), int(MatrixTableModel::Near));
    QCOMPARE(mark("inputPane", 0, 0), int(MatrixTableModel::NotMarked));
}

void TestLearning::inputsAreEditedInTheChain()
{
    Learner learner;
    const CellRef weight{headPrefix + "W_K", 0, 0};
    learner.clickCell(weight);
    QTest::keyClicks(learner.strip(), QStringLiteral("8"));
    QLineEdit* editor = learner.stageEditor();
    QVERIFY(editor);
    QTest::keyClick(editor, Qt::Key_Return);
    learner.settle();
    QCOMPARE((*learner.window.session().document().parameters.layers[0].wK)(0, 0), 8.0);
    learner.trigger("undo");
    QCOMPARE((*learner.window.session().document().parameters.layers[0].wK)(0, 0), 1.0);

    QTest::mouseDClick(learner.strip(), Qt::LeftButton, {},
                       learner.strip()->cellRect({"layers.0.resid_pre", 0, 1}).center());
    editor = learner.stageEditor();
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("1/4"));
    QTest::keyClick(editor, Qt::Key_Return);
    learner.settle();
    QCOMPARE(learner.snapshot->trace.embed->coeff(0, 1), 0.25);
}

void TestLearning::whatIsNoNumberIsRefusedInTheChain()
{
    Learner learner;
    learner.clickCell({headPrefix + "W_K", 0, 0});
    QTest::keyClicks(learner.strip(), QStringLiteral("x"));
    QLineEdit* editor = learner.stageEditor();
    QTest::keyClick(editor, Qt::Key_Return);
    QVERIFY(learner.message().contains(QStringLiteral("x")));
    QVERIFY(!learner.window.session().undoStack()->canUndo());
    QTest::mouseDClick(learner.strip(), Qt::LeftButton, {},
                       learner.strip()->cellRect({headPrefix + "scores", 0, 0}).center());
    QVERIFY(!learner.message().isEmpty());
}

void TestLearning::aStageIsPinnedAndReleasedWithOneClick()
{
    Learner learner;
    const std::string scores = headPrefix + "scores";
    QTest::mouseClick(learner.strip(), Qt::LeftButton, {},
                      learner.strip()->pinRect(scores).center());
    learner.settle();
    QVERIFY(learner.window.session().document().pins.contains(scores));
    QVERIFY(learner.find<FormulaView>("formula")->accessibleName().contains(
        QStringLiteral("S (pinned)")));
    learner.shoot("learning-pin.png");
    QTest::mouseClick(learner.strip(), Qt::LeftButton, {},
                      learner.strip()->pinRect(scores).center());
    learner.settle();
    QVERIFY(learner.window.session().document().pins.empty());
}

void TestLearning::aStageOpensLarge()
{
    Learner learner;
    QTest::mouseClick(learner.strip(), Qt::LeftButton, {},
                      learner.strip()->titleRect(headPrefix + "scores").topLeft() + QPoint(4, 4));
    learner.settle();
    auto* pane = learner.find<MatrixPane>("largePane");
    QVERIFY(pane->isVisible());
    QCOMPARE(pane->view()->model()->index(0, 1).data().toString(), QStringLiteral("9"));
    auto* pin = pane->findChild<QToolButton*>(QStringLiteral("pinButton"));
    learner.click(pin);
    QVERIFY(learner.window.session().document().pins.contains(headPrefix + "scores"));
    learner.click(pin);
    QVERIFY(learner.window.session().document().pins.empty());
    QTest::keyClick(pane->view(), Qt::Key_Escape);
    QVERIFY(!pane->isVisible());
}

void TestLearning::theChainIsWalkedByKeyboard()
{
    Learner learner;
    learner.clickCell({"layers.0.resid_pre", 0, 3});
    QTest::keyClick(learner.strip(), Qt::Key_Right); // over the edge: to W_Q
    QVERIFY(learner.why()->text().startsWith(QStringLiteral("W_Q[1, 1]")));
    QTest::keyClick(learner.strip(), Qt::Key_PageDown);
    QVERIFY(learner.why()->text().startsWith(QStringLiteral("Q[birds, 1]")));
    QTest::keyClick(learner.strip(), Qt::Key_Down);
    QVERIFY(learner.why()->text().startsWith(QStringLiteral("Q[eat, 1]")));
}

void TestLearning::theFormulaFollowsTheOptions()
{
    Learner learner;
    const auto formula = [&] { return learner.find<FormulaView>("formula")->accessibleName(); };
    QCOMPARE(formula(), QStringLiteral("Formula: Z = softmax(QKᵀ / √2) · V"));
    Config config = learner.window.session().document().config;
    config.scaleKind = ScaleKind::Off;
    config.mask = Mask::Causal;
    config.outputProjection = true;
    config.outputWidth = 4;
    config.residual = true;
    config.heads = 3;
    learner.window.session().edit(SetConfig{config});
    QCOMPARE(formula(),
             QStringLiteral("Formula: Z_1 = softmax(QKᵀ + mask) · V      "
                            "output = concat(Z_1, …, Z_3) · W_O + X"));
    learner.settle();
    QVERIFY(!learner.find<FormulaView>("formula")->symbolRect("layers.0.W_O").isEmpty());
}

void TestLearning::stepsGoForwardBackAndJump()
{
    Learner learner;
    learner.trigger("stepByStep");
    StepView* steps = learner.steps();
    QCOMPARE(steps->step(), 0);
    QTest::keyClick(steps, Qt::Key_Space);
    QTest::keyClick(steps, Qt::Key_Right);
    QCOMPARE(steps->step(), 2);
    QTest::keyClick(steps, Qt::Key_Left);
    QCOMPARE(steps->step(), 1);
    QTest::keyClick(steps, Qt::Key_Right, Qt::ShiftModifier); // the next row of Q
    QCOMPARE(steps->step(), 8);
    QTest::keyClick(steps, Qt::Key_Right, Qt::ControlModifier); // K
    QCOMPARE(steps->step(), 24);
    QTest::keyClick(steps, Qt::Key_End);
    QCOMPARE(steps->step(), 134); // 3 x 24 + 18 + 9 + 18 + 18 steps
    QTest::keyClick(steps, Qt::Key_Home);
    QCOMPARE(steps->step(), 0);
    steps->setStep(75);
    QVERIFY(steps->accessibleDescription().contains(QStringLiteral("= 1×1 + 4×2\n= 9")));
    learner.shoot("learning-steps.png");
    QTest::keyClick(steps, Qt::Key_P);
    QVERIFY(steps->isPlaying());
    QTRY_VERIFY(steps->step() > 75);
    learner.find<QTabBar>("pageTabs")->setCurrentIndex(0);
    QVERIFY(!steps->isPlaying());
}

void TestLearning::stepsBecomePages()
{
    Learner learner;
    learner.trigger("stepByStep");
    const StepPage page = learner.steps()->page();
    QCOMPARE(pageSteps(*page.plan, StepPages::EveryStep, 0, 134).size(), std::size_t(135));
    // 6 cells of Q, K, V and Z, 9 of scores and scaled, weights walked twice.
    const auto cells = pageSteps(*page.plan, StepPages::EveryCell, 0, 134);
    QCOMPARE(cells.size(), std::size_t(4 * 6 + 9 + 9 + 18));
    QCOMPARE(pageSteps(*page.plan, StepPages::EveryRow, 0, 134).size(), std::size_t(7 * 3));
    const QByteArray pdf = stepsPdf(page, {cells[0], cells[30]});
    QCOMPARE(pdf.count("/Type /Page\n"), 2);
    const QImage picture = QImage::fromData(stepPng(page));
    QCOMPARE(picture.size(), QSize(1920, 1080));
    QCOMPARE(picture.pixelColor(5, 5), QColor(Qt::white));
}

void TestLearning::everyPageOfEveryExampleIsShown()
{
    Learner learner;
    auto* tabs = learner.find<QTabBar>("pageTabs");
    for (const char* example : {"birds-eat-seeds", "river-bank-and-bank-account", "four-heads",
                                "the-dog-bit-the-man", "twelve-layers-of-96-heads"}) {
        learner.window.openExample(QLatin1String(example));
        learner.settle();
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            learner.settle();
            learner.shoot(
                qPrintable(QStringLiteral("page-%1-%2.png").arg(QLatin1String(example)).arg(tab)));
        }
        tabs->setCurrentIndex(0);
    }
}

void TestLearning::aHeadIsSwitchedOffAndUndone()
{
    Learner learner;
    learner.window.openExample(QStringLiteral("four-heads"));
    learner.settle();
    learner.trigger("headsLab");
    const Matrix before = learner.snapshot->trace.layers.back().residPost;
    learner.window.session().edit(
        SetPin{"layers.0.head.1.z",
               Matrix::Zero(learner.snapshot->trace.embed->rows(),
                            learner.snapshot->document->config.valueWidth)});
    learner.settle();
    QVERIFY(!sameBits(before, learner.snapshot->trace.layers.back().residPost));
    learner.trigger("undo");
    QVERIFY(sameBits(before, learner.snapshot->trace.layers.back().residPost));
}

void TestLearning::everyLessonCanBeWalked_data()
{
    QTest::addColumn<QString>("name");
    QCOMPARE(lessonList().size(), 9);
    for (const LessonInfo& lesson : lessonList())
        QTest::newRow(qPrintable(lesson.name)) << lesson.name;
}

void TestLearning::everyLessonCanBeWalked()
{
    QFETCH(QString, name);
    Learner learner;
    learner.click("startButton");
    learner.click(qPrintable(QStringLiteral("lesson_") + name));
    const int count = int(learner.runner()->lesson().steps.size());
    for (int page = 0; page < count; ++page) {
        QCOMPARE(learner.runner()->page(), page);
        learner.checkPage();
        learner.shoot(qPrintable(QStringLiteral("lesson-%1-%2.png").arg(name).arg(page + 1)));
        learner.click("lessonNext");
    }
    QVERIFY(learner.find<QWidget>("lessonList")->isVisible());
}

void TestLearning::lessonThreeByKeyboardAlone()
{
    Learner learner;
    learner.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&learner.window));
    learner.press(Qt::Key_L, Qt::ControlModifier);
    const QString wanted = QStringLiteral("lesson_3-scoring-every-pair");
    for (int i = 0; i < 12 && QApplication::focusWidget()->objectName() != wanted; ++i)
        learner.press(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget()->objectName(), wanted);
    learner.press(Qt::Key_Space);
    const int count = int(learner.runner()->lesson().steps.size());
    for (int page = 0; page < count; ++page) {
        QTRY_COMPARE(learner.runner()->page(), page); // a button pressed by its key takes a moment
        learner.settle();
        learner.checkPage();
        const bool isLast = page + 1 == count; // its button says "Done"
        learner.press(isLast ? Qt::Key_D : Qt::Key_N, Qt::AltModifier);
    }
    QTRY_VERIFY(learner.find<QWidget>("lessonList")->isVisible());
}

void TestLearning::putItBackUndoesWhatTheLearnerDid()
{
    Learner learner;
    learner.window.openLesson(QStringLiteral("3-scoring-every-pair"));
    learner.settle();
    learner.window.session().edit(SetCell{headPrefix + "W_K", 1, 1, 5});
    learner.settle();
    QCOMPARE(learner.snapshot->trace.layers[0].heads[0].scores(0, 1), 41.0); // 1x1 + 4x10
    learner.click("lessonPutBack");
    QCOMPARE(learner.snapshot->trace.layers[0].heads[0].scores(0, 1), 9.0);
    learner.trigger("undo"); // what the learner made is still there
    QCOMPARE(learner.snapshot->trace.layers[0].heads[0].scores(0, 1), 41.0);
}

void TestLearning::aTypicalMistakeIsRecognised()
{
    Learner learner;
    Lesson lesson;
    LessonStep step;
    step.title = "Weights";
    step.open = "birds-eat-seeds";
    step.exercise = *parseCellNames("weights[1,2]");
    lesson.title = "Test";
    lesson.steps = {step};
    const QString path = QDir(QDir::tempPath()).filePath(QStringLiteral("mistake.md"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(writeLesson(lesson)));
    file.close();
    learner.window.openLessonFile(path);
    learner.settle();
    learner.clickCell({headPrefix + "pattern", 0, 1});
    QVERIFY(!learner.why()->text().contains(QStringLiteral("0.882"))); // covered
    learner.answer(0, QStringLiteral("0.950"));
    QVERIFY2(learner.verdict(0).contains(QStringLiteral("d_k")), qPrintable(learner.verdict(0)));
    learner.answer(0, QStringLiteral("0.882"));
    QCOMPARE(learner.verdict(0), QStringLiteral("Right."));
    learner.clickCell({headPrefix + "pattern", 0, 1});
    QVERIFY(learner.why()->text().contains(QStringLiteral("0.882")));
    QFile::remove(path);
}

void TestLearning::aTeachersExerciseComesBack()
{
    Learner learner;
    learner.type(QStringLiteral("eat birds"));
    ExerciseDialog dialog(learner.snapshot, 0, 0, &learner.window);
    dialog.show();
    dialog.findChild<QLineEdit*>(QStringLiteral("exerciseTitle"))
        ->setText(QStringLiteral("Find it"));
    auto* table = dialog.findChild<MatrixView*>(QStringLiteral("exerciseTable"));
    table->setCurrentIndex(table->model()->index(1, 0));
    QTest::mouseClick(dialog.findChild<QPushButton*>(QStringLiteral("coverCells")), Qt::LeftButton);
    QCOMPARE(dialog.wish().cells.size(), std::size_t(1));
    QCOMPARE(table->model()->index(1, 0).data().toString(), QStringLiteral("?"));

    const QString path = QDir(QDir::tempPath()).filePath(QStringLiteral("exercise.md"));
    QVERIFY(saveExercise(path, *learner.snapshot->document, dialog.wish(), {0, 0}));
    Learner other;
    other.window.openFile(path);
    other.settle();
    QCOMPARE(other.panel()->pageTitle(), QStringLiteral("Find it"));
    QCOMPARE(other.snapshot->document->sentence, std::string("eat birds"));
    const double score = other.snapshot->trace.layers[0].heads[0].scores(1, 0);
    other.answer(0, QString::number(score));
    QCOMPARE(other.verdict(0), QStringLiteral("Right."));
    QFile::remove(path);
}

void TestLearning::anotherDocumentEndsTheLesson()
{
    Learner learner;
    learner.window.openLesson(QStringLiteral("3-scoring-every-pair"));
    learner.settle();
    QVERIFY(learner.find<QWidget>("lessonPutBack")->isVisible());
    learner.window.openExample(QStringLiteral("cute-dog"));
    learner.settle();
    QVERIFY(learner.panel()->isVisible());
    QVERIFY(learner.find<QWidget>("lessonList")->isVisible());
    QVERIFY(!learner.find<QWidget>("lessonPutBack")->isVisible()); // of a page that is gone
}

void TestLearning::aDamagedLessonIsRefused()
{
    Learner learner;
    const QString path = QDir(QDir::tempPath()).filePath(QStringLiteral("damaged.md"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("# Title\n\n## Step\nopne: birds\n");
    file.close();
    QString said;
    QTimer::singleShot(0, qApp, [&said] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(box);
        said = box->text();
        box->accept();
    });
    learner.window.openLessonFile(path);
    QVERIFY2(said.contains(QStringLiteral("Line 4")), qPrintable(said));
    QVERIFY(!learner.runner()->isRunning());
    QFile::remove(path);
}

HEADLIGHT_TEST_MAIN(TestLearning)
#include "tst_learning.moc"
