#include "core/document/restructure.h"
#include "core/io/document_json.h"
#include "core/io/trace_json.h"
#include "core/model/initialize.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"

#include <QElapsedTimer>
#include <QTest>

#include <nlohmann/json.hpp>

#include <clocale>
#include <limits>
#include <locale>

using namespace headlight;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// Every field there is, as the writer lays it out. The first line is 1.
const std::string smallFile = R"({
  "headlight": 1,
  "title": "T",
  "note": "N",
  "sentence": "a b",
  "tokens": ["a", "b"],
  "seed": 7,
  "weight_deviation": 0.5,
  "config": {
    "d_model": 2,
    "d_k": 1,
    "d_v": 1,
    "output_width": 2,
    "layers": 1,
    "heads": 2,
    "mask": "causal",
    "scale": 0.25,
    "positions": "table",
    "residual": true,
    "output_projection": true
  },
  "embeddings": {
    "a": [1, -0.0],
    "b": "seeded"
  },
  "positions": [
    [0, 1],
    [1, "NaN"]
  ],
  "layers": [
    {
      "W_Q": [
        [1, 2],
        ["Infinity", 4]
      ],
      "W_K": "seeded",
      "W_V": "seeded",
      "W_O": [
        [1, 0],
        [0, 1]
      ],
      "b_O": [
        [5, "-Infinity"]
      ]
    }
  ],
  "pins": {
    "layers.0.head.1.z": [
      [1],
      [2]
    ]
  }
}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? "not in the file: " + from : text.replace(at, from.size(), to);
}

std::string messageOf(const std::string& text)
{
    const Result<Document> document = readDocument(text);
    return document ? "(accepted)" : document.error().message;
}

/// Keys of one head, all the same number.
Matrix keys(const Document& document, double number)
{
    return Matrix::Constant(Index(document.tokens.size()), document.config.keyWidth, number);
}

/// Reads what was written and writes it again: the same document, the same bytes.
void verifyRoundTrip(const Document& document)
{
    const std::string text = writeDocument(document);
    const Result<Document> again = readDocument(text);
    HEADLIGHT_VERIFY_OK(again);
    QVERIFY(sameDocument(*again, document));
    QCOMPARE(writeDocument(*again), text);
}

} // namespace

class TestDocumentJson : public QObject {
    Q_OBJECT

private slots:
    void readsAndWritesEveryField();
    void numbersKeepTheirBits_data();
    void numbersKeepTheirBits();
    void notANumberStaysNotANumber();
    void textsKeepTheirBytes_data();
    void textsKeepTheirBytes();
    void randomDocumentsComeBack();
    void anEmptySentenceComesBack();
    void wordsKeepTheirOrder();
    void freshNumbersAreNotSpelledOut();
    void oneEditedNumberIsSpelledOut();
    void fieldsThatMayBeMissingHaveDefaults();
    void refusesWithLineAndField_data();
    void refusesWithLineAndField();
    void refusesAFileThatEndsEarly();
    void changedBytesNeverCrash();
    void claimsLargerThanTheFileAreRefusedAtOnce_data();
    void claimsLargerThanTheFileAreRefusedAtOnce();
    void numbersDoNotFollowTheLocale();
    void writesEveryTensorOfASnapshot();
};

void TestDocumentJson::readsAndWritesEveryField()
{
    const Result<Document> document = readDocument(smallFile);
    HEADLIGHT_VERIFY_OK(document);
    QCOMPARE(document->title, std::string("T"));
    QCOMPARE(document->seed, std::uint64_t(7));
    QCOMPARE(document->config.heads, 2);
    QVERIFY(document->config.mask == Mask::Causal);
    QVERIFY(document->config.scaleKind == ScaleKind::Custom);
    QCOMPARE(document->config.customScale, 0.25);
    QCOMPARE(document->words, (std::vector<std::string>{"a", "b"}));
    QVERIFY(std::signbit((*document->embeddings)(0, 1)));
    QVERIFY(std::isnan((*document->positions)(1, 1)));
    QVERIFY(sameBits(*document->parameters.layers[0].wQ, rows({{1, 2}, {infinity, 4}})));
    QVERIFY(sameBits(*document->parameters.layers[0].bO, rows({{5, -infinity}})));
    QVERIFY(sameBits(*document->pins.at("layers.0.head.1.z"), rows({{1}, {2}})));
    QCOMPARE(QByteArray::fromStdString(writeDocument(*document)),
             QByteArray::fromStdString(smallFile));
}

