#include "core/io/npz.h"
#include "core/io/recording.h"
#include "tests/core/support/mutations.h"
#include "tests/core/support/near.h"
#include "tests/core/support/reference_files.h"

#include <QTest>

using namespace headlight;

namespace {

/// Uniform attention of this shape, or scores of 5 everywhere.
std::string uniform(const std::vector<Index>& shape, bool scores = false)
{
    Index count = 1;
    for (const Index length : shape)
        count *= length;
    const double weight = scores ? 5 : 1.0 / double(shape.back());
    return writeNpy(Array{shape, std::vector<double>(std::size_t(count), weight)});
}

/// A .npy of ASCII strings, as NumPy's dtype "S8".
std::string strings(const std::vector<std::string>& words)
{
    std::string bytes = writeNpy(Matrix(0, 0));
    std::string header = "{'descr': '|S8', 'fortran_order': False, 'shape': ("
        + std::to_string(words.size()) + ",), }";
    header.resize(bytes.size() - 10 - 1, ' ');
    bytes.replace(10, header.size(), header);
    for (std::string word : words) {
        word.resize(8, '\0');
        bytes += word;
    }
    return bytes;
}

using Files = std::vector<ZipFile>;

Result<Recording> read(const Files& files, const std::string& array = {},
                       const std::string& json = {})
{
    const std::string bytes = *writeZip(files);
    return readRecording({bytes, "npz", json, array});
}

using Words = std::vector<std::string>;

} // namespace

class TestRecording : public QObject {
    Q_OBJECT

private slots:
    void layersAndHeadsComeInOrder();
    void threeAxesAreOneLayer();
    void theFirstWhoseRowsSumToOneIsChosen();
    void theOnlyCandidateIsTakenAsItIs();
    void safetensorsAreRead();
    void unreadableArraysBesideItDoNoHarm();
    void tokensComeFromTheFile();
    void crossAttentionHasTokensOfBothSides();
    void tokensComeFromTheJsonBeside_data();
    void tokensComeFromTheJsonBeside();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void damageNeverHurts();
    void theChoiceNamesEveryArray();
    void promptsThatFitAreOffered();
    void aPromptIsPicked();
    void readingStopsWhenAsked();
    void realAttentionIsRead_data();
    void realAttentionIsRead();
};

void TestRecording::layersAndHeadsComeInOrder()
{
    Array array{{2, 2, 1, 2}, {0.1, 0.9, 0.2, 0.8, 0.3, 0.7, 0.4, 0.6}};
    const std::string bytes = writeNpy(array);
    const Result<Recording> recording = readRecording({bytes, "npy"});
    HEADLIGHT_VERIFY_OK(recording);
    QCOMPARE(recording->attention.size(), std::size_t(2));
    QCOMPARE(recording->attention[1][0](0, 1), 0.7);
    QCOMPARE(recording->attention[0][1](0, 0), 0.2);
    QVERIFY(recording->rowsSumToOne);
    QCOMPARE(recording->queryTokens, Words{"1"});
    QCOMPARE(recording->keyTokens, (Words{"1", "2"}));
}

void TestRecording::threeAxesAreOneLayer()
{
    const Result<Recording> recording = read({{"a.npy", uniform({3, 2, 4})}});
    HEADLIGHT_VERIFY_OK(recording);
    QCOMPARE(recording->attention.size(), std::size_t(1));
    QCOMPARE(recording->attention[0].size(), std::size_t(3));
    QCOMPARE(recording->attention[0][2], Matrix(Matrix::Constant(2, 4, 0.25)));
}

void TestRecording::theFirstWhoseRowsSumToOneIsChosen()
{
    const Files files = {{"ids.npy", uniform({4})},
                         {"scores.npy", uniform({1, 1, 2, 2}, true)},
                         {"first.npy", uniform({1, 1, 2, 2})},
                         {"second.npy", uniform({1, 1, 3, 3})}};
    const Result<Recording> recording = read(files);
    HEADLIGHT_VERIFY_OK(recording);
    QCOMPARE(recording->array, std::string("first"));
    QCOMPARE(read(files, "second")->attention[0][0].rows(), 3);
    QVERIFY(!read(files, "scores")->rowsSumToOne);
}

