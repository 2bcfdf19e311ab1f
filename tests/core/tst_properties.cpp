#include "tests/core/support/for_all.h"
#include "tests/core/support/near.h"

using namespace headlight;

namespace {

std::string headPath(std::size_t layer, std::size_t head, const char* name)
{
    return "layers." + std::to_string(layer) + ".head." + std::to_string(head) + "." + name;
}

/// The model of head `h` of a one-layer document alone, without W_O.
Document singleHead(const Document& document, Index h)
{
    Document single = document;
    single.config.heads = 1;
    single.config.outputProjection = false;
    const Index d = document.config.keyWidth;
    const Index dv = document.config.valueWidth;
    const LayerParameters& layer = document.parameters.layers[0];
    single.parameters.layers[0] = {Matrix(layer.wQ->middleCols(h * d, d)),
                                   Matrix(layer.wK->middleCols(h * d, d)),
                                   Matrix(layer.wV->middleCols(h * dv, dv)),
                                   {},
                                   {}};
    return single;
}

} // namespace

class TestProperties : public QObject {
    Q_OBJECT

private slots:
    void rowsOfWeightsSumToOne();
    void outputsLieBetweenTheSmallestAndLargestValue();
    void aConstantAddedToAScoreRowChangesNothing();
    void aVectorAddedToEveryKeyChangesNoWeight();
    void permutingTokensPermutesTheOutput();
    void aCausalMaskLeavesExactZerosAboveTheDiagonal();
    void aCausalMaskKeepsThePastFromTheFuture();
    void headsTogetherEqualSingleHeadModelsSideBySide();
    void outputIsTheSumOfEveryHeadThroughItsRowsOfWO();
    void oneWideHeadEqualsHeadsThatShareItsWeights();
    void oneTokenGetsWeightExactlyOne();
    void theSameTokenHasTheSameEmbedding();
    void zeroQueriesGiveUniformWeights();
    void doublingTheValuesDoublesTheOutput();
    void queriesAndKeysMayTradeAFactor();
    void pinningWhatWasComputedChangesNothing();
    void theSameDocumentGivesTheSameBytes();
    void scoresMadeAgainHaveTheSameBits();
    void floatAgreesWithDouble();
};

void TestProperties::rowsOfWeightsSumToOne()
{
    forAll(101, asItIs, [](const Document& document, RandomDocuments&) {
        for (const LayerTrace& layer : traceOf(document).layers) {
            for (const HeadTrace& head : layer.heads) {
                const double bound
                    = 4 * double(head.pattern.cols()) * std::numeric_limits<double>::epsilon();
                QVERIFY(((head.pattern.rowwise().sum().array() - 1).abs() <= bound).all());
                QVERIFY((head.pattern.array() >= 0).all());
                QVERIFY(head.hiddenRows.empty());
            }
        }
    });
}

void TestProperties::outputsLieBetweenTheSmallestAndLargestValue()
{
    forAll(102, asItIs, [](const Document& document, RandomDocuments&) {
        for (const LayerTrace& layer : traceOf(document).layers) {
            for (const HeadTrace& head : layer.heads) {
                const double slack = 1e-14 * (1 + head.v.cwiseAbs().maxCoeff());
                const Eigen::RowVectorXd low = head.v.colwise().minCoeff().array() - slack;
                const Eigen::RowVectorXd high = head.v.colwise().maxCoeff().array() + slack;
                for (Index t = 0; t < head.z.rows(); ++t) {
                    QVERIFY((head.z.row(t).array() >= low.array()).all());
                    QVERIFY((head.z.row(t).array() <= high.array()).all());
                }
            }
        }
    });
}

void TestProperties::aConstantAddedToAScoreRowChangesNothing()
{
    forAll(103, keepOneLayer, [](const Document& document, RandomDocuments& random) {
        const Trace before = traceOf(document);
        Document shifted = document;
        for (std::size_t h = 0; h < before.layers[0].heads.size(); ++h) {
            Matrix scores = before.layers[0].heads[h].scores;
            const Index row = random.between(0, scores.rows() - 1);
            scores.row(row).array() += double(random.between(-50, 50));
            shifted.pins[headPath(0, h, "scores")] = scores;
        }
        const Trace after = traceOf(shifted);
        for (std::size_t h = 0; h < before.layers[0].heads.size(); ++h)
            HEADLIGHT_COMPARE_NEAR("pattern", after.layers[0].heads[h].pattern,
                                   before.layers[0].heads[h].pattern, 1e-12);
        HEADLIGHT_COMPARE_NEAR("output", after.layers[0].residPost, before.layers[0].residPost,
                               1e-11);
    });
}

