#include "tests/support/quiet.h"

#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cmath>

// Do the benchmarks work, and is what they print one table? No time is judged.
class TestBenchTable : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theMachineComesFirst();
    void thereIsOneHeader();
    void everyBenchmarkHasItsRows_data();
    void everyBenchmarkHasItsRows();
    void ratiosAndVerdictsFollowFromTheNumbers();
    void theCurvesAreAPicture();

private:
    QStringList m_lines;
    QList<QStringList> m_rows; // what, ours, beside, theirs, ratio, goal, verdict
};

namespace {

QByteArray outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    const bool ended = process.waitForFinished(240'000);
    if (!ended || process.exitCode() != 0)
        qWarning("%s: %s", qPrintable(program), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

/// "1.5 ms" is 1.5; 0 where there is none.
double number(const QString& cell)
{
    return cell.section(u' ', 0, 0).toDouble();
}

} // namespace

void TestBenchTable::initTestCase()
{
    if (QStandardPaths::findExecutable(QStringLiteral("bash")).isEmpty())
        QSKIP("bash is not installed");
    const QByteArray output = outputOf(QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/bench/run"),
                                       {"--smoke", HEADLIGHT_BUILD_DIR});
    m_lines = QString::fromUtf8(output).split(u'\n', Qt::SkipEmptyParts);
    for (const QString& line : m_lines) {
        if (!line.startsWith(u'|'))
            continue;
        QStringList cells = line.split(u'|');
        QCOMPARE(cells.size(), 9); // one before the first bar, one after the last
        for (QString& cell : cells)
            cell = cell.trimmed();
        m_rows.append(cells.mid(1, 7));
    }
    QVERIFY(m_rows.size() > 2);
}

void TestBenchTable::theMachineComesFirst()
{
    static const QRegularExpression machine(
        QStringLiteral("^.+, \\d+ cores, \\d+ GiB of memory, .+; kernels for [\\w-]+\\.$"));
    QVERIFY2(machine.match(m_lines.front()).hasMatch(), qPrintable(m_lines.front()));
    QCOMPARE(m_lines[1].left(1), QStringLiteral("|"));
}

void TestBenchTable::thereIsOneHeader()
{
    const QStringList header = {"What", "Headlight", "Beside", "", "Ratio", "Goal", ""};
    QCOMPARE(m_rows.count(header), 1);
    QCOMPARE(m_rows[0], header);
    static const QRegularExpression rule(QStringLiteral("^\\|(-+:?\\|){7}$"));
    QVERIFY(rule.match(m_lines[2]).hasMatch());
    QCOMPARE(m_lines.filter(rule).size(), 1);
}

void TestBenchTable::everyBenchmarkHasItsRows_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("beside");
    const auto add = [](const char* what, const char* beside) {
        QTest::addRow("%s, %s", what, beside) << what << beside;
    };
    for (const char* peer : {"PyTorch", "ONNX Runtime", "NumPy", "multiply-add limit"}) {
        add("Full pass, (3,4,1)", peer);
        add("Full pass, (16,64,4)", peer);
    }
    add("Product 128 x 768 x 768 by packed weights", "Eigen");
    add("Exponential, one number", "Eigen");
    add("Softmax of 512 keys, one weight", "Eigen");
    add("Softmax of 512 keys, one weight", "limit of x86-64-v4");
    for (const char* matrix : {"W_Q", "W_K", "X"})
        add(qPrintable(QStringLiteral("Edit of a cell of %1, (16,64,4)").arg(matrix)),
            "our full pass");
    add("Drag of a cell of X, (16,64,4)", "our full pass");
    add("Trace and its weights, (16,64,4)", "1.2 x its numbers");
    add("Edit to picture, (3,4,1), median", "one 60-Hz frame");
    add("Explanation of a cell, (3,4,1), slowest", "50 ms");
    add("Slowest event of the window, (3,4,1)", "16 ms");
    add("64 maps of 64: repaint after a pan", "all recoloured");
    add("144 maps of 64: one changed", "all changed");
    add("Memory of the empty program", "Qt + QCustomPlot");
    add("Opening 2 x 2 maps of 8, to overview", "limit");
    add("3 x 3, 84 mm, PDF", "limit");
}

void TestBenchTable::everyBenchmarkHasItsRows()
{
    QFETCH(QString, what);
    QFETCH(QString, beside);
    const auto isIt = [&](const QStringList& row) {
        return row[0] == what && row[2].startsWith(beside) && number(row[1]) > 0;
    };
    QVERIFY(std::any_of(m_rows.begin(), m_rows.end(), isIt));
}

void TestBenchTable::ratiosAndVerdictsFollowFromTheNumbers()
{
    int judged = 0;
    for (const QStringList& row : m_rows.mid(2)) {
        const double ours = number(row[1]);
        const double theirs = number(row[3]);
        if (ours <= 0 || theirs <= 0) {
            QCOMPARE(row[4], QStringLiteral("-"));
            QCOMPARE(row[6], QString());
            continue;
        }
        const double ratio = theirs / ours;
        QVERIFY(std::abs(number(row[4]) - ratio) <= 0.02 * ratio); // three digits of each
        const double goal = number(row[5]);
        if (goal <= 0 || std::abs(ratio - goal) < 0.02 * goal)
            continue;
        QCOMPARE(row[6], ratio > goal ? QStringLiteral("met") : QStringLiteral("not met"));
        ++judged;
    }
    QVERIFY(judged > 0);
}

void TestBenchTable::theCurvesAreAPicture()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("growth.png"));
    outputOf(QStringLiteral(HEADLIGHT_BUILD_DIR "/tests/bench/growth_bench"), {path, "--smoke"});
    const QImage picture(path);
    QCOMPARE(picture.size(), QSize(1680, 510)); // one row of charts
    int drawn = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x)
            drawn += picture.pixelColor(x, y) == QColor(0x1b7f4d); // the third series
    }
    QVERIFY(drawn > 200);
}

HEADLIGHT_TEST_MAIN(TestBenchTable)
#include "tst_bench_table.moc"
