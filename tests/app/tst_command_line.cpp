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
    void reportsAreWritten_data();
    void reportsAreWritten();
    void anInterruptedReportLeavesNothing();
    void mistakesAreExplained_data();
    void mistakesAreExplained();
    void aFailedExportLeavesNothingBehind();
    void picturesLookAsAsked();
    void everyHeadGetsAFileOfItsOwn();
    void allHeadsOfAllLayersFillOnePage();
    void aRecordingIsDrawn();
    void crossAttentionHasItsTokensOnBothSides_data();
    void crossAttentionHasItsTokensOnBothSides();
    void aRecordingHasNothingButItsWeights();
    void thePromptOfARecordingIsNamed();
    void aRecordingThatCannotBeDrawnSaysWhy();
    void presetsSetTheSize_data();
    void presetsSetTheSize();
    void colourScalesChangeThePicture();
    void aFullFolderNamesWhatWasWritten();
    void anInterruptedExportLeavesOnlyWholeFiles();
    void aLongConversionShowsProgressAndCanBeInterrupted();
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
    const QByteArray help = run(words("export --help")).output;
    QVERIFY(help.contains("--bar-title TEXT"));
    QVERIFY(!help.contains("headlight convert"));
    QVERIFY(!help.contains("--sentence"));
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
                const QJsonValue other = plain[it.key()].toArray()[r].toArray()[c];
                QCOMPARE(other.type(), row[c].type());
                if (row[c].isString()) // an infinity, spelled out
                    QCOMPARE(other.toString(), row[c].toString());
                else
                    QVERIFY2(std::abs(row[c].toDouble() - other.toDouble()) <= 1e-12,
                             qPrintable(it.key()));
            }
        }
    }
#endif
}

void TestCommandLine::reportsAreWritten_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("pdf") << QStringLiteral("r.pdf") << QByteArray("%PDF-");
    QTest::newRow("html") << QStringLiteral("r.html") << QByteArray("<!DOCTYPE html>");
}

void TestCommandLine::reportsAreWritten()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name);
    const auto size = [&](const char* options) {
        const Run result
            = run(words("report --example four-heads -o") + QStringList{path} + words(options));
        return result.code == 0 && result.complaint.isEmpty() && contentOf(path).startsWith(start)
            ? contentOf(path).size()
            : 0;
    };
    const qsizetype all = size("--digits 4 --paper letter");
    const qsizetype some = size("--heads 1,3");
    const qsizetype brief = size("--heads 1,3 --brief --no-heatmaps");
    QVERIFY(all > some && some > brief && brief > 1000);
}

void TestCommandLine::anInterruptedReportLeavesNothing()
{
    const QTemporaryDir folder;
    QProcess process;
    const QString command
        = QStringLiteral(
              "'%1' report --example twelve-layers-of-96-heads --layers 1-2 -o '%2/r.pdf'")
              .arg(QStringLiteral(HEADLIGHT_PROGRAM), folder.path());
    process.start(QStringLiteral("script"),
                  {QStringLiteral("-qec"), command, QStringLiteral("/dev/null")});
    QByteArray shown;
    QTRY_VERIFY_WITH_TIMEOUT((shown += process.readAllStandardOutput()).contains("3 of "), 60000);
    process.write("\x03"); // Ctrl+C on that terminal
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(
        (shown += process.readAllStandardOutput()).contains("Interrupted; nothing was written"));
    QVERIFY(QDir(folder.path()).isEmpty());
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
    refused("no such side", "--bar above -o f.png", "right, left, below, none");
    refused("too many ticks", "--bar-ticks 99 -o f.png", "2 to 11");
    refused("no such stage", "--stage output -o f.png", "weights");
    refused("tiny letters", "--points 1 -o f.png", "3 to 72");
    refused("no list", "--leave-out first -o f.png", "first");
    refused("no such token", "--leave-out 9 -o f.png", "no token 9");
    refused("no token left", "--leave-out 1-2 -o f.png", "has to stay");
    refused("nothing to scale", "--renormalise -o f.png", "--leave-out");
    refused("a range upside down", "--range 1:0 -o f.png", "above");
    const auto noReport = [](const char* name, const char* options, const char* part) {
        QTest::newRow(name) << QStringLiteral("report --example cute-dog ")
                + QString::fromLatin1(options)
                            << 2 << QByteArray(part);
    };
    noReport("a report without a name", "--brief", "-o");
    noReport("odd report", "-o r.txt", "r.txt");
    noReport("odd paper", "-o r.pdf --paper a9", "a9");
    noReport("odd digits", "-o r.pdf --digits 18", "2 to 17");
    noReport("odd list", "-o r.pdf --heads 1-", "1-");
    noReport("no such layer to report", "-o r.pdf --layers 1,4", "no layer 4");
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

void TestCommandLine::picturesLookAsAsked()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("p.svg"));
    const Run result = run(words("export --example four-heads --head 1-2,4 --bar below --bar-title"
                                 " weight --bar-ticks 5 --row-title from --column-labels below"
                                 " --leave-out 1 --renormalise --no-values -o")
                           + QStringList{path});
    QCOMPARE(result.complaint, QByteArray());
    QCOMPARE(result.code, 0);
    const QByteArray svg = contentOf(path);
    for (const char* text : {">weight<", ">0.25<", ">0.75<", ">from<", ">key<", ">Head 2<",
                             ">Head 4<", "Left out: 1 "})
        QVERIFY2(svg.contains(text), text);
    QVERIFY(!svg.contains(">Head 3<"));
    QVERIFY(!svg.contains(">query<"));
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

