#include "core/io/document_json.h"
#include "tests/support/quiet.h"
#include "ui/session/recovery_store.h"

#include <QProcess>

#include <map>
#include <random>

using namespace headlight;

namespace {

constexpr int mostEditsLost = 20;
constexpr qint64 mostTimeLost = 10'000; // milliseconds

/// When each edit was made.
std::map<int, qint64> editsIn(const QByteArray& output)
{
    std::map<int, qint64> edits;
    for (const QByteArray& line : output.split('\n')) {
        const QByteArrayList words = line.split(' ');
        if (words.size() == 2)
            edits[words[0].toInt()] = words[1].toLongLong();
    }
    return edits;
}

int cellOf(const QByteArray& text)
{
    const Result<Document> document = readDocument({text.constData(), std::size_t(text.size())});
    return document ? int((*document->parameters.layers[0].wQ)(0, 0)) : -1;
}

/// The program with a person who edits every `pace` milliseconds, from the first edit on.
class Subject {
public:
    explicit Subject(int pace)
    {
        m_process.start(QStringLiteral(HEADLIGHT_CRASH_SUBJECT), {QString::number(pace)});
        isRunning = m_process.waitForReadyRead(60'000);
    }

    /// Ends it as a crash would, and returns what it had done.
    std::map<int, qint64> kill()
    {
        m_process.kill();
        m_process.waitForFinished();
        return editsIn(m_process.readAllStandardOutput());
    }

    bool isRunning = false;

private:
    QProcess m_process;
};

} // namespace

class TestCrashes : public QObject {
    Q_OBJECT

private slots:
    void init();

    void aKilledWindowLosesLittleHoweverOften();
    void runningWindowsKeepTheirFilesToThemselves();
    void theProgramRemovesNothingBeforeTheUserDecides();

private:
    std::unique_ptr<QTemporaryDir> m_state;
};

void TestCrashes::init()
{
    failOnAnyWarning();
    m_state = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_state->path()));
}

/// Every window takes up what the one before has left, so a loss would add up. HEADLIGHT_TEST_KILLS
/// makes it longer.
void TestCrashes::aKilledWindowLosesLittleHoweverOften()
{
    const int kills = std::max(20, qEnvironmentVariableIntValue("HEADLIGHT_TEST_KILLS"));
    std::mt19937 random(1);
    int kept = 1000;
    int most = 0;
    for (int i = 0; i < kills; ++i) {
        const int paces[] = {20, 50, 200};
        Subject subject(paces[random() % 3]);
        QVERIFY(subject.isRunning);
        QTest::qWait(int(random() % 2000));
        const std::map<int, qint64> edits = subject.kill();
        const int last = edits.rbegin()->first;

        int found = kept;
        {
            const auto files = takeAbandonedFiles();
            QVERIFY(files.size() <= 1 && (kept == 1000 || !files.empty()));
            if (!files.empty())
                found = cellOf(*files[0]->readDocument());
        }
        QVERIFY2(found >= kept, "an older state came back");
        const auto lost = edits.upper_bound(found);
        const qint64 time = lost == edits.end() ? 0 : edits.at(last) - lost->second;
        QVERIFY2(last - found <= mostEditsLost || time <= mostTimeLost,
                 qPrintable(QStringLiteral("%1 edits, %2 ms").arg(last - found).arg(time)));
        most = std::max(most, last - found);
        kept = found;
    }
    QVERIFY2(kept > 1000 + kills, "hardly anything was ever kept");
    qInfo("%d kills, at most %d edits lost", kills, most);
}

void TestCrashes::runningWindowsKeepTheirFilesToThemselves()
{
    Subject first(50);
    Subject second(50);
    QVERIFY(first.isRunning && second.isRunning);
    const auto files
        = [] { return QDir(recoveryFolder()).entryList({QStringLiteral("*.recovery")}).size(); };
    QTRY_COMPARE_WITH_TIMEOUT(files(), 2, 20'000);
    QVERIFY(takeAbandonedFiles().empty());
    first.kill();
    QCOMPARE(takeAbandonedFiles().size(), 1U);
    second.kill();
    QCOMPARE(takeAbandonedFiles().size(), 2U);
}

void TestCrashes::theProgramRemovesNothingBeforeTheUserDecides()
{
    Subject(20).kill();
    RecoveryFile left;
    const QByteArray document = "{\"headlight\": 1}";
    QVERIFY(left.write({QStringLiteral("left"), {}, QDateTime::currentDateTime(), {}}, document));
    const QString path = left.path();
    left = RecoveryFile();
    QVERIFY(hasAbandonedFiles());
    for (int i = 0; i < 2; ++i) {
        QProcess program;
        program.start(QStringLiteral(HEADLIGHT_PROGRAM), QStringList());
        QVERIFY(program.waitForStarted());
        // It holds the file as long as it asks.
        QTRY_VERIFY_WITH_TIMEOUT(!RecoveryFile::take(path), 60'000);
        QTest::qWait(200);
        program.kill();
        program.waitForFinished();
        const std::unique_ptr<RecoveryFile> file = RecoveryFile::take(path);
        QVERIFY(file);
        QCOMPARE(*file->readDocument(), document);
    }
}

HEADLIGHT_TEST_MAIN(TestCrashes)
#include "tst_crashes.moc"
