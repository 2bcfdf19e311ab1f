#include "app/background_work.h"
#include "core/document/restructure.h"
#include "tests/app/person.h"
#include "ui/style/resources.h"

#include <QProgressBar>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>

#include <random>

using namespace headlight;

namespace {

int times(int few, int many)
{
    return qEnvironmentVariableIsSet("HEADLIGHT_TEST_LONG") ? many : few;
}

/// A document that takes a while: 12 layers of 4 heads over 200 tokens.
Document slow(int number)
{
    Config config;
    config.layers = 12;
    config.heads = 4;
    std::string sentence = "slow" + std::to_string(number);
    for (int i = 0; i < 200; ++i)
        sentence += " w" + std::to_string(i);
    return newDocument(sentence, config);
}

} // namespace

/// What goes on in the background when somebody turns away from it (T18).
class TestClosing : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void anotherDocumentShowsNoStaleResult();
    void aWindowClosesWhileItComputes();
    void cancelledWorkDoesNotCount();
    void workRunsEventsOnlyWhereItWaits();
    void memoryThatIsRefusedInWorkIsToldToWhoeverBegan();
};

void TestClosing::anotherDocumentShowsNoStaleResult()
{
    std::mt19937 random(18);
    Person person;
    const Document quick = newDocument("quick", {});
    bool isStale = false;
    std::string expected;
    connect(&person.window.session(), &Session::snapshotChanged, this, [&](const SnapshotPtr& s) {
        isStale = isStale || s->document->sentence.find(expected) == std::string::npos;
    });
    for (int i = 0; i < times(60, 500); ++i) {
        expected = "slow" + std::to_string(i);
        person.window.session().open(slow(i));
        QTest::qWait(int(random() % 30));
        if (random() % 2 == 0)
            person.window.session().edit(SetSeed{std::uint64_t(i) + 2});
        expected = "quick";
        person.window.session().open(quick);
        QTest::qWait(int(random() % 10));
        QVERIFY2(!isStale, qPrintable(QString::number(i)));
    }
    person.settle();
    QCOMPARE(person.snapshot->document->sentence, std::string("quick"));
}

void TestClosing::aWindowClosesWhileItComputes()
{
    std::mt19937 random(73);
    for (int i = 0; i < times(15, 100); ++i) {
        MainWindow window;
        window.show();
        window.session().open(slow(i));
        QTest::qWait(int(random() % 40));
        QVERIFY(window.close());
    }
}

void TestClosing::cancelledWorkDoesNotCount()
{
    MainWindow window;
    window.show();
    std::atomic<bool> hasEnded = false;
    whenShown<QProgressDialog>("backgroundWork", [](QProgressDialog* dialog) {
        dialog->findChild<QPushButton*>()->click();
    });
    const bool isWanted
        = workInBackground(&window, QStringLiteral("…"), [&](const BackgroundWork& w) {
              while (!w.stop.stop_requested())
                  std::this_thread::yield();
              hasEnded = true;
          });
    QVERIFY(!isWanted);
    QVERIFY(hasEnded); // nothing of it is left that could touch what is gone
}

/// QProgressDialog::setValue() runs events of its own: a timer that calls it calls itself in them.
void TestClosing::workRunsEventsOnlyWhereItWaits()
{
    MainWindow window;
    window.show();
    int depth = 0;
    int deepest = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        deepest = std::max(deepest, ++depth);
        --depth;
    });
    timer.start(1);
    int shown = -1;
    const bool isDone
        = workInBackground(&window, QStringLiteral("…"), [&](const BackgroundWork& w) {
              for (int percent = 0; percent <= 100; ++percent) {
                  w.percent = percent;
                  QThread::msleep(10);
              }
              QMetaObject::invokeMethod(
                  &window,
                  [&] {
                      const auto* dialog = window.findChild<QProgressDialog*>();
                      const auto* bar = dialog ? dialog->findChild<QProgressBar*>() : nullptr;
                      shown = bar ? bar->value() : -1;
                  },
                  Qt::BlockingQueuedConnection);
          });
    QVERIFY(isDone);
    QCOMPARE(deepest, 1);
    QVERIFY2(shown > 50, qPrintable(QString::number(shown)));
}

void TestClosing::memoryThatIsRefusedInWorkIsToldToWhoeverBegan()
{
    MainWindow window;
    bool isTold = false;
    try {
        workInBackground(&window, QStringLiteral("…"),
                         [](const BackgroundWork&) { throw std::bad_alloc(); });
    } catch (const std::bad_alloc&) {
        isTold = true;
    }
    QVERIFY(isTold);
}

HEADLIGHT_TEST_MAIN(TestClosing)
#include "tst_closing.moc"
