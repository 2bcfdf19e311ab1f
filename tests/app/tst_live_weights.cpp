#include "core/document/restructure.h"
#include "tests/app/person.h"
#include "ui/style/resources.h"

#include <QSettings>

using namespace headlight;

namespace {

/// One layer whose sentence is long enough for weights to be shifted while a number is dragged.
Document longDocument()
{
    Config config;
    config.modelWidth = config.outputWidth = 16;
    config.heads = 8; // so many that the trace leaves out their scores
    config.keyWidth = config.valueWidth = 2;
    std::string sentence;
    for (Index i = 0; i < tokensWorthANudge; ++i)
        sentence += "w" + std::to_string(i) + " ";
    return newDocument(sentence, config);
}

/// Two layers with more multiplications than a frame has time for.
Document wideDocument()
{
    Config config;
    config.modelWidth = config.outputWidth = 1024;
    config.heads = 16;
    config.keyWidth = config.valueWidth = 64;
    config.layers = 2;
    std::string sentence;
    for (int i = 0; i < 256; ++i)
        sentence += "w" + std::to_string(i) + " ";
    return newDocument(sentence, config);
}

} // namespace

// Weights that are on the screen before a pass is over, or off by rounding while a number is
// dragged.
class TestLiveWeights : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void aDragThatRestsBecomesExact();
    void weightsComeBeforeTheRestOfALongPass();
    void aCancelledPassTakesItsEarlyWeightsBack();
};

void TestLiveWeights::aDragThatRestsBecomesExact()
{
    Session session(longDocument());
    QTRY_VERIFY(!session.isComputing());
    std::vector<SnapshotPtr> arrived;
    connect(&session, &Session::snapshotChanged, this,
            [&](const SnapshotPtr& snapshot) { arrived.push_back(snapshot); });
    session.edit(SetCell{"embeddings", 3, 5, 2.5}, session.newGesture());
    QTRY_COMPARE(arrived.size(), std::size_t(2)); // nobody asked for the second one
    QVERIFY(arrived[0]->trace.isNudged);
    QVERIFY(!arrived[1]->trace.isNudged);
    const SnapshotPtr expected
        = computeSnapshot(std::make_shared<const Document>(session.document()));
    QVERIFY(sameBits(arrived[1]->trace.layers[0].heads[0].pattern,
                     expected->trace.layers[0].heads[0].pattern));
}

void TestLiveWeights::weightsComeBeforeTheRestOfALongPass()
{
    Session session(wideDocument());
    QTRY_VERIFY_WITH_TIMEOUT(!session.isComputing(), 60000);
    std::vector<SnapshotPtr> early;
    SnapshotPtr whole;
    connect(&session, &Session::weightsChanged, this, [&](const SnapshotPtr& snapshot) {
        QVERIFY(!whole);
        early.push_back(snapshot);
    });
    connect(&session, &Session::snapshotChanged, this,
            [&](const SnapshotPtr& snapshot) { whole = snapshot; });
    session.edit(SetCell{"layers.0.W_Q", 0, 0, 3});
    QTRY_VERIFY_WITH_TIMEOUT(whole, 60000);
    QVERIFY(!early.empty());
    // The layer that was edited is there at once, and is what the whole pass has.
    QCOMPARE(early[0]->trace.layers[0].heads.shared(0), whole->trace.layers[0].heads.shared(0));
}

void TestLiveWeights::aCancelledPassTakesItsEarlyWeightsBack()
{
    Person person;
    const QRgb before = person.seen(0, 0);
    Document other = *person.snapshot->document;
    applyEdit(other, SetCell{"layers.0.W_K", 0, 0, 8}); // 0.102 instead of 0.013
    Session& session = person.window.session();
    emit session.weightsChanged(computeSnapshot(std::make_shared<const Document>(other)));
    QVERIFY(person.seen(0, 0) != before);
    emit session.computingFinished(true);
    QCOMPARE(person.seen(0, 0), before);
}

HEADLIGHT_TEST_MAIN(TestLiveWeights)
#include "tst_live_weights.moc"
