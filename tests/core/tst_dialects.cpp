#include "core/dialects/dialect.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace headlight;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// "1 2;3 4" as a matrix.
Matrix matrixOf(const QString& text)
{
    const QStringList rows = text.split(u';');
    Matrix matrix(rows.size(), rows[0].split(u' ').size());
    for (qsizetype r = 0; r < rows.size(); ++r) {
        const QStringList cells = rows[r].split(u' ');
        for (qsizetype c = 0; c < cells.size(); ++c)
            matrix(r, c) = cells[c].toDouble();
    }
    return matrix;
}

QString shown(const Matrix& matrix)
{
    return QString::fromStdString(writeMatrix(matrix, Dialect::Plain));
}

QString problemOf(const std::string& text)
{
    const Result<Pasted> pasted = readAnyMatrix(text);
    return pasted ? QString() : QString::fromStdString(pasted.error().message);
}

const char* const names[dialectCount]
    = {"tsv",   "csv",     "markdown", "latex matrix", "latex table", "typst",
       "numpy", "pytorch", "matlab",   "json",         "plain",       "html"};

/// Any bits, ordinary numbers and the ends of double precision, in equal parts.
double extreme(std::mt19937_64& random)
{
    static const double ends[] = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.0,
                                  1e15,
                                  1e16,
                                  1e22,
                                  1234.0,
                                  0.1 + 0.2,
                                  1e-5,
                                  9.999e-6,
                                  5e-324,
                                  -2.2250738585072014e-308,
                                  1.7976931348623157e308,
                                  std::nan(""),
                                  infinity,
                                  -infinity};
    switch (random() % 3) {
    case 0:
        return ends[random() % std::size(ends)];
    case 1:
        return std::uniform_real_distribution<double>(-10, 10)(random);
    default: {
        const double any = std::bit_cast<double>(random());
        return std::isnan(any) ? std::nan("") : any;
    }
    }
}

Matrix randomMatrix(std::mt19937_64& random, Index rows, Index columns)
{
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = extreme(random);
    return matrix;
}

} // namespace

class TestDialects : public QObject {
    Q_OBJECT

private slots:
    void whatOthersWriteIsRead_data();
    void whatOthersWriteIsRead();
    void specialNumbersOfEveryDialect_data();
    void specialNumbersOfEveryDialect();
    void everyDialectIsWrittenAsItsProgramsReadIt_data();
    void everyDialectIsWrittenAsItsProgramsReadIt();
    void headingsStandWhereTheDialectHasThem_data();
    void headingsStandWhereTheDialectHasThem();
    void noHeadingIsAFormula();
    void digitsAreRounded();
    void everyBitComesBack_data();
    void everyBitComesBack();
    void headingsAreSkippedWhateverTheyHold();
    void ambiguousMarksGiveEveryReading_data();
    void ambiguousMarksGiveEveryReading();
    void theWindowCanAskWithTheFirstExample();
    void aKnownDialectNeedsNoQuestion();
    void badTextIsRefusedWithASentence_data();
    void badTextIsRefusedWithASentence();
    void readingTakesAsLongAsTheTextIs_data();
    void readingTakesAsLongAsTheTextIs();
    void noTextCrashesTheReader();
};

