#include "ui/session/safe_file.h"
#include "ui/session/temporary_file.h"

#include "tests/support/quiet.h"

#include <QProcess>
#include <QStandardPaths>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace headlight;

namespace {

/// In the language of the locale.
QString systemSays(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

const QByteArray oldBytes = "what was there before\n";
const QByteArray newBytes(3000000, 'n');
constexpr qint64 enough = 10000000;

/// Plain POSIX and QFile, so that the tests do not trust what they test.
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

QStringList entriesOf(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System
                                  | QDir::NoDotAndDotDot);
}

QString sentence(const Result<Ok>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message);
}

QString sentence(const Result<QByteArray>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message);
}

uint modeOf(const QString& path)
{
    struct stat facts = {};
    ::stat(QFile::encodeName(path).constData(), &facts);
    return facts.st_mode & 07777U;
}

/// Runs `work` in a child process and returns the sentence it hands back. Faults that hold for a
/// whole process, or need another user, are made there.
template <class Work>
QString inChild(Work work)
{
    int ends[2] = {};
    if (::pipe(ends) != 0)
        return QStringLiteral("no pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        const QByteArray text = work().toUtf8();
        const bool sent = ::write(ends[1], text.constData(), size_t(text.size())) == text.size();
        ::_exit(sent ? 0 : 1);
    }
    ::close(ends[1]);
    QFile pipe;
    const bool opened = pipe.open(ends[0], QIODevice::ReadOnly, QFileDevice::AutoCloseHandle);
    const QString text = opened ? QString::fromUtf8(pipe.readAll()) : QString();
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : QStringLiteral("child crashed");
}

void becomeNobody()
{
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0
        && (::setresgid(nobody, nobody, nobody) != 0 || ::setresuid(nobody, nobody, nobody) != 0))
        ::_exit(2);
}

void limitFileSize(rlim_t bytes)
{
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit = {bytes, bytes};
    ::setrlimit(RLIMIT_FSIZE, &limit);
}

/// A disk of 64 KiB, or nothing where one may not mount.
class SmallDisk {
public:
    explicit SmallDisk(const QString& folder)
        : m_folder(QFile::encodeName(folder))
    {
        QDir().mkpath(folder);
        m_mounted = ::mount("tmpfs", m_folder.constData(), "tmpfs", 0, "size=64k") == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount(m_folder.constData());
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool isMounted() const { return m_mounted; }

private:
    QByteArray m_folder;
    bool m_mounted = false;
};

} // namespace

class TestSafeFile : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_folder.reset(); }

    void writesNewFiles_data();
    void writesNewFiles();
    void newFilesFollowTheUmask();
    void replacesAndKeepsTheMode();
    void writesThroughSymbolicLinks();
    void writesThroughALinkToNothing();
    void hardLinksKeepTheOldContent();
    void refusesWhatIsNoFile_data();
    void refusesWhatIsNoFile();
    void namesMayBeAsLongAsTheyCan();
    void fullDiskKeepsTheOldFile_data();
    void fullDiskKeepsTheOldFile();
    void sizeLimitKeepsTheOldFile_data();
    void sizeLimitKeepsTheOldFile();
    void readOnlyFolderKeepsTheOldFile();
    void readOnlyFileIsNotReplaced();
    void failingCallsKeepTheOldFile_data();
    void failingCallsKeepTheOldFile();
    void killedAtAnyMomentTheFileIsWhole();
    void onlyWhatKilledSavesLeftIsSwept();
    void readsBackWhatWasWritten();
    void readRefuses_data();
    void readRefuses();
    void readNeverTrustsTheClaimedSize();

private:
    QString in(const QString& name) const { return m_folder->filePath(name); }
    /// After a refused save of "doc": reason and advice are told, the old file is the only one.
    void checkUntouched(const QString& told, const QString& reason) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSafeFile::init()
{
    failOnAnyWarning();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestSafeFile::checkUntouched(const QString& told, const QString& reason) const
{
    QVERIFY2(told.contains(QStringLiteral("could not be saved: ")), qPrintable(told));
    QVERIFY2(told.contains(reason), qPrintable(told));
    QVERIFY2(told.contains(QStringLiteral("The file on disk is unchanged; ")), qPrintable(told));
    QCOMPARE(contentOf(in(QStringLiteral("doc"))), oldBytes);
    QCOMPARE(entriesOf(m_folder->path()), QStringList(QStringLiteral("doc")));
}

void TestSafeFile::writesNewFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QStringLiteral("a.headlight") << QByteArray();
    QTest::newRow("small") << QStringLiteral("a.headlight") << QByteArray("{}\n");
    QTest::newRow("zeros") << QStringLiteral("a.headlight") << QByteArray(10, '\0');
    QTest::newRow("large") << QStringLiteral("a.headlight") << newBytes;
    QTest::newRow("spaces") << QStringLiteral(" a b ") << oldBytes;
    QTest::newRow("unicode") << QStringLiteral("注意 é 🚀.headlight") << oldBytes;
    QTest::newRow("percent") << QStringLiteral("%1 %2.XXXXXX") << oldBytes;
    QTest::newRow("newline") << QStringLiteral("a\nb") << oldBytes;
}

