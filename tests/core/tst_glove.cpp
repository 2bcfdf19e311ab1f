#include "core/io/glove.h"
#include "tests/core/support/near.h"

#include <QTest>

#include <sstream>

using namespace headlight;

namespace {

using Words = std::vector<std::string>;

Result<WordVectors> read(const std::string& text, const Words& wanted,
                         const GloveControl& control = {})
{
    std::istringstream file(text);
    return readGlove(file, wanted, control);
}

} // namespace

class TestGlove : public QObject {
    Q_OBJECT

private slots:
    void onlyWantedWordsAreKept();
    void otherFormsAreRead_data();
    void otherFormsAreRead();
    void mistakesNameTheLine_data();
    void mistakesNameTheLine();
    void aLargeFileIsReadInBlocks();
    void aStopEndsTheReading();
    void readingEndsWithTheLastWantedWord();
};

void TestGlove::onlyWantedWordsAreKept()
{
    const Result<WordVectors> found
        = read("the 1 2\nbirds -0.5 3e-1\ndogs 5 6\n", {"dogs", "cats", "birds", "dogs"});
    HEADLIGHT_VERIFY_OK(found);
    QCOMPARE(found->words, (Words{"dogs", "birds"}));
    QCOMPARE(found->missing, Words{"cats"});
    Matrix expected(2, 2);
    expected << 5, 6, -0.5, 0.3;
    QCOMPARE(found->vectors, expected);
}

void TestGlove::otherFormsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("no end of the last line") << "a 1 2\nb c 3 4";
    QTest::newRow("word2vec head") << "2 2\na 1 2\nb c 3 4\n";
    QTest::newRow("CRLF and trailing spaces") << "a 1 2 \r\nb c 3 4 \r\n";
    QTest::newRow("given twice") << "a 1 2\nb c 3 4\nb c 5 6\n";
}

void TestGlove::otherFormsAreRead()
{
    QFETCH(QString, text);
    const Result<WordVectors> found = read(text.toStdString(), {"b c"});
    HEADLIGHT_VERIFY_OK(found);
    Matrix expected(1, 2);
    expected << 3, 4;
    QCOMPARE(found->vectors, expected);
}

void TestGlove::mistakesNameTheLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("no numbers") << "hello\n"
                                << "Line 1 of the word vectors has a word";
    QTest::newRow("too few") << "a 1 2\nb 3\n"
                             << "Line 2 of the word vectors has fewer than 2";
    QTest::newRow("no number") << "a 1 2\n\nb 3 x\n"
                               << "Line 3 of the word vectors holds “x”";
    QTest::newRow("no lines") << QString(3 << 20, u'a') << "a line of more than";
}

void TestGlove::mistakesNameTheLine()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const Result<WordVectors> found = read(text.toStdString(), {"b"});
    QVERIFY(!found);
    const QString message = QString::fromStdString(found.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void TestGlove::aLargeFileIsReadInBlocks()
{
    std::string text;
    for (int i = 0; i < 200000; ++i)
        text += "word" + std::to_string(i) + " " + std::to_string(i) + " 0.25\n";
    std::vector<std::uint64_t> progress;
    const GloveControl control{{}, [&](std::uint64_t bytes) { progress.push_back(bytes); }};
    const Result<WordVectors> found = read(text, {"word199999", "word60000", "none"}, control);
    HEADLIGHT_VERIFY_OK(found);
    QCOMPARE(found->vectors(0, 0), 199999.0);
    QCOMPARE(found->vectors(1, 0), 60000.0);
    QVERIFY(progress.size() >= 3);
    QCOMPARE(progress.back(), std::uint64_t(text.size()));
}

void TestGlove::aStopEndsTheReading()
{
    std::stop_source source;
    source.request_stop();
    const Result<WordVectors> found = read("a 1\n", {"a"}, {source.get_token(), {}});
    QVERIFY(!found);
    QVERIFY(found.error().message.find("stopped") != std::string::npos);
}

void TestGlove::readingEndsWithTheLastWantedWord()
{
    HEADLIGHT_VERIFY_OK(read("a 1 2\nb 3 4\nb broken\n", {"a", "b"}));
    QCOMPARE(read("a 1\n", {})->words.size(), std::size_t(0));
}

QTEST_APPLESS_MAIN(TestGlove)
#include "tst_glove.moc"
