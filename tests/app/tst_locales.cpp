#include "core/dialects/dialect.h"
#include "core/formula/cell_formula.h"
#include "core/io/document_json.h"
#include "core/io/trace_json.h"
#include "core/lesson/lesson.h"
#include "tests/core/support/documents.h"
#include "tests/support/quiet.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <clocale>
#include <locale>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

using namespace headlight;

namespace {

const QStringList locales = {QStringLiteral("de_DE"), QStringLiteral("fr_FR"),
                             QStringLiteral("ar_EG"), QStringLiteral("hi_IN")};

/// Where the locales lie that this test makes, because a system may have none but C.
const QString localeFolder = QStringLiteral(HEADLIGHT_BUILD_DIR "/locales");

bool makeLocale(const QString& name)
{
    const QString folder = localeFolder + u'/' + name + QStringLiteral(".UTF-8");
    if (QFile::exists(folder + QStringLiteral("/LC_NUMERIC")))
        return true;
    QDir().mkpath(localeFolder);
    return QProcess::execute(
               QStringLiteral("localedef"),
               {QStringLiteral("-i"), name, QStringLiteral("-f"), QStringLiteral("UTF-8"), folder})
        == 0;
}

/// Everything the core reads and writes as text, one after the other.
std::string everyTextOfTheCore()
{
    Matrix matrix(2, 3);
    matrix << 0.1, -1234567.875, 1e300, 5e-324, 1.0 / 3, -2.5;
    std::string texts;
    for (int d = 0; d < dialectCount; ++d) {
        const std::string text = writeMatrix(matrix, Dialect(d));
        texts += text + writeMatrix(matrix, Dialect(d), {3, {}, {}});
        const Result<Matrix> again = readMatrix(text, Dialect(d));
        texts += again && sameBits(*again, matrix) ? "same bits\n" : "other bits\n";
    }
    for (const std::string& name : shippedExamples()) {
        const std::string document = writeDocument(shippedExample(name));
        texts += document;
        const Result<Document> again = readDocument(document);
        texts += again && writeDocument(*again) == document ? "same bytes\n" : "other bytes\n";
    }
    texts += writeTensors(*computeSnapshot(std::make_shared<const Document>(bankDocument())));
    const Result<Lesson> lesson
        = readLesson("# T\n\n## S\nopen: x\nset: X[1,1] = 0.5\nexpect: X[1,1] = 0.25 within 0.5\n");
    texts += lesson ? writeLesson(*lesson) : lesson.error().message;
    Result<CellFormula> formula = CellFormula::parse("max(0.5, value) * 1.5", {1, 1}, {});
    const Result<double> number = formula ? formula->at(0, 0, 0.25) : formula.error();
    texts += number ? std::to_string(int(*number * 1000)) : number.error().message;
    return texts;
}

QByteArray output(const QStringList& arguments, const QString& locale)
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LOCPATH"), localeFolder);
    environment.insert(QStringLiteral("LC_ALL"), locale);
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(HEADLIGHT_PROGRAM), arguments);
    program.waitForFinished(120'000);
    return program.readAllStandardOutput() + program.readAllStandardError()
        + QByteArray::number(program.exitCode());
}

QByteArray written(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// For C, too. newlocale() of glibc 2.36 never gives back the list of folders that it makes of
/// LOCPATH, so leaks are not looked for meanwhile.
void takeLocale(const QString& name)
{
#ifdef __SANITIZE_ADDRESS__
    const __lsan::ScopedDisabler disabler;
#endif
    std::locale::global(std::locale(name.toStdString()));
}

} // namespace

/// No locale's decimal mark, digits or groups in what is read or written.
class TestLocales : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { failOnAnyWarning(); }
    void cleanup();

    void theCoreReadsAndWritesTheSameBytes_data() { eachLocale(); }
    void theCoreReadsAndWritesTheSameBytes();
    void theProgramPrintsTheSameBytes_data() { eachLocale(); }
    void theProgramPrintsTheSameBytes();
    void filesOfTheProgramHaveTheSameBytes_data();
    void filesOfTheProgramHaveTheSameBytes();

private:
    static void eachLocale();
};

void TestLocales::initTestCase()
{
    for (const QString& name : locales) {
        if (!makeLocale(name))
            QSKIP("The locales cannot be made: apt-get install locales");
    }
    qputenv("LOCPATH", QFile::encodeName(localeFolder));
}

void TestLocales::cleanup()
{
    std::locale::global(std::locale::classic());
    std::setlocale(LC_ALL, "C.UTF-8");
}

void TestLocales::eachLocale()
{
    QTest::addColumn<QString>("locale");
    for (const QString& name : locales)
        QTest::newRow(qPrintable(name)) << name + QStringLiteral(".UTF-8");
}

void TestLocales::theCoreReadsAndWritesTheSameBytes()
{
    QFETCH(QString, locale);
    const std::string expected = everyTextOfTheCore();
    takeLocale(locale);
    QVERIFY(std::setlocale(LC_ALL, qPrintable(locale)) != nullptr);
    QCOMPARE(QByteArray::fromStdString(everyTextOfTheCore()), QByteArray::fromStdString(expected));
}

void TestLocales::theProgramPrintsTheSameBytes()
{
    QFETCH(QString, locale);
    const QStringList arguments = {QStringLiteral("compute"), QStringLiteral("--example"),
                                   QStringLiteral("birds-eat-seeds")};
    const QByteArray expected = output(arguments, QStringLiteral("C.UTF-8"));
    QVERIFY(expected.contains("0.8")); // the weight of birds on eat is 0.88
    QCOMPARE(output(arguments, locale), expected);
}

void TestLocales::filesOfTheProgramHaveTheSameBytes_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const char* name, const QString& arguments) {
        QTest::newRow(name) << arguments.split(u' ');
    };
    row("weights.csv", QStringLiteral("compute --tensor layers.0.head.0.pattern"));
    row("weights.tsv", QStringLiteral("compute --tensor layers.0.head.0.scores"));
    row("heads.svg", QStringLiteral("export"));
    row("heads.tex", QStringLiteral("export"));
    row("heads.png", QStringLiteral("export"));
    row("report.html", QStringLiteral("report --digits 4"));
}

void TestLocales::filesOfTheProgramHaveTheSameBytes()
{
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QString::fromLatin1(QTest::currentDataTag()));
    arguments << QStringLiteral("--example") << QStringLiteral("birds-eat-seeds")
              << QStringLiteral("-o") << path;
    const QByteArray said = output(arguments, QStringLiteral("C.UTF-8"));
    const QByteArray expected = written(path);
    QVERIFY2(!expected.isEmpty(), said.constData());
    for (const QString& name : locales) {
        QFile::remove(path);
        output(arguments, name + QStringLiteral(".UTF-8"));
        QVERIFY2(written(path) == expected, qPrintable(name));
    }
}

HEADLIGHT_TEST_MAIN(TestLocales)
#include "tst_locales.moc"
