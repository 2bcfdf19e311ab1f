#include "core/document/edit.h"
#include "core/formula/cell_formula.h"
#include "tests/core/support/documents.h"

#include <QElapsedTimer>
#include <QTest>

#include <clocale>
#include <cmath>
#include <locale>
#include <random>

using namespace headlight;

namespace {

using MatrixPtr = std::shared_ptr<const Matrix>;

struct CommaPunctuation : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
};

/// A document in which nothing is named.
Result<MatrixPtr> noMatrices(const std::string& name)
{
    return Error{"There is no " + name + "."};
}

Document birds()
{
    return shippedExample("birds-eat-seeds");
}

MatrixLookup matricesOf(const Document& document, const HeadPlace& place = {})
{
    const auto shared = std::make_shared<const Document>(document);
    return namedMatrices(shared, computeSnapshot(shared), place);
}

/// The formula for a cell counted from 1, in a matrix of 3 rows and 4 columns that holds 10.
Result<double> computed(const std::string& formula, int row = 1, int column = 1,
                        const MatrixLookup& matrices = noMatrices)
{
    Result<CellFormula> parsed = CellFormula::parse(formula, {3, 4}, matrices);
    return parsed ? parsed->at(row - 1, column - 1, 10) : Result<double>(parsed.error());
}

QString errorOf(const std::string& formula, const MatrixLookup& matrices = noMatrices)
{
    const Result<double> value = computed(formula, 1, 1, matrices);
    return value ? QString() : QString::fromStdString(value.error().message);
}

} // namespace

class FormulaTest : public QObject {
    Q_OBJECT

private slots:
    void valuesAreThoseOfAHandCalculation_data();
    void valuesAreThoseOfAHandCalculation();
    void sinusoidalPositionsAreThoseOfThePaper();
    void matricesAreThoseOfTheHeadLookedAt();
    void anEditCountsAtOnceAndWhatIsComputedWaits();
    void whatIsNotFiniteIsGivenAsItIs();
    void whatCannotBeReadIsExplained_data();
    void whatCannotBeReadIsExplained();
    void aCellThatDoesNotExistIsNamed_data();
    void aCellThatDoesNotExistIsNamed();
    void onlyTheChosenBranchIsComputed();
    void theLocaleDoesNotMatter();
    void hostileFormulasAreAnswered();
    void aLargeFillIsQuick();
};

void FormulaTest::valuesAreThoseOfAHandCalculation_data()
{
    QTest::addColumn<QString>("formula");
    QTest::addColumn<double>("value"); // in row 2, column 3
    QTest::newRow("number") << "0.5" << 0.5;
    QTest::newRow("row and column count from 1") << "10*row + col" << 23.0;
    QTest::newRow("rows and columns of the matrix") << "100*n + d" << 304.0;
    QTest::newRow("what stands there") << "2*value" << 20.0;
    QTest::newRow("power before minus") << "-row^2" << -4.0;
    QTest::newRow("powers from the right") << "2^col^row" << 512.0;
    QTest::newRow("products before sums") << "1 + 2*3" << 7.0;
    QTest::newRow("typographic minus") << "5 − 2" << 3.0;
    QTest::newRow("exponent") << "2.5e-1" << 0.25;
    QTest::newRow("constants") << "sin(pi/2) + ln(e)" << 2.0;
    QTest::newRow("equal") << "row == col ? 1 : 0" << 0.0;
    QTest::newRow("below the diagonal") << "row <= col ? 7 : 8" << 7.0;
    QTest::newRow("both") << "(row > 1 && col > 3) || row == 2" << 1.0;
    QTest::newRow("min of several") << "min(3, row, 5)" << 2.0;
    QTest::newRow("remainder") << "mod(col, row)" << 1.0;
    QTest::newRow("remainder of a negative number") << "mod(-1, 3)" << 2.0;
    QTest::newRow("rounding") << "floor(-1.5) + 10*ceil(1.2) + 100*round(2.5)" << 318.0;
}

void FormulaTest::valuesAreThoseOfAHandCalculation()
{
    QFETCH(QString, formula);
    const Result<double> value = computed(formula.toStdString(), 2, 3);
    QVERIFY2(value, value ? "" : value.error().message.c_str());
    QTEST(*value, "value");
}

