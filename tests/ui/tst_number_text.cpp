#include "ui/session/number_text.h"

#include "tests/support/quiet.h"

#include <QLocale>

#include <bit>
#include <clocale>
#include <cmath>
#include <limits>
#include <random>

using namespace headlight;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Bit for bit, but any NaN is as good as another.
bool same(double a, double b)
{
    return std::bit_cast<quint64>(a) == std::bit_cast<quint64>(b)
        || (std::isnan(a) && std::isnan(b));
}

QString refusal(const QString& text)
{
    const Result<double> number = parseNumber(text);
    return number ? QString() : QString::fromStdString(number.error().message);
}

} // namespace

class TestNumberText : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::German)); }
    void init() { failOnAnyWarning(); }

    void readsEverySpelling_data();
    void readsEverySpelling();
    void refusesWithASentence_data();
    void refusesWithASentence();
    void refusalQuotesLongTextInPart();
    void writesTheShortestText_data();
    void writesTheShortestText();
    void whatIsWrittenReadsBackBitForBit();
    void whatPeopleSeeReadsBackToo();
    void minusIsTypographicOnlyIfAsked();
    void shortensForCells_data();
    void shortensForCells();
    void fixesDecimals_data();
    void fixesDecimals();
};

void TestNumberText::readsEverySpelling_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    const auto row = [](const char* text, double value) {
        QTest::newRow(*text ? text : "empty") << QString::fromUtf8(text) << value;
    };
    row("0", 0.0);
    row("-0", -0.0);
    row("7", 7.0);
    row("007", 7.0);
    row(" 0.5 ", 0.5);
    row("\t2\n", 2.0);
    row("\u00a03", 3.0);
    row("0,5", 0.5);
    row(",5", 0.5);
    row("5.", 5.0);
    row("+5", 5.0);
    row("-1.5", -1.5);
    row("\u22121.5", -1.5);
    row("1,234", 1.234);
    row("1.234", 1.234);
    row("12345678,9", 12345678.9);
    row("1e3", 1000.0);
    row("1E3", 1000.0);
    row("1e+3", 1000.0);
    row("1e-3", 0.001);
    row("2,5e\u22123", 0.0025);
    row("\u22122.5E\u22123", -0.0025);
    row("1/3", 1.0 / 3.0);
    row("-2/7", -2.0 / 7.0);
    row("\u22122/7", -2.0 / 7.0);
    row(" 1 / 3 ", 1.0 / 3.0);
    row("1,5/2", 0.75);
    row("0/5", 0.0);
    row("NaN", std::nan(""));
    row("nan", std::nan(""));
    row("inf", infinity);
    row("+Inf", infinity);
    row("-INF", -infinity);
    row("Infinity", infinity);
    row("-infinity", -infinity);
    row("\u221e", infinity);
    row("\u2212\u221e", -infinity);
    row("0.1", 0.1);
    row("0.10000000000000001", 0.1);
    row("0.30000000000000004", 0.1 + 0.2);
    row("9007199254740993", 9007199254740992.0); // halfway: to even
    row("0.88164541072999995", 0.88164541072999995);
    row("1.7976931348623157e308", std::numeric_limits<double>::max());
    row("2.2250738585072014e-308", std::numeric_limits<double>::min());
    row("5e-324", std::numeric_limits<double>::denorm_min());
    row("0e999", 0.0);
    row("-0e-999", -0.0);
}

void TestNumberText::readsEverySpelling()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    const Result<double> number = parseNumber(text);
    QVERIFY2(number.has_value(), qPrintable(refusal(text)));
    QVERIFY2(same(*number, value), qPrintable(numberText(*number)));
}