void TestCommandLine::crossAttentionHasItsTokensOnBothSides_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"page.svg", "page.html", "page.tex"})
        QTest::newRow(file) << QString(QLatin1String(file));
}

void TestCommandLine::crossAttentionHasItsTokensOnBothSides()
{
    QFETCH(QString, file);
    const QTemporaryDir folder;
    const QString picture = folder.filePath(file);
    const Run result
        = run({QStringLiteral("export"), QStringLiteral(HEADLIGHT_TEST_DATA "/cross_attention.npz"),
               QStringLiteral("--layer"), QStringLiteral("2"), QStringLiteral("--head"),
               QStringLiteral("2"), QStringLiteral("-o"), picture});
    QVERIFY2(result.code == 0, result.complaint);
    const QString text = QString::fromUtf8(contentOf(picture));
    for (const char* part : {"le", "chat", "the", "cat"})
        QVERIFY2(text.contains(QLatin1String(part)), part);
}

void TestCommandLine::aRecordingHasNothingButItsWeights()
{
    const Run result = run({QStringLiteral("compute"),
                            QStringLiteral(HEADLIGHT_TEST_DATA "/cross_attention.npz"),
                            QStringLiteral("--array"), QStringLiteral("attention")});
    QVERIFY2(result.code == 0, result.complaint);
    const QJsonObject json = QJsonDocument::fromJson(result.output).object();
    QCOMPARE(json.keys(),
             (QStringList{QStringLiteral("key_tokens"), QStringLiteral("layers.0.head.0.pattern"),
                          QStringLiteral("layers.0.head.1.pattern"),
                          QStringLiteral("layers.1.head.0.pattern"),
                          QStringLiteral("layers.1.head.1.pattern"), QStringLiteral("tokens")}));
}

void TestCommandLine::thePromptOfARecordingIsNamed()
{
    const QTemporaryDir folder;
    const double weights[] = {1, 0, 0.25, 0.75};
    const QString recording = folder.filePath(QStringLiteral("seen.npy"));
    QVERIFY(write(recording, npy("(1, 2, 2)", weights)));
    QVERIFY(write(folder.filePath(QStringLiteral("seen.json")), R"([["a", "b"], ["c", "pie"]])"));
    const QString picture = folder.filePath(QStringLiteral("page.svg"));
    const auto drawn = [&](const char* prompt) {
        return run({QStringLiteral("export"), recording, QStringLiteral("--prompt"),
                    QLatin1String(prompt), QStringLiteral("-o"), picture});
    };
    QCOMPARE(drawn("2").code, 0);
    QVERIFY(contentOf(picture).contains("pie"));
    QVERIFY(drawn("3").complaint.contains("no prompt 3"));
    QCOMPARE(drawn("0").code, 2);
    QCOMPARE(drawn("two").code, 2);
}

void TestCommandLine::aRecordingThatCannotBeDrawnSaysWhy()
{
    const QTemporaryDir folder;
    const double weights[] = {0.5, 0.25, 0.25, 0, 0, 1};
    const QString recording = folder.filePath(QStringLiteral("flat.npy"));
    QVERIFY(write(recording, npy("(2, 3)", weights)));
    const Run result = run({QStringLiteral("export"), recording, QStringLiteral("-o"),
                            folder.filePath(QStringLiteral("flat.png"))});
    QCOMPARE(result.code, 1);
    QVERIFY2(result.complaint.contains("2 axes"), result.complaint);
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("flat.png"))));
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

/// Ctrl+C on a terminal, while a large file is read.
void TestCommandLine::aLongConversionShowsProgressAndCanBeInterrupted()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("large.csv")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray line = QByteArray("0.123456789012345,").repeated(999) + "1\n";
    for (int row = 0; row < 2000; ++row)
        file.write(line);
    file.close();
    const QString command = QStringLiteral("'%1' convert '%2' '%3'")
                                .arg(QStringLiteral(HEADLIGHT_PROGRAM), file.fileName(),
                                     folder.filePath(QStringLiteral("large.npy")));
    QProcess process;
    process.start(QStringLiteral("script"),
                  {QStringLiteral("-qec"), command, QStringLiteral("/dev/null")});
    QByteArray output;
    QTRY_VERIFY_WITH_TIMEOUT(
        (output += process.readAllStandardOutput()).contains("Reading large.csv: "), 60000);
    process.write("\x03");
    QVERIFY(process.waitForFinished(60000));
    output += process.readAllStandardOutput();
    QVERIFY2(output.contains("Interrupted; nothing was written."), output);
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
             QStringList{QStringLiteral("large.csv")});
}

HEADLIGHT_TEST_MAIN(TestCommandLine)
#include "tst_command_line.moc"