void TestRecording::theOnlyCandidateIsTakenAsItIs()
{
    const Result<Recording> recording = read({{"scores.npy", uniform({1, 2, 2}, true)}});
    HEADLIGHT_VERIFY_OK(recording);
    QVERIFY(!recording->rowsSumToOne);
}

void TestRecording::safetensorsAreRead()
{
    const std::string header = "{\"attn\":{\"dtype\":\"BF16\",\"shape\":[1,1,1,2],"
                               "\"data_offsets\":[0,4]}}";
    const std::string bytes
        = std::string(1, char(header.size())) + std::string(7, '\0') + header + "\x40\x3e\x50\x3f";
    const Result<Recording> recording
        = readRecording({bytes, "safetensors", "{\"query_tokens\": [\"a\"]}"});
    HEADLIGHT_VERIFY_OK(recording);
    QCOMPARE(recording->attention[0][0](0, 1), 0.8125);
    QVERIFY(recording->rowsSumToOne);
    QCOMPARE(recording->queryTokens, Words{"a"});
    QCOMPARE(recording->keyTokens, (Words{"1", "2"}));
}

void TestRecording::unreadableArraysBesideItDoNoHarm()
{
    const Files files = {{"notes.npy", "pickled"}, {"attn.npy", uniform({1, 2, 2})}};
    HEADLIGHT_VERIFY_OK(read(files));
    QVERIFY(!read(files, "notes"));
    QVERIFY(!read({files[0]}));
}

void TestRecording::tokensComeFromTheFile()
{
    const Files files = {{"e0_attn.npy", uniform({1, 2, 2})},
                         {"e0_tokens.npy", strings({"<s>", "b"})},
                         {"e1_attn.npy", uniform({1, 1, 1})},
                         {"e1_tokens.npy", strings({"only"})}};
    QCOMPARE(read(files)->queryTokens, (Words{"<s>", "b"}));
    QCOMPARE(read(files, "e1_attn")->keyTokens, Words{"only"});
    const Files words = {{"attention.npy", uniform({1, 2, 2})}, {"words.npy", strings({"a", "b"})}};
    QCOMPARE(read(words)->keyTokens, (Words{"a", "b"}));
}

void TestRecording::crossAttentionHasTokensOfBothSides()
{
    const Result<Recording> recording = read({{"cross.npy", uniform({1, 1, 2, 3})},
                                              {"query_tokens.npy", strings({"le", "chien"})},
                                              {"key_tokens.npy", strings({"the", "dog", "."})}});
    HEADLIGHT_VERIFY_OK(recording);
    QCOMPARE(recording->queryTokens, (Words{"le", "chien"}));
    QCOMPARE(recording->keyTokens, (Words{"the", "dog", "."}));
}

void TestRecording::tokensComeFromTheJsonBeside_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("first");
    const auto row = [](const char* name, const char* json, const char* first) {
        QTest::newRow(name) << QString(json) << QString(first);
    };
    row("list", R"(["a", "b"])", "a");
    row("object", R"({"tokens": ["NaN", "b"], "other": 1})", "NaN");
    row("lists", R"([["x"], ["a", "b"]])", "a");
    row("one list", R"([["a", "b"]])", "a");
    row("prompts", R"({"prompts": [{"tokens": []}, {"prompt": "ab", "tokens": ["a", "b"]}]})", "a");
    row("both sides", R"({"query_tokens": ["a", "b"], "key_tokens": ["c", "d"]})", "a");
    row("no tokens", R"({"scale": 1})", "1");
    row("no prompt of this number", R"([["x"], 1, 2])", "");
    row("too few", R"({"tokens": ["a"]})", "");
    row("numbers", R"({"tokens": [1, 2]})", "");
    row("no JSON", "tokens", "");
}

