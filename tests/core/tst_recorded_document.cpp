#include "core/document/edit.h"
#include "core/document/non_finite.h"
#include "core/document/tensor_path.h"
#include "core/explain/sources.h"
#include "core/explain/why_text.h"
#include "core/io/document_json.h"
#include "core/io/recorded_document.h"
#include "core/io/trace_json.h"
#include "tests/core/support/documents.h"
#include "tests/core/support/near.h"
#include "tests/core/support/reference_files.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <sstream>

using namespace headlight;

namespace {

/// Two layers of two heads; two French queries look at three English keys.
Document crossAttention()
{
    std::ifstream file(HEADLIGHT_TEST_DATA "/cross_attention.npz", std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    const std::string text = bytes.str();
    return *documentOf(*readRecording({text, "npz"}));
}

SnapshotPtr snapshotOf(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

std::string changed(std::string text, const std::string& from, const std::string& to)
{
    text.replace(text.find(from), from.size(), to);
    return text;
}

} // namespace

class TestRecordedDocument : public QObject {
    Q_OBJECT

private slots:
    void queriesAndKeysKeepTheirOwnTokens();
    void onlyTheRecordedWeightsExist_data();
    void onlyTheRecordedWeightsExist();
    void noEditIsTaken_data();
    void noEditIsTaken();
    void aWeightIsExplainedAsRecorded();
    void aFileOfItReadsBackTheSame();
    void brokenFilesAreRefused_data();
    void brokenFilesAreRefused();
    void writtenTensorsAreTheWeightsAlone();
    void scoresAreSaidToBeScores();
    void tooManyHeadsAreRefused();
    void realAttentionOpensWithItsSentence();
};

void TestRecordedDocument::queriesAndKeysKeepTheirOwnTokens()
{
    const Document document = crossAttention();
    QCOMPARE(document.tokens, (std::vector<std::string>{"le", "chat"}));
    QCOMPARE(keyTokens(document), (std::vector<std::string>{"<s>", "the", "cat"}));
    QCOMPARE(document.sentence, std::string("le chat"));
    QCOMPARE(keyTokens(bankDocument()), bankDocument().tokens);
    const SnapshotPtr snapshot = snapshotOf(document);
    QCOMPARE(*tensor(*snapshot, "layers.0.head.0.pattern"), rows({{.5, .25, .25}, {0, .75, .25}}));
    QCOMPARE(*tensor(*snapshot, "layers.1.head.1.pattern"), rows({{0, 1, 0}, {.0625, .9375, 0}}));
}

void TestRecordedDocument::onlyTheRecordedWeightsExist_data()
{
    QTest::addColumn<std::string>("path");
    for (const char* path :
         {"X", "embed", "embeddings", "output", "layers.0.W_Q", "layers.0.head.0.W_K",
          "layers.0.head.0.q", "layers.0.head.0.scores", "layers.0.head.0.masked",
          "layers.0.head.0.z", "layers.1.resid_post", "layers.2.head.0.pattern"})
        QTest::newRow(path) << std::string(path);
}

void TestRecordedDocument::onlyTheRecordedWeightsExist()
{
    QFETCH(std::string, path);
    const Document document = crossAttention();
    QVERIFY(!tensor(*snapshotOf(document), path));
    QVERIFY(!shapeOf(document, *parsePath(path)));
}

void TestRecordedDocument::noEditIsTaken_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::newRow("weight") << Edit(SetCell{"layers.0.head.0.pattern", 0, 0, 1});
    QTest::newRow("matrix") << Edit(SetTensor{"layers.0.head.0.pattern", Matrix::Zero(2, 3)});
    QTest::newRow("sentence") << Edit(SetSentence{"the cat"});
    QTest::newRow("embeddings") << Edit(SetEmbeddings{{"le"}, Matrix::Zero(1, 4)});
    QTest::newRow("config") << Edit(SetConfig{Config()});
    QTest::newRow("seed") << Edit(SetSeed{2});
    QTest::newRow("pin") << Edit(SetPin{"layers.0.head.0.pattern", Matrix::Zero(2, 3)});
    QTest::newRow("unpin") << Edit(RemovePin{"layers.0.head.0.pattern"});
}

void TestRecordedDocument::noEditIsTaken()
{
    QFETCH(Edit, edit);
    const Result<Ok> result = checkEdit(crossAttention(), edit);
    QVERIFY(!result);
    QCOMPARE(result.error().message,
             std::string("This is a recording: its attention weights can be looked at and "
                         "exported, not edited. Open a document or an example to change numbers."));
}

void TestRecordedDocument::aWeightIsExplainedAsRecorded()
{
    const Document document = crossAttention();
    const SnapshotPtr snapshot = snapshotOf(document);
    const CellRef cell{"layers.1.head.1.pattern", 1, 2};
    const Result<Explanation> explanation = explain(snapshot, cell);
    HEADLIGHT_VERIFY_OK(explanation);
    QCOMPARE(explanation->rule, Rule::Recorded);
    QCOMPARE(explanation->value, 0.0);
    QCOMPARE(stagesBehind(document, cell), std::vector<CellRef>{cell});
    QVERIFY(directSources(document, {cell.tensor, 1, 2}).empty());
    QCOMPARE(cellTitle(document, cell),
             std::string("attention weights chat → cat of head 2 of layer 2"));
    QVERIFY(!explain(snapshot, {cell.tensor, 2, 0}));
}

void TestRecordedDocument::aFileOfItReadsBackTheSame()
{
    Document document = crossAttention();
    document.pins["layers.0.head.1.pattern"].detach()(1, 2) = std::nan("");
    const std::string text = writeDocument(document);
    const Result<Document> back = readDocument(text);
    HEADLIGHT_VERIFY_OK(back);
    QVERIFY(sameDocument(*back, document));
    QVERIFY(back->recorded.has_value());
    QCOMPARE(writeDocument(*back), text);
    Document other = document;
    other.recorded->keyTokens[1] = "a";
    QVERIFY(!sameDocument(other, document));
}

void TestRecordedDocument::brokenFilesAreRefused_data()
{
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<std::string>("part");
    const auto row = [](const char* name, const char* from, const char* to, const char* part) {
        QTest::newRow(name) << std::string(from) << std::string(to) << std::string(part);
    };
    row("a head too few", "\"heads\": 2", "\"heads\": 1", "computes no such matrix");
    row("a head too many", "\"heads\": 2", "\"heads\": 3", "4 heads, but it should have 6");
    row("a key too few", "[\"<s>\", \"the\", \"cat\"]", "[\"the\", \"cat\"]", "needs 2 x 2");
    row("no keys", "[\"<s>\", \"the\", \"cat\"]", "[]", "but this model needs 2 x 0");
    row("something else pinned", "layers.0.head.0.pattern", "layers.0.head.0.scores",
        "computes no such matrix");
    row("no layers", "\"layers\": 2", "\"layers\": 0", "number of layers is 0");
    row("a model beside it", "\"recorded\"", "\"seed\": 1,\n  \"recorded\"", "seed");
}

void TestRecordedDocument::brokenFilesAreRefused()
{
    QFETCH(std::string, from);
    QFETCH(std::string, to);
    QFETCH(std::string, part);
    const Result<Document> document
        = readDocument(changed(writeDocument(crossAttention()), from, to));
    QVERIFY(!document);
    QVERIFY2(document.error().message.find(part) != std::string::npos,
             document.error().message.c_str());
}

void TestRecordedDocument::writtenTensorsAreTheWeightsAlone()
{
    const nlohmann::json json = nlohmann::json::parse(writeTensors(*snapshotOf(crossAttention())));
    QCOMPARE(json.size(), std::size_t(2 + 4)); // tokens of both sides, four heads
    QCOMPARE(json["key_tokens"][2].get<std::string>(), std::string("cat"));
    QCOMPARE(json["layers.1.head.0.pattern"][0][1].get<double>(), 0.375);
}

void TestRecordedDocument::scoresAreSaidToBeScores()
{
    Recording recording{{{rows({{5, 5}})}}, {"a"}, {"b", "c"}, "scores", false};
    QVERIFY(documentOf(recording)->note.find("scores") != std::string::npos);
    recording.rowsSumToOne = true;
    QVERIFY(documentOf(recording)->note.empty());
}

void TestRecordedDocument::tooManyHeadsAreRefused()
{
    const std::vector<Matrix> layer(97, rows({{1}}));
    QVERIFY(!documentOf(Recording{{layer}, {"a"}, {"a"}, "attention", true}));
    QVERIFY(!documentOf(Recording{}));
}

void TestRecordedDocument::realAttentionOpensWithItsSentence()
{
    const std::optional<std::string> file
        = readReference("vectors/gpt2_small_recorded_attention.npz");
    const std::optional<std::string> json
        = readReference("vectors/gpt2_small_recorded_attention.json");
    if (!file || !json)
        QSKIP("The reference material is not here: set HEADLIGHT_REFERENCE to its folder.");
    const Result<Document> document = documentOf(*readRecording({*file, "npz", *json}));
    HEADLIGHT_VERIFY_OK(document);
    QCOMPARE(document->sentence, std::string("Data visualization empowers users to"));
    QCOMPARE(document->config.layers, 12);
    QCOMPARE(document->pins.size(), std::size_t(144));
    QVERIFY(!firstNonFinite(*document));
    const Result<Matrix> first = tensor(*snapshotOf(*document), "layers.11.head.11.pattern");
    HEADLIGHT_VERIFY_OK(first);
    for (Index r = 0; r < first->rows(); ++r)
        QVERIFY(std::abs(first->row(r).sum() - 1) < 1e-3);
}

QTEST_APPLESS_MAIN(TestRecordedDocument)
#include "tst_recorded_document.moc"
