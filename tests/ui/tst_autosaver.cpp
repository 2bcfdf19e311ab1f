#include "ui/session/autosaver.h"

#include "core/document/restructure.h"
#include "core/io/document_json.h"
#include "tests/support/quiet.h"

#include <QSignalSpy>

using namespace headlight;

namespace {

constexpr int promised = 10'000; // milliseconds

double cellOf(const Document& document)
{
    return (*document.parameters.layers[0].wQ)(0, 0);
}

void set(Session& session, double value, int gesture = 0)
{
    session.edit(SetCell{"layers.0.W_Q", 0, 0, value}, gesture);
}

QStringList files()
{
    return QDir(recoveryFolder()).entryList({QStringLiteral("*.recovery")});
}

QStringList everything()
{
    return QDir(recoveryFolder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

/// Whether a file is on the way to the disk.
bool isWriting()
{
    return !everything().filter(QStringLiteral("headlight-saving")).isEmpty();
}

/// The number in the only recovery file, or -1.
double keptCell()
{
    if (files().size() != 1)
        return -1;
    QFile file(QDir(recoveryFolder()).filePath(files().first()));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray all = file.readAll();
    const QByteArray text = all.mid(all.indexOf('\n') + 1);
    const Result<Document> document = readDocument({text.constData(), std::size_t(text.size())});
    return document ? cellOf(*document) : -1;
}

struct Subject {
    Session session{newDocument("a b", {})};
    Autosaver autosaver{
        session, [] {
            return Autosaver::Description{QStringLiteral("name"), QStringLiteral("/path"), {}};
        }};
};

} // namespace

class TestAutosaver : public QObject {
    Q_OBJECT

private slots:
    void init();

    void oneEditIsKeptInTime();
    void aLongGestureIsKeptOnItsWay();
    void manyEditsAreKeptAtOnce();
    void nothingIsKeptOnceItIsSaved();
    void nothingIsKeptOnceItIsUndone();
    void nothingIsKeptOnceItIsGivenUp();
    void aWindowThatVanishesLeavesItsWork();
    void anAdoptedFileGoesOn();
    void failureIsToldOnceUntilItWorksAgain();
    void aLargeDocumentNeverHoldsUpTheWindow();

private:
    std::unique_ptr<QTemporaryDir> m_state;
};

void TestAutosaver::init()
{
    failOnAnyWarning();
    m_state = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_state->path()));
}

void TestAutosaver::oneEditIsKeptInTime()
{
    Subject subject;
    QTest::qWait(100);
    QCOMPARE(files(), QStringList()); // nothing is unsaved yet
    set(subject.session, 7);
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 7., promised);
    set(subject.session, 8);
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 8., promised);
}

void TestAutosaver::aLongGestureIsKeptOnItsWay()
{
    Subject subject;
    const int gesture = subject.session.newGesture();
    QElapsedTimer clock;
    clock.start();
    for (int i = 1; keptCell() < 0 && clock.elapsed() < promised; ++i) {
        set(subject.session, i, gesture);
        QTest::qWait(20);
    }
    QCOMPARE(subject.session.undoStack()->count(), 1);
    QVERIFY(keptCell() > 0);
}

void TestAutosaver::manyEditsAreKeptAtOnce()
{
    Subject subject;
    QElapsedTimer clock;
    clock.start();
    for (int i = 1; i <= 20; ++i)
        set(subject.session, i);
    // Long before the clock alone would ask for it.
    QTRY_VERIFY_WITH_TIMEOUT(keptCell() >= 1, 1'500);
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 20., promised);
}

void TestAutosaver::nothingIsKeptOnceItIsSaved()
{
    Subject subject;
    set(subject.session, 7);
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 7., promised);
    subject.session.undoStack()->setClean();
    QTRY_COMPARE(files(), QStringList());
    set(subject.session, 8);
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 8., promised);
}