void TestDialects::whatOthersWriteIsRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("numbers");
    QTest::addColumn<int>("dialect");
    const auto row = [](const char* name, const char* text, const char* numbers, Dialect dialect) {
        QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(numbers) << int(dialect);
    };
    row("excel", "1\t2\r\n3\t4\r\n", "1 2;3 4", Dialect::Tsv);
    row("excel, german", "1,5\t-0,25\r\n1.234,5\t1,00E+03\r\n", "1.5 -0.25;1234.5 1000",
        Dialect::Tsv);
    row("excel, french", "1\u202f234,5\t2\r\n", "1234.5 2", Dialect::Tsv);
    row("excel, swiss", "1\u2019234.5\t2\r\n", "1234.5 2", Dialect::Tsv);
    row("excel, american", "1,234.50\t12\r\n", "1234.5 12", Dialect::Tsv);
    row("byte order mark", "\ufeff1\t2\n", "1 2", Dialect::Tsv);
    row("libreoffice, quoted", "\"1.5\"\t\" 2\"\n\"-3\"\t4\n", "1.5 2;-3 4", Dialect::Tsv);
    row("web table with headings", "\tking\tqueen\nman\t0.5\t0.25\nwoman\t1\t2\n", "0.5 0.25;1 2",
        Dialect::Tsv);
    row("headings over the columns", "a\tb\n1\t2\n", "1 2", Dialect::Tsv);
    row("headings at the rows", "a\t1\t2\nb\t3\t4\n", "1 2;3 4", Dialect::Tsv);
    row("numbered columns", "\t1\t2\nthe\t5\t6\n", "5 6", Dialect::Tsv);
    row("blank lines at the end", "1\t2\n\t\n\n", "1 2", Dialect::Tsv);
    row("old macintosh line ends", "1\t2\r3\t4\r", "1 2;3 4", Dialect::Tsv);
    row("unicode minus and fraction", "\u22121\t1/4\n", "-1 0.25", Dialect::Tsv);
    row("csv", "0.5,2,3\n4,5.5,6\n", "0.5 2 3;4 5.5 6", Dialect::Csv);
    row("csv with spaces", "1, 2\n3, 4", "1 2;3 4", Dialect::Csv);
    row("csv, german", "1,5;2\r\n0,5;-4\r\n", "1.5 2;0.5 -4", Dialect::Csv);
    row("csv, quoted commas", "\"1,5\",\"0,25\"\n", "1.5 0.25", Dialect::Csv);
    row("csv with headings", "x,y\n1,2\n3,4\n", "1 2;3 4", Dialect::Csv);
    row("csv, heading with a quote and a comma", "\"a \"\"b\"\", c\",y\n1.5,2\n", "1.5 2",
        Dialect::Csv);
    row("one number", "0.5", "0.5", Dialect::Plain);
    row("one german number", "-0,05", "-0.05", Dialect::Plain);
    row("columns apart by spaces", "  1.0   2\n -3    4e2\n", "1 2;-3 400", Dialect::Plain);
    row("german columns", "1,5 2,5\n3,5 4,5", "1.5 2.5;3.5 4.5", Dialect::Plain);
    row("pandas", "     a    b\n0  1.0  2.0\n1  3.0  4.0", "1 2;3 4", Dialect::Plain);
    row("matlab display", "A =\n\n     1     2\n     3     4\n\n", "1 2;3 4", Dialect::Plain);
    row("excel's html",
        "<html xmlns:x=\"urn:excel\">\r\n<head><style><!-- td {color:black} --></style></head>"
        "<body>\r\n<table border=0 style='width:96pt'>\r\n<!--StartFragment-->\r\n <col width=64>"
        "\r\n <tr height=19>\r\n  <td height=19 align=right>1,5</td>\r\n  <td>-2</td>\r\n </tr>"
        "\r\n <tr>\r\n  <td>3</td>\r\n  <td>4</td>\r\n </tr>\r\n<!--EndFragment-->\r\n</table>"
        "</body></html>",
        "1.5 -2;3 4", Dialect::Html);
    row("libreoffice's html",
        "<!DOCTYPE html>\n<html><head><title>a > b</title></head><body><table cellspacing=\"0\">"
        "<colgroup width=\"85\"></colgroup><tr><td align=\"right\" sdval=\"1.5\" "
        "sdnum=\"1033;\"><font face=\"Arial\">1.5</font></td><td><b>2</b></td></tr></table>",
        "1.5 2", Dialect::Html);
    row("a table of a web page",
        "<div><p>before 7 < 8</p><TABLE class='a>b'><thead><tr><th>x<th>y</thead><tbody><tr><td>"
        "&minus;1<td>2&nbsp;<tr><td>&#8722;3<td>\n &#x34;<br></tbody></TABLE><p>after</p></div>",
        "-1 2;-3 4", Dialect::Html);
    row("pandas' html",
        "<table><thead><tr><th></th><th>0</th><th>1</th></tr></thead><tbody>"
        "<tr><th>0</th><td>5</td><td>6</td></tr></tbody></table>",
        "5 6", Dialect::Html);
    row("only the first table is read",
        "<table><tr><td>1</td></tr></table><table><tr><td>2</td></tr></table>", "1", Dialect::Html);
    row("scripts are no cells",
        "<table><tr><td><SCRIPT>document.write('<td>9</td>')</SCRIPT>1</td></tr></table>", "1",
        Dialect::Html);
    row("numpy print", "[[ 1.   2.5]\n [-3.   4. ]]", "1 2.5;-3 4", Dialect::NumPy);
    row("numpy repr", "array([[ 1. ,  2.5],\n       [-3. ,  4. ]])", "1 2.5;-3 4", Dialect::NumPy);
    row("numpy repr with dtype", "array([[1., 2.],\n       [3., 4.]], dtype=float32)", "1 2;3 4",
        Dialect::NumPy);
    row("numpy wrapped rows", "array([[0.1, 0.2,\n        0.3],\n       [0.4, 0.5,\n        0.6]])",
        "0.1 0.2 0.3;0.4 0.5 0.6", Dialect::NumPy);
    row("numpy wrapped vector",
        "[0.12345678 0.12345678 0.12345678 0.12345678 0.12345678 0.12345678\n 0.5]",
        "0.12345678 0.12345678 0.12345678 0.12345678 0.12345678 0.12345678 0.5", Dialect::NumPy);
    row("numpy source", "W = np.array([[1, 2], [3, 4]], dtype=np.float64)", "1 2;3 4",
        Dialect::NumPy);
    row("numpy vector", "array([1, 2, 3])", "1 2 3", Dialect::NumPy);
    row("numpy scalars", "[np.float64(0.5), np.float64(-2.0)]", "0.5 -2", Dialect::Json);
    row("numpy mask", "array([[ True, False],\n       [ True,  True]])", "1 0;1 1", Dialect::NumPy);
    row("batch of one", "array([[[1., 2.],\n        [3., 4.]]])", "1 2;3 4", Dialect::NumPy);
    row("torch",
        "tensor([[ 0.5000, -1.2000],\n        [ 3.0000,  4.0000]], device='cuda:0', "
        "grad_fn=<MmBackward0>)",
        "0.5 -1.2;3 4", Dialect::PyTorch);
    row("torch parameter", "Parameter containing:\ntensor([[1., 2.]], requires_grad=True)", "1 2",
        Dialect::PyTorch);
    row("torch with dtype", "torch.tensor([[1e-05, 2.]], dtype=torch.float64)", "1e-5 2",
        Dialect::PyTorch);
    row("json", "[[1, 2.5], [3e-2, -4]]", "1 2.5;0.03 -4", Dialect::Json);
    row("python list, comma behind", "[\n  [1, 2],\n  [3, 4],\n]", "1 2;3 4", Dialect::Json);
    row("python row", "[1, 2, 3]", "1 2 3", Dialect::Json);
    row("python row over lines", "[\n  1,\n  2,\n  3\n]", "1 2 3", Dialect::Json);
    row("pandas split", R"({"columns":["a","[b]"],"index":[0,1],"data":[[1,2],[3,4]]})", "1 2;3 4",
        Dialect::Json);
    row("mat2str", "[1 2;3 4]", "1 2;3 4", Dialect::Matlab);
    row("matlab source", "W = [1, -2; ... first\n     3, 4]; % weights", "1 -2;3 4",
        Dialect::Matlab);
    row("matlab lines", "[1 2\n 3 4]", "1 2;3 4", Dialect::Matlab);
    row("matlab column", "[1;2;3]", "1;2;3", Dialect::Matlab);
    row("bmatrix", "\\begin{bmatrix}\n1 & -2.5 \\\\\n3 & 4 \\\\\n\\end{bmatrix}", "1 -2.5;3 4",
        Dialect::LatexMatrix);
    row("bmatrix in a formula",
        "\\[ W_K = \\begin{pmatrix} 1 & \\frac{1}{4} \\\\[2pt] -\\frac{1}{2} & 1.5\\times10^{-3} "
        "\\end{pmatrix} \\]",
        "1 0.25;-0.5 0.0015", Dialect::LatexMatrix);
    row("bmatrix of powers", "\\begin{bmatrix}10^{3} & 2 \\cdot 10^5\\end{bmatrix}", "1000 200000",
        Dialect::LatexMatrix);
    row("aligned bmatrix", "\\begin{bmatrix}\\phantom{-}1 & {-}2 & 1\\,234{,}5\\end{bmatrix}",
        "1 -2 1234.5", Dialect::LatexMatrix);
    row("matrix with comments",
        "% keys & more\n\\begin{bmatrix} % here\n 1 & 2 \\\\ % one & two\n 3 & 4\\end{bmatrix}",
        "1 2;3 4", Dialect::LatexMatrix);
    row("array", "\\begin{array}{c|c} 1{,}5 & 2 \\\\ \\hline 0{,}5 & 4 \\end{array}", "1.5 2;0.5 4",
        Dialect::LatexTable);
    row("booktabs",
        "\\begin{table}\n\\begin{tabular}{lrr}\n\\toprule\n & the & R\\&D \\\\\n\\midrule\n"
        "the & $0.5$ & \\textbf{0.25} \\\\\n\\cmidrule(lr){2-3}\n50\\% & $-1$ & \\num{1e3} \\\\\n"
        "\\bottomrule\n\\end{tabular}\n\\end{table}",
        "0.5 0.25;-1 1000", Dialect::LatexTable);
    row("typst", "$ mat(1, 2; 3, 4) $", "1 2;3 4", Dialect::Typst);
    row("typst with options",
        "#let w = $mat(\n  delim: \"[\", gap: #(1em),\n  1, -2.5;\n  3, 4 times 10^(-3);\n)$",
        "1 -2.5;3 0.004", Dialect::Typst);
    row("markdown", "| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |\n", "1 2;3 4", Dialect::Markdown);
    row("markdown without edges", "a | b\n--|--\n1 | 2", "1 2", Dialect::Markdown);
    row("pandas markdown", "|    |   0 |   1 |\n|---:|----:|----:|\n|  0 | 0.5 | 2 |", "0.5 2",
        Dialect::Markdown);
    row("markdown in a text", "So:\n\n| a\\|b | b |\n|:-:|:-:|\n| 1 | 2 |\n\nThat is all.", "1 2",
        Dialect::Markdown);
}

