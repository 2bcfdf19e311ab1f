#include "ui/session/undo_history.h"

#include "core/document/restructure.h"
#include "tests/support/quiet.h"

#include <QSignalSpy>

using namespace headlight;

namespace {

/// A history over a document without a session, with room for a few matrices.
struct Subject {
    static constexpr Index width = 16;
    static constexpr std::size_t matrixBytes = width * width * sizeof(double);

    Document document = wide();
    UndoHistory history{[this](const Edit& edit) { return apply(edit); }, 5 * matrixBytes};

    static Document wide()
    {
        Config config;
        config.modelWidth = config.outputWidth = config.keyWidth = config.valueWidth = width;
        return newDocument("a b", config);
    }

    EditCommand::Step apply(const Edit& edit)
    {
        EditCommand::Step back;
        back.edit = applyEdit(document, edit);
        back.bytes = heldBytes(back.edit, document);
        return back;
    }

    /// Overwrites all of W_Q.
    void fill(double number)
    {
        history.push(QStringLiteral("fill"),
                     SetTensor{"layers.0.W_Q", Matrix::Constant(width, width, number)}, 0);
    }

    void typeInto(Index column, double number, int gesture = 0)
    {
        history.push(QStringLiteral("type"), SetCell{"layers.0.W_Q", 0, column, number}, gesture);
    }

    double first() const { return (*document.parameters.layers[0].wQ)(0, 0); }
};

} // namespace

class TestUndoHistory : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void theOldestStepsGoBeyondTheBudget();
    void theNewestStepStaysWhateverItHolds();
    void typedNumbersAreKeptByTheThousand();
    void aSavedStateThatIsKeptIsStillClean();
    void aSavedStateThatWentIsNeverCleanAgain();
    void forgettingIsNotMistakenForSaving();
    void aGestureGoesOnAfterForgetting();
    void oneTypedNumberInALargeMatrixHoldsOneNumber();
    void sharedMatricesAreNotCounted();
};

void TestUndoHistory::theOldestStepsGoBeyondTheBudget()
{
    Subject subject;
    const double before = subject.first();
    for (int i = 1; i <= 4; ++i)
        subject.fill(i);
    QCOMPARE(subject.history.stack()->count(), 4);
    for (int i = 5; i <= 40; ++i) {
        subject.fill(i);
        QVERIFY(subject.history.bytes() <= 5 * Subject::matrixBytes);
        QVERIFY(subject.history.stack()->count() >= 3);
        QCOMPARE(subject.first(), double(i));
    }
    const int kept = subject.history.stack()->count();
    for (int i = 1; i <= kept; ++i) {
        QVERIFY(subject.history.stack()->canUndo());
        subject.history.stack()->undo();
        QCOMPARE(subject.first(), 40.0 - i);
    }
    QVERIFY(!subject.history.stack()->canUndo());
    QVERIFY(subject.first() != before);
    for (int i = 0; i < kept; ++i)
        subject.history.stack()->redo();
    QCOMPARE(subject.first(), 40.0);
}

void TestUndoHistory::theNewestStepStaysWhateverItHolds()
{
    Subject subject;
    subject.typeInto(0, 5);
    Config config = subject.document.config;
    config.layers = 8;
    subject.history.push(QStringLiteral("layers"), SetConfig{config}, 0);
    subject.history.push(QStringLiteral("seed"), SetSeed{3}, 0); // holds 32 matrices
    QVERIFY(subject.history.bytes() > 30 * Subject::matrixBytes);
    QCOMPARE(subject.history.stack()->count(), 1);
    subject.history.stack()->undo();
    QCOMPARE(subject.first(), 5.0);
}

void TestUndoHistory::typedNumbersAreKeptByTheThousand()
{
    Subject subject;
    UndoHistory history([&](const Edit& edit) { return subject.apply(edit); });
    const double before = subject.first();
    for (int i = 0; i < 5000; ++i)
        history.push(QStringLiteral("type"), SetCell{"layers.0.W_Q", 0, 0, double(i)}, 0);
    QCOMPARE(history.stack()->count(), 5000);
    history.stack()->setIndex(0);
    QCOMPARE(subject.first(), before);
}

