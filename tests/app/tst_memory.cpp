#include "app/application.h"
#include "core/support/out_of_memory.h"
#include "tests/app/person.h"
#include "tests/support/heap.h"
#include "ui/style/resources.h"

#include <QMessageBox>
#include <QSettings>

#include <new>

using namespace headlight;

namespace {

int times(int few, int many)
{
    return qEnvironmentVariableIsSet("HEADLIGHT_TEST_LONG") ? many : few;
}

/// Sanitizers hold freed memory back to find who still uses it.
constexpr bool memoryComesBack =
#if defined(__SANITIZE_ADDRESS__)
    false;
#else
    true;
#endif

/// An object that asks for memory there is none of.
class Greedy : public QObject {
public:
    bool event(QEvent*) override { throw std::bad_alloc(); }
};

/// How many MB `work` takes for good, after some times that fill caches.
template <class Work>
double growth(int first, int repetitions, const Work& work)
{
    for (int i = 0; i < first; ++i)
        work(i);
    const std::size_t before = heapInUse();
    for (int i = 0; i < repetitions; ++i)
        work(i);
    return (double(heapInUse()) - double(before)) / 1e6;
}

} // namespace

class TestMemory : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void whatIsRefusedEndsInASentence();
    void aPassWithoutMemoryIsExplained();
    void loadingAgainTakesNoMore();
    void resizingTakesNoMore();
};

void TestMemory::whatIsRefusedEndsInASentence()
{
    Person person;
    Greedy greedy;
    QString text;
    whenShown<QMessageBox>("outOfMemory", [&](QMessageBox* box) {
        text = box->text();
        box->accept();
    });
    for (int i = 0; i < 3; ++i) // one sentence for all of them
        QCoreApplication::postEvent(&greedy, new QEvent(QEvent::User));
    QTRY_COMPARE(text, QString::fromStdString(outOfMemory().message));
    person.typeInCell(0, 0, QStringLiteral("8")); // everything goes on
    QCOMPARE((*person.window.session().document().parameters.layers[0].wK)(0, 0), 8.);
}

/// A slot that has no memory to show an edit does not undo it, and the window says so.
void TestMemory::aPassWithoutMemoryIsExplained()
{
    Person person;
    bool isScarce = true;
    connect(&person.window.session(), &Session::documentChanged, this, [&] {
        if (std::exchange(isScarce, false))
            throw std::bad_alloc();
    });
    person.window.session().edit(SetCell{"layers.0.W_K", 0, 0, 8});
    QCOMPARE(person.message(), QString::fromStdString(outOfMemory().message));
    QCOMPARE((*person.window.session().document().parameters.layers[0].wK)(0, 0), 8.);
    person.trigger("undo");
    QVERIFY((*person.window.session().document().parameters.layers[0].wK)(0, 0) != 8.);
}

/// T15: what is opened again and again leaves nothing behind.
void TestMemory::loadingAgainTakesNoMore()
{
    if (!memoryComesBack)
        QSKIP("a sanitizer holds memory back");
    Person person;
    const char* const examples[] = {"four-heads", "birds-eat-seeds"};
    const double grown = growth(20, times(40, 400), [&](int i) {
        person.window.openExample(QLatin1String(examples[i % 2]));
        person.settle();
    });
    QVERIFY2(grown < 4, qPrintable(QString::number(grown)));
}

void TestMemory::resizingTakesNoMore()
{
    if (!memoryComesBack)
        QSKIP("a sanitizer holds memory back");
    Person person;
    const double grown = growth(300, times(150, 2'000), [&](int i) {
        person.window.resize(1100 + i % 7 * 30, 700 + i % 5 * 30);
        person.window.session().edit(SetCell{"layers.0.W_K", 0, 0, double(i % 9)},
                                     1); // one gesture, one step
        person.window.grab();
        QCoreApplication::processEvents();
    });
    QVERIFY2(grown < 4, qPrintable(QString::number(grown)));
}

int main(int argc, char** argv)
{
    const TestHome home;
    Application application(argc, argv); // the program's own, which catches what nobody else does
    TestMemory test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_memory.moc"
