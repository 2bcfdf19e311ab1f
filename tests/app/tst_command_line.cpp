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

/// The real program, without any display. `tunables` is for the loader of glibc, see ld.so(8).
Run run(const QStringList& arguments, const QString& tunables = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    environment.insert(QStringLiteral("GLIBC_TUNABLES"), tunables);
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

bool write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// An .npy file, version 1, of doubles in C order.
template <std::size_t N>
QByteArray npy(const char* shape, const double (&values)[N])
{
    QByteArray header
        = QByteArray("{'descr': '<f8', 'fortran_order': False, 'shape': ") + shape + ", }";
    header = header.leftJustified(117, ' ') + '\n'; // 128 bytes with what stands before it
    QByteArray bytes("\x93NUMPY\x01\x00", 8);
    bytes += char(header.size());
    bytes += '\0';
    bytes += header;
    return bytes + QByteArray(reinterpret_cast<const char*>(values), sizeof values);
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
    void everyLevelComputesTheSameUpToRounding();
    void mistakesAreExplained_data();
    void mistakesAreExplained();
    void aFailedExportLeavesNothingBehind();
    void everyHeadGetsAFileOfItsOwn();
    void allHeadsOfAllLayersFillOnePage();
    void aRecordingIsDrawn();
    void aRecordingThatCannotBeDrawnSaysWhy();
    void presetsSetTheSize_data();
    void presetsSetTheSize();
    void colourScalesChangeThePicture();
    void aFullFolderNamesWhatWasWritten();
    void anInterruptedExportLeavesOnlyWholeFiles();
    void progressIsShownOnTerminalsOnly();
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
    const QByteArray text = "0.1,-0,1e+300\n4,nan,-inf\n"; // as NumPy spells them
    QFile file(path("a.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    const char* const way[] = {"a.csv", "b.npy", "c.npz", "d.tsv", "e.csv"};
    for (std::size_t i = 1; i < std::size(way); ++i) {
        const Run result = run({QStringLiteral("convert"), path(way[i - 1]), path(way[i])});
        QCOMPARE(result.complaint, QByteArray());
        QCOMPARE(result.code, 0);
    }
    QCOMPARE(contentOf(path("e.csv")), QByteArray("0.1,-0,1e300\n4,NaN,-Inf\n"));
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

void TestCommandLine::everyLevelComputesTheSameUpToRounding()
{
#if !defined(__x86_64__) || !defined(__GLIBC__)
    QSKIP("Only glibc on x86-64 chooses among several levels.");
#else
    const QString lowest = QStringLiteral("glibc.cpu.hwcaps=-AVX2");
    const QByteArray version = run(words("--version"), lowest).output;
    QVERIFY2(version.endsWith("(computing with x86-64)\n"), version.constData());
    const QStringList arguments = words("compute --example four-heads");
    const QJsonObject best = QJsonDocument::fromJson(run(arguments).output).object();
    const QJsonObject plain = QJsonDocument::fromJson(run(arguments, lowest).output).object();
    QVERIFY(best.contains(QStringLiteral("layers.0.head.0.pattern")));
    for (auto it = best.begin(); it != best.end(); ++it) {
        const QJsonArray rows = it->toArray();
        for (int r = 0; r < rows.size(); ++r) {
            const QJsonArray row = rows[r].toArray();
            for (int c = 0; c < row.size(); ++c) {
                const double other = plain[it.key()].toArray()[r].toArray()[c].toDouble(-77);
                QVERIFY(std::abs(row[c].toDouble() - other) <= 1e-12);
            }
        }
    }
#endif
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
    const auto refused = [](const char* name, const char* options, const char* part) {
        QTest::newRow(name) << QStringLiteral("export --example cute-dog ")
                + QString::fromLatin1(options)
                            << 2 << QByteArray(part);
    };
    refused("a folder for one head", "--out figures", "--all-heads");
    refused("no folder", "--all-heads", "--out");
    refused("a file for many", "--all-heads -o f.png", "--grid");
    refused("a folder for one page", "--all-heads --grid --out figures", "-o");
    refused("one head of all", "--all-heads --head 1 --out figures", "--head");
    refused("two formats", "--all-heads --grid --format pdf -o f.png", "--format");
    refused("no such format", "--all-heads --format gif --out figures", "gif");
    refused("no such preset", "--preset poster -o f.png", "poster");
    refused("no such scale", "--scale cubic -o f.png", "cubic");
    refused("no such range", "--range some -o f.png", "some");
    refused("a range upside down", "--range 1:0 -o f.png", "above");
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

void TestCommandLine::everyHeadGetsAFileOfItsOwn()
{
    const QTemporaryDir folder;
    const QString figures = folder.filePath(QStringLiteral("a/figures"));
    const Run result
        = run(words("export --example four-heads --all-heads --format svg --title Birds"
                    " --out")
              + QStringList{figures});
    QCOMPARE(result.complaint, QByteArray());
    QCOMPARE(result.code, 0);
    QVERIFY(result.output.startsWith("4 of 4 pictures"));
    const QStringList names = QDir(figures).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    QCOMPARE(names.size(), 4);
    for (int head = 1; head <= 4; ++head) {
        QCOMPARE(names[head - 1], QStringLiteral("layer-01-head-0%1.svg").arg(head));
        QFile file(QDir(figures).filePath(names[head - 1]));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.contains(
            QStringLiteral("<title>Birds — Layer 1, head %1</title>").arg(head).toUtf8()));
        QVERIFY(svg.endsWith("</svg>\n"));
    }
}

void TestCommandLine::allHeadsOfAllLayersFillOnePage()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("page.png"));
    const Run result = run(words("export --example four-heads --all-heads --grid --dpi 100 -o")
                           + QStringList{path});
    QCOMPARE(result.complaint, QByteArray());
    QCOMPARE(result.code, 0);
    QCOMPARE(QImage(path).width(), 685); // 174 mm
}

void TestCommandLine::aRecordingIsDrawn()
{
    const QTemporaryDir folder;
    // One layer of two heads that see two tokens.
    const double weights[] = {1, 0, 0.25, 0.75, 0.5, 0.5, 0, 1};
    QVERIFY(write(folder.filePath(QStringLiteral("seen.npy")), npy("(1, 2, 2, 2)", weights)));
    QVERIFY(write(folder.filePath(QStringLiteral("seen.json")), "[\"\u0120apple\", \"pie\"]"));
    const QString picture = folder.filePath(QStringLiteral("page.svg"));
    const Run result = run({QStringLiteral("export"), folder.filePath(QStringLiteral("seen.npy")),
                            QStringLiteral("--all-heads"), QStringLiteral("--grid"),
                            QStringLiteral("-o"), picture});
    QVERIFY2(result.code == 0, result.complaint);
    const QString svg = QString::fromUtf8(contentOf(picture));
    QVERIFY(svg.contains(QStringLiteral("pie")));
    QVERIFY(svg.contains(QChar(0x120) + QStringLiteral("apple"))); // as the tokenizer spells it
    QVERIFY(svg.contains(QStringLiteral("0.750")));
}

void TestCommandLine::aRecordingThatCannotBeDrawnSaysWhy()
{
    const QTemporaryDir folder;
    const double weights[] = {0.5, 0.25, 0.25, 0, 0, 1};
    const QString recording = folder.filePath(QStringLiteral("cross.npy"));
    QVERIFY(write(recording, npy("(1, 1, 2, 3)", weights)));
    const Run result = run({QStringLiteral("export"), recording, QStringLiteral("-o"),
                            folder.filePath(QStringLiteral("cross.png"))});
    QCOMPARE(result.code, 1);
    QVERIFY2(result.complaint.contains("different tokens"), result.complaint);
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("cross.png"))));
}

