#include "core/io/document_json.h"
#include "tests/core/support/for_all.h"
#include "tests/core/support/near.h"

#include <Eigen/QR>

using namespace headlight;

namespace {

void oneLayerWithoutMask(Document& document)
{
    keepOneLayer(document);
    withoutMaskAndPositions(document);
}

Matrix outputOf(const Document& document)
{
    return traceOf(document).layers.back().residPost;
}

/// A random orthogonal matrix.
Matrix rotation(Index size, RandomDocuments& random)
{
    const Eigen::MatrixXd square = random.matrix(size, size);
    return Matrix(Eigen::HouseholderQR<Eigen::MatrixXd>(square).householderQ());
}

double largest(const Matrix& matrix)
{
    return matrix.cwiseAbs().maxCoeff();
}

} // namespace

/// What holds for every layer of attention, whatever its numbers.
class TestLayerProperties : public QObject {
    Q_OBJECT

private slots:
    void aFactorOnTheScoresIsAFactorOnTheQueries();
    void theResidualAddsWhatCameIn();
    void theLastQuerySeesTheSameWithAndWithoutACausalMask();
    void turningQueriesAndKeysTogetherChangesNoScore();
    void theOrderOfTheHeadsDoesNotMatter();
    void theOutputIsLinearInTheValues();
    void aLargerScoreNeverGetsASmallerWeight();
    void aLargerFactorSharpensEveryRow();
    void equalTokensGetEqualWeights();
    void aStackIsItsLayersOneAfterTheOther();
    void equalKeysGiveTheMeanOfTheValues();
    void aSavedDocumentComputesTheSameBits();
};

void TestLayerProperties::aFactorOnTheScoresIsAFactorOnTheQueries()
{
    forAll(201, keepOneLayer, [](Document document, RandomDocuments&) {
        document.config.scaleKind = ScaleKind::Custom;
        document.config.customScale = 0.25; // a power of two, so without rounding
        Document other = document;
        other.config.scaleKind = ScaleKind::Off;
        other.parameters.layers[0].wQ.detach() *= 0.25;
        QVERIFY(sameBits(outputOf(document), outputOf(other)));
    });
}

void TestLayerProperties::theResidualAddsWhatCameIn()
{
    forAll(202, keepOneLayer, [](Document document, RandomDocuments& random) {
        document.config.outputProjection = true;
        document.config.outputWidth = document.config.modelWidth;
        document.parameters.layers[0].wO
            = random.matrix(concatWidth(document.config), document.config.modelWidth);
        document.parameters.layers[0].bO = Matrix();
        document.config.residual = false;
        const LayerTrace without = traceOf(document).layers[0];
        document.config.residual = true;
        const LayerTrace with = traceOf(document).layers[0];
        QVERIFY(sameBits(with.residPost, Matrix(without.residPost + without.residPre)));
    });
}

void TestLayerProperties::theLastQuerySeesTheSameWithAndWithoutACausalMask()
{
    forAll(203, keepOneLayer, [](Document document, RandomDocuments&) {
        document.config.mask = Mask::None;
        const Matrix free = traceOf(document).layers[0].heads[0].pattern;
        document.config.mask = Mask::Causal;
        const Matrix masked = traceOf(document).layers[0].heads[0].pattern;
        HEADLIGHT_COMPARE_NEAR("last row", masked.bottomRows(1), free.bottomRows(1), 1e-14);
    });
}

void TestLayerProperties::turningQueriesAndKeysTogetherChangesNoScore()
{
    forAll(204, keepOneLayer, [](Document document, RandomDocuments& random) {
        document.config.heads = 1;
        document.config.outputProjection = false;
        document.config.residual = false;
        const Index d = document.config.keyWidth;
        LayerParameters& layer = document.parameters.layers[0];
        layer.wQ = Matrix(layer.wQ->leftCols(d));
        layer.wK = Matrix(layer.wK->leftCols(d));
        layer.wV = Matrix(layer.wV->leftCols(document.config.valueWidth));
        layer.wO = layer.bO = Matrix();
        const Matrix before = traceOf(document).layers[0].heads[0].scores;
        const Matrix turn = rotation(d, random);
        layer.wQ = Matrix(*layer.wQ * turn);
        layer.wK = Matrix(*layer.wK * turn);
        const Matrix after = traceOf(document).layers[0].heads[0].scores;
        HEADLIGHT_COMPARE_NEAR("scores", after, before, 1e-12 * (1 + largest(before)));
    });
}