void FormulaTest::sinusoidalPositionsAreThoseOfThePaper()
{
    const Shape shape{50, 8};
    Result<CellFormula> formula = CellFormula::parse(
        "mod(col, 2) == 1 ? sin((row-1)/10000^((col-1)/d)) : cos((row-1)/10000^((col-2)/d))", shape,
        noMatrices);
    QVERIFY(formula);
    for (int position = 0; position < shape.rows; ++position) {
        for (int i = 0; i < shape.columns; ++i) {
            const double angle = position / std::pow(10000.0, 2 * (i / 2) / 8.0);
            const double expected = i % 2 == 0 ? std::sin(angle) : std::cos(angle);
            const Result<double> value = formula->at(position, i, 0);
            QVERIFY(value);
            QVERIFY(std::abs(*value - expected) < 1e-13);
        }
    }
}

/// X is (1 0 2 0), (0 2 0 1), (1 1 0 1); the scores of its first row are 6, 9, 3.
void FormulaTest::matricesAreThoseOfTheHeadLookedAt()
{
    const MatrixLookup ofBirds = matricesOf(birds());
    QCOMPARE(*computed("X(1, 3)", 1, 1, ofBirds), 2.0);
    QCOMPARE(*computed("X(row, col)", 2, 4, ofBirds), 1.0);
    QCOMPARE(*computed("scores(1, 2)", 1, 1, ofBirds), 9.0);

    const Document bank = bankDocument();
    const double expected = tensorOf(bank, "layers.1.head.1.W_V")(2, 0);
    QCOMPARE(*computed("W_V(3, 1)", 1, 1, matricesOf(bank, {1, 1})), expected);
    QVERIFY(*computed("W_V(3, 1)", 1, 1, matricesOf(bank, {1, 0})) != expected);
}

void FormulaTest::anEditCountsAtOnceAndWhatIsComputedWaits()
{
    const auto before = std::make_shared<const Document>(birds());
    Document edited = *before;
    applyEdit(edited, SetCell{"layers.0.head.0.W_Q", 0, 0, 77});
    const MatrixLookup stale
        = namedMatrices(std::make_shared<const Document>(edited), computeSnapshot(before), {});
    QCOMPARE(*computed("W_Q(1, 1)", 1, 1, stale), 77.0);
    QVERIFY(errorOf("Q(1, 1)", stale).startsWith("Q is still being computed"));
    QCOMPARE(*computed("W_Q(1, 1)", 1, 1, namedMatrices(before, nullptr, {})),
             tensorOf(*before, "layers.0.head.0.W_Q")(0, 0));
    QVERIFY(errorOf("Q(1, 1)", namedMatrices(before, nullptr, {})).contains("computed"));
}

void FormulaTest::whatIsNotFiniteIsGivenAsItIs()
{
    QCOMPARE(*computed("1/0"), HUGE_VAL);
    QCOMPARE(*computed("-1/0"), -HUGE_VAL);
    for (const char* formula : {"0/0", "sqrt(-1)", "ln(-1)"}) {
        const double value = *computed(formula);
        QVERIFY(std::isnan(value));
        QVERIFY(!std::signbit(value)); // one NaN, so that nothing changes when it is made again
    }
}

void FormulaTest::whatCannotBeReadIsExplained_data()
{
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* formula, const char* message) {
        QTest::newRow(formula) << QString::fromUtf8(formula) << QString::fromUtf8(message);
    };
    row("", "The formula is empty. Write one such as row + col.");
    row("   ", "The formula is empty. Write one such as row + col.");
    row("1 +", "The formula ends where a number or a name should follow.");
    row("1 + * 2", "“*” is not expected here (character 5).");
    row("1 + foo*2",
        "“foo” is not known (character 5). Known are row, col, n, d, value, pi, e, "
        "functions such as sin, and matrices such as W_Q(row, col).");
    row("sin(row", "A closing parenthesis is missing.");
    row("row)", "“)” is not expected here (character 4).");
    row("sin (row)", "“sin” needs a parenthesis directly behind it, as in sin(row) (character 1).");
    row("2*W_Q + 1",
        "“W_Q” is a matrix: give the row and the column, as in W_Q(row, col) "
        "(character 3).");
    row("X(1)", "X takes a row and a column, as in X(row, col) (character 4).");
    row("sin(1, 2)", "“sin” has too many values in its parentheses (character 9).");
    row("max()", "“max” has too few values in its parentheses.");
    row("row = 2", "“=” gives nothing a value here; write == to compare (character 5).");
    row("0,5",
        "A comma stands outside of parentheses. It separates the values of a function; "
        "write decimals with a point.");
    row("row > 1 ? 2", "A “:” is missing: write condition ? then : else.");
    row("\"a\"", "“\"” is not allowed in a formula (character 1).");
    row("2 × 3", "“×” is not allowed in a formula (character 3).");
    row("1e999",
        "“1e999” is not known (character 1). Known are row, col, n, d, value, pi, e, "
        "functions such as sin, and matrices such as W_Q(row, col).");
}