void TestDialects::whatOthersWriteIsRead()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, numbers);
    QFETCH(int, dialect);
    const Result<Pasted> pasted = readAnyMatrix(text.toStdString());
    QVERIFY2(pasted.has_value(), qPrintable(problemOf(text.toStdString())));
    QVERIFY2(sameBits(pasted->matrix, matrixOf(numbers)), qPrintable(shown(pasted->matrix)));
    QCOMPARE(int(pasted->dialect), dialect);
    QVERIFY(!pasted->ambiguity);
}

void TestDialects::specialNumbersOfEveryDialect_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("tsv") << QByteArray("NaN\tInf\t-Inf\n");
    QTest::newRow("csv") << QByteArray("nan,inf,-inf");
    QTest::newRow("signs of infinity") << QByteArray("NaN\t∞\t−∞");
    QTest::newRow("numpy") << QByteArray("array([[ nan,  inf, -inf]])");
    QTest::newRow("numpy source") << QByteArray("np.array([np.nan, np.inf, -np.inf])");
    QTest::newRow("torch") << QByteArray("tensor([[nan, inf, -inf]])");
    QTest::newRow("python") << QByteArray("[float('nan'), float(\"inf\"), -float('inf')]");
    QTest::newRow("python, quoted sign") << QByteArray("[float('nan'), math.inf, float('-inf')]");
    QTest::newRow("json of python") << QByteArray("[[NaN, Infinity, -Infinity]]");
    QTest::newRow("json") << QByteArray("[[\"NaN\", \"Infinity\", \"-Infinity\"]]");
    QTest::newRow("matlab") << QByteArray("[NaN Inf -Inf;]");
    QTest::newRow("latex") << QByteArray(
        "\\begin{bmatrix}\\text{NaN} & \\infty & -\\infty\\end{bmatrix}");
    QTest::newRow("typst") << QByteArray("mat(\"NaN\", oo, -infinity)");
    QTest::newRow("markdown") << QByteArray("|a|b|c|\n|-|-|-|\n|NaN|∞|-∞|");
}

