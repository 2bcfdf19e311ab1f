#include "core/io/npz.h"
#include "core/io/zip.h"
#include "tests/support/quiet.h"

#include <QProcess>
#include <QSet>

#include <map>

using namespace headlight;

namespace {

/// What a file of a kind holds: `harm` stands where a reader might take a text for a place.
using Content = QByteArray (*)(const QByteArray& harm);

struct Kind {
    const char* how; // see open_subject.cpp
    const char* name; // of the file
    Content content;
};

QByteArray json(QByteArray text)
{
    return text.replace('\\', "\\\\").replace('"', "\\\"");
}

QByteArray document(const QByteArray& harm)
{
    QFile file(
        QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/birds-eat-seeds.headlight"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray text = file.readAll();
    const qsizetype note = text.indexOf("\"note\"");
    text.replace(note, text.indexOf('\n', note) - note, "\"note\": \"" + json(harm) + "\",");
    text.replace("\"Birds eat seeds\"", '"' + json(harm) + '"');
    return text;
}

QByteArray includingDocument(const QByteArray& harm)
{
    return document("none").replace("\"seed\"", "\"include\": \"" + json(harm) + "\",\n  \"seed\"");
}

QByteArray lesson(const QByteArray& harm)
{
    return "# Lesson\nminutes: 1\n\n## Step\nopen: birds-eat-seeds\nshow: chain\n\nText " + harm
        + " ![picture](" + harm + ") !![picture](" + harm + ") <img src=\"" + harm + "\"> [link]("
        + harm + ")\n";
}

QByteArray lessonThatOpens(const QByteArray& harm)
{
    return "# Lesson\nminutes: 1\n\n## Step\nopen: " + harm + "\n\nText\n";
}

QByteArray commas(const QByteArray& harm)
{
    return "name,a,b\n\"=WEBSERVICE(\"\"" + harm + "\"\")\",1,2\n" + harm + ",3,4\n";
}

QByteArray tabs(const QByteArray& harm)
{
    return "name\ta\tb\n=cmd|'/c " + harm + "'!A1\t1\t2\n" + harm + "\t3\t4\n";
}

QByteArray numbers(Index rows, Index columns)
{
    return QByteArray::fromStdString(writeNpy(Matrix(Matrix::Constant(rows, columns, .5))));
}

QByteArray zip(const std::vector<ZipFile>& files)
{
    return QByteArray::fromStdString(*writeZip(files));
}

/// Members that a careless unpacker would write elsewhere.
QByteArray archive(const QByteArray& harm)
{
    return zip({{(harm + ".npy").toStdString(), numbers(4, 2).toStdString()},
                {"../../" + harm.toStdString() + ".txt", "text"}});
}

QByteArray recording(const QByteArray& harm)
{
    return zip(
        {{(harm + "/attention.npy").toStdString(), writeNpy(Array{{1, 1, 2, 2}, {.5, .5, .5, .5}})},
         {"../tokens.json", harm.toStdString()}});
}

/// Python's pickle of os.system(...), as an array of objects.
QByteArray pickle(const QByteArray& harm)
{
    QByteArray header = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }";
    header = header.leftJustified(117, ' ') + '\n';
    return QByteArray("\x93NUMPY\x01\x00", 8) + char(header.size()) + '\0' + header
        + "cos\nsystem\n(S'touch " + harm + "'\ntR.";
}

QByteArray tensors(const QByteArray& harm)
{
    QByteArray header = "{\"__metadata__\":{\"format\":\"" + json(harm) + "\"},\"" + json(harm)
        + "\":{\"dtype\":\"F32\",\"shape\":[4,2],\"data_offsets\":[0,32]}}";
    header += QByteArray((8 - header.size() % 8) % 8, ' ');
    QByteArray length(8, '\0');
    for (int i = 0; i < 8; ++i)
        length[i] = char(header.size() >> (8 * i) & 0xff);
    return length + header + QByteArray(32, '\0');
}

QByteArray vectors(const QByteArray& harm)
{
    return "birds 1 2 3 4\n" + QByteArray(harm).replace(' ', '_') + " 1 2 3 4\nseeds 1 2 3 4\n";
}

QByteArray drawing(const QByteArray& harm)
{
    return "<?xml version=\"1.0\"?>\n<!DOCTYPE svg [<!ENTITY x SYSTEM \"" + harm
        + "\">]>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
          "xmlns:xlink=\"http://www.w3.org/1999/xlink\"><image xlink:href=\""
        + harm + "\"/><metadata><recipe xmlns=\"urn:headlight:recipe\">&x;" + harm
        + "</recipe></metadata></svg>\n";
}

constexpr Kind kinds[] = {
    {"file", "document.headlight", document},
    {"file", "including.headlight", includingDocument},
    {"file", "lesson.md", lesson},
    {"file", "opening.md", lessonThatOpens},
    {"file", "drawing.svg", drawing},
    {"file", "recording.npz", recording},
    {"matrix", "commas.csv", commas},
    {"matrix", "tabs.tsv", tabs},
    {"matrix", "pickle.npy", pickle},
    {"matrix", "archive.npz", archive},
    {"matrix", "tensors.safetensors", tensors},
    {"vectors", "vectors.txt", vectors},
};

bool put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// One line of strace between the two marks, without what differs from run to run.
QString withoutChance(QString line, const QString& folder)
{
    static const QRegularExpression process(QStringLiteral("^\\d+ +(<\\.\\.\\. )?"));
    static const QRegularExpression result(QStringLiteral("\\) += .*$| <unfinished \\.\\.\\.>$"));
    static const QRegularExpression chance(QStringLiteral(
        "[0-9a-f]{8}-[0-9a-f-]{27}|\\.conf\\.\\w{6}|headlight-saving-\\w+|0x[0-9a-f]+|\\d+"));
    return line.remove(process)
        .remove(result)
        .replace(folder, QStringLiteral("FOLDER"))
        .replace(chance, QStringLiteral("#"));
}

/// What a program did that strace was asked for.
struct Protocol {
    bool isWhole = false;
    QSet<QString> calls; // that name a path
    QStringList forbidden; // that begin a process or a connection
};

Protocol read(const QString& path, const QString& folder)
{
    Protocol protocol;
    QFile file(path);
    bool isBetween = false;
    static const QRegularExpression forbidden(
        QStringLiteral("\\b(execve|execveat|fork|vfork|socket|connect|bind|sendto)\\("));
    // Not where one is resumed: strace tells the flags where it begins.
    static const QRegularExpression noThread(
        QStringLiteral("\\bclone3?\\((?!.*CLONE_THREAD).*\\{"));
    if (!file.open(QIODevice::ReadOnly))
        return protocol;
    for (const QByteArray& bytes : file.readAll().split('\n')) {
        const QString line = QString::fromLocal8Bit(bytes);
        if (line.contains(QLatin1String("/headlight-begins")))
            isBetween = true;
        else if (line.contains(QLatin1String("/headlight-ends")))
            protocol.isWhole = isBetween;
        else if (isBetween && !protocol.isWhole) {
            if (line.contains(noThread) || line.contains(forbidden))
                protocol.forbidden += line;
            if (line.contains(u'"'))
                protocol.calls += withoutChance(line, folder);
        }
    }
    return protocol;
}

/// Opens a file in a window, in a home of its own.
std::optional<Protocol> opened(const QString& how, const QString& folder, const QString& name)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME",
                                 "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
        environment.insert(QLatin1String(variable), folder + QStringLiteral("/home"));
    environment.insert(QStringLiteral("ASAN_OPTIONS"), QStringLiteral("detect_leaks=0"));
    QDir().mkpath(folder + QStringLiteral("/home"));
    QFile::setPermissions(folder + QStringLiteral("/home"),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const QString output = folder + QStringLiteral("/protocol");
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("strace"),
                  {QStringLiteral("-f"), QStringLiteral("-qq"), QStringLiteral("-s"),
                   QStringLiteral("400"), QStringLiteral("-o"), output, QStringLiteral("-e"),
                   QStringLiteral("trace=%file,%network,%process"), QStringLiteral("-e"),
                   QStringLiteral("signal=none"), QStringLiteral(HEADLIGHT_OPEN_SUBJECT), how,
                   QDir(folder).filePath(name)});
    if (!process.waitForStarted() || !process.waitForFinished(60'000) || process.exitCode() != 0)
        return std::nullopt;
    return read(output, folder);
}

/// The same for a file of the kind that names nothing; once for all that are compared with it.
const std::optional<Protocol>& openedPlain(int index)
{
    static std::map<int, std::optional<Protocol>> protocols;
    const auto [place, isNew] = protocols.try_emplace(index);
    if (!isNew)
        return place->second;
    const Kind& kind = kinds[index];
    const QTemporaryDir folder;
    const QString name = QLatin1String(kind.name);
    if (put(folder.filePath(name), kind.content("birds")))
        place->second = opened(QLatin1String(kind.how), folder.path(), name);
    return place->second;
}

bool straceWorks()
{
    return QProcess::execute(QStringLiteral("strace"),
                             {QStringLiteral("-qq"), QStringLiteral("-o"),
                              QStringLiteral("/dev/null"), QStringLiteral("true")})
        == 0;
}

} // namespace

/// A file of a stranger opens no other path, no socket and no process, whatever names it holds
/// (T7): with paths and addresses in it, the program asks the system for just what it asks with
/// none.
class TestStrangersFiles : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!straceWorks())
            QSKIP("strace is missing, or may not trace here");
    }
    void init() { failOnAnyWarning(); }

    void opensNothingElse_data();
    void opensNothingElse();
    void trespassingWouldBeSeen();
};