void TestNumberText::refusesWithASentence_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("help");
    const auto row = [](const char* text, const char* help) {
        QTest::newRow(*text ? text : "empty") << QString::fromUtf8(text) << QString::fromUtf8(help);
    };
    row("", "type 0");
    row("   ", "type 0");
    for (const char* grouped :
         {"1,234.5", "1.234,5", "1 234", "1'234", "1\u2019234", "1_234", "1\u00a0234", "1\u2009234",
          "1\u202f234", "1,234,567", "1.234.567", "-1 234,5", "1 234/5", "1/1,234.5", "1 1/2"})
        row(grouped, "thousands separators");
    row("1/0", "divides by zero");
    row("0/0", "divides by zero");
    row("1/-0", "divides by zero");
    row("1e999", "too large");
    row("-1e999", "too large");
    row("1e308/1e-308", "too large");
    row("100000000000000000000e290", "too large");
    row("1e99999999999999999999", "too large");
    row("1e-99999999999999999999", "too close to zero");
    row("1e-999", "too close to zero");
    row("0.1e-400", "too close to zero");
    row("1e-308/1e308", "too close to zero");
    for (const char* other : {"abc",    "1a",    "a1",    "--1",   "+-1",      "-+1",    "++1",
                              "1-",     "e5",    "1e",    "1e+",   "1e5.5",    ".",      ",",
                              "-",      "+",     "/",     "1/",    "/2",       "1/2/3",  "0x10",
                              "1%",     "$1",    "(1)",   "1e5e5", "- 1",      "nano",   "infinite",
                              "nan/2",  "inf/2", "1/inf", "=1",    "\u0661",   "\uff11", "1\u00bd",
                              "\u00bd", "1f",    "true",  "None",  "<b>1</b>", "-nan(1)"})
        row(other, "digits such as");
}

void TestNumberText::refusesWithASentence()
{
    QFETCH(QString, text);
    QFETCH(QString, help);
    const QString sentence = refusal(text);
    QVERIFY2(sentence.contains(help), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("“%1”").arg(text)), qPrintable(sentence));
    QVERIFY(sentence.endsWith(u'.'));
}

void TestNumberText::refusalQuotesLongTextInPart()
{
    // The 40th character would be half an emoji.
    const QString emoji = QString::fromUcs4(U"\U0001F680", 1);
    const QString sentence
        = refusal(QString(39, u'x') + emoji + QString(1000000, u'y') + QStringLiteral("\nz"));
    QVERIFY(sentence.contains(QString(39, u'x') + QStringLiteral("…”")));
    QVERIFY(sentence.size() < 150);
    QVERIFY(refusal(QStringLiteral("a\r\nb")).contains(QStringLiteral("“a  b”")));
}

void TestNumberText::writesTheShortestText_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    const auto row = [](double value, const char* text) {
        QTest::newRow(text) << value << QString::fromUtf8(text);
    };
    row(0.0, "0");
    row(-0.0, "-0");
    row(1.0, "1");
    row(-1.5, "-1.5");
    row(0.1 + 0.2, "0.30000000000000004");
    row(100000.0, "100000");
    row(1234567.0, "1234567");
    row(1e15, "1000000000000000");
    row(1e16, "1e16");
    row(1e22, "1e22");
    row(0.0001, "0.0001");
    row(1.2e-5, "0.000012");
    row(1.2e-6, "1.2e-6");
    row(1e-100, "1e-100");
    row(5e-324, "5e-324");
    row(std::numeric_limits<double>::max(), "1.7976931348623157e308");
    row(std::nan(""), "NaN");
    row(infinity, "Inf");
    row(-infinity, "-Inf");
}

void TestNumberText::writesTheShortestText()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(numberText(value), text);
}

void TestNumberText::whatIsWrittenReadsBackBitForBit()
{
    std::mt19937_64 bits(20240229);
    for (int i = 0; i < 10000; ++i) {
        const double value = std::bit_cast<double>(quint64(bits()));
        const Result<double> read = parseNumber(numberText(value));
        QVERIFY2(read && same(*read, value), qPrintable(numberText(value)));
    }
    std::uniform_real_distribution<double> ordinary(-1e6, 1e6);
    for (int i = 0; i < 10000; ++i) {
        const double value = ordinary(bits) * std::pow(10.0, -(i % 14));
        const Result<double> read = parseNumber(numberText(value));
        QVERIFY2(read && same(*read, value), qPrintable(numberText(value)));
    }
}