void TestDialects::specialNumbersOfEveryDialect()
{
    QFETCH(QByteArray, text);
    const Result<Pasted> pasted = readAnyMatrix(text.toStdString());
    QVERIFY2(pasted.has_value(), qPrintable(problemOf(text.toStdString())));
    QCOMPARE(pasted->matrix.cols(), Index(3));
    QVERIFY(std::isnan(pasted->matrix(0, 0)));
    QCOMPARE(pasted->matrix(0, 1), infinity);
    QCOMPARE(pasted->matrix(0, 2), -infinity);
}

void TestDialects::everyDialectIsWrittenAsItsProgramsReadIt_data()
{
    QTest::addColumn<int>("dialect");
    QTest::addColumn<QByteArray>("text");
    const char* const texts[dialectCount]
        = {"1\t-0\n0.5\tNaN\n1e-7\t-Inf\n",
           "1,-0\n0.5,NaN\n1e-7,-Inf\n",
           "|   |   |\n| ---: | ---: |\n| 1 | -0 |\n| 0.5 | NaN |\n| 1e-7 | -∞ |\n",
           "\\begin{bmatrix}\n  1 & -0 \\\\\n  0.5 & \\mathrm{NaN} \\\\\n  1 \\times 10^{-7} & "
           "-\\infty\n\\end{bmatrix}\n",
           "\\begin{tabular}{rr}\n  \\hline\n  $1$ & $-0$ \\\\\n  $0.5$ & $\\mathrm{NaN}$ \\\\\n"
           "  $1 \\times 10^{-7}$ & $-\\infty$ \\\\\n  \\hline\n\\end{tabular}\n",
           "$ mat(delim: \"[\",\n  1, -0;\n  0.5, \"NaN\";\n  1 times 10^(-7), -infinity\n) $\n",
           "np.array([[1.0, -0.0],\n          [0.5, np.nan],\n          [1e-7, -np.inf]])\n",
           "torch.tensor([[1.0, -0.0],\n              [0.5, torch.nan],\n"
           "              [1e-7, -torch.inf]], dtype=torch.float64)\n",
           "[1 -0;\n 0.5 NaN;\n 1e-7 -Inf]\n",
           "[[1.0, -0.0],\n [0.5, \"NaN\"],\n [1e-7, \"-Infinity\"]]\n",
           "   1    -0\n 0.5   NaN\n1e-7  -Inf\n",
           "<table>\n<tr><td>1</td><td>-0</td></tr>\n<tr><td>0.5</td><td>NaN</td></tr>\n"
           "<tr><td>1e-7</td><td>-Inf</td></tr>\n</table>\n"};
    for (int i = 0; i < dialectCount; ++i)
        QTest::newRow(names[i]) << i << QByteArray(texts[i]);
}

