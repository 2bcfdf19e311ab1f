#include "tests/core/support/documents.h"
#include "tests/core/support/golden.h"
#include "tests/core/support/near.h"

#include <QTest>

#include <optional>

using namespace headlight;
using nlohmann::json;

namespace {

/// An example as a document: what is given without weights is pinned.
class ExampleDocument {
public:
    explicit ExampleDocument(const json& example)
        : m_inputs(example["inputs"])
        , m_scale(example["params"]["scale"])
    {
        m_config.heads = example["params"]["n_heads"];
        m_config.mask = example["params"]["causal"] ? Mask::Causal : Mask::None;
        m_config.outputProjection = m_inputs.contains("W_O");
    }

    Document make()
    {
        m_config.keyWidth = widthOf("Q", "W_Q");
        m_config.valueWidth = m_inputs.contains("W_V") || m_inputs.contains("V")
            ? widthOf("V", "W_V")
            : widthOf("Q", "none");
        if (m_config.outputProjection)
            m_config.outputWidth = toMatrix(m_inputs["W_O"]).cols();
        setScale();
        m_document = documentOf(x(), m_config);
        setWeights(m_document.parameters.layers[0]);
        pinWhatIsGiven();
        return m_document;
    }

private:
    bool withoutWeights() const { return m_inputs.size() == 1 && m_inputs.contains("X"); }

    std::optional<std::vector<Matrix>> given(const std::string& name) const
    {
        if (m_inputs.contains(name))
            return toMatrices(m_inputs[name], m_config.heads, name.starts_with("W_"));
        if (withoutWeights() && (name == "Q" || name == "K" || name == "V"))
            return toMatrices(m_inputs["X"], 1);
        return std::nullopt;
    }

    Index widthOf(const std::string& activation, const std::string& weight) const
    {
        if (const auto matrices = given(activation))
            return matrices->front().cols();
        const auto weights = given(weight);
        return weights ? weights->front().cols() : 64; // 64: only the scores are given
    }

    Matrix x() const
    {
        if (m_inputs.contains("X"))
            return toMatrix(m_inputs["X"]);
        for (const char* name : {"Q", "V", "scores"}) {
            if (const auto matrices = given(name))
                return Matrix::Zero(matrices->front().rows(), 1);
        }
        return Matrix::Zero(Index(m_inputs["raw_scores"].size()), 1);
    }

    void setScale()
    {
        m_config.scaleKind = ScaleKind::KeyWidth;
        if (std::abs(scoreFactor(m_config) - m_scale) < 1e-12)
            return;
        m_config.scaleKind = m_scale == 1 ? ScaleKind::Off : ScaleKind::Custom;
        m_config.customScale = m_scale;
    }

    void setWeights(LayerParameters& layer) const
    {
        const auto set = [&](const char* name, Shared<Matrix>& weight) {
            if (const auto blocks = given(name))
                weight = sideBySide(*blocks);
        };
        set("W_Q", layer.wQ);
        set("W_K", layer.wK);
        set("W_V", layer.wV);
        if (m_inputs.contains("W_O"))
            layer.wO = toMatrix(m_inputs["W_O"]);
        if (m_inputs.contains("b_O"))
            layer.bO = toMatrix(m_inputs["b_O"]);
    }

    void pinWhatIsGiven()
    {
        const std::pair<const char*, const char*> names[]
            = {{"Q", "q"}, {"K", "k"}, {"V", "v"}, {"scores", "scores"}};
        for (const auto& [name, path] : names) {
            const auto matrices = given(name);
            for (int h = 0; matrices && h < m_config.heads; ++h)
                m_document.pins["layers.0.head." + std::to_string(h) + "." + path]
                    = (*matrices)[std::size_t(h)];
        }
        const Index tokens = m_document.config.modelWidth == 1 ? x().rows() : 0;
        Matrix scores = Matrix::Zero(tokens, tokens); // an average: every score is the same
        if (m_inputs.contains("raw_scores"))
            scores.row(0) = toMatrix(m_inputs["raw_scores"]); // one query against two keys
        if (tokens > 0 && !m_inputs.contains("scores") && !m_inputs.contains("Q"))
            m_document.pins["layers.0.head.0.scores"] = scores;
    }