void TestSafeFile::writesNewFiles()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    const Result<Ok> written = writeFileSafely(in(name), bytes);
    QVERIFY2(written, qPrintable(sentence(written)));
    QVERIFY(contentOf(in(name)) == bytes);
    QCOMPARE(entriesOf(m_folder->path()), QStringList(name));
}

void TestSafeFile::newFilesFollowTheUmask()
{
    const mode_t before = ::umask(027);
    const Result<Ok> written = writeFileSafely(in(QStringLiteral("doc")), newBytes);
    ::umask(before);
    QVERIFY(written);
    QCOMPARE(modeOf(in(QStringLiteral("doc"))), 0640U);
}

void TestSafeFile::replacesAndKeepsTheMode()
{
    const QString path = in(QStringLiteral("doc"));
    put(path, newBytes);
    ::chmod(QFile::encodeName(path).constData(), 0604);
    QVERIFY(writeFileSafely(path, oldBytes));
    QCOMPARE(contentOf(path), oldBytes);
    QCOMPARE(modeOf(path), 0604U);
    QCOMPARE(entriesOf(m_folder->path()).size(), 1);
}

void TestSafeFile::writesThroughSymbolicLinks()
{
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("there")));
    const QString target = in(QStringLiteral("there/target"));
    put(target, oldBytes);
    ::chmod(QFile::encodeName(target).constData(), 0640);
    QVERIFY(QFile::link(QStringLiteral("there/target"), in(QStringLiteral("second"))));
    QVERIFY(QFile::link(QStringLiteral("second"), in(QStringLiteral("first"))));

    QVERIFY(writeFileSafely(in(QStringLiteral("first")), newBytes));
    QVERIFY(contentOf(target) == newBytes);
    QCOMPARE(modeOf(target), 0640U);
    QVERIFY(QFileInfo(in(QStringLiteral("first"))).isSymbolicLink());
    QVERIFY(QFileInfo(in(QStringLiteral("second"))).isSymbolicLink());
    QCOMPARE(entriesOf(m_folder->path()).size(), 3);
    QCOMPARE(entriesOf(in(QStringLiteral("there"))).size(), 1);
}

void TestSafeFile::writesThroughALinkToNothing()
{
    QVERIFY(QFile::link(QStringLiteral("target"), in(QStringLiteral("link"))));
    QVERIFY(writeFileSafely(in(QStringLiteral("link")), newBytes));
    QVERIFY(QFileInfo(in(QStringLiteral("link"))).isSymbolicLink());
    QVERIFY(contentOf(in(QStringLiteral("target"))) == newBytes);
}

void TestSafeFile::hardLinksKeepTheOldContent()
{
    put(in(QStringLiteral("doc")), oldBytes);
    QCOMPARE(::link(QFile::encodeName(in(QStringLiteral("doc"))).constData(),
                    QFile::encodeName(in(QStringLiteral("other"))).constData()),
             0);
    QVERIFY(writeFileSafely(in(QStringLiteral("doc")), newBytes));
    QVERIFY(contentOf(in(QStringLiteral("doc"))) == newBytes);
    QCOMPARE(contentOf(in(QStringLiteral("other"))), oldBytes);
}

