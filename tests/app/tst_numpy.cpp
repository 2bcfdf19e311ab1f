#include "core/dialects/dialect.h"
#include "tests/support/quiet.h"

#include <QProcess>

#include <cmath>
#include <cstring>
#include <limits>

using namespace headlight;

namespace {

const QString python = QStringLiteral("/usr/bin/python3"); // whose packages are the system's

struct Run {
    int code = -1;
    QByteArray output;
    QByteArray complaint;
};

Run run(const QString& program, const QStringList& arguments, const QString& folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000))
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

Run runPython(const QByteArray& script, const QString& folder)
{
    return run(python, {QStringLiteral("-I"), QStringLiteral("-c"), QString::fromUtf8(script)},
               folder);
}

/// Numbers that lose something wherever they are not written whole.
Matrix difficult()
{
    Matrix matrix(3, 4);
    matrix << 0.1, -0.0, 1e300, 5e-324, 1.0 / 3, -2.5, std::numeric_limits<double>::max(), 1e-308,
        123456789.123456789, 2, -1e-5, 9007199254740993.0;
    return matrix;
}

QByteArray bytesOf(const Matrix& matrix)
{
    return QByteArray(reinterpret_cast<const char*>(matrix.data()),
                      matrix.size() * qsizetype(sizeof(double)));
}

} // namespace

/// Files and texts that go to and come from the real NumPy.
class TestNumPy : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { failOnAnyWarning(); }

    void arraysOfNumPyAreRead_data();
    void arraysOfNumPyAreRead();
    void oursAreReadByNumPy();
    void textsAreReadBitForBit_data();
    void textsAreReadBitForBit();
};

void TestNumPy::initTestCase()
{
    if (runPython("import numpy", QDir::tempPath()).code != 0)
        QSKIP("NumPy is not installed: apt-get install python3-numpy");
}

void TestNumPy::arraysOfNumPyAreRead_data()
{
    QTest::addColumn<QByteArray>("save");
    const auto row
        = [](const char* name, const char* save) { QTest::newRow(name) << QByteArray(save); };
    row("float64", "np.save('in.npy', a)");
    row("Fortran order", "np.save('in.npy', np.asfortranarray(a))");
    row("a transposed view", "np.save('in.npy', a.T)");
    row("big-endian", "np.save('in.npy', a.astype('>f8'))");
    row("float32", "np.save('in.npy', a.astype('<f4'))");
    row("float16", "np.save('in.npy', a.astype('<f2'))");
    row("big-endian float16", "np.save('in.npy', a.astype('>f2'))");
    row("int8", "np.save('in.npy', (a * 10).astype('i1'))");
    row("uint16", "np.save('in.npy', (abs(a) * 1000).astype('u2'))");
    row("big-endian int32", "np.save('in.npy', (a * 1e6).astype('>i4'))");
    row("int64", "np.save('in.npy', (a * 1e6).astype('i8'))");
    row("bool", "np.save('in.npy', a > 0)");
    row("not a number", "a[0, 0] = np.nan; a[1, 1] = -np.inf; np.save('in.npy', a)");
    row("version 2", "np.lib.format.write_array(open('in.npy', 'wb'), a, version=(2, 0))");
    row("version 3", "np.lib.format.write_array(open('in.npy', 'wb'), a, version=(3, 0))");
    row("npz", "np.savez('in.npz', weights=a)");
    row("packed npz", "np.savez_compressed('in.npz', weights=a)");
}

void TestNumPy::arraysOfNumPyAreRead()
{
    QFETCH(QByteArray, save);
    const QTemporaryDir folder;
    const Run saved = runPython("import numpy as np\n"
                                "a = np.random.default_rng(3).normal(size=(5, 7))\n"
                                    + save,
                                folder.path());
    QVERIFY2(saved.code == 0, saved.complaint);
    const QString in = save.contains("npz") ? QStringLiteral("in.npz") : QStringLiteral("in.npy");
    const Run converted
        = run(QStringLiteral(HEADLIGHT_PROGRAM),
              {QStringLiteral("convert"), in, QStringLiteral("out.npy")}, folder.path());
    QVERIFY2(converted.code == 0, converted.complaint);
    const Run compared = runPython("import numpy as np\n"
                                   "a = np.load('"
                                       + in.toUtf8()
                                       + "')\n"
                                         "a = a['weights'] if hasattr(a, 'files') else a\n"
                                         "b = np.load('out.npy')\n"
                                         "assert b.dtype == np.float64\n"
                                         "assert np.array_equal(a.astype('f8'), b, equal_nan=True)",
                                   folder.path());
    QVERIFY2(compared.code == 0, compared.complaint);
}

void TestNumPy::oursAreReadByNumPy()
{
    const QTemporaryDir folder;
    const Run written
        = run(QStringLiteral(HEADLIGHT_PROGRAM),
              {QStringLiteral("compute"), QStringLiteral("--example"),
               QStringLiteral("birds-eat-seeds"), QStringLiteral("-o"), QStringLiteral("all.npz")},
              folder.path());
    QVERIFY2(written.code == 0, written.complaint);
    const Run read
        = runPython("import numpy as np\n"
                    "a = np.load('all.npz')\n"
                    "x, q, k = a['layers.0.resid_pre'], a['layers.0.W_Q'], a['layers.0.W_K']\n"
                    "s = (x @ q) @ (x @ k).T\n"
                    "assert s[0].tolist() == [3, 9, 6], s\n" // as printed
                    "w = np.exp(s / np.sqrt(2)); w /= w.sum(axis=1, keepdims=True)\n"
                    "assert np.allclose(w, a['layers.0.head.0.pattern'], rtol=1e-12, atol=0)",
                    folder.path());
    QVERIFY2(read.code == 0, read.complaint);
}

void TestNumPy::textsAreReadBitForBit_data()
{
    QTest::addColumn<Dialect>("dialect");
    QTest::addColumn<QByteArray>("read");
    const auto row = [](const char* name, Dialect dialect, const char* read) {
        QTest::newRow(name) << dialect << QByteArray(read);
    };
    row("NumPy", Dialect::NumPy, "eval(text)");
    row("JSON", Dialect::Json, "np.array(json.loads(text))");
    row("CSV", Dialect::Csv, "np.loadtxt(io.StringIO(text), delimiter=',')");
    row("TSV", Dialect::Tsv, "np.loadtxt(io.StringIO(text), delimiter='\\t')");
}

void TestNumPy::textsAreReadBitForBit()
{
    QFETCH(Dialect, dialect);
    QFETCH(QByteArray, read);
    const QTemporaryDir folder;
    QFile text(folder.filePath(QStringLiteral("text")));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(QByteArray::fromStdString(writeMatrix(difficult(), dialect)));
    text.close();
    const Run result = runPython("import io, json\n"
                                 "import numpy as np\n"
                                 "from numpy import array\n"
                                 "text = open('text').read()\n"
                                 "a = np.asarray("
                                     + read
                                     + ", dtype='<f8')\n"
                                       "a.tofile('bytes')",
                                 folder.path());
    QVERIFY2(result.code == 0, result.complaint);
    QFile bytes(folder.filePath(QStringLiteral("bytes")));
    QVERIFY(bytes.open(QIODevice::ReadOnly));
    QCOMPARE(bytes.readAll(), bytesOf(difficult()));
}

HEADLIGHT_TEST_MAIN(TestNumPy)
#include "tst_numpy.moc"
