#include "ui/session/session.h"

#include "core/document/restructure.h"
#include "core/support/out_of_memory.h"
#include "tests/core/support/memory_limit.h"
#include "tests/support/quiet.h"

#include <QSignalSpy>

using namespace headlight;

namespace {

Document small()
{
    Config config;
    config.outputProjection = false;
    return newDocument("a b", config);
}

double cell(const Session& session)
{
    return (*session.document().parameters.layers[0].wQ)(0, 0);
}

SetCell setCell(double value)
{
    return {"layers.0.W_Q", 0, 0, value};
}

/// A document that takes seconds: 24 layers of 4 heads over 700 tokens.
Document slow()
{
    Config config;
    config.layers = 24;
    config.heads = 4;
    std::string sentence;
    for (int i = 0; i < 700; ++i)
        sentence += "w" + std::to_string(i) + " ";
    return newDocument(sentence, config);
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void undoAndRedoRestoreTheNumber();
    void oneGestureIsOneStep();
    void aRefusedEditLeavesNoStep();
    void theLastSnapshotShowsTheLastEdit();
    void stepsHaveNames_data();
    void stepsHaveNames();
    void aStretchOfTypingIsOneStep();
    void openingForgetsHistoryAndOldResults();
    void cancelEndsALongPassAndTheNextEditComputes();
    void closingDoesNotWaitForALongPass();
    void aPassWithoutMemoryIsExplained();
};

void TestSession::undoAndRedoRestoreTheNumber()
{
    Session session(small());
    const double before = cell(session);
    session.edit(setCell(7));
    QCOMPARE(cell(session), 7.0);
    session.undoStack()->undo();
    QCOMPARE(cell(session), before);
    session.undoStack()->redo();
    QCOMPARE(cell(session), 7.0);
}

void TestSession::oneGestureIsOneStep()
{
    Session session(small());
    const double before = cell(session);
    const int gesture = session.newGesture();
    for (const double value : {1.1, 1.2, 1.3})
        session.edit(setCell(value), gesture);
    session.edit(setCell(9), session.newGesture());
    QCOMPARE(session.undoStack()->count(), 2);
    session.undoStack()->undo();
    QCOMPARE(cell(session), 1.3);
    session.undoStack()->undo();
    QCOMPARE(cell(session), before);
    session.undoStack()->redo();
    QCOMPARE(cell(session), 1.3);
}

void TestSession::aRefusedEditLeavesNoStep()
{
    Session session(small());
    QSignalSpy refused(&session, &Session::editRefused);
    session.edit(SetCell{"layers.7.W_Q", 0, 0, 1});
    QCOMPARE(refused.count(), 1);
    QVERIFY(refused[0][0].toString().contains(QStringLiteral("layers.7.W_Q")));
    QCOMPARE(session.undoStack()->count(), 0);
}

void TestSession::theLastSnapshotShowsTheLastEdit()
{
    Session session(small());
    SnapshotPtr last;
    connect(&session, &Session::snapshotChanged, this,
            [&](const SnapshotPtr& snapshot) { last = snapshot; });
    const int gesture = session.newGesture();
    for (int i = 1; i <= 1000; ++i)
        session.edit(setCell(i), gesture);
    QTRY_VERIFY(!session.isComputing());
    QCOMPARE((*last->document->parameters.layers[0].wQ)(0, 0), 1000.0);
}

void TestSession::stepsHaveNames_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    QTest::newRow("cell of a head") << 0 << QStringLiteral("Set W_Q[2,3] of head 2");
    QTest::newRow("embedding") << 1 << QStringLiteral("Set embedding[1,2]");
    QTest::newRow("pin") << 2 << QStringLiteral("Pin Q of head 1");
    QTest::newRow("heads") << 3 << QStringLiteral("Set heads to 3");
    QTest::newRow("mask") << 4 << QStringLiteral("Set causal mask");
    QTest::newRow("seed") << 5 << QStringLiteral("New random weights (seed 2)");
    QTest::newRow("sentence") << 6 << QStringLiteral("Type sentence");
}