void TestRecording::tokensComeFromTheJsonBeside()
{
    QFETCH(QString, json);
    QFETCH(QString, first);
    const Result<Recording> recording
        = read({{"e1_attn.npy", uniform({1, 2, 2})}}, {}, json.toStdString());
    QCOMPARE(recording.has_value(), !first.isEmpty());
    if (recording)
        QCOMPARE(QString::fromStdString(recording->queryTokens[0]), first);
}

void TestRecording::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const Files& files, const char* array, const char* part) {
        QTest::newRow(name) << QByteArray::fromStdString(*writeZip(files)) << QString(array)
                            << QString(part);
    };
    const std::string tokens = strings({"a"});
    row("five axes", {{"a.npy", uniform({1, 1, 1, 2, 2})}}, "", "5 axes (1 x 1 x 1 x 2 x 2)");
    row("two axes", {{"a.npy", uniform({2, 2})}}, "a", "2 axes");
    row("no queries", {{"a.npy", uniform({1, 1, 0, 2})}}, "", "0 along axis 3 (queries)");
    row("many keys", {{"a.npy", uniform({1, 1, 4097})}}, "", "4097 along axis 3 (keys)");
    row("many heads", {{"a.npy", uniform({200, 200, 1, 1})}}, "", "40000 heads");
    row("token count", {{"a.npy", uniform({1, 1, 1, 2})}, {"tokens.npy", tokens}}, "",
        "1 tokens, but axis 4 (keys) of “a” has length 2");
    row("no such array", {{"a.npy", uniform({1, 1, 1})}}, "b", "no array “b”; the file has “a”");
    row("text", {{"a.npy", tokens}}, "a", "holds text");
    row("only scores", {{"a.npy", uniform({1, 1, 1}, true)}, {"b.npy", uniform({1, 1, 1}, true)}},
        "", "name one of “a”, “b”");
    row("nothing suitable", {{"a.npy", uniform({3})}, {"b.npy", tokens}}, "", "No array");
}

void TestRecording::mistakesAreNamed()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, array);
    QFETCH(QString, part);
    const std::string bytes = file.toStdString();
    const Result<Recording> recording = readRecording({bytes, "npz", {}, array.toStdString()});
    QVERIFY(!recording);
    const QString message = QString::fromStdString(recording.error().message);
    QVERIFY2(message.contains(part), qPrintable(message));
}

void TestRecording::damageNeverHurts()
{
    const std::string bytes = uniform({2, 2, 2, 2});
    const std::string json = R"({"prompts": [{"tokens": ["a", "b"]}, ["a", "b"]]})";
    std::mt19937_64 random(13);
    for (int i = 0; i < 5000; ++i) {
        const std::string file = mutated(bytes, random);
        const std::string beside = mutated(json, random);
        const Result<Recording> recording = readRecording({file, "npy", beside});
        if (recording)
            QVERIFY(!recording->attention.empty());
    }
}

void TestRecording::theChoiceNamesEveryArray()
{
    const std::string bytes = *writeZip({{"ids.npy", uniform({4})},
                                         {"scores.npy", uniform({1, 1, 2, 2}, true)},
                                         {"first.npy", uniform({2, 2, 2})},
                                         {"words.npy", strings({"a", "b"})},
                                         {"second.npy", uniform({1, 1, 2, 3})}});
    const Result<std::vector<RecordedArray>> arrays = recordedArrays({bytes, "npz"});
    HEADLIGHT_VERIFY_OK(arrays);
    QCOMPARE(arrays->size(), std::size_t(3));
    QCOMPARE((*arrays)[0].name, std::string("scores"));
    QVERIFY(!(*arrays)[0].rowsSumToOne);
    QVERIFY((*arrays)[1].rowsSumToOne);
    QVERIFY((*arrays)[2].rowsSumToOne);
    QCOMPARE((*arrays)[2].shape, (std::vector<Index>{1, 1, 2, 3}));
    QCOMPARE((*arrays)[1].prompts.size(), std::size_t(1));
    QCOMPARE((*arrays)[1].prompts[0].text, std::string("a b"));
}

