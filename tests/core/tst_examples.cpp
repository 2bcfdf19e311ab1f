#include "core/document/restructure.h"
#include "core/document/snapshot.h"
#include "core/io/document_json.h"
#include "core/text/tokenizer.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace headlight;

namespace {

const QString folder = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/");

QByteArray bytesOf(const QString& name)
{
    QFile file(folder + name + ".headlight");
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// An example, which must be readable.
Document example(const char* name)
{
    const Result<Document> document = readDocument(bytesOf(name).toStdString());
    return document ? *document : Document{};
}

Matrix pattern(const Document& document, int head)
{
    return tensorOf(document, "layers.0.head." + std::to_string(head) + ".pattern");
}

/// Half of the last of `decimals` printed decimals.
double printed(int decimals)
{
    return 0.5 * std::pow(10, -decimals) + 1e-12;
}

Index tokenIndex(const Document& document, const std::string& token)
{
    return std::find(document.tokens.begin(), document.tokens.end(), token)
        - document.tokens.begin();
}

} // namespace

class TestExamples : public QObject {
    Q_OBJECT

private slots:
    void areWrittenAsTheProgramWritesThem_data();
    void areWrittenAsTheProgramWritesThem();
    void areAllInTheResources();
    void birdsEatSeedsGivesThePrintedNumbers();
    void cuteDogGivesThePrintedNumbers();
    void appleLooksAtThePie();
    void bitLooksAtDogAndMan();
    void orderDoesNotMatterWithoutPositions();
    void theTwoBanksPart();
    void everyHeadHasItsHabit();
    void twelveLayersGoFromEvenToHard();
};

void TestExamples::areWrittenAsTheProgramWritesThem_data()
{
    QTest::addColumn<QString>("name");
    for (const QFileInfo& file : QDir(folder).entryInfoList({"*.headlight"}))
        QTest::newRow(qPrintable(file.baseName())) << file.baseName();
}

void TestExamples::areWrittenAsTheProgramWritesThem()
{
    QFETCH(QString, name);
    const QByteArray bytes = bytesOf(name);
    const Result<Document> document = readDocument(bytes.toStdString());
    HEADLIGHT_VERIFY_OK(document);
    HEADLIGHT_VERIFY_OK(checkDocument(*document));
    QCOMPARE(QByteArray::fromStdString(writeDocument(*document)), bytes);
    QVERIFY(!document->title.empty());
    QCOMPARE(QString::fromStdString(document->note).count(". ") + 1, 2);
    QCOMPARE(document->tokens, tokenize(document->sentence));
}

void TestExamples::areAllInTheResources()
{
    QFile list(HEADLIGHT_SOURCE_DIR "/resources/resources.qrc");
    QVERIFY(list.open(QIODevice::ReadOnly));
    const QByteArray text = list.readAll();
    const QStringList files = QDir(folder).entryList({"*.headlight"});
    for (const QString& file : files)
        QVERIFY2(text.contains("<file>examples/" + file.toUtf8() + "</file>"), qPrintable(file));
    QCOMPARE(text.count("<file>examples/"), files.size());
}

void TestExamples::birdsEatSeedsGivesThePrintedNumbers()
{
    const Document document = example("birds-eat-seeds");
    const std::string head = "layers.0.head.0.";
    QVERIFY(sameBits(tensorOf(document, head + "q"), rows({{1, 4}, {2, 1}, {2, 3}})));
    QVERIFY(sameBits(tensorOf(document, head + "k"), rows({{3, 0}, {1, 2}, {2, 1}})));
    QVERIFY(sameBits(tensorOf(document, head + "v"), rows({{0, 4}, {4, 2}, {2, 4}})));
    QVERIFY(sameBits(tensorOf(document, head + "scores"), rows({{3, 9, 6}, {6, 4, 5}, {6, 8, 7}})));
    HEADLIGHT_COMPARE_NEAR("scaled", tensorOf(document, head + "scaled"),
                           rows({{2.12, 6.36, 4.24}, {4.24, 2.83, 3.54}, {4.24, 5.66, 4.95}}),
                           printed(2));
    HEADLIGHT_COMPARE_NEAR("weights", pattern(document, 0).row(0), rows({{0.013, 0.882, 0.106}}),
                           printed(3));
    HEADLIGHT_COMPARE_NEAR("output", tensorOf(document, "output"),
                           rows({{3.74, 2.24}, {1.13, 3.72}, {2.87, 2.85}}), printed(2));
}

void TestExamples::cuteDogGivesThePrintedNumbers()
{
    const Document document = example("cute-dog");
    QVERIFY(sameBits(tensorOf(document, "layers.0.head.0.scores"), rows({{0, 1}, {1, 0}})));
    HEADLIGHT_COMPARE_NEAR("weights", pattern(document, 0), rows({{0.27, 0.73}, {0.73, 0.27}}),
                           printed(2));
    HEADLIGHT_COMPARE_NEAR("output", tensorOf(document, "output").row(0), rows({{2.73, 2.08}}),
                           printed(2));
}

void TestExamples::appleLooksAtThePie()
{
    const Document document = example("apple-pie");
    QCOMPARE(document.tokens, (std::vector<std::string>{"Apple", "pie"}));
    QVERIFY(pattern(document, 0)(0, 1) > 0.9);
}

void TestExamples::bitLooksAtDogAndMan()
{
    for (const char* name : {"the-dog-bit-the-man", "the-man-bit-the-dog"}) {
        const Document document = example(name);
        const Matrix weights = pattern(document, 0);
        const Index bit = tokenIndex(document, "bit");
        QCOMPARE(bit, Index(2));
        for (const char* noun : {"dog", "man"})
            QVERIFY(weights(bit, tokenIndex(document, noun)) > 0.45);
    }
}

void TestExamples::orderDoesNotMatterWithoutPositions()
{
    const Document one = example("the-dog-bit-the-man");
    const Document other = example("the-man-bit-the-dog");
    const auto equalRows = [](const Document& a, const Document& b, const std::string& path) {
        const Matrix rowsOfA = tensorOf(a, path);
        const Matrix rowsOfB = tensorOf(b, path);
        for (const char* word : {"The", "dog", "bit", "the", "man"}) {
            if (!mismatch(word, rowsOfA.row(tokenIndex(a, word)), rowsOfB.row(tokenIndex(b, word)),
                          1e-15)
                     .empty())
                return false;
        }
        return true;
    };
    QVERIFY(equalRows(one, other, "embed"));
    QVERIFY(equalRows(one, other, "output"));
    Config config = one.config;
    config.positions = Positions::Sinusoidal;
    QVERIFY(!equalRows(withConfig(one, config), withConfig(other, config), "output"));
}

void TestExamples::theTwoBanksPart()
{
    const Document document = example("river-bank-and-bank-account");
    QCOMPARE(document.tokens[1], std::string("bank"));
    QCOMPARE(document.tokens[3], std::string("bank"));
    const Matrix x = tensorOf(document, "X");
    QVERIFY(sameBits(x.row(1), x.row(3)));
    const Matrix weights = pattern(document, 0);
    QVERIFY(weights(1, 0) > 0.6); // the first finds river
    QVERIFY(weights(3, 2) > 0.6); // the second finds "and"
    const Matrix output = tensorOf(document, "output");
    QVERIFY((output.row(1) - output.row(3)).norm() > 1);
}

void TestExamples::everyHeadHasItsHabit()
{
    const Document document = example("four-heads");
    const Matrix previous = pattern(document, 0);
    const Matrix same = pattern(document, 1);
    const Matrix first = pattern(document, 2);
    const Matrix even = pattern(document, 3);
    for (Index i = 0; i < even.rows(); ++i) {
        QVERIFY(previous(i, std::max(i - 1, Index(0))) > 0.95);
        QVERIFY(first(i, 0) > 0.95);
        double copies = 0;
        for (Index j = 0; j <= i; ++j) {
            copies += document.tokens[std::size_t(j)] == document.tokens[std::size_t(i)]
                ? same(i, j)
                : 0;
            QCOMPARE(even(i, j), 1.0 / double(i + 1));
        }
        QVERIFY(copies > 0.95);
    }
}

void TestExamples::twelveLayersGoFromEvenToHard()
{
    QVERIFY(bytesOf("twelve-layers-of-96-heads").size() < 4096);
    const Document document = example("twelve-layers-of-96-heads");
    QCOMPARE(document.config.layers, 12);
    QCOMPARE(document.config.heads, 96);
    const Trace trace = traceOf(document);
    const auto meanOfStrongest = [](const LayerTrace& layer) {
        double sum = 0;
        for (const HeadTrace& head : layer.heads)
            sum += head.pattern.row(head.pattern.rows() - 1).maxCoeff();
        return sum / double(layer.heads.size());
    };
    QVERIFY(trace.layers.back().residPost.allFinite());
    QVERIFY(meanOfStrongest(trace.layers.front()) < 0.25);
    QVERIFY(meanOfStrongest(trace.layers.back()) > 0.6);
}

QTEST_APPLESS_MAIN(TestExamples)
#include "tst_examples.moc"