void TestDocumentJson::numbersKeepTheirBits_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](double number, const char* text) {
        QTest::newRow(text) << number << QByteArray(text);
    };
    row(0.0, "0");
    row(-0.0, "-0.0");
    row(1.0, "1");
    row(-3.0, "-3");
    row(0.1, "0.1");
    row(1.0 / 3, "0.3333333333333333");
    row(infinity, "\"Infinity\"");
    row(-infinity, "\"-Infinity\"");
    row(std::numeric_limits<double>::denorm_min(), "5e-324");
    row(-std::numeric_limits<double>::denorm_min(), "-5e-324");
    row(std::numeric_limits<double>::min(), "2.2250738585072014e-308");
    row(1e308, "1e+308");
    row(std::numeric_limits<double>::max(), "1.7976931348623157e+308");
    row(1e-308, "1e-308");
    row(9007199254740993.0, "9007199254740992");
    row(18446744073709551616.0, "18446744073709551616");
    row(-9223372036854775808.0, "-9223372036854775808");
    row(1.0000000000000002, "1.0000000000000002");
}

void TestDocumentJson::numbersKeepTheirBits()
{
    QFETCH(double, number);
    QFETCH(QByteArray, text);
    Document document = bankDocument();
    document.embeddings.detach()(0, 0) = number;
    document.parameters.layers[0].wK.detach()(1, 1) = number;
    document.pins["layers.0.head.0.k"] = keys(document, number);
    verifyRoundTrip(document);
    QVERIFY(writeDocument(document).find("[" + text.toStdString()) != std::string::npos);
}

void TestDocumentJson::notANumberStaysNotANumber()
{
    Document document = bankDocument();
    document.embeddings.detach()(0, 0) = -notANumber;
    document.parameters.layers[0].wQ.detach().setConstant(notANumber);
    const std::string text = writeDocument(document);
    const Result<Document> again = readDocument(text);
    HEADLIGHT_VERIFY_OK(again);
    QVERIFY(std::isnan((*again->embeddings)(0, 0)));
    QVERIFY(again->parameters.layers[0].wQ->array().isNaN().all());
    QCOMPARE(writeDocument(*again), text);
}

void TestDocumentJson::textsKeepTheirBytes_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("quote") << QByteArray("say\"so\"");
    QTest::newRow("backslash") << QByteArray("a\\n");
    QTest::newRow("line break") << QByteArray("a\nb\r\n");
    QTest::newRow("NUL") << QByteArray("a\0b", 3);
    QTest::newRow("control characters") << QByteArray("\x01\x1f\x7f");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("family") << QByteArray("👨‍👩‍👧‍👦");
    QTest::newRow("right to left") << QByteArray("שלום مرحبا");
    QTest::newRow("combining") << QByteArray("e\u0301");
    QTest::newRow("name of a field") << QByteArray("headlight");
    QTest::newRow("seeded") << QByteArray("seeded");
    QTest::newRow("NaN") << QByteArray("NaN");
    QTest::newRow("special token") << QByteArray("<s>");
    QTest::newRow("a megabyte") << QByteArray(1 << 20, 'x');
}

void TestDocumentJson::textsKeepTheirBytes()
{
    QFETCH(QByteArray, word);
    Document document = newDocument("first");
    document.title = document.note = document.sentence = word.toStdString();
    document.tokens = document.words = {word.toStdString()};
    verifyRoundTrip(document);
}