void TestProperties::aVectorAddedToEveryKeyChangesNoWeight()
{
    // q (k + c) = q k + q c, and q c is the same for every key of a row.
    forAll(104, keepOneLayer, [](const Document& document, RandomDocuments& random) {
        const HeadTrace before = traceOf(document).layers[0].heads[0];
        Document shifted = document;
        Matrix k = before.k;
        k.rowwise() += random.matrix(1, k.cols()).row(0);
        shifted.pins[headPath(0, 0, "k")] = k;
        HEADLIGHT_COMPARE_NEAR("pattern", traceOf(shifted).layers[0].heads[0].pattern,
                               before.pattern, 1e-12);
    });
}

void TestProperties::permutingTokensPermutesTheOutput()
{
    forAll(105, withoutMaskAndPositions, [](const Document& document, RandomDocuments& random) {
        std::vector<Index> order;
        for (std::size_t t = 0; t < document.tokens.size(); ++t)
            order.push_back(Index(t));
        std::shuffle(order.begin(), order.end(), random.engine());
        Document permuted = document;
        for (std::size_t t = 0; t < order.size(); ++t)
            permuted.tokens[t] = document.tokens[std::size_t(order[t])];
        const Trace before = traceOf(document);
        const Trace after = traceOf(permuted);
        const Matrix output = before.layers.back().residPost;
        const Matrix pattern = before.layers.back().heads.back().pattern;
        HEADLIGHT_COMPARE_NEAR("output", after.layers.back().residPost,
                               Matrix(output(order, Eigen::all)), 1e-12);
        HEADLIGHT_COMPARE_NEAR("pattern", after.layers.back().heads.back().pattern,
                               Matrix(pattern(order, order)), 1e-12);
    });
}

void TestProperties::aCausalMaskLeavesExactZerosAboveTheDiagonal()
{
    forAll(106, causal, [](const Document& document, RandomDocuments&) {
        const auto check = [](const auto& trace) {
            for (const auto& layer : trace.layers) {
                for (const auto& head : layer.heads) {
                    for (Index t = 0; t < head.pattern.rows(); ++t)
                        QVERIFY((head.pattern.row(t).tail(head.pattern.cols() - t - 1).array() == 0)
                                    .all());
                    QVERIFY(head.pattern(0, 0) == 1);
                }
            }
        };
        check(traceOf(document));
        check(floatTraceOf(document));
    });
}

void TestProperties::aCausalMaskKeepsThePastFromTheFuture()
{
    forAll(107, causal, [](const Document& document, RandomDocuments& random) {
        Document changed = document;
        changed.tokens.back() = "changed";
        changed.words.push_back("changed");
        changed.embeddings = Matrix(Index(changed.words.size()), document.config.modelWidth);
        changed.embeddings.detach() << *document.embeddings,
            random.matrix(1, document.config.modelWidth);
        const Index past = Index(document.tokens.size()) - 1;
        const Matrix before = tensorOf(document, "output").topRows(past);
        const Matrix after = tensorOf(changed, "output").topRows(past);
        QVERIFY(sameBits(before, after));
    });
}

void TestProperties::headsTogetherEqualSingleHeadModelsSideBySide()
{
    forAll(108, keepOneLayer, [](Document document, RandomDocuments&) {
        document.config.residual = false;
        const LayerTrace together = traceOf(document).layers[0];
        const Index width = document.config.valueWidth;
        for (Index h = 0; h < document.config.heads; ++h) {
            const LayerTrace alone = traceOf(singleHead(document, h)).layers[0];
            HEADLIGHT_COMPARE_NEAR("pattern", together.heads[std::size_t(h)].pattern,
                                   alone.heads[0].pattern, 1e-14);
            HEADLIGHT_COMPARE_NEAR("columns of the head",
                                   together.concat.middleCols(h * width, width), alone.residPost,
                                   1e-14);
        }
    });
}