void TestNumberText::whatPeopleSeeReadsBackToo()
{
    std::mt19937_64 bits(7);
    for (int i = 0; i < 2000; ++i) {
        const double value = std::bit_cast<double>(quint64(bits()));
        QVERIFY(parseNumber(numberText(value, MinusSign::Typographic)));
        QVERIFY2(parseNumber(shortNumber(value, 17)), qPrintable(shortNumber(value, 17)));
        QVERIFY2(parseNumber(fixedNumber(value, 3)), qPrintable(fixedNumber(value, 3)));
    }
}

void TestNumberText::minusIsTypographicOnlyIfAsked()
{
    QCOMPARE(numberText(-1.5), QStringLiteral("-1.5"));
    QCOMPARE(numberText(-1.5e-9, MinusSign::Typographic), QStringLiteral("\u22121.5e\u22129"));
    QCOMPARE(numberText(-infinity, MinusSign::Typographic), QStringLiteral("\u2212∞"));
}

void TestNumberText::shortensForCells_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("significant");
    QTest::addColumn<QString>("text");
    const auto row = [](double value, int significant, const char* text) {
        QTest::addRow("%s of %d", text, significant)
            << value << significant << QString::fromUtf8(text);
    };
    row(0.88164541073, 3, "0.882");
    row(-1.5, 4, "-1.5");
    row(1.0, 4, "1");
    row(0.0, 4, "0");
    row(-0.0, 4, "-0");
    row(1.2e-5, 4, "1.2e-5");
    row(1.2e-100, 4, "1.2e-100");
    row(0.00012, 4, "0.00012");
    row(580.5, 4, "580.5");
    row(8.342, 4, "8.342");
    row(12345.6, 4, "12346");
    row(-123456.0, 4, "-123456");
    row(100000.0, 4, "1e5");
    row(1e20, 4, "1e20");
    row(1.23456e20, 4, "1.235e20");
    row(0.99999, 4, "1");
    row(9.9999, 4, "10");
    row(5e-324, 4, "4.941e-324");
    row(1e308, 4, "1e308");
    row(std::nan(""), 4, "NaN");
    row(infinity, 4, "∞");
    row(-infinity, 4, "-∞");
}

void TestNumberText::shortensForCells()
{
    QFETCH(double, value);
    QFETCH(int, significant);
    QFETCH(QString, text);
    QCOMPARE(shortNumber(value, significant), text);
}

void TestNumberText::fixesDecimals_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QString>("text");
    const auto row = [](double value, int decimals, const char* text) {
        QTest::addRow("%s with %d", text, decimals) << value << decimals << QString::fromUtf8(text);
    };
    row(0.88164541073, 3, "0.882");
    row(1.0, 3, "1.000");
    row(0.1399, 2, "0.14");
    row(-1.5, 0, "-2");
    row(-1e-9, 3, "-0.000");
    row(1234567.891, 2, "1234567.89");
    row(1.5e9, 2, "1.50e9");
    row(-1e300, 1, "-1.0e300");
    row(1e-300, 3, "0.000");
    row(std::nan(""), 3, "NaN");
    row(infinity, 3, "∞");
    row(-infinity, 3, "-∞");
}

void TestNumberText::fixesDecimals()
{
    QFETCH(double, value);
    QFETCH(int, decimals);
    QFETCH(QString, text);
    QCOMPARE(fixedNumber(value, decimals), text);
}

int main(int argc, char** argv)
{
    // The strictest setting for code that should not care: C library and Qt both German.
    qputenv("LC_ALL", "de_DE.UTF-8");
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    QCoreApplication application(argc, argv);
    TestNumberText test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_number_text.moc"
