#include "core/explain/chain.h"
#include "core/explain/step_text.h"
#include "core/explain/steps.h"
#include "tests/core/support/documents.h"

#include <QTest>

using namespace headlight;

namespace {

std::string textOf(const Document& document, std::int64_t step)
{
    const StepPlan plan(document, 0, 0);
    return toText(
        stepLines(computeSnapshot(std::make_shared<const Document>(document)), plan, step, 3));
}

std::size_t stage(const StepPlan& plan, const char* name)
{
    return plan.stageOf(std::string("layers.0.head.0.") + name);
}

} // namespace

class TestSteps : public QObject {
    Q_OBJECT

private slots:
    void theChainOfTheFirstExample();
    void theFirstExampleHasItsSteps();
    void everyStepFindsItsPlaceAndBack();
    void jumpsGoToRowsAndStages();
    void cellsAreEmptyUntilComputed();
    void softmaxWalksARowTwice();
    void productsAreWrittenOut();
    void pinsAreThereFromTheStart();
    void everyStepOfRandomDocumentsCanBeWritten();
};

void TestSteps::theChainOfTheFirstExample()
{
    std::string names;
    for (const ChainStage& stage : chainOf(shippedExample("birds-eat-seeds"), 0, 0))
        names += stage.before + " " + stage.tensor.substr(stage.tensor.rfind('.') + 1) + " ";
    QCOMPARE(names,
             std::string(" resid_pre · W_Q = q X · W_K = k X · W_V = v Q·Kᵀ = scores "
                         "÷ √2 scaled softmax pattern · V = z "));
    QCOMPARE(chainOf(shippedExample("birds-eat-seeds"), 0, 0)[2].shapes,
             std::string("3×4 · 4×2 = 3×2"));
}

void TestSteps::theFirstExampleHasItsSteps()
{
    // Q, K and V: 6 cells of 4 products each; scores: 9 of 2; scaled: 9; weights: 9 twice;
    // Z: 6 of 3.
    const StepPlan plan(shippedExample("birds-eat-seeds"), 0, 0);
    QCOMPARE(plan.count(), std::int64_t(3 * 24 + 18 + 9 + 18 + 18));
    QVERIFY(plan.at(0) == (StepPlace{0, 0, 0, 0}));
    QVERIFY(plan.at(5) == (StepPlace{0, 0, 1, 1}));
    QVERIFY(plan.at(72) == (StepPlace{stage(plan, "scores"), 0, 0, 0}));
}

void TestSteps::everyStepFindsItsPlaceAndBack()
{
    RandomDocuments documents(3);
    for (int i = 0; i < 40; ++i) {
        const StepPlan plan(documents.next(), 0, 0);
        for (std::int64_t step = 0; step < plan.count(); ++step)
            QCOMPARE(plan.stepOf(plan.at(step)), step);
    }
}

void TestSteps::jumpsGoToRowsAndStages()
{
    const StepPlan plan(shippedExample("birds-eat-seeds"), 0, 0);
    QCOMPARE(plan.nextRow(3), std::int64_t(8));
    QCOMPARE(plan.previousRow(11), std::int64_t(8));
    QCOMPARE(plan.previousRow(8), std::int64_t(0));
    QCOMPARE(plan.previousRow(0), std::int64_t(0));
    QCOMPARE(plan.nextStage(3), std::int64_t(24));
    QCOMPARE(plan.previousStage(30), std::int64_t(24));
    QCOMPARE(plan.previousStage(24), std::int64_t(0));
    QCOMPARE(plan.nextStage(plan.count() - 1), plan.count() - 1);
    QCOMPARE(plan.nextRow(plan.count() - 1), plan.count() - 1);
}

void TestSteps::cellsAreEmptyUntilComputed()
{
    const StepPlan plan(shippedExample("birds-eat-seeds"), 0, 0);
    const std::string q = "layers.0.head.0.q";
    QVERIFY(!plan.isComputed(q, 0, 0, 2));
    QVERIFY(plan.isComputed(q, 0, 0, 3));
    QVERIFY(!plan.isComputed(q, 0, 1, 3));
    QVERIFY(plan.isComputed("layers.0.head.0.W_Q", 0, 0, 0));
    QVERIFY(plan.isComputed("layers.0.head.0.z", 2, 1, plan.count() - 1));
}

void TestSteps::softmaxWalksARowTwice()
{
    const StepPlan plan(shippedExample("birds-eat-seeds"), 0, 0);
    const std::size_t pattern = stage(plan, "pattern");
    const std::int64_t first = plan.stepOf({pattern, 0, 0, 0});
    QVERIFY(plan.at(first + 2) == (StepPlace{pattern, 0, 2, 0}));
    QVERIFY(plan.at(first + 3) == (StepPlace{pattern, 0, 0, 1}));
    const std::string birdsExponential = textOf(shippedExample("birds-eat-seeds"), first + 1);
    QCOMPARE(birdsExponential, std::string("attention weights birds → eat\ne^(6.36) = 581\n"));
    QCOMPARE(textOf(shippedExample("birds-eat-seeds"), first + 4),
             std::string("attention weights birds → eat\n"
                         "sum of the row: 8.34 + 581 + 69.6 = 658\n"
                         "581 ÷ 658 = 0.882\n"));
}

void TestSteps::productsAreWrittenOut()
{
    const Document document = shippedExample("birds-eat-seeds");
    QCOMPARE(textOf(document, 74), std::string("scores birds → eat\n= 1×1 + …\n= 1  so far\n"));
    QCOMPARE(textOf(document, 75), std::string("scores birds → eat\n= 1×1 + 4×2\n= 9\n"));
    const SnapshotPtr snapshot = computeSnapshot(std::make_shared<const Document>(document));
    const std::vector<CellRef> inputs = stepInputs(snapshot, StepPlan(document, 0, 0), 75);
    QCOMPARE(inputs.size(), std::size_t(2));
    QVERIFY(inputs[0] == (CellRef{"layers.0.head.0.q", 0, 1}));
    QVERIFY(inputs[1] == (CellRef{"layers.0.head.0.k", 1, 1}));
}

void TestSteps::pinsAreThereFromTheStart()
{
    Document document = shippedExample("birds-eat-seeds");
    document.pins["layers.0.head.0.q"] = rows({{1, 2}, {3, 4}, {5, 6}});
    const StepPlan plan(document, 0, 0);
    QCOMPARE(plan.stages().front().tensor, std::string("layers.0.head.0.k"));
    QVERIFY(plan.isComputed("layers.0.head.0.q", 2, 1, 0));
}

void TestSteps::everyStepOfRandomDocumentsCanBeWritten()
{
    RandomDocuments documents(19);
    for (int i = 0; i < 40; ++i) {
        const Document document = documents.next();
        const SnapshotPtr snapshot = computeSnapshot(std::make_shared<const Document>(document));
        const StepPlan plan(document, document.config.layers - 1, document.config.heads - 1);
        for (std::int64_t step = 0; step < plan.count(); step += 7) {
            QVERIFY(stepLines(snapshot, plan, step, 4).size() > 1);
            for (const CellRef& cell : stepInputs(snapshot, plan, step))
                QVERIFY(plan.isComputed(cell.tensor, cell.row, cell.column, step));
        }
    }
}

QTEST_APPLESS_MAIN(TestSteps)
#include "tst_steps.moc"