void FormulaTest::whatCannotBeReadIsExplained()
{
    QFETCH(QString, formula);
    QTEST(errorOf(formula.toStdString()), "message");
}

void FormulaTest::aCellThatDoesNotExistIsNamed_data()
{
    QTest::addColumn<QString>("formula");
    QTest::addColumn<QString>("message");
    QTest::newRow("row") << "X(4, 1)"
                         << "X has 3 rows, there is no row 4";
    QTest::newRow("column") << "X(row, d + 1)"
                            << "X has 4 columns, there is no column 5";
    QTest::newRow("counted from 0") << "X(0, 1)"
                                    << "X has 3 rows, there is no row 0";
    QTest::newRow("between two") << "X(1.5, 1)"
                                 << "X has 3 rows, there is no row 1.5; they are whole numbers";
    QTest::newRow("no number") << "X(0/0, 1)"
                               << "X has 3 rows, there is no row NaN; they are whole numbers";
    QTest::newRow("huge") << "X(1e300, 1)"
                          << "X has 3 rows, there is no row 1e300";
    QTest::newRow("not in this model") << "b_O(1, 1)"
                                       << "The model has no b_O";
}

void FormulaTest::aCellThatDoesNotExistIsNamed()
{
    QFETCH(QString, formula);
    QFETCH(QString, message);
    QCOMPARE(errorOf(formula.toStdString(), matricesOf(birds())),
             message + " (computing row 1, column 1)");
}

void FormulaTest::onlyTheChosenBranchIsComputed()
{
    const MatrixLookup ofBirds = matricesOf(birds());
    const std::string formula = "row > 1 ? X(row - 1, col) : 5";
    QCOMPARE(*computed(formula, 1, 3, ofBirds), 5.0);
    QCOMPARE(*computed(formula, 2, 3, ofBirds), 2.0);
}

void FormulaTest::theLocaleDoesNotMatter()
{
    const std::string before = std::setlocale(LC_ALL, nullptr);
    const std::locale global
        = std::locale::global(std::locale(std::locale::classic(), new CommaPunctuation));
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"}) // where they are installed
        std::setlocale(LC_ALL, name);
    const Result<double> value = computed("max(0.5, 0.25)");
    std::locale::global(global);
    std::setlocale(LC_ALL, before.c_str());
    QVERIFY(value);
    QCOMPARE(*value, 0.5);
}

void FormulaTest::hostileFormulasAreAnswered()
{
    QCOMPARE(errorOf(std::string(5000, '1')),
             QStringLiteral("The formula has 5000 characters; it can have 2000."));
    QVERIFY(errorOf(std::string("row\0+1", 6)).contains("(character 4)"));
    QVERIFY(!errorOf(std::string(1999, '(')).isEmpty());
    const std::string deep = std::string(900, '(') + "7" + std::string(900, ')');
    QCOMPARE(*computed(deep), 7.0);
    std::string conditions;
    for (int i = 0; i < 300; ++i)
        conditions += "row?1:";
    QCOMPARE(*computed(conditions + "2"), 1.0);

    // Anything at all: what counts is that there is an answer.
    const std::string alphabet = "0123456789.,+-*/^()<>=!&|?: rowcolndvaluesinXW_Qmax\"#{}";
    std::mt19937 random(7);
    int readable = 0;
    for (int i = 0; i < 5000; ++i) {
        std::string formula;
        for (unsigned length = random() % 12; length > 0; --length)
            formula += alphabet[random() % alphabet.size()];
        readable += computed(formula) ? 1 : 0;
    }
    QVERIFY(readable > 30);
}

void FormulaTest::aLargeFillIsQuick()
{
    const Document document = birds();
    const Index size = 512;
    Result<CellFormula> formula = CellFormula::parse("sin(row/10000^(2*col/d)) + X(1, 3)",
                                                     {size, size}, matricesOf(document));
    QVERIFY(formula);
    QElapsedTimer timer;
    timer.start();
    double sum = 0;
    for (Index r = 0; r < size; ++r) {
        for (Index c = 0; c < size; ++c)
            sum += *formula->at(r, c, 0);
    }
    QVERIFY(std::isfinite(sum));
    qInfo("512 x 512 cells in %lld ms", timer.elapsed());
    QVERIFY(timer.elapsed() < 2000); // 500 ms in a release build
}

QTEST_GUILESS_MAIN(FormulaTest)
#include "tst_formula.moc"