void TestStrangersFiles::opensNothingElse_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<QByteArray>("harm");
    for (int i = 0; i < int(std::size(kinds)); ++i) {
        QTest::addRow("%s, a path", kinds[i].name) << i << QByteArray("CANARY");
        QTest::addRow("%s, an address", kinds[i].name) << i << QByteArray("file://CANARY");
    }
    QTest::newRow("lesson.md, the web") << 2 << QByteArray("http://127.0.0.1:9/canary.png");
    QTest::newRow("lesson.md, a share") << 2 << QByteArray("//127.0.0.1/share/canary.png");
}

void TestStrangersFiles::opensNothingElse()
{
    QFETCH(int, index);
    QFETCH(QByteArray, harm);
    const Kind& kind = kinds[index];
    const QTemporaryDir folder;
    // It can be opened: that it is not is the program's merit.
    const QString canary = folder.filePath(QStringLiteral("canary.png"));
    QVERIFY(
        QFile::copy(QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/readme/growth.png"), canary));
    harm.replace("CANARY", QFile::encodeName(canary));
    const QString hostile = folder.filePath(QStringLiteral("hostile"));
    const QString name = QLatin1String(kind.name);
    QVERIFY(QDir().mkpath(hostile));
    QVERIFY(put(hostile + u'/' + name, kind.content(harm)));

    const std::optional<Protocol> harmful = opened(QLatin1String(kind.how), hostile, name);
    const std::optional<Protocol>& plain = openedPlain(index);
    QVERIFY(harmful && harmful->isWhole && plain && plain->isWhole);
    for (const Protocol* protocol : {&*harmful, &*plain})
        QVERIFY2(protocol->forbidden.isEmpty(), qPrintable(protocol->forbidden.join(u'\n')));
    const auto isRead
        = [&](const QString& call) { return call.contains(QStringLiteral("FOLDER/") + name); };
    QVERIFY(std::any_of(harmful->calls.begin(), harmful->calls.end(), isRead));
    QSet<QString> more = harmful->calls - plain->calls;
    QCOMPARE(QStringList(more.begin(), more.end()), QStringList());
}

void TestStrangersFiles::trespassingWouldBeSeen()
{
    const QTemporaryDir folder;
    QVERIFY(put(folder.filePath(QStringLiteral("canary")), "canary"));
    const std::optional<Protocol> protocol
        = opened(QStringLiteral("trespass"), folder.path(), QStringLiteral("canary"));
    QVERIFY(protocol && protocol->isWhole);
    const auto seen = [](const QString& call) {
        return call.startsWith(QLatin1String("openat("))
            && call.contains(QStringLiteral("FOLDER/canary"));
    };
    QVERIFY(std::any_of(protocol->calls.begin(), protocol->calls.end(), seen));
}

HEADLIGHT_TEST_MAIN(TestStrangersFiles)
#include "tst_strangers_files.moc"
