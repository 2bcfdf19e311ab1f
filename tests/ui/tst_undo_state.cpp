#include "core/document/restructure.h"
#include "tests/support/quiet.h"
#include "ui/session/session.h"

#include <random>

using namespace headlight;

namespace {

void set(Session& session, double value, int gesture = 0)
{
    session.edit(SetCell{"layers.0.W_Q", 0, 0, value}, gesture);
}

/// A session with somebody who never writes a number twice, so that a document is the saved one
/// only where one has come back to it.
struct Subject {
    Session session{newDocument("a b", {})};
    Document saved = session.document();
    double next = 1;
    int gesture = 0;

    QUndoStack& stack() { return *session.undoStack(); }
    void edit() { set(session, next++); }
    void drag()
    {
        if (gesture == 0)
            gesture = session.newGesture();
        set(session, next++, gesture);
    }
    void save()
    {
        stack().setClean();
        saved = session.document();
    }
    bool isSaid() { return !stack().isClean(); }
    bool isTrue() const { return !sameDocument(session.document(), saved); }

    void act(char action)
    {
        if (action != 'd')
            gesture = 0;
        switch (action) {
        case 'e':
            return edit();
        case 'd':
            return drag();
        case 'u':
            return stack().undo();
        case 'r':
            return stack().redo();
        case 's':
            return save();
        }
    }
};

} // namespace

/// What the title says of unsaved changes is true, and history is never lost.
class TestUndoState : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void modifiedMeansAnotherDocument_data();
    void modifiedMeansAnotherDocument();
    void anyOrderOfActionsTellsTheTruth();
    void aDragGoesOnAfterSaving();
    void aLongHistoryLeadsBackToWhatWasSaved();
    void savingKeepsTheHistory();
    void undoAndRedoAreNoEdits();
};

void TestUndoState::modifiedMeansAnotherDocument_data()
{
    QTest::addColumn<QByteArray>("actions"); // see Subject::act()
    for (const char* actions :
         {"",      "e",     "eu",   "es",    "esu",   "esur",   "eesuu", "eesuurr",
          "eseu",  "eseuu", "esue", "esueu", "d",     "dd",     "dsd",   "dsdu",
          "dsduu", "dds",   "ddsu", "esdd",  "esddu", "esdsdu", "euds",  "eudsuu"})
        QTest::newRow(*actions ? actions : "nothing") << QByteArray(actions);
}

void TestUndoState::modifiedMeansAnotherDocument()
{
    QFETCH(QByteArray, actions);
    Subject subject;
    for (const char action : actions)
        subject.act(action);
    QCOMPARE(subject.isSaid(), subject.isTrue());
}

void TestUndoState::anyOrderOfActionsTellsTheTruth()
{
    std::mt19937_64 random(23);
    for (int run = 0; run < 50; ++run) {
        Subject subject;
        QByteArray done;
        for (int i = 0; i < 60; ++i) {
            done += "eddduurs"[random() % 8];
            subject.act(done.back());
            QVERIFY2(subject.isSaid() == subject.isTrue(), done.constData());
        }
    }
}

/// A step that could be merged into the saved one would make the change invisible.
void TestUndoState::aDragGoesOnAfterSaving()
{
    Subject subject;
    subject.drag();
    subject.drag();
    QCOMPARE(subject.stack().count(), 1);
    subject.save();
    subject.drag();
    QVERIFY(subject.isSaid());
    QCOMPARE(subject.stack().count(), 2);
    subject.stack().undo();
    QVERIFY(!subject.isSaid());
    QVERIFY(!subject.isTrue());
}

void TestUndoState::aLongHistoryLeadsBackToWhatWasSaved()
{
    constexpr int edits = 5'000;
    Subject subject;
    subject.edit();
    subject.save();
    for (int i = 0; i < edits; ++i)
        subject.edit();
    QCOMPARE(subject.stack().count(), edits + 1);
    for (int i = 0; i < edits; ++i)
        subject.stack().undo();
    QVERIFY(!subject.isSaid());
    QVERIFY(!subject.isTrue());
    const double last = subject.next - 1;
    for (int i = 0; i < edits; ++i)
        subject.stack().redo();
    QCOMPARE((*subject.session.document().parameters.layers[0].wQ)(0, 0), last);
}

void TestUndoState::savingKeepsTheHistory()
{
    Subject subject;
    const Document first = subject.session.document();
    subject.edit();
    subject.save();
    QVERIFY(subject.stack().canUndo());
    subject.stack().undo();
    QVERIFY(sameDocument(subject.session.document(), first));
    QVERIFY(subject.isSaid());
}

/// Whoever listens to the document may do so while it is undone; nothing is pushed by that, and
/// nothing that could be redone is lost.
void TestUndoState::undoAndRedoAreNoEdits()
{
    Subject subject;
    int changes = 0;
    connect(&subject.session, &Session::documentChanged, this, [&] { ++changes; });
    for (int i = 0; i < 10; ++i)
        subject.edit();
    for (int i = 0; i < 10; ++i)
        subject.stack().undo();
    QCOMPARE(subject.stack().count(), 10);
    QCOMPARE(subject.stack().index(), 0);
    for (int i = 0; i < 10; ++i)
        subject.stack().redo();
    QCOMPARE(subject.stack().count(), 10);
    QCOMPARE(changes, 30);
}

HEADLIGHT_TEST_MAIN(TestUndoState)
#include "tst_undo_state.moc"