void TestAutosaver::nothingIsKeptOnceItIsUndone()
{
    Subject subject;
    for (int i = 1; i <= 20; ++i)
        set(subject.session, i);
    subject.session.undoStack()->setIndex(0); // while the worker may be at it
    QTRY_COMPARE(files(), QStringList());
    QTest::qWait(500);
    QTRY_COMPARE(files(), QStringList());
    subject.session.undoStack()->redo();
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 1., promised);
}

void TestAutosaver::nothingIsKeptOnceItIsGivenUp()
{
    Subject subject;
    set(subject.session, 7);
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 7., promised);
    subject.session.open(newDocument("c", {}));
    QTRY_COMPARE(files(), QStringList());
    QVERIFY(!hasAbandonedFiles());
}

void TestAutosaver::aWindowThatVanishesLeavesItsWork()
{
    {
        Subject subject;
        set(subject.session, 7);
        QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 7., promised);
        QVERIFY(!hasAbandonedFiles());
    }
    QVERIFY(hasAbandonedFiles());
    QCOMPARE(keptCell(), 7.);
}

void TestAutosaver::anAdoptedFileGoesOn()
{
    aWindowThatVanishesLeavesItsWork();
    const QStringList before = files();
    auto abandoned = takeAbandonedFiles();
    QCOMPARE(abandoned.size(), 1U);
    Subject subject;
    set(subject.session, 1);
    subject.session.undoStack()->setClean();
    subject.autosaver.adopt(std::move(abandoned[0]));
    subject.session.undoStack()->resetClean();
    QCOMPARE(keptCell(), 7.); // the old content, until there is a newer one
    set(subject.session, 2);
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 2., promised);
    QCOMPARE(files(), before);
    subject.session.open(newDocument("c", {}));
    QTRY_COMPARE(files(),
                 QStringList()); // it may just be written, which the window does not wait for
    QVERIFY(subject.session.undoStack()->isClean());
}

void TestAutosaver::failureIsToldOnceUntilItWorksAgain()
{
    QFile obstacle(m_state->filePath(QStringLiteral("headlight")));
    QVERIFY(obstacle.open(QIODevice::WriteOnly));
    Subject subject;
    QSignalSpy failed(&subject.autosaver, &Autosaver::failed);
    for (int i = 1; i <= 40; ++i) {
        set(subject.session, i);
        QTest::qWait(10);
    }
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().contains(recoveryFolder()));
    obstacle.remove();
    // It tries again by itself.
    QTRY_COMPARE_WITH_TIMEOUT(keptCell(), 40., 2 * promised);
    QCOMPARE(failed.count(), 1);
}

/// Its file has 40 MB, or 160 in long runs. While that is written, neither edits nor giving it up,
/// which removes the file, hold up the window.
void TestAutosaver::aLargeDocumentNeverHoldsUpTheWindow()
{
    const int tokens = qEnvironmentVariableIsSet("HEADLIGHT_TEST_LONG") ? 3'000 : 1'500;
    constexpr qint64 noticed = 100; // milliseconds
    const QString sentence = QStringLiteral("a ").repeated(tokens).trimmed();
    Session session(newDocument(sentence.toStdString(), {}));
    Autosaver autosaver(session, [] { return Autosaver::Description{}; });
    session.edit(SetPin{"layers.0.head.0.scores", Matrix::Random(tokens, tokens)});
    QTRY_VERIFY_WITH_TIMEOUT(isWriting(), 120'000);
    QElapsedTimer clock;
    clock.start();
    set(session, 7);
    const qint64 editing = clock.restart();
    autosaver.forget();
    const qint64 givingUp = clock.elapsed();
    if (!isWriting())
        QSKIP("this disk is too fast to be waited for");
    QVERIFY2(editing < noticed, qPrintable(QString::number(editing)));
    QVERIFY2(givingUp < noticed, qPrintable(QString::number(givingUp)));
    QTRY_COMPARE_WITH_TIMEOUT(everything(), QStringList(), 60'000);
}

HEADLIGHT_TEST_MAIN(TestAutosaver)
#include "tst_autosaver.moc"