    json m_inputs;
    double m_scale;
    Config m_config;
    Document m_document;
};

/// "weights" of head 1, as the examples call things.
Matrix named(const Trace& trace, const std::string& name, std::size_t h)
{
    const HeadTrace& head = trace.layers[0].heads[h];
    const std::map<std::string, Matrix> matrices
        = {{"Q", head.q},           {"K", head.k},
           {"V", head.v},           {"scores", head.scores},
           {"scaled", head.scaled}, {"weights", head.pattern},
           {"z", head.z},           {"concat", trace.layers[0].concat},
           {"query", head.q},       {"output", trace.layers[0].residPost}};
    return matrices.at(name);
}

/// What an article printed under `key`: "scores", "weights_0" (row 0), "query_2" (second token).
Matrix printedPart(const Trace& trace, const std::string& key, std::size_t head)
{
    if (key.ends_with("_0"))
        return named(trace, key.substr(0, key.size() - 2), head).topRows(1);
    if (key.ends_with("_2"))
        return named(trace, key.substr(0, key.size() - 2), head).middleRows(1, 1);
    return named(trace, key, head);
}

bool isPerHead(const std::string& name)
{
    return name != "concat" && name != "output" && name != "output_0";
}

/// Half a unit of the last printed decimal; the files hold at most nine significant digits.
bool isPrintedAs(const Matrix& computed, const Matrix& published, int decimals)
{
    const Matrix tolerance = published.cwiseAbs() * 5e-9
        + Matrix::Constant(published.rows(), published.cols(), 0.5 * std::pow(10.0, -decimals));
    return computed.rows() == published.rows() && computed.cols() == published.cols()
        && ((computed - published).cwiseAbs().array() <= tolerance.array()).all();
}

json exampleNamed(const std::string& id)
{
    const json file = readGolden("worked_examples.json");
    return findByName(file["examples"], "id", id);
}

} // namespace

class TestWorkedExamples : public QObject {
    Q_OBJECT

private slots:
    void everyExampleIsThere();
    void publishedNumbersComeOut_data();
    void publishedNumbersComeOut();
    void exactNumbersComeOut_data();
    void exactNumbersComeOut();
    void theMaskedSoftmaxOfGpt2HidesAFactor();
    void roundedWeightsGiveOtherOutputsThanExactOnes();
};

void TestWorkedExamples::everyExampleIsThere()
{
    const json file = readGolden("worked_examples.json");
    QCOMPARE(file["examples"].size(), std::size_t(16)); // 13 collected, 3 of the two guides
}

void TestWorkedExamples::publishedNumbersComeOut_data()
{
    QTest::addColumn<std::string>("id");
    const json file = readGolden("worked_examples.json");
    for (const json& example : file["examples"]) {
        const std::string id = example["id"];
        QTest::newRow(id.c_str()) << id;
    }
}

void TestWorkedExamples::publishedNumbersComeOut()
{
    QFETCH(std::string, id);
    const json example = exampleNamed(id);
    const Document document = ExampleDocument(example).make();
    HEADLIGHT_VERIFY_OK(checkDocument(document));
    const Trace trace = traceOf(document);
    for (const auto& [name, published] : example["published"].items()) {
        const int heads = isPerHead(name) ? document.config.heads : 1;
        const std::vector<Matrix> expected = published["values"].at(0).is_array()
            ? toMatrices(published["values"], heads)
            : std::vector<Matrix>{toMatrix(published["values"])};
        for (std::size_t h = 0; h < expected.size(); ++h) {
            const Matrix computed = printedPart(trace, name, h).topRows(expected[h].rows());
            QVERIFY2(isPrintedAs(computed, expected[h], published["decimals"]), name.c_str());
        }
    }
}

void TestWorkedExamples::exactNumbersComeOut_data()
{
    publishedNumbersComeOut_data();
}

void TestWorkedExamples::exactNumbersComeOut()
{
    QFETCH(std::string, id);
    const json example = exampleNamed(id);
    const Document document = ExampleDocument(example).make();
    const Trace trace = traceOf(document);
    for (const auto& [name, values] : example["exact"].items()) {
        const int heads = isPerHead(name) ? document.config.heads : 1;
        for (int h = 0; h < heads; ++h) {
            const Matrix expected
                = isPerHead(name) ? toMatrix(values[std::size_t(h)]) : toMatrix(values);
            const Matrix found = named(trace, name, std::size_t(h));
            HEADLIGHT_COMPARE_NEAR(name, found.topRows(expected.rows()), expected, 1e-12);
        }
    }
}

void TestWorkedExamples::theMaskedSoftmaxOfGpt2HidesAFactor()
{
    // The printed weights are not the softmax of the printed scores, but of a quarter of them.
    const json example = exampleNamed("alammar_gpt2_masked_softmax");
    const Matrix published = toMatrix(example["published"]["weights"]["values"]);
    Document document = ExampleDocument(example).make();
    QCOMPARE(document.config.customScale, 0.25);
    document.config.scaleKind = ScaleKind::Off;
    const Matrix unscaled = traceOf(document).layers[0].heads[0].pattern;
    QVERIFY(!isPrintedAs(unscaled, published, 2));
    QVERIFY(
        isPrintedAs(unscaled, toMatrix(example["computed_float64"]["weights_if_scale_were_1"]), 8));
}

void TestWorkedExamples::roundedWeightsGiveOtherOutputsThanExactOnes()
{
    // The article goes on with weights rounded by hand: pin them, and its second result comes out.
    Document document = ExampleDocument(exampleNamed("raimi_karim_illustrated")).make();
    document.pins["layers.0.head.0.pattern"] = rows({{0, 0.5, 0.5}, {0, 1, 0}, {0, 0.9, 0.1}});
    HEADLIGHT_COMPARE_NEAR("output", traceOf(document).layers[0].residPost,
                           rows({{2, 7, 1.5}, {2, 8, 0}, {2, 7.8, 0.3}}), 1e-12);
}

QTEST_APPLESS_MAIN(TestWorkedExamples)
#include "tst_worked_examples.moc"
