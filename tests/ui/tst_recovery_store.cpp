#include "ui/session/recovery_store.h"

#include "tests/support/quiet.h"

#include <QTimeZone>

#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>

using namespace headlight;

namespace {

bool hasLocks = true; // what flock() does here, see below

const QByteArray document = "{\n  \"format\": \"headlight\"\n}\n";

RecoveryNote note()
{
    return {QStringLiteral("<s> & \"birds\"\n"), QStringLiteral("/papers/é 注.headlight"),
            QDateTime({2024, 2, 29}, {12, 34, 56, 789}, QTimeZone::utc()), "\x89PNG\0\n"};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

} // namespace

/// Stands before the C library's: a file system without locks, when one is wanted.
extern "C" int flock(int file, int operation) noexcept
{
    if (hasLocks)
        return int(::syscall(SYS_flock, file, operation));
    errno = ENOLCK;
    return -1;
}

class TestRecoveryStore : public QObject {
    Q_OBJECT

private slots:
    void init();

    void theFolderFollowsTheDesktopsRules();
    void whatAClosedProgramLeftIsFoundAgain();
    void whatARunningProgramHasIsNotOffered();
    void theNewestWins();
    void othersMayNotReadIt();
    void damagedFilesAreListedAndStay_data();
    void damagedFilesAreListedAndStay();
    void removingLeavesNothing();
    void tokensOfNothingAreSwept();
    void aFolderThatCannotBeMadeIsNamed();
    void aFolderWithoutLocksIsExplained();

private:
    QString folder() const { return m_folder->filePath(QStringLiteral("recovery")); }
    QStringList entries() const
    {
        return QDir(folder()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    /// Written, and its program gone.
    QString leave(const QByteArray& text = document) const
    {
        RecoveryFile file(folder());
        return file.write(note(), text) ? file.path() : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRecoveryStore::init()
{
    failOnAnyWarning();
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestRecoveryStore::theFolderFollowsTheDesktopsRules()
{
    const QByteArray before = qgetenv("XDG_STATE_HOME");
    qputenv("XDG_STATE_HOME", "/somewhere/state");
    QCOMPARE(recoveryFolder(), QStringLiteral("/somewhere/state/headlight/recovery"));
    const QString usual = QDir::homePath() + QStringLiteral("/.local/state/headlight/recovery");
    qputenv("XDG_STATE_HOME", "relative");
    QCOMPARE(recoveryFolder(), usual);
    qunsetenv("XDG_STATE_HOME");
    QCOMPARE(recoveryFolder(), usual);
    qputenv("XDG_STATE_HOME", before);
}

void TestRecoveryStore::whatAClosedProgramLeftIsFoundAgain()
{
    const QString path = leave();
    QVERIFY(hasAbandonedFiles(folder()));
    const auto files = takeAbandonedFiles(folder());
    QCOMPARE(files.size(), 1U);
    QCOMPARE(files[0]->path(), path);
    const Result<RecoveryNote> read = files[0]->readNote();
    QVERIFY(read);
    QCOMPARE(read->name, note().name);
    QCOMPARE(read->path, note().path);
    QCOMPARE(read->time, note().time);
    QCOMPARE(read->picture, note().picture);
    QCOMPARE(*files[0]->readDocument(), document);
    QVERIFY(takeAbandonedFiles(folder()).empty()); // these are taken
}

void TestRecoveryStore::whatARunningProgramHasIsNotOffered()
{
    RecoveryFile mine(folder());
    RecoveryFile other(folder());
    QVERIFY(mine.write(note(), document) && other.write(note(), document));
    QVERIFY(mine.path() != other.path());
    QVERIFY(!hasAbandonedFiles(folder()));
    QVERIFY(takeAbandonedFiles(folder()).empty());
    QVERIFY(!RecoveryFile::take(mine.path()));
    QCOMPARE(*mine.readDocument(), document);
}

void TestRecoveryStore::theNewestWins()
{
    RecoveryFile file(folder());
    for (int i = 0; i <= 5; ++i)
        QVERIFY(file.write(note(), QByteArray(1000 * (5 - i), char('0' + i))));
    QCOMPARE(*file.readDocument(), QByteArray());
    QVERIFY(file.write(note(), "last"));
    QCOMPARE(*file.readDocument(), QByteArray("last"));
    QCOMPARE(entries().size(), 2); // the file and its token
}

void TestRecoveryStore::othersMayNotReadIt()
{
    leave();
    const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
        | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(folder()) & others));
}

void TestRecoveryStore::damagedFilesAreListedAndStay_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    const QByteArray whole = contentOf([this] {
        init();
        return leave("0123456789");
    }());
    QVERIFY(whole.endsWith("\n0123456789"));
    const QString noLine = QStringLiteral("first line cannot be read");
    QTest::newRow("empty") << QByteArray() << noLine;
    QTest::newRow("zeros") << QByteArray(5000, '\0') << noLine;
    QTest::newRow("a document") << document << noLine;
    QTest::newRow("cut note") << whole.left(20) << noLine;
    QTest::newRow("no end of the note") << whole.left(whole.indexOf('\n')) << noLine;
    QTest::newRow("another version")
        << QByteArray(whole).replace("Recovery\":1", "Recovery\":2") << noLine;
    const auto holds = [](int bytes) { // in the digits of the locale
        return QStringLiteral("holds %L1 of %L2 bytes").arg(bytes).arg(10);
    };
    QTest::newRow("cut document") << whole.chopped(3) << holds(7);
    QTest::newRow("no document") << whole.chopped(10) << holds(0);
    QTest::newRow("too much") << whole + "!" << holds(11);
}

void TestRecoveryStore::damagedFilesAreListedAndStay()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const QString path = leave();
    put(path, bytes);
    {
        const auto files = takeAbandonedFiles(folder());
        QCOMPARE(files.size(), 1U);
        const Result<RecoveryNote> read = files[0]->readNote();
        const Result<QByteArray> text = files[0]->readDocument();
        QVERIFY(!read && !text);
        for (const Error& error : {read.error(), text.error()}) {
            const QString told = QString::fromStdString(error.message);
            QVERIFY2(told.contains(reason) && told.contains(path), qPrintable(told));
        }
    }
    QVERIFY(contentOf(path) == bytes);
    QVERIFY(hasAbandonedFiles(folder()));
}

void TestRecoveryStore::removingLeavesNothing()
{
    RecoveryFile file(folder());
    QVERIFY(file.write(note(), document));
    file.remove();
    QCOMPARE(entries(), QStringList());
    QVERIFY(file.write(note(), document)); // and it goes on
    QCOMPARE(*file.readDocument(), document);
}

void TestRecoveryStore::tokensOfNothingAreSwept()
{
    const QString path = leave();
    put(path + QStringLiteral(".lock"), {});
    put(folder() + QStringLiteral("/gone.recovery.lock"), {});
    const QStringList whole{QFileInfo(path).fileName()};
    takeAbandonedFiles(folder());
    QCOMPARE(entries(), whole);
}

void TestRecoveryStore::aFolderThatCannotBeMadeIsNamed()
{
    put(folder(), "a file in the way");
    RecoveryFile file(folder() + QStringLiteral("/below"));
    const Result<Ok> written = file.write(note(), document);
    QVERIFY(!written);
    const QString told = QString::fromStdString(written.error().message);
    QVERIFY2(told.contains(folder()), qPrintable(told));
    QCOMPARE(contentOf(folder()), QByteArray("a file in the way"));
}

/// Nothing is written that another window would offer or remove, nothing found is taken over, and
/// the reason says what to do.
void TestRecoveryStore::aFolderWithoutLocksIsExplained()
{
    const QString left = leave();
    hasLocks = false;
    const auto restore = qScopeGuard([] { hasLocks = true; });
    RecoveryFile file(folder());
    const Result<Ok> written = file.write(note(), document);
    QVERIFY(!written);
    const QString reason = QString::fromStdString(written.error().message);
    QVERIFY2(reason.contains(QStringLiteral("XDG_STATE_HOME")) && reason.contains(folder()),
             qPrintable(reason));
    QVERIFY(!QFile::exists(file.path()));
    QVERIFY(!hasAbandonedFiles(folder()));
    QVERIFY(takeAbandonedFiles(folder()).empty());
    QVERIFY(QFile::exists(left));
    hasLocks = true;
    QVERIFY(hasAbandonedFiles(folder()));
}

HEADLIGHT_TEST_MAIN(TestRecoveryStore)
#include "tst_recovery_store.moc"