void TestLayerProperties::theOrderOfTheHeadsDoesNotMatter()
{
    forAll(205, keepOneLayer, [](Document document, RandomDocuments& random) {
        document.config.outputProjection = true;
        document.config.residual = false;
        document.config.outputWidth = document.config.modelWidth;
        LayerParameters& layer = document.parameters.layers[0];
        layer.wO = random.matrix(concatWidth(document.config), document.config.outputWidth);
        layer.bO = Matrix();
        Document turned = document;
        LayerParameters& other = turned.parameters.layers[0];
        const Index heads = document.config.heads;
        const Index d = document.config.keyWidth;
        const Index dv = document.config.valueWidth;
        for (Index h = 0; h < heads; ++h) {
            const Index from = heads - 1 - h;
            other.wQ.detach().middleCols(h * d, d) = layer.wQ->middleCols(from * d, d);
            other.wK.detach().middleCols(h * d, d) = layer.wK->middleCols(from * d, d);
            other.wV.detach().middleCols(h * dv, dv) = layer.wV->middleCols(from * dv, dv);
            other.wO.detach().middleRows(h * dv, dv) = layer.wO->middleRows(from * dv, dv);
        }
        const Matrix before = outputOf(document);
        HEADLIGHT_COMPARE_NEAR("output", outputOf(turned), before, 1e-12 * (1 + largest(before)));
    });
}

void TestLayerProperties::theOutputIsLinearInTheValues()
{
    forAll(206, keepOneLayer, [](const Document& document, RandomDocuments& random) {
        const Matrix& first = *document.parameters.layers[0].wV;
        const Matrix second = random.matrix(first.rows(), first.cols());
        const auto concatWith = [&](const Matrix& wV) {
            Document changed = document;
            changed.parameters.layers[0].wV = wV;
            return Matrix(traceOf(changed).layers[0].concat);
        };
        const Matrix sum = concatWith(first) + concatWith(second);
        HEADLIGHT_COMPARE_NEAR("concat", concatWith(first + second), sum,
                               1e-12 * (1 + largest(sum)));
    });
}

void TestLayerProperties::aLargerScoreNeverGetsASmallerWeight()
{
    forAll(207, oneLayerWithoutMask, [](Document document, RandomDocuments&) {
        document.config.scaleKind = ScaleKind::KeyWidth;
        const HeadTrace head = traceOf(document).layers[0].heads[0];
        for (Index t = 0; t < head.pattern.rows(); ++t) {
            for (Index a = 0; a < head.pattern.cols(); ++a) {
                for (Index b = 0; b < a; ++b) {
                    if (head.scores(t, a) > head.scores(t, b))
                        QVERIFY(head.pattern(t, a) >= head.pattern(t, b));
                }
            }
        }
    });
}

void TestLayerProperties::aLargerFactorSharpensEveryRow()
{
    forAll(208, oneLayerWithoutMask, [](Document document, RandomDocuments&) {
        document.config.scaleKind = ScaleKind::Custom;
        document.config.customScale = 0.5;
        const Matrix soft = traceOf(document).layers[0].heads[0].pattern;
        document.config.customScale = 1.5;
        const Matrix sharp = traceOf(document).layers[0].heads[0].pattern;
        const Eigen::VectorXd grown = sharp.rowwise().maxCoeff() - soft.rowwise().maxCoeff();
        QVERIFY((grown.array() >= -1e-14).all());
    });
}

void TestLayerProperties::equalTokensGetEqualWeights()
{
    forAll(209, oneLayerWithoutMask, [](Document document, RandomDocuments&) {
        document.tokens.push_back(document.tokens.front());
        const Matrix pattern = traceOf(document).layers[0].heads[0].pattern;
        HEADLIGHT_COMPARE_NEAR("columns of one token", pattern.rightCols(1), pattern.leftCols(1),
                               1e-13);
    });
}

void TestLayerProperties::aStackIsItsLayersOneAfterTheOther()
{
    forAll(210, asItIs, [](const Document& document, RandomDocuments&) {
        const Trace stack = traceOf(document);
        for (std::size_t l = 1; l < stack.layers.size(); ++l) {
            QVERIFY(sameBits(stack.layers[l].residPre, stack.layers[l - 1].residPost));
            Document alone = document;
            alone.config.layers = 1;
            alone.config.positions = Positions::None;
            alone.positions = Matrix();
            alone.parameters.layers = {document.parameters.layers[l]};
            alone.pins.clear();
            alone.pins["layers.0.resid_pre"] = stack.layers[l].residPre;
            QVERIFY(sameBits(outputOf(alone), stack.layers[l].residPost));
        }
    });
}

void TestLayerProperties::equalKeysGiveTheMeanOfTheValues()
{
    forAll(211, oneLayerWithoutMask, [](Document document, RandomDocuments&) {
        document.parameters.layers[0].wK.detach().setZero();
        const LayerTrace layer = traceOf(document).layers[0];
        for (const HeadTrace& head : layer.heads) {
            const Matrix mean = head.v.colwise().mean().replicate(head.z.rows(), 1);
            HEADLIGHT_COMPARE_NEAR("z", head.z, mean, 1e-13 * (1 + largest(head.v)));
        }
    });
}

void TestLayerProperties::aSavedDocumentComputesTheSameBits()
{
    forAll(212, asItIs, [](const Document& document, RandomDocuments&) {
        const Result<Document> again = readDocument(writeDocument(document));
        HEADLIGHT_VERIFY_OK(again);
        QVERIFY(sameBits(outputOf(*again), outputOf(document)));
    });
}

QTEST_APPLESS_MAIN(TestLayerProperties)
#include "tst_layer_properties.moc"