void TestUndoHistory::aSavedStateThatIsKeptIsStillClean()
{
    Subject subject;
    for (int i = 1; i <= 4; ++i)
        subject.fill(i);
    subject.history.stack()->setClean();
    subject.fill(5); // the first steps go
    QVERIFY(subject.history.stack()->count() < 5);
    QVERIFY(!subject.history.stack()->isClean());
    subject.history.stack()->undo();
    QCOMPARE(subject.first(), 4.0);
    QVERIFY(subject.history.stack()->isClean());
}

void TestUndoHistory::aSavedStateThatWentIsNeverCleanAgain()
{
    Subject subject; // clean as it is
    for (int i = 1; i <= 12; ++i)
        subject.fill(i);
    QVERIFY(!subject.history.stack()->isClean());
    while (subject.history.stack()->canUndo()) {
        subject.history.stack()->undo();
        QVERIFY(!subject.history.stack()->isClean());
    }
}

void TestUndoHistory::forgettingIsNotMistakenForSaving()
{
    Subject subject;
    subject.fill(0);
    QSignalSpy clean(subject.history.stack(), &QUndoStack::cleanChanged);
    QSignalSpy index(subject.history.stack(), &QUndoStack::indexChanged);
    for (int i = 1; i <= 40; ++i)
        subject.fill(i);
    QCOMPARE(clean.count(), 0);
    QVERIFY(index.count() >= 40);
    QCOMPARE(index.last()[0].toInt(), subject.history.stack()->index());
}

void TestUndoHistory::aGestureGoesOnAfterForgetting()
{
    Subject subject;
    for (int i = 1; i <= 4; ++i)
        subject.fill(i);
    subject.fill(5); // the next steps are the first after forgetting
    const int steps = subject.history.stack()->count();
    subject.typeInto(0, 100, 7);
    subject.typeInto(0, 101, 7);
    QCOMPARE(subject.history.stack()->count(), steps + 1);
    for (int i = 0; i < 5; ++i)
        subject.fill(200 + i);
    subject.history.stack()->setIndex(0);
    subject.history.stack()->setIndex(subject.history.stack()->count());
    QCOMPARE(subject.first(), 204.0);
}

void TestUndoHistory::oneTypedNumberInALargeMatrixHoldsOneNumber()
{
    Subject subject;
    Matrix matrix = *subject.document.parameters.layers[0].wK;
    matrix(3, 4) += 1;
    subject.history.push(QStringLiteral("paste"), SetTensor{"layers.0.W_K", matrix}, 0);
    QCOMPARE(subject.history.bytes(), sizeof(Edit) + sizeof(double));
    subject.history.stack()->undo();
    QVERIFY(sameBits(*subject.document.parameters.layers[0].wK,
                     *Subject::wide().parameters.layers[0].wK));
    subject.history.stack()->redo();
    QVERIFY(sameBits(*subject.document.parameters.layers[0].wK, matrix));
    QCOMPARE(subject.history.bytes(), sizeof(Edit) + sizeof(double));
}

void TestUndoHistory::sharedMatricesAreNotCounted()
{
    Subject subject;
    Config config = subject.document.config;
    config.mask = Mask::Causal;
    subject.history.push(QStringLiteral("mask"), SetConfig{config}, 0);
    QCOMPARE(subject.history.bytes(), sizeof(Edit));
    subject.history.push(QStringLiteral("seed"), SetSeed{9},
                         0); // four weights and the embeddings of two words
    QCOMPARE(subject.history.bytes(),
             2 * sizeof(Edit) + 4 * Subject::matrixBytes + 2 * Subject::width * sizeof(double));
}

HEADLIGHT_TEST_MAIN(TestUndoHistory)
#include "tst_undo_history.moc"
