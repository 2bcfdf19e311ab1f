#include "core/lesson/mistakes.h"
#include "tests/core/support/documents.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace headlight;

namespace {

SnapshotPtr snapshotOf(const Document& document)
{
    return computeSnapshot(std::make_shared<const Document>(document));
}

/// birds eat seeds, d_k 2:
///   Q = 1 4   K = 3 0   V = 0 4   scores = 3 9 6   scaled = 2.12 6.36 4.24
///       2 1       1 2       4 2            6 4 5            4.24 2.83 3.54
///       2 3       2 1       2 4            6 8 7            4.24 5.66 4.95
/// exp(scaled) = 8.34 580.5 69.6   weights = 0.013 0.882 0.106
///               69.6  16.9 34.3             0.576 0.140 0.284
///               69.6 286.2 141.1            0.140 0.576 0.284
Document birds(Mask mask = Mask::None)
{
    Document document = shippedExample("birds-eat-seeds");
    document.config.mask = mask;
    return document;
}

std::optional<Mistake> found(const Document& document, const CellRef& cell, double typed,
                             double tolerance = 0.005)
{
    return recognise(snapshotOf(document), cell, typed, tolerance);
}

} // namespace

class MistakesTest : public QObject {
    Q_OBJECT

private slots:
    void typicalMistakesAreRecognised_data();
    void typicalMistakesAreRecognised();
    void aForgottenMaskIsRecognised();
    void aForgottenBiasIsRecognised();
    void aForgottenResidualIsRecognised();
    void aSquareMatrixTurnedRoundIsRecognised();
    void whatNobodyWouldTypeIsNoMistake();
    void numbersOfSeveralRowsBlameNoRow();
    void theRightNumberIsNeverAMistake();
    void anyNumberMayBeTypedAnywhere();
    void everyMistakeHasAText();
};

void MistakesTest::typicalMistakesAreRecognised_data()
{
    QTest::addColumn<QString>("name"); // within head 1 of layer 1
    QTest::addColumn<int>("row"); // from 1, as in the comment above
    QTest::addColumn<int>("column");
    QTest::addColumn<double>("typed");
    QTest::addColumn<Mistake>("mistake");
    QTest::newRow("score, 9/√2") << "scores" << 1 << 2 << 6.36 << Mistake::ScaledTooEarly;
    // (1, 4) times (0, 2), the second column of K
    QTest::newRow("score, column of K") << "scores" << 1 << 2 << 8.0 << Mistake::KeyNotTransposed;
    QTest::newRow("score, swapped") << "scores" << 1 << 2 << 6.0 << Mistake::RowAndColumnSwapped;
    QTest::newRow("score, other row") << "scores" << 1 << 2 << 4.0 << Mistake::OtherRow;
    QTest::newRow("score, sign") << "scores" << 1 << 2 << -9.0 << Mistake::WrongSign;
    QTest::newRow("scaled, bare score") << "scaled" << 3 << 2 << 8.0 << Mistake::NotScaled;
    QTest::newRow("scaled, halved") << "scaled" << 3 << 2 << 4.0 << Mistake::NoRoot;
    QTest::newRow("scaled, times √2") << "scaled" << 3 << 2 << 11.314 << Mistake::Multiplied;
    QTest::newRow("scaled, rounded") << "scaled" << 3 << 2 << 5.7 << Mistake::Rounded;
    QTest::newRow("weight, unscaled") << "pattern" << 1 << 2 << 0.950 << Mistake::NotScaled;
    // 580.5 / (580.5 + 16.9 + 286.2)
    QTest::newRow("weight, column") << "pattern" << 1 << 2 << 0.657 << Mistake::SoftmaxDownColumn;
    QTest::newRow("weight, no softmax") << "pattern" << 1 << 2 << 6.364 << Mistake::NoSoftmax;
    QTest::newRow("weight, exponential") << "pattern" << 1 << 2 << 580.54 << Mistake::NotDivided;
    // 6.36 / (2.12 + 6.36 + 4.24)
    QTest::newRow("weight, no e") << "pattern" << 1 << 2 << 0.5 << Mistake::NoExponential;
    // e^4.5 / (e^1.5 + e^4.5 + e^3)
    QTest::newRow("weight, d_k without root") << "pattern" << 1 << 2 << 0.786 << Mistake::NoRoot;
    QTest::newRow("weight, swapped")
        << "pattern" << 1 << 2 << 0.576 << Mistake::RowAndColumnSwapped;
    // 0.002 · 0 + 0.950 · 4 + 0.047 · 2
    QTest::newRow("blend, unscaled") << "z" << 1 << 1 << 3.896 << Mistake::NotScaled;
    // 0.057 · 0 + 0.657 · 4 + 0.284 · 2
    QTest::newRow("blend, column softmax") << "z" << 1 << 1 << 3.196 << Mistake::SoftmaxDownColumn;
    // 0.013 · 0 + 0.576 · 4 + 0.140 · 2
    QTest::newRow("blend, column") << "z" << 1 << 1 << 2.586 << Mistake::ColumnOfWeights;
    // 0.013 · 0 + 0.882 · 4
    QTest::newRow("blend, row of V") << "z" << 1 << 1 << 3.526 << Mistake::RowOfValues;
    QTest::newRow("blend, other token") << "z" << 3 << 1 << 3.737 << Mistake::OtherRow;
    // 1 · 1 + 0 · 0, the row (1, 0) of W_Q
    QTest::newRow("query, row of W_Q") << "q" << 1 << 2 << 1.0 << Mistake::WeightsTransposed;
    QTest::newRow("query, that is the key") << "q" << 1 << 2 << 0.0 << Mistake::OtherMatrix;
}