void TestDialects::everyDialectIsWrittenAsItsProgramsReadIt()
{
    QFETCH(int, dialect);
    QFETCH(QByteArray, text);
    Matrix matrix(3, 2);
    matrix << 1, -0.0, 0.5, std::nan(""), 1e-7, -infinity;
    QCOMPARE(QByteArray::fromStdString(writeMatrix(matrix, Dialect(dialect))), text);
}

void TestDialects::headingsStandWhereTheDialectHasThem_data()
{
    QTest::addColumn<int>("dialect");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](Dialect dialect, const char* text) {
        QTest::newRow(names[int(dialect)]) << int(dialect) << QByteArray(text);
    };
    row(Dialect::Tsv, "\tthe\t\"a,\"\"b\"\n<s>\t1\t2\n");
    row(Dialect::Csv, ",the,\"a,\"\"b\"\n<s>,1,2\n");
    row(Dialect::Markdown, "|  | the | a,\"b |\n| ---: | ---: | ---: |\n| \\<s\\> | 1 | 2 |\n");
    row(Dialect::LatexTable,
        "\\begin{tabular}{lrr}\n  \\hline\n   & the & a,\"b \\\\\n  \\hline\n"
        "  <s> & $1$ & $2$ \\\\\n  \\hline\n\\end{tabular}\n");
    row(Dialect::Json,
        "{\"columns\": [\"the\", \"a,\\\"b\"],\n \"index\": [\"<s>\"],\n \"data\": [[1.0, "
        "2.0]]}\n");
    row(Dialect::Plain, "     the  a,\"b\n<s>    1     2\n");
    row(Dialect::Matlab, "[1 2]\n");
    row(Dialect::Html,
        "<table>\n<tr><th></th><th>the</th><th>a,\"b</th></tr>\n"
        "<tr><th>&lt;s&gt;</th><td>1</td><td>2</td></tr>\n</table>\n");
}

void TestDialects::headingsStandWhereTheDialectHasThem()
{
    QFETCH(int, dialect);
    QFETCH(QByteArray, text);
    const WriteOptions options{0, {"<s>"}, {"the", "a,\"b"}};
    QCOMPARE(QByteArray::fromStdString(
                 writeMatrix(matrixOf(QStringLiteral("1 2")), Dialect(dialect), options)),
             text);
}

/// Numbers keep their signs; a text that a spreadsheet would compute stays a text.
void TestDialects::noHeadingIsAFormula()
{
    const WriteOptions options{0, {"=cmd|' /c calc'!A1"}, {"@SUM(A1)", "-"}};
    const Matrix numbers = matrixOf(QStringLiteral("-1 2"));
    QCOMPARE(writeMatrix(numbers, Dialect::Csv, options),
             ",'@SUM(A1),-\n'=cmd|' /c calc'!A1,-1,2\n");
    QVERIFY(writeMatrix(numbers, Dialect::Tsv, options).find("\t'@SUM") != std::string::npos);
    const std::string page = writeMatrix(numbers, Dialect::Html, options);
    QVERIFY(page.find("<th>'=cmd") != std::string::npos && page.find(">-1<") != std::string::npos);
}

