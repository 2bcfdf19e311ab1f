#include "tests/core/support/documents.h"
#include "tests/core/support/golden.h"
#include "tests/core/support/near.h"

#include <QTest>

using namespace headlight;
using nlohmann::json;

// The files print nine significant digits, of X and the weights too: what follows from those is off
// by up to some units in the eighth decimal. The weights of handmade_heads.json have seven
// decimals.
constexpr double nineDigits = 5e-8;
constexpr double sevenDecimals = 5e-8;
constexpr double inFloat = 1e-5;

namespace {

/// Grouped heads as ordinary ones: every query head gets a copy of its group's columns.
Matrix ungrouped(const json& values, int heads, int groups)
{
    const std::vector<Matrix> blocks = toMatrices(values, groups, true);
    std::vector<Matrix> repeated;
    for (int h = 0; h < heads; ++h)
        repeated.push_back(blocks[std::size_t(h / (heads / groups))]);
    return sideBySide(repeated);
}

Document attentionDocument(const json& vector)
{
    const int heads = vector["n_heads"];
    const int groups = vector["n_kv_heads"];
    Config config;
    config.heads = heads;
    config.keyWidth = config.valueWidth = vector["head_dim"];
    config.mask = vector["causal"] ? Mask::Causal : Mask::None;
    config.outputWidth = toMatrix(vector["W_O"]).cols();
    Document document = documentOf(toMatrix(vector["X"]), config);
    document.parameters.layers[0] = {toMatrix(vector["W_Q"]),
                                     ungrouped(vector["W_K"], heads, groups),
                                     ungrouped(vector["W_V"], heads, groups),
                                     toMatrix(vector["W_O"]),
                                     {}};
    return document;
}

/// The largest finite magnitude, at least 1: a score is a sum of terms as large as its neighbours.
double largest(const Matrix& matrix)
{
    double result = 1;
    for (const double x : std::vector<double>(matrix.data(), matrix.data() + matrix.size()))
        result = std::max(result, std::isfinite(x) ? std::abs(x) : 1);
    return result;
}

/// The two layers of four hand-made heads; residual, causal.
Document handmadeDocument(const json& file)
{
    Config config;
    config.keyWidth = config.valueWidth = file["head_dim"];
    config.heads = int(file["layers"][0].size());
    config.layers = int(file["layers"].size());
    config.outputWidth = toMatrix(file["X"]).cols();
    config.mask = Mask::Causal;
    config.residual = true;
    Document document = documentOf(toMatrix(file["X"]), config);
    for (std::size_t l = 0; l < file["layers"].size(); ++l) {
        const auto blocks = [&](const char* name) {
            std::vector<Matrix> result;
            for (const json& head : file["layers"][l])
                result.push_back(toMatrix(head[name]));
            return result;
        };
        document.parameters.layers[l] = {sideBySide(blocks("W_Q")),
                                         sideBySide(blocks("W_K")),
                                         sideBySide(blocks("W_V")),
                                         stacked(blocks("W_O")),
                                         {}};
    }
    return document;
}

} // namespace

class TestPytorchVectors : public QObject {
    Q_OBJECT

private slots:
    void attentionAgrees_data();
    void attentionAgrees();
    void handmadeHeadsDoTheirOneThing_data();
    void handmadeHeadsDoTheirOneThing();
    void handmadeLayersEndWhereExpected();

private:
    template <class Scalar>
    void compareAttention(const TraceOf<Scalar>& trace, const json& vector, double tolerance);
};

void TestPytorchVectors::attentionAgrees_data()
{
    QTest::addColumn<std::string>("name");
    const json file = readGolden("toy_mha.json");
    for (const json& vector : file["cases"]) {
        const std::string name = vector["name"];
        QTest::newRow(name.c_str()) << name;
    }
}

template <class Scalar>
void TestPytorchVectors::compareAttention(const TraceOf<Scalar>& trace, const json& vector,
                                          double tolerance)
{
    const LayerTraceOf<Scalar>& layer = trace.layers[0];
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        const HeadTraceOf<Scalar>& head = layer.heads[h];
        HEADLIGHT_COMPARE_NEAR("masked", head.masked, toMatrix(vector["scores"][h]),
                               tolerance * largest(toMatrix(vector["scores"][h])));
        HEADLIGHT_COMPARE_NEAR("pattern", head.pattern, toMatrix(vector["weights"][h]), tolerance);
        HEADLIGHT_COMPARE_NEAR("z", head.z, toMatrix(vector["head_out"][h]), tolerance);
    }
    HEADLIGHT_COMPARE_NEAR("concat", layer.concat, toMatrix(vector["concat"]), tolerance);
    HEADLIGHT_COMPARE_NEAR("attn_out", layer.attnOut, toMatrix(vector["out"]), tolerance);
}

void TestPytorchVectors::attentionAgrees()
{
    QFETCH(std::string, name);
    const json file = readGolden("toy_mha.json");
    const json& vector = findByName(file["cases"], "name", name);
    const Document document = attentionDocument(vector);
    HEADLIGHT_VERIFY_OK(checkDocument(document));
    compareAttention(traceOf(document), vector, nineDigits);
    compareAttention(floatTraceOf(document), vector, inFloat);
}

void TestPytorchVectors::handmadeHeadsDoTheirOneThing_data()
{
    QTest::addColumn<int>("layer");
    QTest::addColumn<int>("head");
    const json layers = readGolden("handmade_heads.json")["layers"];
    for (std::size_t l = 0; l < layers.size(); ++l) {
        for (std::size_t h = 0; h < layers[l].size(); ++h)
            QTest::addRow("layer %zu head %zu, %s", l, h,
                          layers[l][h]["name"].get<std::string>().c_str())
                << int(l) << int(h);
    }
}

void TestPytorchVectors::handmadeHeadsDoTheirOneThing()
{
    QFETCH(int, layer);
    QFETCH(int, head);
    const json file = readGolden("handmade_heads.json");
    const Matrix expected
        = toMatrix(file["layers"][std::size_t(layer)][std::size_t(head)]["weights"]);
    const auto weightsIn = [&](const auto& trace) {
        return trace.layers[std::size_t(layer)].heads[std::size_t(head)].pattern;
    };
    const Document document = handmadeDocument(file);
    HEADLIGHT_COMPARE_NEAR("pattern", weightsIn(traceOf(document)), expected, sevenDecimals);
    HEADLIGHT_COMPARE_NEAR("float pattern", weightsIn(floatTraceOf(document)), expected, inFloat);
}

void TestPytorchVectors::handmadeLayersEndWhereExpected()
{
    const json file = readGolden("handmade_heads.json");
    const Matrix expected = toMatrix(file["final"]);
    const Document document = handmadeDocument(file);
    HEADLIGHT_COMPARE_NEAR("output", tensorOf(document, "output"), expected, sevenDecimals);
    HEADLIGHT_COMPARE_NEAR("float output", floatTraceOf(document).layers.back().residPost, expected,
                           inFloat);
}

QTEST_APPLESS_MAIN(TestPytorchVectors)
#include "tst_pytorch_vectors.moc"