void TestSafeFile::refusesWhatIsNoFile_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reason");
    QTest::newRow("folder") << QStringLiteral("folder") << QStringLiteral("it is a folder");
    QTest::newRow("slash") << QStringLiteral("folder/") << QStringLiteral("it is a folder");
    QTest::newRow("fifo") << QStringLiteral("fifo") << QStringLiteral("a device or a pipe");
    QTest::newRow("link to fifo") << QStringLiteral("link") << QStringLiteral("a device or a pipe");
    QTest::newRow("circle") << QStringLiteral("circle") << QStringLiteral("in a circle");
    QTest::newRow("no folder") << QStringLiteral("none/a")
                               << QStringLiteral("/none” does not exist");
    QTest::newRow("file as folder")
        << QStringLiteral("doc/a") << QStringLiteral("/doc” does not exist");
    QTest::newRow("full") << QStringLiteral("/dev/full") << QStringLiteral("a device or a pipe");
    QTest::newRow("null") << QStringLiteral("/dev/null") << QStringLiteral("a device or a pipe");
    QTest::newRow("proc") << QStringLiteral("/proc/new") << QStringLiteral("unchanged");
    QTest::newRow("nul") << QString(u'a') + QChar(u'\0') << QStringLiteral("no file name may have");
    QTest::newRow("256 bytes") << QString(256, u'n') << QStringLiteral("256 bytes long");
    QTest::newRow("long") << QString(5000, u'n') << QStringLiteral("5000 bytes long");
    QTest::newRow("umlauts") << QString(128, QChar(0xe4)) << QStringLiteral("256 bytes long");
}

void TestSafeFile::refusesWhatIsNoFile()
{
    QFETCH(QString, name);
    QFETCH(QString, reason);
    put(in(QStringLiteral("doc")), oldBytes);
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("folder")));
    QCOMPARE(::mkfifo(QFile::encodeName(in(QStringLiteral("fifo"))).constData(), 0600), 0);
    QVERIFY(QFile::link(QStringLiteral("fifo"), in(QStringLiteral("link"))));
    QVERIFY(QFile::link(QStringLiteral("circle"), in(QStringLiteral("circle"))));
    const QStringList before = entriesOf(m_folder->path());

    const QString told
        = sentence(writeFileSafely(name.startsWith(u'/') ? name : in(name), newBytes));
    QVERIFY2(told.contains(reason), qPrintable(told));
    QCOMPARE(entriesOf(m_folder->path()), before);
    QCOMPARE(entriesOf(in(QStringLiteral("folder"))), QStringList());
    QCOMPARE(contentOf(in(QStringLiteral("doc"))), oldBytes);
    QVERIFY(!QFileInfo(QStringLiteral("/dev/full")).isFile());
}

void TestSafeFile::namesMayBeAsLongAsTheyCan()
{
    const QString name(255, u'n');
    QVERIFY(writeFileSafely(in(name), oldBytes));
    QVERIFY(writeFileSafely(in(name), newBytes));
    QVERIFY(contentOf(in(name)) == newBytes);
    QVERIFY(!writeFileSafely(QString(), newBytes));
}

void TestSafeFile::fullDiskKeepsTheOldFile_data()
{
    QTest::addColumn<qsizetype>("size");
    // Below 16 KiB QSaveFile 6.4 buffers, and loses the document; from 1 MiB it writes in part.
    for (const qsizetype size : {1, 5000, 16383, 16384, 65536, 3000000})
        QTest::addRow("%lld", static_cast<long long>(size)) << size;
}

void TestSafeFile::fullDiskKeepsTheOldFile()
{
    QFETCH(qsizetype, size);
    const SmallDisk disk(in(QStringLiteral("disk")));
    if (!disk.isMounted())
        QSKIP("mounting a small disk needs root");
    const QString path = in(QStringLiteral("disk/doc"));
    put(path, oldBytes);
    QFile filler(in(QStringLiteral("disk/filler")));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    while (filler.write(QByteArray(4096, 'f')) == 4096) { }
    filler.close();

    const QString told = sentence(writeFileSafely(path, newBytes.left(size)));
    QVERIFY2(told.contains(systemSays(ENOSPC)), qPrintable(told));
    QCOMPARE(contentOf(path), oldBytes);
    QCOMPARE(entriesOf(in(QStringLiteral("disk"))),
             QStringList({QStringLiteral("doc"), QStringLiteral("filler")}));
}

void TestSafeFile::sizeLimitKeepsTheOldFile_data()
{
    QTest::addColumn<int>("limit");
    for (const int limit : {0, 1, 4096, 1000000, 2999999})
        QTest::addRow("%d", limit) << limit;
}

void TestSafeFile::sizeLimitKeepsTheOldFile()
{
    QFETCH(int, limit);
    const QString path = in(QStringLiteral("doc"));
    put(path, oldBytes);
    const QString told = inChild([&] {
        limitFileSize(rlim_t(limit));
        return sentence(writeFileSafely(path, newBytes));
    });
    checkUntouched(told, systemSays(EFBIG));
}

