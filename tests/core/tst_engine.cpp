#include "core/model/engine.h"
#include "tests/core/support/random_edits.h"

#include <QTest>

using namespace headlight;

namespace {

ForwardInputOf<double> inputOf(const Document& document, Keep keep)
{
    const Trace trace = traceOf(document);
    return {document.config, document.parameters, trace.embed, trace.posEmbed, document.pins, keep};
}

/// The path of the first matrix that differs in a bit; empty when none does.
std::string difference(const Trace& found, const Trace& expected)
{
    std::map<std::string, Matrix> matrices;
    forEachActivation(
        expected, [&](const std::string& path, const Matrix& matrix) { matrices[path] = matrix; });
    std::string different;
    forEachActivation(found, [&](const std::string& path, const Matrix& matrix) {
        if (different.empty() && !sameBits(matrix, matrices[path]))
            different = path;
    });
    for (std::size_t l = 0; l < expected.layers.size(); ++l) {
        for (std::size_t h = 0; h < expected.layers[l].heads.size(); ++h) {
            if (found.layers[l].heads[h].hiddenRows != expected.layers[l].heads[h].hiddenRows)
                different = "hiddenRows";
        }
    }
    return different;
}

Trace fullPass(const ForwardInputOf<double>& input)
{
    return *forward(input.config, input.parameters, input.embed, input.posEmbed, input.pins,
                    input.keep);
}

/// Large enough that the engine shares its work among threads.
Document largeDocument(Mask mask)
{
    Config config;
    config.modelWidth = config.outputWidth = 60;
    config.heads = 3;
    config.keyWidth = 20;
    config.valueWidth = 20;
    config.layers = 2;
    config.mask = mask;
    RandomDocuments random(51);
    return documentOf(random.matrix(70, 60), config);
}

} // namespace

namespace {

/// One layer whose sentence is long enough for nudges.
ForwardInputOf<double> longInput(Mask mask)
{
    Config config;
    config.modelWidth = config.outputWidth = 12;
    config.heads = 2;
    config.keyWidth = config.valueWidth = 6;
    config.mask = mask;
    RandomDocuments random(54);
    return inputOf(documentOf(random.matrix(tokensWorthANudge, 12), config), Keep::Pictures);
}

/// The largest difference between any two numbers of weights, z and output.
double deviation(const Trace& found, const Trace& expected)
{
    double largest
        = (found.layers[0].residPost - expected.layers[0].residPost).cwiseAbs().maxCoeff();
    for (std::size_t h = 0; h < expected.layers[0].heads.size(); ++h) {
        const HeadTrace& head = found.layers[0].heads[h];
        const HeadTrace& other = expected.layers[0].heads[h];
        largest = std::max({largest, (head.pattern - other.pattern).cwiseAbs().maxCoeff(),
                            (head.z - other.z).cwiseAbs().maxCoeff()});
    }
    return largest;
}

} // namespace

class TestEngine : public QObject {
    Q_OBJECT

private slots:
    void editsGiveTheBitsOfFullPasses_data();
    void editsGiveTheBitsOfFullPasses();
    void cellsOfALargeModelGiveTheBitsOfFullPasses_data();
    void cellsOfALargeModelGiveTheBitsOfFullPasses();
    void theNumberOfThreadsChangesNoBit();
    void aHundredRepeatsGiveTheSameBits_data();
    void aHundredRepeatsGiveTheSameBits();
    void whatAnEditDoesNotTouchIsShared();
    void aCausalMaskKeepsTheRowsBeforeAnEdit();
    void aStoppedPassLeavesTheNextOneRight();
    void nanAndSignedZeroAreChanges();
    void weightsAreReadyBeforeTheRest();
    void nudgesAreOffByRoundingUntilTheDragEnds_data();
    void nudgesAreOffByRoundingUntilTheDragEnds();
    void aNudgeMakesRowsAnewThatWouldLoseDigits();
};

void TestEngine::editsGiveTheBitsOfFullPasses_data()
{
    QTest::addColumn<int>("keep");
    QTest::newRow("everything") << int(Keep::Everything);
    QTest::newRow("pictures") << int(Keep::Pictures);
}

void TestEngine::editsGiveTheBitsOfFullPasses()
{
    QFETCH(int, keep);
    RandomEdits edits(52);
    Engine<double> engine;
    Document document = edits.document();
    for (int done = 0; done < 1000;) {
        if (done % 50 == 0)
            document = edits.document();
        const Edit edit = edits.next(document);
        if (!checkEdit(document, edit))
            continue;
        applyEdit(document, edit);
        const ForwardInputOf<double> input = inputOf(document, Keep(keep));
        const std::string path = difference(*engine.run(input), fullPass(input));
        QVERIFY2(path.empty(), (std::to_string(done) + ": " + path).c_str());
        ++done;
    }
}

