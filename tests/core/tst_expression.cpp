#include "core/lesson/expect.h"
#include "core/lesson/expression.h"
#include "tests/core/support/documents.h"

#include <QTest>

#include <cmath>

using namespace headlight;

namespace {

SnapshotPtr birds()
{
    static const SnapshotPtr snapshot
        = computeSnapshot(std::make_shared<const Document>(shippedExample("birds-eat-seeds")));
    return snapshot;
}

std::string errorOf(const std::string& expression)
{
    const Result<double> value = evaluate(expression, birds(), {});
    return value ? "" : value.error().message;
}

bool holds(const std::string& statement)
{
    const Result<Expect> expect = parseExpect(statement);
    if (!expect)
        return false;
    const Result<Check> check = checkExpect(*expect, birds(), {});
    return check && check->holds;
}

} // namespace

class ExpressionTest : public QObject {
    Q_OBJECT

private slots:
    void valuesAreThoseOfAHandCalculation_data();
    void valuesAreThoseOfAHandCalculation();
    void namesOfOtherPlacesAreFollowed();
    void whatCannotBeReadIsExplained_data();
    void whatCannotBeReadIsExplained();
    void nestingIsBounded();
    void equalityComparesAtTheWrittenDecimals();
    void statementsThatStateNothingAreRefused();
};

void ExpressionTest::valuesAreThoseOfAHandCalculation_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<double>("value");
    QTest::newRow("number") << "3.5" << 3.5;
    QTest::newRow("sum from left to right") << "10 - 4 - 3" << 3.0;
    QTest::newRow("quotient from left to right") << "24 / 4 / 3" << 2.0;
    QTest::newRow("products before sums") << "1*1 + 4*2" << 9.0;
    QTest::newRow("parentheses") << "2*(3 + 4)" << 14.0;
    QTest::newRow("minus in front") << "-2*-3 - -1" << 7.0;
    QTest::newRow("two minuses") << "--2" << 2.0;
    QTest::newRow("no spaces") << "(10-8)/sqrt(4)" << 1.0;
    QTest::newRow("exp") << "exp(0) + exp(1 - 1)" << 2.0;
    QTest::newRow("cell") << "scores[1,2]" << 9.0;
    QTest::newRow("cells") << "Q[1,1]*K[2,1] + Q[1,2]*K[2,2]" << 9.0;
    QTest::newRow("spaces in a cell") << " scores [ 1 , 2 ] " << 9.0;
    QTest::newRow("scaled") << "scaled[1,2]" << 9 / std::sqrt(2.0);
    QTest::newRow("sum of a row") << "sum(scores[1,*])" << 18.0;
    QTest::newRow("sum of a column") << "sum(scores[*,1])" << 15.0;
    QTest::newRow("sum of everything") << "sum(scores[*,*])" << 54.0;
    QTest::newRow("sum of a cell") << "sum(scores[1,2])" << 9.0;
    QTest::newRow("max") << "max(scores[2,*])" << 6.0;
    QTest::newRow("max of a short row name") << "max(scores[3])" << 8.0;
    // (1, 0, 2, 0) and (0, 2, 0, 1) stand at right angles.
    QTest::newRow("cosine") << "cosine(X[1], X[2])" << 0.0;
    // (1, 0, 2, 0) · (1, 1, 0, 1) = 1, lengths √5 and √3
    QTest::newRow("cosine of an angle") << "cosine(X[1], X[3,*])" << 1 / std::sqrt(15.0);
    QTest::newRow("difference") << "difference(X[1], X[2])" << 2.0;
    QTest::newRow("division by zero") << "1/0" << HUGE_VAL;
}

void ExpressionTest::valuesAreThoseOfAHandCalculation()
{
    QFETCH(QString, expression);
    QFETCH(double, value);
    const Result<double> found = evaluate(expression.toStdString(), birds(), {});
    QVERIFY2(found, found ? "" : found.error().message.c_str());
    QVERIFY2(*found == value || std::abs(*found - value) < 1e-12,
             QByteArray::number(*found, 'g', 17).constData());
}

void ExpressionTest::namesOfOtherPlacesAreFollowed()
{
    const SnapshotPtr bank
        = computeSnapshot(std::make_shared<const Document>(bankDocument())); // 2 layers x 2 heads
    const auto at
        = [&](const char* path, Index r, Index c) { return (*tensor(*bank, path))(r, c); };
    QCOMPARE(*evaluate("Z[1,2]", bank, {1, 0}), at("layers.1.head.0.z", 0, 1));
    QCOMPARE(*evaluate("Z@2[1,2]", bank, {1, 0}), at("layers.1.head.1.z", 0, 1));
    QCOMPARE(*evaluate("Z@1.2[1,2]", bank, {1, 0}), at("layers.0.head.1.z", 0, 1));
    QCOMPARE(*evaluate("output@1[4,3]", bank, {1, 1}), at("layers.0.resid_post", 3, 2));
    QCOMPARE(*evaluate("difference(X@2[4], output@1[4])", bank, {0, 0}), 0.0);
    QCOMPARE(*evaluate("b_O[1,4]", bank, {0, 0}), 1.0);
}