void TestCommandLine::presetsSetTheSize_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QSize>("pixels"); // a height of 0: whatever it needs
    QTest::newRow("column") << QStringLiteral("--preset column") << QSize(992, 0);
    QTest::newRow("two columns") << QStringLiteral("--preset two-columns") << QSize(2055, 0);
    QTest::newRow("slide") << QStringLiteral("--preset slide") << QSize(1920, 1080);
    QTest::newRow("square") << QStringLiteral("--preset square") << QSize(1080, 1080);
    QTest::newRow("square, finer")
        << QStringLiteral("--preset square --dpi 288") << QSize(2160, 2160);
    QTest::newRow("own width") << QStringLiteral("--preset slide --width 50.8") << QSize(288, 0);
}

void TestCommandLine::presetsSetTheSize()
{
    QFETCH(QString, options);
    QFETCH(QSize, pixels);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("f.png"));
    const Run result = run((QStringLiteral("export --example cute-dog ") + options).split(u' ')
                           + QStringList{QStringLiteral("-o"), path});
    QCOMPARE(result.complaint, QByteArray());
    const QSize size = QImage(path).size();
    QCOMPARE(size.width(), pixels.width());
    if (pixels.height() > 0)
        QCOMPARE(size.height(), pixels.height());
}

void TestCommandLine::colourScalesChangeThePicture()
{
    const QTemporaryDir folder;
    QList<QByteArray> pictures;
    for (const char* options :
         {"--scale linear", "--scale sqrt", "--scale log", "--scale symmetric", "--range row",
          "--range head", "--range 0:0.5", "--range=-0.5:0.5"}) {
        const QString path = folder.filePath(QStringLiteral("%1.svg").arg(pictures.size()));
        const Run result = run(words("export --example birds-eat-seeds -o") + QStringList{path}
                               + words(options));
        QCOMPARE(result.complaint, QByteArray());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        pictures += file.readAll();
        for (qsizetype i = 0; i + 1 < pictures.size(); ++i)
            QVERIFY2(pictures[i] != pictures.last(), options);
    }
    QVERIFY(pictures[1].contains("square root"));
    QVERIFY(pictures[2].contains("logarithmic"));
}