void MistakesTest::typicalMistakesAreRecognised()
{
    QFETCH(QString, name);
    QFETCH(int, row);
    QFETCH(int, column);
    QFETCH(double, typed);
    QFETCH(Mistake, mistake);
    const CellRef cell{"layers.0.head.0." + name.toStdString(), row - 1, column - 1};
    const std::optional<Mistake> recognised = found(birds(), cell, typed);
    QVERIFY(recognised.has_value());
    QCOMPARE(mistakeText(*recognised), mistakeText(mistake));
}

void MistakesTest::aForgottenMaskIsRecognised()
{
    const Document masked = birds(Mask::Causal);
    const std::string head = "layers.0.head.0.";
    QCOMPARE(found(masked, {head + "pattern", 1, 0}, 0.576), Mistake::MaskForgotten);
    QCOMPARE(found(masked, {head + "masked", 0, 1}, 6.364), Mistake::MaskForgotten);
    QCOMPARE(found(masked, {head + "masked", 0, 1}, 9), Mistake::NotScaled);
    // 0.576 · 0 + 0.140 · 4 + 0.284 · 2 in place of 0.805 · 0 + 0.195 · 4
    QCOMPARE(found(masked, {head + "z", 1, 0}, 1.127), Mistake::MaskForgotten);
    const double minusInfinity = -std::numeric_limits<double>::infinity();
    QVERIFY(judge(snapshotOf(masked), {head + "masked", 0, 1}, minusInfinity, 0.005).right);
}

void MistakesTest::aForgottenBiasIsRecognised()
{
    const Document bank = bankDocument();
    const double right = tensorOf(bank, "layers.0.attn_out")(2, 0);
    QCOMPARE(found(bank, {"layers.0.attn_out", 2, 0}, right - 0.5), Mistake::BiasForgotten);
}

void MistakesTest::aForgottenResidualIsRecognised()
{
    Document bank = bankDocument();
    bank.config.residual = true;
    const double x = tensorOf(bank, "X")(1, 2);
    const double attention = tensorOf(bank, "layers.0.attn_out")(1, 2);
    const CellRef cell{"layers.0.resid_post", 1, 2};
    QVERIFY(judge(snapshotOf(bank), cell, x + attention, 0.005).right);
    QCOMPARE(found(bank, cell, attention), Mistake::ResidualForgotten);
    QCOMPARE(found(bank, cell, x - attention), Mistake::WrongSign);
    QCOMPARE(found(bank, {"output", 1, 2}, tensorOf(bank, "layers.1.attn_out")(1, 2)),
             Mistake::ResidualForgotten);
}

void MistakesTest::aSquareMatrixTurnedRoundIsRecognised()
{
    Config config;
    config.keyWidth = 3; // as many as tokens, so that Q · K has the shape of Q · Kᵀ
    const Document document = documentOf(rows({{1, 0, 2}, {0, 1, 1}, {2, 1, 0}}), config);
    const std::string head = "layers.0.head.0.";
    const Matrix product = tensorOf(document, head + "q") * tensorOf(document, head + "k");
    QCOMPARE(found(document, {head + "scores", 0, 2}, product(0, 2)), Mistake::KeyNotTransposed);
    const Matrix turned = tensorOf(document, "X") * tensorOf(document, head + "W_Q").transpose();
    QCOMPARE(found(document, {head + "q", 1, 2}, turned(1, 2)), Mistake::WeightsTransposed);
}

void MistakesTest::whatNobodyWouldTypeIsNoMistake()
{
    const Answer answer = judge(snapshotOf(birds()), {"layers.0.head.0.scores", 0, 1}, 77, 0.005);
    QVERIFY(!answer.right);
    QVERIFY(!answer.mistake);
}

void MistakesTest::numbersOfSeveralRowsBlameNoRow()
{
    // Column 1 of the scores is 3, 6, 6: a 6 for birds → birds is nobody's in particular.
    QVERIFY(!found(birds(), {"layers.0.head.0.scores", 0, 0}, 6));
}

void MistakesTest::theRightNumberIsNeverAMistake()
{
    RandomDocuments random(5);
    for (int i = 0; i < 30; ++i) {
        const SnapshotPtr snapshot = snapshotOf(random.next());
        forEachActivation(snapshot->trace, [&](const std::string& path, const Matrix& matrix) {
            for (Index c = 0; c < matrix.cols(); ++c) {
                const Answer answer = judge(snapshot, {path, 0, c}, matrix(0, c), 0.005);
                QVERIFY2(answer.right && !answer.mistake, path.c_str());
            }
        });
    }
}

void MistakesTest::anyNumberMayBeTypedAnywhere()
{
    const double typed[] = {0, 1, -1, std::nan(""), HUGE_VAL, -HUGE_VAL, 1e308, 1e-300};
    RandomDocuments random(6);
    for (int i = 0; i < 20; ++i) {
        const SnapshotPtr snapshot = snapshotOf(random.next());
        forEachActivation(snapshot->trace, [&](const std::string& path, const Matrix& matrix) {
            for (const double number : typed)
                judge(snapshot, {path, 0, matrix.cols() - 1}, number, 0.005);
        });
        for (const char* path : {"X", "output", "embeddings", "layers.0.W_Q", "nonsense"}) {
            for (const Index index : {Index(0), Index(-1), Index(1000)})
                judge(snapshot, {path, index, 0}, 0.25, 0.005);
        }
    }
}

void MistakesTest::everyMistakeHasAText()
{
    for (int m = 0; m <= int(Mistake::Rounded); ++m) {
        const std::string text = mistakeText(Mistake(m));
        QVERIFY(text.ends_with('.'));
        for (int other = 0; other < m; ++other)
            QVERIFY(mistakeText(Mistake(other)) != text);
    }
}

QTEST_GUILESS_MAIN(MistakesTest)
#include "tst_mistakes.moc"