void TestDialects::digitsAreRounded()
{
    Matrix matrix(1, 4);
    matrix << 2.0 / 3, -0.0, 1234.5678, 1.23456e-9;
    QCOMPARE(writeMatrix(matrix, Dialect::Csv, {3, {}, {}}), "0.667,-0,1235,1.23e-9\n");
    QCOMPARE(writeMatrix(matrix, Dialect::NumPy, {2, {}, {}}),
             "np.array([[0.67, -0.0, 1235.0, 1.2e-9]])\n");
}

void TestDialects::everyBitComesBack_data()
{
    QTest::addColumn<int>("dialect");
    for (int i = 0; i < dialectCount; ++i)
        QTest::newRow(names[i]) << i;
}

void TestDialects::everyBitComesBack()
{
    QFETCH(int, dialect);
    std::mt19937_64 random(1);
    for (int i = 0; i < 300; ++i) {
        const Matrix matrix
            = randomMatrix(random, 1 + Index(random() % 7), 1 + Index(random() % 12));
        const std::string text = writeMatrix(matrix, Dialect(dialect));
        const Result<Matrix> known = readMatrix(text, Dialect(dialect));
        QVERIFY2(known && sameBits(*known, matrix), text.c_str());
        const Result<Pasted> any = readAnyMatrix(text);
        QVERIFY2(any.has_value(), text.c_str());
        QVERIFY2(any->ambiguity || sameBits(any->matrix, matrix), text.c_str());
    }
}

void TestDialects::headingsAreSkippedWhateverTheyHold()
{
    const WriteOptions options{
        0, {"<s>", "a\tb", "R&D 50%", "\"x\"", "[1, 2]"}, {"a|b", "c;d", "\\begin{x}", "e f"}};
    std::mt19937_64 random(2);
    const Matrix matrix = randomMatrix(random, 5, 4);
    for (int i = 0; i < dialectCount; ++i) {
        const std::string text = writeMatrix(matrix, Dialect(i), options);
        const Result<Matrix> read = readMatrix(text, Dialect(i));
        QVERIFY2(read && sameBits(*read, matrix),
                 read ? text.c_str() : (text + read.error().message).c_str());
    }
}

void TestDialects::ambiguousMarksGiveEveryReading_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("decimal");
    QTest::addColumn<QString>("thousands");
    QTest::addColumn<QString>("separator");
    const auto row = [](const char* text, const char* decimal, const char* thousands,
                        const char* separator) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(decimal)
                            << QString::fromLatin1(thousands) << QString::fromLatin1(separator);
    };
    row("1.234", "1.234", "1234", "");
    row("-1.234\t5\n", "-1.234 5", "-1234 5", "");
    row("1,234\t12,345\n", "1.234 12.345", "1234 12345", "");
    row("1,234;5", "1.234 5", "1234 5", "");
    row("1,234", "1.234", "1234", "1 234");
    row("1,5", "1.5", "", "1 5");
    row("1,2\n3,4", "1.2;3.4", "", "1 2;3 4");
    row("1,234,567", "", "1234567", "1 234 567");
    row("| a |\n|---|\n| 1.234 |", "1.234", "1234", "");
    row("\\begin{bmatrix}1.234\\end{bmatrix}", "1.234", "1234", "");
    row("\"1,234\",\"2,345\"\n", "1.234 2.345", "1234 2345", "");
    // One number that can be read in one way only tells for all.
    row("1.234\t0.5", "", "", "");
    row("1.234\t1.5", "", "", "");
    row("1,234\t1,234.5", "", "", "");
    row("1.234\t1.234.567", "", "", "");
    row("array([1.234])", "", "", "");
    row("[1.234; 2]", "", "", "");
    row("1.234, 5.678", "", "", "");
}

void TestDialects::ambiguousMarksGiveEveryReading()
{
    QFETCH(QByteArray, text);
    const Result<Pasted> pasted = readAnyMatrix(text.toStdString());
    QVERIFY2(pasted.has_value(), qPrintable(problemOf(text.toStdString())));
    const char* const columns[] = {"decimal", "thousands", "separator"};
    std::vector<Reading> readings;
    if (pasted->ambiguity)
        readings = pasted->ambiguity->readings;
    std::size_t expected = 0;
    for (int meaning = 0; meaning < 3; ++meaning) {
        const QString numbers
            = *static_cast<const QString*>(QTest::qData(columns[meaning], QMetaType::QString));
        expected += numbers.isEmpty() ? 0 : 1;
        for (const Reading& reading : readings) {
            if (int(reading.meaning) == meaning)
                QVERIFY2(!numbers.isEmpty() && sameBits(reading.matrix, matrixOf(numbers)),
                         qPrintable(shown(reading.matrix)));
        }
    }
    QCOMPARE(readings.size(), expected);
}