void TestSafeFile::readOnlyFolderKeepsTheOldFile()
{
    const QString path = in(QStringLiteral("doc"));
    put(path, oldBytes);
    const QByteArray folder = QFile::encodeName(m_folder->path());
    ::chmod(QFile::encodeName(path).constData(), 0666);
    ::chmod(folder.constData(), 0555);
    const QString told = inChild([&] {
        becomeNobody();
        return sentence(writeFileSafely(path, newBytes));
    });
    ::chmod(folder.constData(), 0755);
    checkUntouched(told, systemSays(EACCES));
}

void TestSafeFile::readOnlyFileIsNotReplaced()
{
    const QString path = in(QStringLiteral("doc"));
    put(path, oldBytes);
    ::chmod(QFile::encodeName(path).constData(), 0444);
    ::chmod(QFile::encodeName(m_folder->path()).constData(), 0777);
    const QString told = inChild([&] {
        becomeNobody();
        return sentence(writeFileSafely(path, newBytes));
    });
    checkUntouched(told, QStringLiteral("it is read-only"));
}

void TestSafeFile::failingCallsKeepTheOldFile_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* call, const char* fault, const QString& reason) {
        QTest::addRow("%s %s", call, fault)
            << QString::fromLatin1(call) << QString::fromLatin1(fault) << reason;
    };
    row("write", "error=ENOSPC:when=1", systemSays(ENOSPC));
    row("write", "error=EIO:when=1", systemSays(EIO));
    row("write", "error=EDQUOT:when=1", systemSays(EDQUOT));
    row("write", "retval=0:when=1", QString());
    row("write", "retval=1000:when=1",
        QStringLiteral("of 3000000 bytes arrived")); // 1000 bytes that are a lie
    row("fsync", "error=EIO:when=1", systemSays(EIO));
    row("fsync", "error=ENOSPC:when=1", systemSays(ENOSPC));
    row("rename,renameat,renameat2", "error=EACCES", systemSays(EACCES));
    row("rename,renameat,renameat2", "error=EBUSY", systemSays(EBUSY));
}

/// The kernel is made to fail by strace; the writing is done by this program, started again.
void TestSafeFile::failingCallsKeepTheOldFile()
{
    QFETCH(QString, call);
    QFETCH(QString, fault);
    QFETCH(QString, reason);
#ifdef __SANITIZE_ADDRESS__
    if (call == QLatin1String("write"))
        QSKIP("the sanitizers probe memory with write()");
#endif
    const QString path = in(QStringLiteral("doc"));
    put(path, oldBytes);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("ASAN_OPTIONS"),
                       QStringLiteral("detect_leaks=0")); // it traces too
    QProcess strace;
    strace.setProcessEnvironment(environment);
    strace.start(QStringLiteral("strace"),
                 {QStringLiteral("-o"), QStringLiteral("/dev/null"), QStringLiteral("-e"),
                  QStringLiteral("trace=") + call, QStringLiteral("-e"),
                  QStringLiteral("inject=%1:%2").arg(call, fault),
                  QCoreApplication::applicationFilePath(), QStringLiteral("--write"), path});
    if (!strace.waitForStarted() || !strace.waitForFinished())
        QSKIP("strace is missing");
    const QByteArray trouble = strace.readAllStandardError();
    if (trouble.contains("ptrace"))
        QSKIP("strace may not trace here");
    QVERIFY2(trouble.isEmpty(), trouble.constData());
    checkUntouched(QString::fromUtf8(strace.readAllStandardOutput()), reason);
}

