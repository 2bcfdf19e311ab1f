#include "tests/app/monkey/shrink.h"
#include "tests/app/monkey/skills.h"
#include "tests/app/monkey/trial.h"
#include "tests/support/quiet.h"
#include "ui/session/safe_file.h"

#include <QProcess>

using namespace headlight;

namespace {

constexpr int shrinkTime = 120; // seconds

int number(const char* variable, int otherwise)
{
    bool isGiven = false;
    const int given = qEnvironmentVariableIntValue(variable, &isGiven);
    return isGiven ? given : otherwise;
}

/// HEADLIGHT_TEST_MONKEY_ACTIONS: how many for each seed.
int actions(int otherwise)
{
    return number("HEADLIGHT_TEST_MONKEY_ACTIONS", otherwise);
}

/// HEADLIGHT_TEST_MONKEY_SEEDS: how many seeds, from HEADLIGHT_TEST_MONKEY_SEED on.
void addSeeds(int otherwise)
{
    QTest::addColumn<unsigned>("seed");
    const int first = number("HEADLIGHT_TEST_MONKEY_SEED", 1);
    const int count = number("HEADLIGHT_TEST_MONKEY_SEEDS", otherwise);
    for (int seed = first; seed < first + count; ++seed)
        QTest::addRow("%d", seed) << unsigned(seed);
}

/// Empty when all went well, else the shortest way to the failure.
QString complaint(const Sequence& sequence, const QStringList& wrapper = {})
{
    const Trial trial = tryOut(sequence, wrapper);
    return trial.failed ? shrink(sequence, trial, shrinkTime).text() : QString();
}

bool always()
{
    return true;
}

} // namespace

class TestMonkey : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void aSequenceIsTheSameForItsSeedAndReadBackFromText();
    void shrinkingKeepsWhatTheFailureNeeds();
    void aCrashIsSurvivedAndShrunkToItsCause();
    void nothingBreaksWhateverIsDone_data() { addSeeds(2); }
    void nothingBreaksWhateverIsDone();
    void nothingStaleIsShownWhenDocumentsComeAndGoWhileComputing();
    void theSameWorkAgainNeedsNoMoreMemory();
    void nothingBreaksWhileAScreenReaderReads();
};

void TestMonkey::aSequenceIsTheSameForItsSeedAndReadBackFromText()
{
    const Sequence sequence = randomSequence(7, 300, Temper::Curious);
    QCOMPARE(sequence.size(), std::size_t(300 + 6 + 3 + 1)); // with checks
    QVERIFY(sequence == randomSequence(7, 300, Temper::Curious));
    QVERIFY(sequence != randomSequence(8, 300, Temper::Curious));
    const Result<Sequence> again = readSequence(toText(sequence));
    QVERIFY(again && *again == sequence);
    QVERIFY(!readSequence("typeCell 1 2\n"));
    for (const Action& action : sequence)
        QVERIFY2(findSkill(action.skill), action.skill.c_str());
}

/// The planted failure: two changes of the theme after an undo, the second with a number above 5.
void TestMonkey::shrinkingKeepsWhatTheFailureNeeds()
{
    const auto fails = [](const Sequence& sequence) {
        bool undone = false;
        int themes = 0;
        for (const Action& action : sequence) {
            undone = undone || action.skill == "undo";
            if (undone && action.skill == "changeTheme" && ++themes >= 2 && action.numbers[1] > 5)
                return true;
        }
        return false;
    };
    const Sequence expected
        = {{"undo", {0, 0, 0}}, {"changeTheme", {0, 0, 0}}, {"changeTheme", {0, 6, 0}}};
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Sequence sequence = randomSequence(seed, 2000, Temper::Curious);
        QVERIFY(fails(sequence));
        const Sequence found = shrunk(sequence, fails, always);
        QVERIFY2(found == expected, toText(found).c_str());
    }
}

void TestMonkey::aCrashIsSurvivedAndShrunkToItsCause()
{
    Sequence sequence(8, Action{"resizeWindow", {3, 4, 5}});
    sequence.insert(sequence.begin() + 5, Action{"die", {1, 2, 3}});
    const Trial trial = tryOut(sequence);
    QVERIFY(trial.failed);
    QCOMPARE(trial.done, std::size_t(6));
    const Finding finding = shrink(sequence, trial, shrinkTime);
    QVERIFY2(finding.sequence == Sequence{Action{"die"}}, qPrintable(finding.text()));
    const Result<QByteArray> kept = readFile(finding.file, 1000);
    QVERIFY(kept);
    QCOMPARE(*kept, QByteArray("die 0 0 0\n"));
    QVERIFY(QFile::remove(finding.file));
}

/// HEADLIGHT_TEST_MONKEY_FILE: a sequence to do and shrink instead.
void TestMonkey::nothingBreaksWhateverIsDone()
{
    QFETCH(unsigned, seed);
    Sequence sequence = randomSequence(seed, actions(120), Temper::Curious);
    sequence.push_back({"checkHistory"});
    if (const QString file = qEnvironmentVariable("HEADLIGHT_TEST_MONKEY_FILE"); !file.isEmpty()) {
        const Result<QByteArray> text = readFile(file, qint64(1) << 28);
        QVERIFY(text && readSequence(text->toStdString()));
        sequence = *readSequence(text->toStdString());
    }
    const QString said = complaint(sequence);
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

/// HEADLIGHT_TEST_MONKEY_RESTARTS: how often documents or windows are closed and opened, about.
void TestMonkey::nothingStaleIsShownWhenDocumentsComeAndGoWhileComputing()
{
    const int restarts = number("HEADLIGHT_TEST_MONKEY_RESTARTS", 10);
    Sequence sequence = randomSequence(1, 2 * restarts, Temper::Restless);
    sequence.push_back({"checkPicture"});
    const QString said = complaint(sequence);
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

/// The first rounds fill caches and make pages that stay.
void TestMonkey::theSameWorkAgainNeedsNoMoreMemory()
{
    const int length = actions(60);
    const unsigned megabytes = length < 1000 ? 4 : 20;
    Sequence round = randomSequence(1, length, Temper::Curious);
    round.push_back({"checkMemory", {megabytes, 0, 0}});
    Sequence sequence;
    for (int i = 0; i < 3; ++i)
        sequence.insert(sequence.end(), round.begin(), round.end());
    const Trial trial = tryOut(sequence);
    QVERIFY2(!trial.failed, qPrintable(trial.reason));
    QCOMPARE(trial.heapSizes.size(), std::size_t(3));
}

/// A reader on the real bus walks the tree of the window all the time, while the monkey works.
void TestMonkey::nothingBreaksWhileAScreenReaderReads()
{
    const QString script = QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/app/monkey/while_read");
    QProcess missing;
    missing.start(script, {QStringLiteral("--missing")});
    QVERIFY(missing.waitForFinished());
    if (const QByteArray parts = missing.readAllStandardOutput(); !parts.isEmpty())
        QSKIP(parts.constData());
    const Sequence sequence = randomSequence(3, actions(80), Temper::Curious);
    const QString said = complaint(sequence, {script});
    QVERIFY2(said.isEmpty(), qPrintable(said));
}

HEADLIGHT_TEST_MAIN(TestMonkey)
#include "tst_monkey.moc"