void TestDocumentJson::randomDocumentsComeBack()
{
    RandomDocuments documents(1);
    for (int i = 0; i < 100; ++i) {
        Document document = documents.next();
        if (i % 2 == 0)
            document.pins["layers.0.concat"]
                = documents.matrix(Index(document.tokens.size()), concatWidth(document.config));
        verifyRoundTrip(document);
    }
}

void TestDocumentJson::anEmptySentenceComesBack()
{
    const std::string text = writeDocument(newDocument(""));
    QCOMPARE(messageOf(text), std::string("(accepted)"));
    verifyRoundTrip(withSentence(newDocument("one"), ""));
    Config config;
    config.positions = Positions::Table;
    Document document = withConfig(withSentence(newDocument("one"), ""), config);
    document.pins["layers.0.head.0.k"] = keys(document, 0);
    document.pins["layers.0.head.0.pattern"] = Matrix();
    verifyRoundTrip(document);
}

void TestDocumentJson::wordsKeepTheirOrder()
{
    const Document document = newDocument("zebra apple Zoo 10 9 <s> apple");
    const Result<Document> again = readDocument(writeDocument(document));
    HEADLIGHT_VERIFY_OK(again);
    QCOMPARE(again->words, (std::vector<std::string>{"zebra", "apple", "Zoo", "10", "9", "<s>"}));
}

void TestDocumentJson::freshNumbersAreNotSpelledOut()
{
    Config config;
    config.modelWidth = config.outputWidth = 24;
    config.layers = 3;
    config.heads = 6;
    const Document document = newDocument("one two", config, 5);
    const std::string text = writeDocument(document);
    QVERIFY(text.find("\"layers\": \"seeded\"") != std::string::npos);
    QVERIFY(text.find("\"two\": \"seeded\"") != std::string::npos);
    QVERIFY(text.size() < 1000);
    verifyRoundTrip(document);
}

void TestDocumentJson::oneEditedNumberIsSpelledOut()
{
    Document document = newDocument("one two");
    document.parameters.layers[0].wV.detach()(0, 0) = 42;
    document.embeddings.detach()(1, 0) = 43;
    const std::string text = writeDocument(document);
    QVERIFY(text.find("\"W_Q\": \"seeded\"") != std::string::npos);
    QVERIFY(text.find("\"W_V\": [\n        [42, ") != std::string::npos);
    QVERIFY(text.find("\"one\": \"seeded\"") != std::string::npos);
    QVERIFY(text.find("\"two\": [43, ") != std::string::npos);
    verifyRoundTrip(document);
}

void TestDocumentJson::fieldsThatMayBeMissingHaveDefaults()
{
    const Result<Document> document = readDocument(R"({"headlight": 1, "sentence": "", "tokens": [],
        "config": {"d_model": 3, "d_k": 2, "d_v": 1, "layers": 1, "heads": 1},
        "embeddings": {}, "layers": "seeded"})");
    HEADLIGHT_VERIFY_OK(document);
    QCOMPARE(document->config.outputWidth, Index(3));
    QCOMPARE(document->seed, std::uint64_t(1));
    QVERIFY(sameBits(*document->parameters.layers[0].wO,
                     *seededParameters(document->config, 1, 1).layers[0].wO));
}