void TestEngine::cellsOfALargeModelGiveTheBitsOfFullPasses_data()
{
    QTest::addColumn<int>("mask");
    QTest::newRow("none") << int(Mask::None);
    QTest::newRow("causal") << int(Mask::Causal);
}

void TestEngine::cellsOfALargeModelGiveTheBitsOfFullPasses()
{
    QFETCH(int, mask);
    Document document = largeDocument(Mask(mask));
    document.pins["layers.1.head.1.k"] = traceOf(document).layers[1].heads[1].k;
    Engine<double> engine(2);
    RandomDocuments random(53);
    const char* tensors[] = {"embeddings",   "layers.0.W_Q", "layers.0.W_K", "layers.0.W_V",
                             "layers.0.W_O", "layers.1.W_Q", "layers.1.W_V"};
    for (int i = 0; i < 100; ++i) {
        const std::string tensor = tensors[random.between(0, 6)];
        applyEdit(document,
                  SetCell{tensor, random.between(0, 59), random.between(0, 59),
                          random.matrix(1, 1)(0, 0)});
        const ForwardInputOf<double> input = inputOf(document, Keep::Pictures);
        const std::string path = difference(*engine.run(input), fullPass(input));
        QVERIFY2(path.empty(), (tensor + ": " + path).c_str());
    }
}

void TestEngine::theNumberOfThreadsChangesNoBit()
{
    for (const Mask mask : {Mask::None, Mask::Causal}) {
        const ForwardInputOf<double> input = inputOf(largeDocument(mask), Keep::Pictures);
        const Trace expected = *Engine<double>(1).run(input);
        for (const int threads : {2, 3, 8})
            QCOMPARE(difference(*Engine<double>(threads).run(input), expected), std::string());
    }
}

void TestEngine::aHundredRepeatsGiveTheSameBits_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("1 thread") << 1;
    QTest::newRow("2 threads") << 2;
}

void TestEngine::aHundredRepeatsGiveTheSameBits()
{
    QFETCH(int, threads);
    const ForwardInputOf<double> input = inputOf(largeDocument(Mask::Causal), Keep::Everything);
    const Trace expected = fullPass(input);
    for (int i = 0; i < 100; ++i)
        QCOMPARE(difference(*Engine<double>(threads).run(input), expected), std::string());
}

void TestEngine::whatAnEditDoesNotTouchIsShared()
{
    Document document = largeDocument(Mask::None);
    Engine<double> engine;
    const Trace before = *engine.run(inputOf(document, Keep::Pictures));
    applyEdit(document, SetCell{"layers.1.W_Q", 3, 25, 7}); // a column of head 1
    const Trace after = *engine.run(inputOf(document, Keep::Pictures));
    QCOMPARE(after.layers.shared(0), before.layers.shared(0));
    const auto& heads = after.layers[1].heads;
    QCOMPARE(heads.shared(0), before.layers[1].heads.shared(0));
    QCOMPARE(heads.shared(2), before.layers[1].heads.shared(2));
    QVERIFY(!sameBits(heads[1].pattern, before.layers[1].heads[1].pattern));
}

void TestEngine::aCausalMaskKeepsTheRowsBeforeAnEdit()
{
    Document document = largeDocument(Mask::Causal);
    Engine<double> engine;
    const Trace before = *engine.run(inputOf(document, Keep::Pictures));
    applyEdit(document, SetCell{"embeddings", 40, 0, 7});
    const Trace after = *engine.run(inputOf(document, Keep::Pictures));
    QVERIFY(
        sameBits(after.layers[1].residPost.topRows(40), before.layers[1].residPost.topRows(40)));
    QVERIFY(!sameBits(after.layers[1].residPost.row(40), before.layers[1].residPost.row(40)));
}

void TestEngine::aStoppedPassLeavesTheNextOneRight()
{
    Document document = largeDocument(Mask::None);
    Engine<double> engine(2);
    engine.run(inputOf(document, Keep::Pictures));
    for (int i = 0; i < 20; ++i) {
        applyEdit(document, SetCell{"layers.0.W_Q", i, i, 0.5});
        const ForwardInputOf<double> input = inputOf(document, Keep::Pictures);
        std::stop_source stop;
        std::atomic<int> heads = 0;
        std::thread stopper([&] {
            while (heads == 0 && i % 4 != 0)
                std::this_thread::yield();
            stop.request_stop();
        });
        const std::optional<Trace> stopped = engine.run(input, {stop.get_token(), &heads});
        ++heads; // in case the pass ended before it counted one
        stopper.join();
        if (stopped)
            QCOMPARE(difference(*stopped, fullPass(input)), std::string());
        applyEdit(document, SetCell{"layers.0.W_K", i, i, -0.5});
        const ForwardInputOf<double> next = inputOf(document, Keep::Pictures);
        QCOMPARE(difference(*engine.run(next), fullPass(next)), std::string());
    }
}