void TestDialects::theWindowCanAskWithTheFirstExample()
{
    const Result<Pasted> pasted = readAnyMatrix("7 1,234\n");
    QVERIFY(pasted && pasted->ambiguity);
    QCOMPARE(pasted->ambiguity->text, "1,234");
    QCOMPARE(pasted->ambiguity->readings[0].example, "1.234");
    QCOMPARE(pasted->ambiguity->readings[1].example, "1234");
    const Result<Pasted> commas = readAnyMatrix("1,2\n3,4");
    QVERIFY(commas && commas->ambiguity);
    QCOMPARE(commas->ambiguity->text, "1,2");
    QCOMPARE(commas->ambiguity->readings[0].example, "1.2");
    QCOMPARE(commas->ambiguity->readings[1].example, "1 | 2");
}

void TestDialects::aKnownDialectNeedsNoQuestion()
{
    for (const char* text : {"1.234\t5", "1,234\t5"}) {
        const Result<Matrix> matrix = readMatrix(text, Dialect::Tsv);
        QVERIFY(matrix && sameBits(*matrix, matrixOf(QStringLiteral("1.234 5"))));
    }
}

void TestDialects::badTextIsRefusedWithASentence_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* text, const char* part) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(part);
    };
    row("nothing", "", "no text to paste");
    row("blanks", " \n\t\n", "no text to paste");
    row("a word", "hello", "“hello” is not a number");
    row("a word among numbers", "1\t2\n3\tx\n", "Row 2, column 2: “x” is not a number");
    row("an empty cell", "1\t\n3\t4\n", "Row 1, column 2: the cell is empty");
    row("an empty corner alone", "\t2\n3\t4\n", "Row 1, column 1: the cell is empty");
    row("uneven rows", "1\t2\n3\n", "Row 2 has 1 cell, but row 1 has 2");
    row("both decimal marks", "1.5\t0,25\n", "Row 1, column 2: “0,25” does not fit");
    row("odd groups", "1,23,4.5\t1", "does not fit");
    row("an open quote", "\"1\t2\n", "quotation mark in row 1 is never closed");
    row("division by zero", "1\t1/0", "“1/0” divides by zero");
    row("too large", "1\t1e999", "too large");
    row("too small", "1\t1e-999", "too close to zero");
    row("excel error", "1\t#N/A", "“#N/A” is not a number");
    row("a long word", "1\txxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "…”");
    row("list without end", "[[1, 2], [3, 4]", "] is missing");
    row("array without end", "array([[1, 2", "] is missing");
    row("uneven lists", "[[1, 2], [3]]", "Row 2 has 1 cell, but row 1 has 2");
    row("uneven nesting", "[[1, 2], 3]", "nested unevenly");
    row("numbers beside lists", "array([1, [2]])", "nested unevenly");
    row("an empty row", "[[1], []]", "Row 2 has 0 cells, but row 1 has 1 cell.");
    row("no numbers", "array([], shape=(0, 3), dtype=float64)", "no numbers in the list");
    row("three dimensions", "array([[[1, 2]], [[3, 4]]])", "3 dimensions");
    row("shortened", "array([[0., 0., ..., 0.]])", "shortened where “...” stands");
    row("two commas", "[1, , 2]", "Nothing stands before a comma in row 1");
    row("a name in a list", "[[1, x]]", "“x” is not a number");
    row("null", "[[1, null]]", "“null” is not a number");
    row("complex", "array([1.+2.j])", "“1.+2.j” is not a number");
    row("grouped digits in a list", "[[1'000, 2]]", "“1'000” is not a number");
    row("two lists", "[[1, 2]] [[3, 4]]", "more than one list");
    row("json without data", "{\"rows\": [1]}", "no field \"data\"");
    row("list with words before", "see array( here [1, 2]", "stands before the list");
    row("matlab without end", "[1 2; 3", "] is missing");
    row("matlab, two matrices", "[1 2; 3 4] [5; 6]", "more than one matrix");
    row("matlab, empty cell", "[1,,2; 3,4,5]", "Row 1, column 2: the cell is empty");
    row("matlab expression", "[1 - 2; 3 4 5]", "“-” is not a number");
    row("bmatrix without end", "\\begin{bmatrix} 1", "\\end{bmatrix} is missing");
    row("no matrix in latex", "\\begin{itemize}\\end{itemize}", "no matrix in the LaTeX text");
    row("two bmatrices", "\\begin{bmatrix}1\\end{bmatrix}\\begin{bmatrix}2\\end{bmatrix}",
        "more than one matrix");
    row("a symbol", "\\begin{bmatrix}\\alpha\\end{bmatrix}", "is not a number");
    row("empty bmatrix", "\\begin{bmatrix}\\end{bmatrix}", "no numbers");
    row("mat without end", "mat(1, 2", ") is missing");
    row("two mats", "mat(1) mat(2)", "more than one matrix");
    row("empty mat", "mat()", "no numbers");
    row("table in a table", "<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>",
        "a table inside the table");
    row("html without cells", "<table></table>", "no numbers");
    row("html of words", "<table><tr><td>1</td></tr><tr><td>a &amp; b</td></tr></table>",
        "“a & b” is not a number");
    row("a cell over two columns",
        "<table><tr><td colspan=2>1</td></tr><tr><td>1</td><td>2</td></tr></table>",
        "Row 2 has 2 cells, but row 1 has 1 cell.");
    row("markdown of words", "|a|\n|-|\n|b|", "“b” is not a number");
    row("markdown without rows", "|1|\n|-|", "no numbers below the row of headings");
    row("what was meant as a number is no heading", "1,23,4.5\t1\n50%\t2\n", "does not fit");
}