void TestDocumentJson::refusesWithLineAndField_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* from, const char* to, const char* message) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(message);
    };
    // The version comes first, so that a newer file is not blamed for its new fields.
    row("newer version", "\"headlight\": 1,", "\"headlight\": 2, \"new\": 0,",
        "Line 2: headlight is 2: a newer program wrote this file, and this one reads formats up to "
        "1. Open it with a newer Headlight.");
    row("much newer version", "\"headlight\": 1", "\"headlight\": 9000000000",
        "Line 2: headlight is 9000000000: a newer program wrote this file, and this one reads "
        "formats up to 1. Open it with a newer Headlight.");
    row("version 0", "\"headlight\": 1", "\"headlight\": 0",
        "Line 2: headlight is 0, but formats count from 1.");
    row("negative version", "\"headlight\": 1", "\"headlight\": -1",
        "Line 2: headlight is -1, but formats count from 1.");
    row("version in quotes", "\"headlight\": 1", "\"headlight\": \"1\"",
        "Line 2: headlight should be a whole number, but is the text \"1\".");
    row("half a version", "\"headlight\": 1", "\"headlight\": 1.5",
        "Line 2: headlight should be a whole number, but is the number 1.5.");
    row("no version", "\"headlight\": 1,", "", "Line 1: headlight is missing.");

    row("unknown field", "\"title\"", "\"titel\"",
        "Line 3: titel is not a field of a Headlight document; check its spelling.");
    row("unknown field of the config", "\"mask\"", "\"masque\"",
        "Line 16: config.masque is not a field of a Headlight document; check its spelling.");
    row("unknown weight", "\"b_O\"", "\"b_Q\"",
        "Line 42: layers.0.b_Q is not a field of a Headlight document; check its spelling.");
    row("unknown field with an odd name", "\"title\"", "\"ti\\ntle\"",
        "Line 3: \"ti\\ntle\" is not a field of a Headlight document; check its spelling.");
    row("twice the same field", "\"note\"", "\"title\"",
        "Line 4: There are two fields named \"title\"; keep one.");
    row("twice the same word", "\"b\": \"seeded\"", "\"a\": \"seeded\"",
        "Line 24: There are two fields named \"a\"; keep one.");

    row("text where a number belongs", "\"d_k\": 1", "\"d_k\": \"one\"",
        "Line 11: config.d_k should be a whole number, but is the text \"one\".");
    row("half a column", "\"d_k\": 1", "\"d_k\": 1.5",
        "Line 11: config.d_k should be a whole number, but is the number 1.5.");
    row("number at the end of a line", "\"d_k\": 1,", "\"d_k\": 1.5\n,",
        "Line 11: config.d_k should be a whole number, but is the number 1.5.");
    row("missing size", "\"d_k\": 1,", "", "Line 9: config.d_k is missing.");
    row("no columns", "\"d_k\": 1", "\"d_k\": 0",
        "Line 9: config cannot be used. d_k is 0, but it has to be between 1 and 16384.");
    row("negative heads", "\"heads\": 2", "\"heads\": -2",
        "Line 9: config cannot be used. The number of heads is -2, but it has to be between 1 and "
        "96.");
    row("heads beyond int", "\"heads\": 2", "\"heads\": 4294967298",
        "Line 15: config.heads should be a smaller number, but is the number 4294967298.");
    row("sizes beyond int", "\"d_model\": 2", "\"d_model\": 1e300",
        "Line 10: config.d_model should be a whole number, but is the number 1e+300.");
    row("infinite scale", "\"scale\": 0.25", "\"scale\": \"Infinity\"",
        "Line 9: config cannot be used. The scale of the scores has to be a finite number.");
    row("unknown scale", "\"scale\": 0.25", "\"scale\": \"on\"",
        "Line 17: config.scale should be \"1/sqrt(d_k)\" or \"off\", but is the text \"on\".");
    row("unknown mask", "\"causal\"", "\"prefix\"",
        "Line 16: config.mask should be \"none\" or \"causal\", but is the text \"prefix\".");
    row("mask that is no text", "\"causal\"", "null",
        "Line 16: config.mask should be \"none\" or \"causal\", but is null.");
    row("unknown positions", "\"table\"", "\"rotary\"",
        "Line 18: config.positions should be \"none\" or \"sinusoidal\" or \"table\", but is the "
        "text \"rotary\".");
    row("yes", "\"residual\": true", "\"residual\": 1",
        "Line 19: config.residual should be true or false, but is the number 1.");
    row("config that is a list", "\"config\": {", "\"config\": [], \"x\": {",
        "Line 9: config should be an object in braces, but is an empty list.");
    row("residual that does not fit", "\"output_width\": 2", "\"output_width\": 3",
        "Line 9: config cannot be used. The residual connection needs an output as wide as X, but "
        "d_model is 2: W_O gives an output of width 3.");

    row("negative seed", "\"seed\": 7", "\"seed\": -7",
        "Line 7: seed should be a whole number from 0 to 2^64-1, but is the number -7.");
    row("seed too large", "\"seed\": 7", "\"seed\": 18446744073709551616",
        "Line 7: seed should be a whole number from 0 to 2^64-1, but is the number "
        "18446744073709551616.");
    row("deviation that is not finite", "\"weight_deviation\": 0.5",
        "\"weight_deviation\": \"NaN\"",
        "Line 8: weight_deviation should be a finite number, but is the text \"NaN\".");
    row("deviation that is a text", "\"weight_deviation\": 0.5", "\"weight_deviation\": \"big\"",
        "Line 8: weight_deviation should be a number, but is the text \"big\".");
    row("title that is a number", "\"T\"", "3",
        "Line 3: title should be a text in quotes, but is the number 3.");

    row("tokens that are one text", "[\"a\", \"b\"]", "\"a b\"",
        "Line 6: tokens should be a list of texts, but is the text \"a b\".");
    row("token that is a number", "[\"a\", \"b\"]", "[\"a\", 2]",
        "Line 6: tokens entry 2 should be a text in quotes, but is the number 2.");
    row("tokens that are numbers", "[\"a\", \"b\"]", "[1, 2]",
        "Line 6: tokens should be a list of texts, but is a list of numbers.");
    row("token without a row", "[\"a\", \"b\"]", "[\"a\", \"c\"]",
        "Line 6: tokens holds \"c\", but there is no such row in \"embeddings\".");

    row("row of a word too short", "[1, -0.0]", "[1]",
        "Line 23: embeddings.a is 1 x 1, but this model needs 1 x 2.");
    row("row of a word that is a number", "[1, -0.0]", "1",
        "Line 23: embeddings.a should be a list of numbers, but is the number 1.");
    row("row of a word with a text", "[1, -0.0]", "[1, \"0\"]",
        "Line 23: embeddings.a number 2 should be a number, but is the text \"0\".");
    row("row of a word with null", "[1, -0.0]", "[null, 1]",
        "Line 23: embeddings.a number 1 should be a number, but is null.");
    row("misspelled seeded", "\"b\": \"seeded\"", "\"b\": \"seed\"",
        "Line 24: embeddings.b should be a list of numbers, but is the text \"seed\".");

    row("ragged rows", "[0, 1],\n    [1, \"NaN\"]", "[0, 1],\n    [1]",
        "Line 28: positions row 2 is 1 long, but the first row is 2 long.");
    row("empty row", "[0, 1],\n    [1, \"NaN\"]", "[]", "Line 27: positions row 1 is empty.");
    row("rows without brackets", "[0, 1],\n    [1, \"NaN\"]", "0, 1",
        "Line 26: positions should be a list of rows in brackets, but is a list of numbers.");
    row("row that is no list", "[0, 1],\n    [1, \"NaN\"]", "[0, 1], 5",
        "Line 27: positions row 2 should be a list of numbers, but is the number 5.");
    row("too few positions", "[0, 1],\n    [1, \"NaN\"]", "[0, 1]",
        "Line 26: positions is 1 x 2, but this model needs 2 x 2.");
    row("no positions", "\"positions\": [\n    [0, 1],\n    [1, \"NaN\"]\n  ],", "",
        "Line 1: positions is missing, but config.positions is \"table\".");

    row("weight of another shape", "[1, 2],\n        [\"Infinity\", 4]", "[1, 2]",
        "Line 32: layers.0.W_Q is 1 x 2, but this model needs 2 x 2.");
    row("text among the numbers", "[\"Infinity\", 4]", "[\"infinity\", 4]",
        "Line 34: layers.0.W_Q row 2 number 1 should be a number, but is the text \"infinity\".");
    row("missing weight", "\"W_K\": \"seeded\",", "", "Line 31: layers.0.W_K is missing.");
    row("weight the model has no use for", "\"output_projection\": true",
        "\"output_projection\": false",
        "Line 38: layers.0.W_O is given, but a model with this config has no such weight.");
    row("more layers than it says", "\"layers\": 1", "\"layers\": 2",
        "Line 30: layers should hold 2 layers, as config.layers says, but holds 1.");
    row("layer that is a list", "\"layers\": [\n    {", "\"layers\": [[]], \"x\": [{",
        "Line 30: layers.0 should be an object in braces, but is an empty list.");

    row("pin of nothing", "layers.0.head.1.z", "layers.0.head.2.z",
        "Line 48: pins.layers.0.head.2.z is pinned, but this model computes no such matrix.");
    row("pin of a weight", "layers.0.head.1.z", "layers.0.W_Q",
        "Line 48: pins.layers.0.W_Q is pinned, but this model computes no such matrix.");
    row("pin of another shape", "[1],\n      [2]", "[1]",
        "Line 48: pins.layers.0.head.1.z is 1 x 1, but this model needs 2 x 1.");

    row("number too large", "0.25", "1e999", "Line 17: The number \"1e999\" is too large.");
    row("bad syntax", "\"seed\": 7,", "\"seed\": 7;",
        "Line 7: This is not valid JSON, near \"7;\".");
    row("JSON has no NaN", "0.25", "NaN",
        "Line 17: This is not valid JSON, near \"\\\"scale\\\": N\".");
    row("invalid UTF-8", "\"T\"", "\"\xff\"",
        "Line 3: The text \"\\\"\uFFFD\" is not valid UTF-8.");
    row("half a surrogate pair", "\"T\"", "\"\\ud800\"",
        "Line 3: This is not valid JSON, near \"\\\"\\\\ud800\\\"\".");
    row("text behind the end", "]\n  }\n}\n", "]\n  }\n}\nx",
        "Line 54: This is not valid JSON, near \"x\".");
}