void TestProperties::outputIsTheSumOfEveryHeadThroughItsRowsOfWO()
{
    forAll(109, keepOneLayer, [](Document document, RandomDocuments& random) {
        document.config.residual = false;
        document.config.outputProjection = true;
        const Index width = document.config.valueWidth;
        document.parameters.layers[0].wO
            = random.matrix(concatWidth(document.config), document.config.outputWidth);
        document.parameters.layers[0].bO = random.matrix(1, document.config.outputWidth);
        const LayerTrace layer = traceOf(document).layers[0];
        Matrix sum = document.parameters.layers[0].bO->replicate(layer.attnOut.rows(), 1);
        for (Index h = 0; h < document.config.heads; ++h)
            sum += layer.heads[std::size_t(h)].z
                * document.parameters.layers[0].wO->middleRows(h * width, width);
        HEADLIGHT_COMPARE_NEAR("attn_out", layer.attnOut, sum, 1e-13);
    });
}

void TestProperties::oneWideHeadEqualsHeadsThatShareItsWeights()
{
    // A head of value width h w equals h heads with its W_Q and W_K that take w columns of W_V
    // each.
    forAll(110, keepOneLayer, [](Document document, RandomDocuments&) {
        document.config.residual = false;
        document.config.outputProjection = false;
        Document wide = singleHead(document, 0);
        wide.config.valueWidth = concatWidth(document.config);
        wide.parameters.layers[0].wV = document.parameters.layers[0].wV;
        LayerParameters& layer = document.parameters.layers[0];
        const Index heads = document.config.heads;
        layer.wQ = Matrix(wide.parameters.layers[0].wQ->replicate(1, heads));
        layer.wK = Matrix(wide.parameters.layers[0].wK->replicate(1, heads));
        layer.wO = layer.bO = Matrix();
        HEADLIGHT_COMPARE_NEAR("output", tensorOf(document, "output"), tensorOf(wide, "output"),
                               1e-14);
    });
}

void TestProperties::oneTokenGetsWeightExactlyOne()
{
    const auto oneToken = [](Document& document) { document.tokens.resize(1); };
    forAll(111, oneToken, [](const Document& document, RandomDocuments&) {
        for (const LayerTrace& layer : traceOf(document).layers) {
            for (const HeadTrace& head : layer.heads) {
                QVERIFY(head.pattern(0, 0) == 1);
                QVERIFY(head.z == head.v);
            }
        }
    });
}

void TestProperties::theSameTokenHasTheSameEmbedding()
{
    forAll(112, withoutMaskAndPositions, [](const Document& document, RandomDocuments&) {
        const Trace trace = traceOf(document);
        for (std::size_t s = 0; s < document.tokens.size(); ++s) {
            for (std::size_t t = 0; t < s; ++t) {
                if (document.tokens[s] != document.tokens[t])
                    continue;
                const Matrix& output = trace.layers.back().residPost;
                QVERIFY(trace.embed->row(Index(s)) == trace.embed->row(Index(t)));
                HEADLIGHT_COMPARE_NEAR("output", output.row(Index(s)), output.row(Index(t)), 1e-13);
            }
        }
    });
}

void TestProperties::zeroQueriesGiveUniformWeights()
{
    forAll(113, causal, [](Document document, RandomDocuments&) {
        for (LayerParameters& layer : document.parameters.layers)
            layer.wQ.detach().setZero();
        const Matrix pattern = traceOf(document).layers[0].heads[0].pattern;
        for (Index t = 0; t < pattern.rows(); ++t)
            HEADLIGHT_COMPARE_NEAR("pattern", pattern.row(t).head(t + 1),
                                   Matrix::Constant(1, t + 1, 1 / double(t + 1)), 1e-15);
    });
}

