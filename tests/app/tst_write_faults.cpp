#include "tests/support/quiet.h"

#include <QProcess>
#include <QStandardPaths>

#include <cerrno>
#include <cstring>
#include <sys/mount.h>
#include <sys/stat.h>

namespace {

const QByteArray oldBytes = "what was there before\n";

/// A command that writes one file; "@" stands for the file's name.
struct Writer {
    const char* name; // of the file
    const char* arguments;
};

constexpr Writer writers[] = {
    {"figure.png", "export --example birds-eat-seeds -o @"},
    {"figure.svg", "export --example birds-eat-seeds -o @"},
    {"figure.pdf", "export --example birds-eat-seeds -o @"},
    {"figure.tiff", "export --example birds-eat-seeds -o @"},
    {"figure.tex", "export --example birds-eat-seeds -o @"},
    {"figure.html", "export --example birds-eat-seeds -o @"},
    {"grid.pdf", "export --example birds-eat-seeds --all-heads --grid -o @"},
    {"report.pdf", "report --example birds-eat-seeds -o @"},
    {"report.html", "report --example birds-eat-seeds -o @"},
    {"all.npz", "compute --example birds-eat-seeds -o @"},
    {"scores.csv", "compute --example birds-eat-seeds --tensor layers.0.head.0.scores -o @"},
    {"scores.tsv", "compute --example birds-eat-seeds --tensor layers.0.head.0.scores -o @"},
    {"scores.npy", "compute --example birds-eat-seeds --tensor layers.0.head.0.scores -o @"},
};

enum class Fault { SizeLimit, FailingSync, FailingRename, FullDisk, ReadOnlyFolder };

struct FaultKind {
    Fault fault;
    const char* name;
    int error;
};

const FaultKind faults[] = {
    {Fault::SizeLimit, "size limit", EFBIG},
    {Fault::FailingSync, "failing fsync", EIO},
    {Fault::FailingRename, "failing rename", EACCES},
    {Fault::FullDisk, "full disk", ENOSPC},
    {Fault::ReadOnlyFolder, "read-only folder", EACCES},
};

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

bool put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// What stands before the program to make a fault.
QStringList wrapper(Fault fault)
{
    const auto strace = [](const char* calls, const char* error) {
        return QStringList{
            QStringLiteral("strace"),
            QStringLiteral("-f"),
            QStringLiteral("-o"),
            QStringLiteral("/dev/null"),
            QStringLiteral("-e"),
            QStringLiteral("trace=") + QLatin1String(calls),
            QStringLiteral("-e"),
            QStringLiteral("inject=%1:error=%2").arg(QLatin1String(calls), QLatin1String(error))};
    };
    switch (fault) {
    case Fault::SizeLimit:
        return {QStringLiteral("prlimit"), QStringLiteral("--fsize=8")};
    case Fault::FailingSync:
        return strace("fsync,fdatasync", "EIO");
    case Fault::FailingRename:
        return strace("rename,renameat,renameat2", "EACCES");
    case Fault::ReadOnlyFolder:
        return {QStringLiteral("setpriv"), QStringLiteral("--reuid=65534"),
                QStringLiteral("--regid=65534"), QStringLiteral("--clear-groups")};
    case Fault::FullDisk:
        break;
    }
    return {};
}

bool isRoot()
{
    return ::geteuid() == 0;
}

/// A folder that may be a disk of its own, with no room left.
class Place {
public:
    explicit Place(bool isFullDisk)
    {
        if (isFullDisk)
            m_mounted = ::mount("tmpfs", path().constData(), "tmpfs", 0, "size=64k") == 0;
    }
    ~Place()
    {
        ::chmod(path().constData(), 0755);
        if (m_mounted)
            ::umount(path().constData());
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    bool isMounted() const { return m_mounted; }
    QByteArray path() const { return QFile::encodeName(m_folder.path()); }
    QString in(const QString& name) const { return m_folder.filePath(name); }
    QStringList entries() const
    {
        return QDir(m_folder.path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }
    bool fill() const
    {
        QFile filler(in(QStringLiteral("filler")));
        if (!filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            return false;
        while (filler.write(QByteArray(4096, 'f')) == 4096) { }
        return true;
    }

private:
    QTemporaryDir m_folder;
    bool m_mounted = false;
};

struct Run {
    bool started = false;
    int code = -1;
    QByteArray complaint;
};

Run run(QStringList command)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("ASAN_OPTIONS"), QStringLiteral("detect_leaks=0"));
    process.setProcessEnvironment(environment);
    const QString program = command.takeFirst();
    process.start(program, command);
    if (!process.waitForStarted() || !process.waitForFinished(120'000))
        return {};
    if (process.exitStatus() != QProcess::NormalExit)
        return {true, -1, "it crashed"};
    return {true, process.exitCode(), process.readAllStandardError()};
}

} // namespace

/// Every command that writes, under every fault: it says why, exits with 1, and the old file is the
/// only one there (T1).
class TestWriteFaults : public QObject {
    Q_OBJECT

private slots:
    void init() { headlight::failOnAnyWarning(); }

    void theOldFileStays_data();
    void theOldFileStays();
    void whatIsNoFileIsLeftAlone_data();
    void whatIsNoFileIsLeftAlone();
};

void TestWriteFaults::theOldFileStays_data()
{
    QTest::addColumn<int>("writer");
    QTest::addColumn<int>("fault");
    for (int w = 0; w < int(std::size(writers)); ++w) {
        for (int f = 0; f < int(std::size(faults)); ++f)
            QTest::addRow("%s %s, %s", writers[w].arguments, writers[w].name, faults[f].name)
                << w << f;
    }
}

void TestWriteFaults::theOldFileStays()
{
    QFETCH(int, writer);
    QFETCH(int, fault);
    const FaultKind& kind = faults[fault];
    const Place place(kind.fault == Fault::FullDisk);
    if ((kind.fault == Fault::FullDisk && !place.isMounted())
        || (kind.fault == Fault::ReadOnlyFolder && !isRoot()))
        QSKIP("this fault needs root");
    const QString path = place.in(QLatin1String(writers[writer].name));
    QVERIFY(put(path, oldBytes));
    if (kind.fault == Fault::FullDisk)
        QVERIFY(place.fill());
    if (kind.fault == Fault::ReadOnlyFolder)
        ::chmod(place.path().constData(), 0555);
    const QStringList before = place.entries();

    QStringList command = wrapper(kind.fault) + QStringList{QStringLiteral(HEADLIGHT_PROGRAM)};
    for (const QString& word : QString::fromLatin1(writers[writer].arguments).split(u' '))
        command += word == QLatin1String("@") ? path : word;
    const Run result = run(command);
    if (!result.started)
        QSKIP("the tool that makes this fault is missing");
    if (result.complaint.contains("ptrace"))
        QSKIP("strace may not trace here");
    if (result.complaint.contains("failed to execute"))
        QSKIP("another user may not run the program where it lies");
    if (result.complaint.contains("should end in"))
        QSKIP("this format needs a plugin of Qt");
    QCOMPARE(result.code, 1);
    // In the language of the locale, unless the user of the program has none.
    QVERIFY2(result.complaint.contains(std::strerror(kind.error))
                 || result.complaint.contains(::strerrordesc_np(kind.error)),
             result.complaint);
    QVERIFY2(result.complaint.contains(QFile::encodeName(path)), result.complaint);
    QCOMPARE(contentOf(path), oldBytes);
    QCOMPARE(place.entries(), before);
}

void TestWriteFaults::whatIsNoFileIsLeftAlone_data()
{
    QTest::addColumn<int>("writer");
    for (int w = 0; w < int(std::size(writers)); ++w)
        QTest::addRow("%s %s", writers[w].arguments, writers[w].name) << w;
}

/// A folder, a pipe and a folder that does not exist, each with the name of the file.
void TestWriteFaults::whatIsNoFileIsLeftAlone()
{
    QFETCH(int, writer);
    const Place place(false);
    const QString name = QLatin1String(writers[writer].name);
    QVERIFY(QDir().mkpath(place.in(QStringLiteral("folder/") + name)));
    QVERIFY(QDir().mkpath(place.in(QStringLiteral("pipe"))));
    const QString pipe = place.in(QStringLiteral("pipe/") + name);
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    for (const QString& where :
         {QStringLiteral("folder/"), QStringLiteral("pipe/"), QStringLiteral("missing/")}) {
        QStringList command = {QStringLiteral(HEADLIGHT_PROGRAM)};
        for (const QString& word : QString::fromLatin1(writers[writer].arguments).split(u' '))
            command += word == QLatin1String("@") ? place.in(where + name) : word;
        const Run result = run(command);
        QCOMPARE(result.code, 1);
        QVERIFY2(result.complaint.contains(name.toLatin1()), result.complaint);
    }
    QCOMPARE(place.entries(), (QStringList{QStringLiteral("folder"), QStringLiteral("pipe")}));
    QVERIFY(QDir(place.in(QStringLiteral("folder/") + name)).isEmpty());
    QVERIFY(!QFileInfo(pipe).isFile());
}

HEADLIGHT_TEST_MAIN(TestWriteFaults)
#include "tst_write_faults.moc"