void TestDocumentJson::refusesWithLineAndField()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, message);
    const std::string text = replaced(smallFile, from.toStdString(), to.toStdString());
    QCOMPARE(QByteArray::fromStdString(messageOf(text)), message);
}

void TestDocumentJson::refusesAFileThatEndsEarly()
{
    // The last character is a line break, and JSON does not need it.
    for (std::size_t length = 0; length + 1 < smallFile.size(); ++length) {
        const std::string message = messageOf(smallFile.substr(0, length));
        QVERIFY2(message.starts_with("Line "), message.c_str());
    }
    QCOMPARE(QByteArray::fromStdString(messageOf("")),
             QByteArray("Line 1: The file ends in the middle; it may be incomplete."));
}

void TestDocumentJson::changedBytesNeverCrash()
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 4000; ++i) {
        std::string text = smallFile;
        for (std::uint64_t changes = random() % 4 + 1; changes > 0; --changes)
            text[random() % text.size()] = char(random());
        const Result<Document> document = readDocument(text);
        if (!document) {
            QVERIFY(!document.error().message.empty());
            continue;
        }
        HEADLIGHT_VERIFY_OK(checkDocument(*document));
        HEADLIGHT_VERIFY_OK(readDocument(writeDocument(*document)));
    }
}

void TestDocumentJson::claimsLargerThanTheFileAreRefusedAtOnce_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("part");
    const auto file = [](const char* config, const QByteArray& rest) {
        return "{\"headlight\": 1, \"sentence\": \"\", \"tokens\": [], \"config\": {"
            + QByteArray(config) + ", \"mask\": \"none\"}, " + rest + "}";
    };
    const QByteArray seeded = "\"embeddings\": {}, \"layers\": \"seeded\"";
    const char* wide = "\"d_model\": 16384, \"d_k\": 1, \"d_v\": 1, \"layers\": 1, \"heads\": 1";
    const char* huge
        = "\"d_model\": 16384, \"d_k\": 16384, \"d_v\": 16384, \"layers\": 96, \"heads\": 96";
    QTest::newRow("weights") << file(huge, seeded) << QByteArray("the limit is 4.0 GB");
    QTest::newRow("width") << file(
        "\"d_model\": 1000000000, \"d_k\": 1, \"d_v\": 1, \"layers\": 1, "
        "\"heads\": 1",
        seeded) << QByteArray("between 1 and 16384");
    QByteArray words;
    for (int i = 0; i < 40000; ++i)
        words += (i > 0 ? ",\"" : "\"") + QByteArray::number(i) + "\":\"seeded\"";
    QTest::newRow("words") << file(wide, "\"embeddings\": {" + words + "}, \"layers\": \"seeded\"")
                           << QByteArray("embeddings has too many rows");
    // A first row that would make every following row as long.
    const QByteArray longRow = "[" + QByteArray("0,").repeated(20000) + "0]";
    const QByteArray shortRows = QByteArray(",[]").repeated(20000);
    QTest::newRow("rows") << file(wide,
                                  "\"positions\": [" + longRow + shortRows
                                      + "], \"embeddings\": {}, \"layers\": \"seeded\"")
                          << QByteArray("positions row 2 is 0 long");
    QTest::newRow("nesting") << QByteArray("[").repeated(200000)
                             << QByteArray("nested deeper than 64");
    QTest::newRow("nesting of objects")
        << QByteArray("{\"a\":").repeated(200000) << QByteArray("nested deeper than 64");
}