void TestRecording::promptsThatFitAreOffered()
{
    const std::string bytes = uniform({1, 2, 3});
    const std::string json
        = R"([["x"], {"query_tokens": ["a", " b"], "key_tokens": ["c", "d", "e"]},
                                 {"key_tokens": ["f", "g", "h"]}, []])";
    const Result<std::vector<RecordedArray>> arrays = recordedArrays({bytes, "npy", json});
    HEADLIGHT_VERIFY_OK(arrays);
    const std::vector<RecordedPrompt>& prompts = arrays->front().prompts;
    QCOMPARE(prompts.size(), std::size_t(2));
    QCOMPARE(prompts[0].index, std::optional<std::size_t>(1));
    QCOMPARE(prompts[0].text, std::string("a b → c d e"));
    QCOMPARE(prompts[1].text, std::string("→ f g h"));
    QVERIFY(recordedArrays({bytes, "npy"})->front().prompts.empty());
    QVERIFY(!recordedArrays({bytes, "npy", "no JSON"}));
    QVERIFY(recordedArrays({strings({"a"}), "npy"})->empty());
}

void TestRecording::aPromptIsPicked()
{
    const std::string bytes = *writeZip({{"e0_attn.npy", uniform({1, 2, 2})}});
    RecordingSource source{bytes, "npz", R"([["a", "b"], ["c", "d"], ["e"]])"};
    QCOMPARE(readRecording(source)->queryTokens, (Words{"a", "b"}));
    source.prompt = 1;
    QCOMPARE(readRecording(source)->queryTokens, (Words{"c", "d"}));
    source.prompt = 2;
    QCOMPARE(readRecording(source).error().message,
             std::string("There are 1 tokens, but axis 2 (queries) of “e0_attn” has length 2."));
    source.prompt = 3;
    QCOMPARE(readRecording(source).error().message,
             std::string("There is no prompt 4; the .json beside the recording has 3."));
}

void TestRecording::readingStopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    const std::string bytes = uniform({1, 2, 2});
    RecordingSource source{bytes, "npy"};
    source.stop = stop.get_token();
    QVERIFY(!readRecording(source));
}

void TestRecording::realAttentionIsRead_data()
{
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("firstToken");
    QTest::addColumn<int>("tokens");
    QTest::newRow("first") << ""
                           << "Data" << 6;
    QTest::newRow("second") << "e1_attn"
                            << "Art" << 6;
    QTest::newRow("fourth") << "e3_attn"
                            << "On" << 7;
    QTest::newRow("fifth") << "e4_attn"
                           << "I" << 6;
}

void TestRecording::realAttentionIsRead()
{
    QFETCH(QString, array);
    QFETCH(QString, firstToken);
    QFETCH(int, tokens);
    const std::optional<std::string> file
        = readReference("vectors/gpt2_small_recorded_attention.npz");
    const std::optional<std::string> json
        = readReference("vectors/gpt2_small_recorded_attention.json");
    if (!file || !json)
        QSKIP("The reference material is not here: set HEADLIGHT_REFERENCE to its folder.");
    const Result<Recording> recording = readRecording({*file, "npz", *json, array.toStdString()});
    HEADLIGHT_VERIFY_OK(recording);
    QCOMPARE(recording->attention.size(), std::size_t(12));
    QVERIFY(recording->rowsSumToOne);
    QCOMPARE(QString::fromStdString(recording->queryTokens.at(0)), firstToken);
    for (const std::vector<Matrix>& layer : recording->attention) {
        QCOMPARE(layer.size(), std::size_t(12));
        for (const Matrix& head : layer) {
            QCOMPARE(int(head.rows()), tokens);
            QCOMPARE(head(0, 0), 1.0); // causal: the first token sees itself alone
        }
    }
}

QTEST_APPLESS_MAIN(TestRecording)
#include "tst_recording.moc"