void ExpressionTest::whatCannotBeReadIsExplained_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty") << ""
                           << "ends where a number or a cell should follow";
    QTest::newRow("ends early") << "1 +"
                                << "ends where a number or a cell should follow";
    QTest::newRow("goes on") << "1 2"
                             << "\"2\" is not expected";
    QTest::newRow("parenthesis") << "(1 + 2"
                                 << "\")\" is missing";
    QTest::newRow("number") << "1.2.3"
                            << "\"1.2.3\" is not a number";
    QTest::newRow("matrix") << "foo[1,2]"
                            << "There is no matrix \"foo\"";
    QTest::newRow("no index") << "scores"
                              << "as in scores[1,2]";
    QTest::newRow("zero") << "scores[0,1]"
                          << "as in scores[1,2]";
    QTest::newRow("bracket") << "scores[1,2"
                             << "as in scores[1,2]";
    QTest::newRow("character") << "?"
                               << "Cells are written";
    QTest::newRow("outside") << "scores[4,1]"
                             << "scores has 3 rows, there is no row 4.";
    QTest::newRow("outside across") << "Q[1,3]"
                                    << "Q has 2 columns, there is no column 3.";
    QTest::newRow("no W_O") << "W_O[1,1]"
                            << "The model has no W_O.";
    QTest::newRow("no layer") << "output@2[1,1]"
                              << "The model has 1 layer, there is no layer 2.";
    QTest::newRow("no head") << "Z@2[1,1]"
                             << "The model has 1 head, there is no head 2.";
    QTest::newRow("a row as a number") << "1 + X[1]"
                                       << "X[1,*] is more than one cell";
    QTest::newRow("one row") << "cosine(X[1])"
                             << "\",\" is missing";
    QTest::newRow("lengths") << "cosine(X[1], Q[1])"
                             << "two rows of the same length";
    QTest::newRow("columns") << "difference(X[*,1], X[*,2])"
                             << "two rows of the same length";
    QTest::newRow("at") << "embeddings@1[1,1]"
                        << "there can be no \"@1\"";
    QTest::newRow("at layer.head") << "output@1.1[1,1]"
                                   << "there can be no \"@1.1\"";
}

void ExpressionTest::whatCannotBeReadIsExplained()
{
    QFETCH(QString, expression);
    QFETCH(QString, part);
    const QString message = QString::fromStdString(errorOf(expression.toStdString()));
    QVERIFY2(message.contains(part), qPrintable(message));
}

void ExpressionTest::nestingIsBounded()
{
    const auto nested = [](int depth, const std::string& open) {
        std::string text;
        for (int i = 0; i < depth; ++i)
            text += open;
        return text + "4" + std::string(std::size_t(depth), ')');
    };
    QCOMPARE(*evaluate(nested(50, "("), birds(), {}), 4.0);
    QCOMPARE(errorOf(nested(51, "(")), std::string("Parentheses are nested too deeply."));
    QCOMPARE(errorOf(nested(100000, "sqrt(")), std::string("Parentheses are nested too deeply."));
    QCOMPARE(*evaluate(std::string(100000, '-') + "4", birds(), {}), 4.0);
}

void ExpressionTest::equalityComparesAtTheWrittenDecimals()
{
    // scaled[1,2] is 6.36396…
    QVERIFY(holds("scaled[1,2] = 6.36"));
    QVERIFY(holds("scaled[1,2] = 6.4"));
    QVERIFY(!holds("scaled[1,2] = 6.37"));
    QVERIFY(!holds("scaled[1,2] = 6.40"));
    QVERIFY(!holds("scaled[1,2] = 6"));
    QVERIFY(holds("scores[1,2] = 9"));
    QVERIFY(holds("-scores[1,2] = -9"));
    QVERIFY(holds("0.125 = 0.13"));
    QVERIFY(holds("scaled[1,2] > 6.3"));
    QVERIFY(!holds("scaled[1,2] < 6.3"));
    QVERIFY(!holds("0/0 = 0"));
}

void ExpressionTest::statementsThatStateNothingAreRefused()
{
    QVERIFY(!parseExpect("scores[1,2]"));
    QVERIFY(!parseExpect("scores[1,2] = "));
    QVERIFY(!parseExpect("scores[1,2] = 9 = 9"));
    QVERIFY(!parseExpect("scores[1,2] = Q[1,1]"));
    QVERIFY(!parseExpect("= 9"));
    QVERIFY(!parseExpect("1 = inf"));
    QVERIFY(!parseExpect("1 = 1e0"));
    QCOMPARE(toString(*parseExpect("  1+1=2 ")), std::string("1+1 = 2"));
}

QTEST_GUILESS_MAIN(ExpressionTest)
#include "tst_expression.moc"