void TestProperties::doublingTheValuesDoublesTheOutput()
{
    forAll(114, keepOneLayer, [](const Document& document, RandomDocuments&) {
        Document doubled = document;
        doubled.parameters.layers[0].wV.detach() *= 2; // a power of two, so without rounding
        QVERIFY(sameBits(tensorOf(doubled, "layers.0.concat"),
                         2 * tensorOf(document, "layers.0.concat")));
    });
}

void TestProperties::queriesAndKeysMayTradeAFactor()
{
    forAll(115, keepOneLayer, [](const Document& document, RandomDocuments&) {
        Document traded = document;
        traded.parameters.layers[0].wQ.detach() *= 4;
        traded.parameters.layers[0].wK.detach() /= 4;
        QVERIFY(sameBits(tensorOf(traded, "output"), tensorOf(document, "output")));
    });
}

void TestProperties::pinningWhatWasComputedChangesNothing()
{
    forAll(116, asItIs, [](const Document& document, RandomDocuments& random) {
        const Trace before = traceOf(document);
        Document pinned = document;
        forEachActivation(before, [&](const std::string& path, const Matrix& matrix) {
            if (path.starts_with("layers.") && random.coin())
                pinned.pins[path] = matrix;
        });
        QVERIFY(sameBits(traceOf(pinned).layers.back().residPost, before.layers.back().residPost));
    });
}

void TestProperties::theSameDocumentGivesTheSameBytes()
{
    forAll(117, asItIs, [](const Document& document, RandomDocuments&) {
        const SnapshotPtr again = computeSnapshot(std::make_shared<const Document>(document));
        const Trace trace = traceOf(document);
        forEachActivation(trace, [&](const std::string& path, const Matrix& matrix) {
            QVERIFY2(sameBits(*tensor(*again, path), matrix), path.c_str());
        });
    });
}

void TestProperties::scoresMadeAgainHaveTheSameBits()
{
    forAll(118, asItIs, [](const Document& document, RandomDocuments& random) {
        Document pinned = document;
        const Index tokens = Index(document.tokens.size());
        if (random.coin())
            pinned.pins[headPath(0, 0, random.coin() ? "scores" : "scaled")]
                = random.matrix(tokens, tokens);
        const Trace everything = traceOf(pinned);
        const Trace pictures = pictureTraceOf(pinned);
        const Snapshot snapshot{std::make_shared<const Document>(pinned), pictures};
        for (std::size_t l = 0; l < pictures.layers.size(); ++l) {
            for (std::size_t h = 0; h < pictures.layers[l].heads.size(); ++h) {
                HeadTrace made = pictures.layers[l].heads[h];
                const HeadTrace& kept = everything.layers[l].heads[h];
                computeScores(pinned.config, pinned.pins, headPath(l, h, ""), made);
                QVERIFY(sameBits(made.scores, kept.scores));
                QVERIFY(sameBits(made.scaled, kept.scaled));
                QVERIFY(sameBits(made.masked, kept.masked));
                if (tokens == 0)
                    continue;
                const Index query = random.between(0, tokens - 1);
                const Index key = random.between(0, tokens - 1);
                const auto cell = scoresOfCell(snapshot, {int(l), int(h)}, query, key);
                QVERIFY(sameBits(Matrix::Constant(1, 1, cell->score),
                                 kept.scores.block(query, key, 1, 1)));
                QVERIFY(sameBits(Matrix::Constant(1, 1, cell->scaled),
                                 kept.scaled.block(query, key, 1, 1)));
            }
        }
    });
}

void TestProperties::floatAgreesWithDouble()
{
    // One layer: a stack turns rounding into other scores, and those into other weights.
    forAll(119, keepOneLayer, [](const Document& document, RandomDocuments&) {
        const TraceOf<float> single = floatTraceOf(document);
        const Trace trace = traceOf(document);
        for (std::size_t l = 0; l < trace.layers.size(); ++l) {
            for (std::size_t h = 0; h < trace.layers[l].heads.size(); ++h)
                HEADLIGHT_COMPARE_NEAR("pattern", single.layers[l].heads[h].pattern,
                                       trace.layers[l].heads[h].pattern, 1e-4);
        }
        HEADLIGHT_COMPARE_NEAR("output", single.layers.back().residPost,
                               trace.layers.back().residPost, 1e-4);
    });
}

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
