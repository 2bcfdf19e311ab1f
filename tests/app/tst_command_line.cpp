#include "tests/support/quiet.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace {

struct Run {
    int code = -1;
    QByteArray output;
    QByteArray complaint;
};

/// The real program, without any display.
Run run(const QStringList& arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(HEADLIGHT_PROGRAM), arguments);
    if (!process.waitForFinished(60000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList words(const char* line)
{
    return QString::fromLatin1(line).split(u' ');
}

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void init() { headlight::failOnAnyWarning(); }

    void computePrintsEveryMatrix();
    void computeTakesASentence();
    void exportWritesEveryFormat_data();
    void exportWritesEveryFormat();
    void aTensorIsWrittenAsAFile();
    void allTensorsGoIntoOneArchive();
    void matricesAreConverted();
    void examplesAreListed();
    void helpAndVersionWork();
    void mistakesAreExplained_data();
    void mistakesAreExplained();
    void aFailedExportLeavesNothingBehind();
};

void TestCommandLine::computePrintsEveryMatrix()
{
    const Run result = run(words("compute --example birds-eat-seeds"));
    QCOMPARE(result.code, 0);
    QCOMPARE(result.complaint, QByteArray());
    const QJsonObject json = QJsonDocument::fromJson(result.output).object();
    const auto at = [&](const char* path, int row, int column) {
        return json[QLatin1String(path)].toArray()[row].toArray()[column].toDouble(-1);
    };
    QCOMPARE(at("layers.0.head.0.scores", 0, 1), 9.0);
    QCOMPARE(at("layers.0.head.0.q", 0, 1), 4.0);
    QVERIFY(std::abs(at("layers.0.head.0.pattern", 0, 1) - 0.882) < 0.0005);
    QVERIFY(std::abs(at("layers.0.resid_post", 0, 0) - 3.74) < 0.005);
    QCOMPARE(at("layers.0.W_Q", 0, 1), 2.0);
}

void TestCommandLine::computeTakesASentence()
{
    const Run first
        = run({QStringLiteral("compute"), QStringLiteral("--sentence"), QStringLiteral("a <s> b")});
    QCOMPARE(first.code, 0);
    const QJsonObject json = QJsonDocument::fromJson(first.output).object();
    QCOMPARE(json[QStringLiteral("tokens")].toArray()[1].toString(), QStringLiteral("<s>"));
    QCOMPARE(
        run({QStringLiteral("compute"), QStringLiteral("--sentence"), QStringLiteral("a <s> b")})
            .output,
        first.output);
}

void TestCommandLine::exportWritesEveryFormat_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("png") << QStringLiteral("f.png") << QByteArray("\x89PNG");
    QTest::newRow("svg") << QStringLiteral("f.svg") << QByteArray("<?xml");
    QTest::newRow("pdf") << QStringLiteral("f.pdf") << QByteArray("%PDF-");
}

void TestCommandLine::exportWritesEveryFormat()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name);
    const Run result
        = run(words("export --example four-heads --head all --dpi 150 --colormap magma -o")
              + QStringList{path});
    QCOMPARE(result.code, 0);
    QCOMPARE(result.complaint, QByteArray());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith(start));
    if (name.endsWith(QLatin1String("png")))
        QCOMPARE(QImage(path).width(), 496); // 84 mm at 150 dpi
}

void TestCommandLine::aTensorIsWrittenAsAFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("scores.csv"));
    const Run result
        = run(words("compute --example birds-eat-seeds --tensor layers.0.head.0.scores -o")
              + QStringList{path});
    QCOMPARE(result.complaint, QByteArray());
    QCOMPARE(result.code, 0);
    QCOMPARE(result.output, QByteArray());
    QCOMPARE(contentOf(path).split('\n').first().split(',').at(1), QByteArray("9"));
}

void TestCommandLine::allTensorsGoIntoOneArchive()
{
    const QTemporaryDir folder;
    const QString archive = folder.filePath(QStringLiteral("all.npz"));
    const QString weights = folder.filePath(QStringLiteral("w.tsv"));
    QCOMPARE(run(words("compute --example birds-eat-seeds -o") + QStringList{archive}).code, 0);
    const Run result = run({QStringLiteral("convert"), archive, weights, QStringLiteral("--array"),
                            QStringLiteral("layers.0.W_Q")});
    QCOMPARE(result.complaint, QByteArray());
    QCOMPARE(contentOf(weights).split('\n').first().split('\t').at(1), QByteArray("2"));
    const Run unnamed = run({QStringLiteral("convert"), archive, weights});
    QCOMPARE(unnamed.code, 1);
    QVERIFY2(unnamed.complaint.contains("layers.0.W_Q"), unnamed.complaint);
}