void TestEngine::nanAndSignedZeroAreChanges()
{
    Document document = largeDocument(Mask::None);
    Engine<double> engine;
    for (const double value : {0.0, -0.0, std::nan(""), std::nan(""), HUGE_VAL, -HUGE_VAL, 1.0}) {
        for (const char* tensor : {"layers.0.W_V", "embeddings"}) {
            applyEdit(document, SetCell{tensor, 2, 3, value});
            const ForwardInputOf<double> input = inputOf(document, Keep::Pictures);
            QCOMPARE(difference(*engine.run(input), fullPass(input)), std::string());
        }
    }
}

void TestEngine::weightsAreReadyBeforeTheRest()
{
    Document document = largeDocument(Mask::None);
    Engine<double> engine(2);
    const Trace before = *engine.run(inputOf(document, Keep::Pictures));
    applyEdit(document, SetCell{"layers.1.W_Q", 3, 25, 7});
    applyEdit(document, SetCell{"layers.1.W_K", 3, 45, 7});
    const ForwardInputOf<double> input = inputOf(document, Keep::Pictures);
    std::vector<Trace> early;
    ForwardControl control;
    control.weightsReady = [&](const Trace& trace) { early.push_back(trace); };
    const Trace whole = *engine.run(input, control);
    QCOMPARE(difference(whole, fullPass(input)), std::string());
    QCOMPARE(early.size(), std::size_t(1)); // of the layer that changed
    QCOMPARE(early[0].layers.shared(0), before.layers.shared(0));
    for (std::size_t h = 0; h < 3; ++h)
        QCOMPARE(early[0].layers[1].heads.shared(h), whole.layers[1].heads.shared(h));

    // In a first pass a layer that is missing is never handed out.
    Engine<double> other(2);
    early.clear();
    QVERIFY(other.run(input, control));
    QCOMPARE(early.size(), std::size_t(1));
    QCOMPARE(early[0].layers.size(), std::size_t(2));
}

void TestEngine::nudgesAreOffByRoundingUntilTheDragEnds_data()
{
    cellsOfALargeModelGiveTheBitsOfFullPasses_data();
}

void TestEngine::nudgesAreOffByRoundingUntilTheDragEnds()
{
    QFETCH(int, mask);
    ForwardInputOf<double> input = longInput(Mask(mask));
    Engine<double> engine(2);
    engine.run(input);
    ForwardControl drag;
    drag.mayNudge = true;
    RandomDocuments random(55);
    int inexact = 0;
    for (int i = 0; i < 100; ++i) {
        const Index row = random.between(0, tokensWorthANudge - 1);
        const Index column = random.between(0, 11);
        input.embed.detach(cellArea(row, column))(row, column) += random.matrix(1, 1)(0, 0);
        const Trace nudged = *engine.run(input, drag);
        if (i % 10 != 9)
            continue;
        const Trace exact = fullPass(input);
        QVERIFY(deviation(nudged, exact) < 1e-12); // 1e-6 in float
        inexact += difference(nudged, exact).empty() ? 0 : 1;
    }
    QVERIFY(inexact > 5); // else no nudge was made
    const Trace released = *engine.run(input);
    QCOMPARE(difference(released, fullPass(input)), std::string());
}

void TestEngine::aNudgeMakesRowsAnewThatWouldLoseDigits()
{
    ForwardInputOf<double> input = longInput(Mask::None);
    Engine<double> engine(2);
    engine.run(input);
    ForwardControl drag;
    drag.mayNudge = true;
    for (const double value : {40.0, -40.0, 1e6, 0.0, 1e150, std::nan(""), 1.0}) {
        input.embed.detach(cellArea(7, 3))(7, 3) = value;
        const Trace nudged = *engine.run(input, drag);
        const Trace exact = fullPass(input);
        for (std::size_t h = 0; h < 2; ++h) {
            const Matrix& found = nudged.layers[0].heads[h].pattern;
            const Matrix& expected = exact.layers[0].heads[h].pattern;
            for (Index i = 0; i < found.size(); ++i) {
                QCOMPARE(std::isnan(found.data()[i]), std::isnan(expected.data()[i]));
                if (!std::isnan(found.data()[i]))
                    QVERIFY(std::abs(found.data()[i] - expected.data()[i]) < 1e-12);
            }
            QCOMPARE(nudged.layers[0].heads[h].hiddenRows, exact.layers[0].heads[h].hiddenRows);
        }
    }
}

QTEST_APPLESS_MAIN(TestEngine)
#include "tst_engine.moc"