void TestDialects::badTextIsRefusedWithASentence()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const QString problem = problemOf(text.toStdString());
    QVERIFY(!problem.isEmpty());
    QVERIFY2(problem.contains(part), qPrintable(problem));
    QVERIFY2(problem.endsWith(u'.') || problem.endsWith(u')'), qPrintable(problem));
    QVERIFY(problem.size() < 260);
}

void TestDialects::readingTakesAsLongAsTheTextIs_data()
{
    everyBitComesBack_data();
}

/// Four times as many numbers take some four times as long, not sixteen times.
void TestDialects::readingTakesAsLongAsTheTextIs()
{
    QFETCH(int, dialect);
#ifdef NDEBUG
    constexpr Index size = 1000;
#else
    constexpr Index size = 200; // a debug build checks every step
#endif
    const auto shortest = [&](Index rows) {
        const Matrix matrix = Matrix::Random(rows, rows);
        const std::string text = writeMatrix(matrix, Dialect(dialect));
        qint64 least = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 3; ++i) {
            QElapsedTimer timer;
            timer.start();
            const Result<Pasted> pasted = readAnyMatrix(text);
            least = std::min(least, timer.nsecsElapsed());
            if (!pasted || !sameBits(pasted->matrix, matrix))
                return std::numeric_limits<double>::quiet_NaN();
        }
        return double(least);
    };
    const double ratio = shortest(size) / shortest(size / 2);
    QVERIFY2(ratio < 10, qPrintable(QString::number(ratio)));
}

void TestDialects::noTextCrashesTheReader()
{
    std::mt19937_64 random(3);
    std::vector<std::string> seeds = {
        "1.234\t1,5\r\n\"2\"\t\"\"\n", "\\begin{tabular}{l}\\hline 1 & $2$ \\\\[2pt]\\end{tabular}",
        "array([[1., ..., float('nan')]], dtype=float32)", "{\"data\": [[1]]}"};
    for (int i = 0; i < dialectCount; ++i)
        seeds.push_back(writeMatrix(randomMatrix(random, 3, 3), Dialect(i)));
    constexpr std::string_view alphabet = "[](){}|\\&$%#;:,.'\"-+eE0159 \t\r\nnamt\xc2\xa0\xe2";
    for (int i = 0; i < 20000; ++i) {
        std::string text = seeds[random() % seeds.size()];
        for (std::uint64_t change = random() % 6 + 1; change > 0 && !text.empty(); --change) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
            case 0:
                text.erase(at, random() % 8);
                break;
            case 1:
                text.insert(at, 1, alphabet[random() % alphabet.size()]);
                break;
            case 2:
                text[at] = alphabet[random() % alphabet.size()];
                break;
            default:
                text.insert(at, text.substr(random() % text.size(), random() % 20));
            }
        }
        const Result<Pasted> pasted = readAnyMatrix(text);
        if (pasted)
            QVERIFY(pasted->matrix.size() > 0);
        else
            QVERIFY(!pasted.error().message.empty());
        (void)readMatrix(text, Dialect(random() % dialectCount));
    }
}

QTEST_APPLESS_MAIN(TestDialects)
#include "tst_dialects.moc"