void TestDocumentJson::claimsLargerThanTheFileAreRefusedAtOnce()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, part);
    QElapsedTimer timer;
    timer.start();
    const std::string message = messageOf(text.toStdString());
    QVERIFY2(QByteArray::fromStdString(message).contains(part), message.c_str());
    QVERIFY2(timer.elapsed() < 2000, "far above the 50 ms of a release build");
}

namespace {

/// A locale that writes 1.234.567,5.
class CommaNumbers : public std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

} // namespace

void TestDocumentJson::numbersDoNotFollowTheLocale()
{
    Document document = bankDocument();
    document.embeddings.detach()(0, 0) = 1234567.5;
    const std::string text = writeDocument(document);
    const std::locale before = std::locale::global(std::locale(std::locale(), new CommaNumbers));
    const std::string cLocale = std::setlocale(LC_ALL, nullptr);
    // Where it is not installed, the C++ locale above still is another one.
    (void)std::setlocale(LC_ALL, "de_DE.UTF-8");
    const std::string there = writeDocument(document);
    const Result<Document> again = readDocument(text);
    std::setlocale(LC_ALL, cLocale.c_str());
    std::locale::global(before);
    QCOMPARE(there, text);
    HEADLIGHT_VERIFY_OK(again);
    QVERIFY(sameDocument(*again, document));
}