void TestCommandLine::matricesAreConverted()
{
    const QTemporaryDir folder;
    const auto path = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
    const QByteArray text = "0.1,-0,1e+300\n4,nan,-inf\n";
    QFile file(path("a.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    const char* const way[] = {"a.csv", "b.npy", "c.npz", "d.tsv", "e.csv"};
    for (std::size_t i = 1; i < std::size(way); ++i) {
        const Run result = run({QStringLiteral("convert"), path(way[i - 1]), path(way[i])});
        QCOMPARE(result.complaint, QByteArray());
        QCOMPARE(result.code, 0);
    }
    QCOMPARE(contentOf(path("e.csv")), text);
    QCOMPARE(contentOf(path("b.npy")).size(), 128 + 6 * 8);
}

void TestCommandLine::examplesAreListed()
{
    const Run result = run(words("--list-examples"));
    QCOMPARE(result.code, 0);
    const QList<QByteArray> lines = result.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 8);
    QVERIFY(lines[0].startsWith("birds-eat-seeds\t"));
    for (const QByteArray& line : lines)
        QCOMPARE(line.count('\t'), 1);
}

void TestCommandLine::helpAndVersionWork()
{
    QVERIFY(run(words("--help")).output.contains("headlight export"));
    QVERIFY(run(words("--version")).output.startsWith("Headlight "));
}

void TestCommandLine::mistakesAreExplained_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("no source") << QStringLiteral("compute") << 2 << QByteArray("one of FILE");
    QTest::newRow("two sources") << QStringLiteral("compute --example cute-dog x") << 2
                                 << QByteArray("one of FILE");
    QTest::newRow("unknown option")
        << QStringLiteral("compute --nonsense") << 2 << QByteArray("nonsense");
    QTest::newRow("no output") << QStringLiteral("export --example cute-dog") << 2
                               << QByteArray("-o");
    QTest::newRow("odd format") << QStringLiteral("export --example cute-dog -o f.gif") << 2
                                << QByteArray("f.gif");
    QTest::newRow("no such head") << QStringLiteral("export --example cute-dog -o f.png --head 2")
                                  << 2 << QByteArray("no head 2");
    QTest::newRow("no such layer") << QStringLiteral("export --example cute-dog -o f.png --layer 0")
                                   << 2 << QByteArray("no layer 0");
    QTest::newRow("no number") << QStringLiteral("export --example cute-dog -o f.png --dpi x") << 2
                               << QByteArray("dpi");
    QTest::newRow("odd colours") << QStringLiteral(
        "export --example cute-dog -o f.png --colormap jet")
                                 << 2 << QByteArray("jet");
    QTest::newRow("tensor without a file")
        << QStringLiteral("compute --example cute-dog --tensor X") << 2 << QByteArray("-o");
    QTest::newRow("file without a tensor")
        << QStringLiteral("compute --example cute-dog -o x.npy") << 2 << QByteArray("--tensor");
    QTest::newRow("no such tensor")
        << QStringLiteral("compute --example cute-dog --tensor Y -o x.npy") << 1 << QByteArray("Y");
    QTest::newRow("one file to convert")
        << QStringLiteral("convert a.csv") << 2 << QByteArray("two files");
    QTest::newRow("odd matrix format")
        << QStringLiteral("convert a.csv a.xls") << 2 << QByteArray("a.xls");
    QTest::newRow("nothing to convert")
        << QStringLiteral("convert missing.csv a.npy") << 1 << QByteArray("missing.csv");
    QTest::newRow("no such example")
        << QStringLiteral("compute --example nothing") << 1 << QByteArray("nothing");
    QTest::newRow("no such file") << QStringLiteral("compute missing.headlight") << 1
                                  << QByteArray("missing.headlight");
    QTest::newRow("no such folder") << QStringLiteral("export --example cute-dog -o nowhere/f.png")
                                    << 1 << QByteArray("nowhere");
}

void TestCommandLine::mistakesAreExplained()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, part);
    const Run result = run(arguments.split(u' '));
    QTEST(result.code, "code");
    QVERIFY2(result.complaint.contains(part), result.complaint);
    QVERIFY(result.output.isEmpty());
}

void TestCommandLine::aFailedExportLeavesNothingBehind()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("f.png")));
    const Run result = run(words("export --example cute-dog -o")
                           + QStringList{folder.filePath(QStringLiteral("f.png"))});
    QCOMPARE(result.code, 1);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("f.png")});
}

HEADLIGHT_TEST_MAIN(TestCommandLine)
#include "tst_command_line.moc"