void TestSession::stepsHaveNames()
{
    QFETCH(int, kind);
    Config config;
    config.heads = 2;
    config.keyWidth = 3;
    Session session(newDocument("a b", config));
    Config heads = config;
    heads.heads = 3;
    Config mask = config;
    mask.mask = Mask::Causal;
    const std::vector<Edit> edits = {SetCell{"layers.0.head.1.W_Q", 1, 2, 1},
                                     SetCell{"embed", 0, 1, 1},
                                     SetPin{"layers.0.head.0.q", Matrix::Zero(2, 3)},
                                     SetConfig{heads},
                                     SetConfig{mask},
                                     SetSeed{2},
                                     SetSentence{"c"}};
    session.edit(edits[std::size_t(kind)]);
    QTEST(session.undoStack()->undoText(), "text");
}

void TestSession::aStretchOfTypingIsOneStep()
{
    Session session(small());
    const int gesture = session.newGesture();
    for (const char* text : {"a b c", "a b ca", "a b cat"})
        session.edit(SetSentence{text}, gesture);
    QCOMPARE(session.undoStack()->count(), 1);
    QCOMPARE(session.document().tokens, (std::vector<std::string>{"a", "b", "cat"}));
    session.undoStack()->undo();
    QVERIFY(sameDocument(session.document(), small()));
    session.undoStack()->redo();
    QCOMPARE(session.document().sentence, std::string("a b cat"));
}

void TestSession::openingForgetsHistoryAndOldResults()
{
    Session session(slow());
    SnapshotPtr last;
    connect(&session, &Session::snapshotChanged, this,
            [&](const SnapshotPtr& snapshot) { last = snapshot; });
    session.edit(SetSeed{5});
    session.open(small());
    QCOMPARE(session.undoStack()->count(), 0);
    QTRY_VERIFY(!session.isComputing());
    QCOMPARE(last->document->tokens.size(), std::size_t(2));
}

void TestSession::cancelEndsALongPassAndTheNextEditComputes()
{
    Session session(slow());
    QSignalSpy finished(&session, &Session::computingFinished);
    QSignalSpy arrived(&session, &Session::snapshotChanged);
    session.cancelComputation();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(finished[0][0].toBool(), true);
    QCOMPARE(arrived.count(), 0);
    session.edit(SetSentence{"a b"});
    QTRY_COMPARE(arrived.count(), 1);
}

void TestSession::closingDoesNotWaitForALongPass()
{
    auto session = std::make_unique<Session>(slow());
    QTest::qWait(20); // the pass is under way
    session.reset(); // would run into the time limit of the test if it waited for 96 heads
    QVERIFY(!session);
}

/// 3,000 tokens want 72 MB for every head's weights. The edit stays, the last numbers stay, and
/// when there is memory again everything goes on.
void TestSession::aPassWithoutMemoryIsExplained()
{
    if (!MemoryLimit::works())
        QSKIP("a sanitizer needs the whole address space");
    Session session(small());
    QTRY_VERIFY(!session.isComputing());
    QSignalSpy failed(&session, &Session::computationFailed);
    QSignalSpy arrived(&session, &Session::snapshotChanged);
    const QString sentence = QStringLiteral("a ").repeated(3'000);
    {
        const MemoryLimit limit(24 << 20);
        session.edit(SetSentence{sentence.toStdString()});
        QTRY_COMPARE(failed.count(), 1);
    }
    QCOMPARE(failed[0][0].toString(), QString::fromStdString(outOfMemory().message));
    QCOMPARE(arrived.count(), 0);
    QCOMPARE(session.document().tokens.size(), std::size_t(3'000));
    session.undoStack()->undo();
    QTRY_COMPARE(arrived.count(), 1);
    QVERIFY(!session.isComputing());
}

HEADLIGHT_TEST_MAIN(TestSession)
#include "tst_session.moc"