void TestCommandLine::aFullFolderNamesWhatWasWritten()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("layer-01-head-03.png")));
    const Run result = run(words("export --example four-heads --all-heads --format png --out")
                           + QStringList{folder.path()});
    QCOMPARE(result.code, 1);
    QVERIFY2(result.complaint.contains("layer-01-head-03.png"), result.complaint);
    QVERIFY2(result.complaint.contains("2 of 4 pictures"), result.complaint);
    QCOMPARE(QDir(folder.path())
                 .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                 .size(),
             3);
}

void TestCommandLine::anInterruptedExportLeavesOnlyWholeFiles()
{
    const QTemporaryDir folder;
    QProcess process;
    process.start(QStringLiteral(HEADLIGHT_PROGRAM),
                  words("export --example twelve-layers-of-96-heads --all-heads --format png --dpi "
                        "72 --out")
                      + QStringList{folder.path()});
    const auto names = [&] {
        return QDir(folder.path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    };
    QTRY_VERIFY_WITH_TIMEOUT(names().size() > 3, 60000);
    process.terminate(); // SIGTERM, as Ctrl+C is handled
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(process.readAllStandardError().contains("Interrupted."));
    QVERIFY(names().size() < 1152);
    for (const QString& name : names()) {
        QVERIFY2(name.endsWith(QLatin1String(".png")), qPrintable(name));
        QVERIFY2(!QImage(QDir(folder.path()).filePath(name)).isNull(), qPrintable(name));
    }
}

/// `script` (Debian: bsdutils, always there) runs a command on a terminal of its own.
void TestCommandLine::progressIsShownOnTerminalsOnly()
{
    const QTemporaryDir folder;
    const QString command
        = QStringLiteral("'%1' export --example four-heads --all-heads --format svg --out '%2'")
              .arg(QStringLiteral(HEADLIGHT_PROGRAM), folder.path());
    QProcess process;
    process.start(QStringLiteral("script"),
                  {QStringLiteral("-qec"), command, QStringLiteral("/dev/null")});
    QVERIFY(process.waitForFinished(60000));
    QVERIFY(process.readAllStandardOutput().contains("\r\033[K3 of 4 pictures"));
    const Run quiet = run(words("export --example four-heads --all-heads --format svg --out")
                          + QStringList{folder.path()});
    QCOMPARE(quiet.complaint, QByteArray());
}

HEADLIGHT_TEST_MAIN(TestCommandLine)
#include "tst_command_line.moc"