/// Saves two contents in turn until it is killed; the file holds one of them, whole.
/// HEADLIGHT_TEST_SAVE_KILLS makes it longer.
void TestSafeFile::killedAtAnyMomentTheFileIsWhole()
{
    const QByteArray contents[] = {oldBytes, newBytes.left(200'000)};
    const QString path = in(QStringLiteral("doc"));
    put(path, oldBytes);
    std::mt19937 random(1);
    int seen[2] = {};
    const int kills = std::max(100, qEnvironmentVariableIntValue("HEADLIGHT_TEST_SAVE_KILLS"));
    for (int i = 0; i < kills; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            for (int save = 1;; ++save)
                static_cast<void>(writeFileSafely(path, contents[save % 2]));
        }
        ::usleep(random() % 20'000);
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        const QByteArray now = contentOf(path);
        const auto found = std::find(std::begin(contents), std::end(contents), now);
        QVERIFY2(found != std::end(contents), qPrintable(QString::number(now.size())));
        ++seen[found - std::begin(contents)];
    }
    QVERIFY2(seen[0] > 0 && seen[1] > 0, "nothing was ever saved");
    QVERIFY2(entriesOf(m_folder->path()).size() > 1, "no save was ever interrupted");
    removeStaleTemporaryFiles(m_folder->path(), 0);
    QCOMPARE(entriesOf(m_folder->path()), QStringList(QStringLiteral("doc")));
}

void TestSafeFile::onlyWhatKilledSavesLeftIsSwept()
{
    const QString stale = QStringLiteral(".headlight-saving-0123456789abcdef");
    const QStringList others{
        QStringLiteral("doc"), QStringLiteral("doc.backup"), QStringLiteral("doc.AbCdEf"),
        QStringLiteral(".headlight-saving-notes"), stale + QStringLiteral("0")};
    for (const QString& name : others)
        put(in(name), oldBytes);
    put(in(stale), newBytes);
    QVERIFY(QDir(m_folder->path()).mkdir(QString(stale).replace(u'0', u'1')));
    QVERIFY(QFile::link(in(QStringLiteral("doc")), in(QString(stale).replace(u'0', u'2'))));
    TemporaryFile running(in(QStringLiteral("doc")));
    QVERIFY(running.open());
    QStringList before = entriesOf(m_folder->path());

    removeStaleTemporaryFiles(m_folder->path()); // what is younger than a minute may be at work
    QCOMPARE(entriesOf(m_folder->path()), before);
    removeStaleTemporaryFiles(m_folder->path(), 0);
    before.removeAll(stale);
    QCOMPARE(entriesOf(m_folder->path()), before);
    QCOMPARE(running.replaceTarget(), QString());
}

void TestSafeFile::readsBackWhatWasWritten()
{
    const QString path = in(QStringLiteral("doc"));
    QVERIFY(writeFileSafely(path, newBytes));
    const Result<QByteArray> read = readFile(path, newBytes.size());
    QVERIFY2(read, qPrintable(sentence(read)));
    QVERIFY(*read == newBytes);
    QVERIFY(writeFileSafely(path, QByteArray()));
    QVERIFY(readFile(path, 0)->isEmpty());
}

void TestSafeFile::readRefuses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QString() << QStringLiteral("no file name");
    QTest::newRow("nul") << QString(QChar(u'\0')) << QStringLiteral("no file name");
    QTest::newRow("missing") << QStringLiteral("/none/a") << QStringLiteral("no such file");
    QTest::newRow("folder") << QStringLiteral("/") << QStringLiteral("it is a folder");
    QTest::newRow("endless") << QStringLiteral("/dev/zero") << QStringLiteral("a device or a pipe");
    QTest::newRow("endless text") << QStringLiteral("/dev/urandom") << QStringLiteral("a device");
}

void TestSafeFile::readRefuses()
{
    QFETCH(QString, path);
    QFETCH(QString, reason);
    const QString told = sentence(readFile(path, enough));
    QVERIFY2(told.contains(reason), qPrintable(told));
    QVERIFY(told.contains(path.remove(QChar(u'\0'))));
}

void TestSafeFile::readNeverTrustsTheClaimedSize()
{
    const QString path = in(QStringLiteral("doc"));
    put(path, QByteArray(1001, 'a'));
    QLocale::setDefault(QLocale::c());
    const QString told = sentence(readFile(path, 1000));
    QVERIFY2(told.contains(QStringLiteral("1001 bytes, and 1000")), qPrintable(told));
    // Files in /proc say they are empty; this one is longer than the limit.
    const QString proc = sentence(readFile(QStringLiteral("/proc/cpuinfo"), 10));
    QVERIFY2(proc.contains(QStringLiteral("10 is the most")), qPrintable(proc));
    QVERIFY(!readFile(QStringLiteral("/proc/cpuinfo"), enough)->isEmpty());
    // A hole of a terabyte is refused at once.
    QVERIFY(QFile::resize(path, Q_INT64_C(1) << 40));
    QVERIFY(!readFile(path, enough));
}

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 3 && qstrcmp(argv[1], "--write") == 0) {
        const QString path = QFile::decodeName(argv[2]);
        QTextStream(stdout) << sentence(writeFileSafely(path, newBytes));
        return 0;
    }
    TestSafeFile test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_safe_file.moc"