void TestDocumentJson::writesEveryTensorOfASnapshot()
{
    Document document = bankDocument();
    document.pins["layers.0.head.0.q"] = keys(document, 1.0 / 3);
    const SnapshotPtr snapshot = computeSnapshot(std::make_shared<const Document>(document));
    const auto json = nlohmann::json::parse(writeTensors(*snapshot));
    QCOMPARE(json.at("tokens").get<std::vector<std::string>>(), document.tokens);
    QCOMPARE(json.at("pinned").get<std::vector<std::string>>(),
             std::vector<std::string>{"layers.0.head.0.q"});
    const auto compare = [&](const std::string& path, const Matrix& matrix) {
        const auto& values = json.at(path);
        QCOMPARE(Index(values.size()), matrix.rows());
        for (Index r = 0; r < matrix.rows(); ++r) {
            for (Index c = 0; c < matrix.cols(); ++c)
                QCOMPARE(values[std::size_t(r)][std::size_t(c)].get<double>(), matrix(r, c));
        }
    };
    compare("embeddings", *document.embeddings);
    forEachActivation(snapshot->trace, compare);
    forEachWeight(document.parameters, [&](const std::string& path, const Shared<Matrix>& weight) {
        if (weight->size() > 0)
            compare(path, *weight);
        else
            QVERIFY(!json.contains(path));
    });
}

QTEST_APPLESS_MAIN(TestDocumentJson)
#include "tst_document_json.moc"
