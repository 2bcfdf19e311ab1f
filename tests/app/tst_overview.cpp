#include "core/document/restructure.h"
#include "tests/app/person.h"
#include "ui/style/resources.h"
#include "ui/views/attention_view.h"
#include "ui/views/export_dialog.h"
#include "ui/views/model_overview.h"

#include <QComboBox>
#include <QSettings>
#include <QTimer>

using namespace headlight;

namespace {

/// Two layers of two heads for three words, in the overview.
struct OverviewPerson : Person {
    OverviewPerson()
    {
        trigger("newDocument");
        type(QStringLiteral("birds eat seeds"));
        trigger("addHead");
        trigger("addLayer");
        trigger("wholeModel");
        colour();
    }
    AttentionView* view() const { return find<AttentionView>("attentionView"); }
    ModelOverview* overview() const { return view()->overview(); }
    void colour()
    {
        settle();
        QTRY_VERIFY(overview()->isComplete());
    }
    QString readoutAt(QPoint point)
    {
        QTest::mouseMove(overview(), point);
        QCoreApplication::processEvents();
        return find<QLabel>("readout")->text();
    }
};

} // namespace

class TestOverview : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void aHeadOpensAndEscapeLeadsBack();
    void theWindowFollowsTheCurrentHead();
    void pointingNamesTheHeadAndItsNumbers();
    void anEditColoursOnlyTheHeadsItChanged();
    void picturesBeginWithTheWholeModel();
    void anOpenExportKeepsItsDocument();
    void anotherPageAndBackShowsItAgain();
};

void TestOverview::aHeadOpensAndEscapeLeadsBack()
{
    OverviewPerson person;
    QVERIFY(person.overview()->isVisible());
    QTest::mouseDClick(person.overview(), Qt::LeftButton, {},
                       person.overview()->mapRect({1, 1}).center());
    QCOMPARE(person.view()->mode(), AttentionView::Mode::Single);
    QCOMPARE(person.find<QLabel>("attentionTitle")->text(),
             QStringLiteral("Attention weights · head 2 · layer 2"));
    QCOMPARE(person.seen(2, 1),
             ColorScale().color(person.snapshot->trace.layers[1].heads[1].pattern(2, 1)));
    QTest::keyClick(person.find<FigureWidget>("singleHead"), Qt::Key_Escape);
    QCOMPARE(person.view()->mode(), AttentionView::Mode::Model);
    QTest::keyClick(person.overview(), Qt::Key_Left);
    QTest::keyClick(person.overview(), Qt::Key_Return);
    QCOMPARE(person.find<QLabel>("attentionTitle")->text(),
             QStringLiteral("Attention weights · head 1 · layer 2"));
}

void TestOverview::theWindowFollowsTheCurrentHead()
{
    OverviewPerson person;
    QTest::mouseClick(person.overview(), Qt::LeftButton, {},
                      person.overview()->mapRect({1, 1}).center());
    QCOMPARE(person.view()->mode(), AttentionView::Mode::Model);
    QCOMPARE(person.find<QComboBox>("head")->currentIndex(), 1);
    QCOMPARE(person.find<QComboBox>("layer")->currentIndex(), 1);
    person.trigger("previousLayer");
    QCOMPARE(person.overview()->current(), (HeadPlace{0, 1}));
}

void TestOverview::pointingNamesTheHeadAndItsNumbers()
{
    OverviewPerson person;
    const QRect map = person.overview()->mapRect({1, 0});
    const QString text = person.readoutAt(map.topLeft() + QPoint(map.width() / 2, 5));
    QVERIFY2(text.startsWith(QStringLiteral("Layer 2, head 1    birds → eat    weight ")),
             qPrintable(text));
    const double weight = person.snapshot->trace.layers[1].heads[0].pattern(0, 1);
    QVERIFY2(text.contains(QString::number(weight, 'g', 5)), qPrintable(text));
}

void TestOverview::anEditColoursOnlyTheHeadsItChanged()
{
    OverviewPerson person;
    const int before = person.overview()->coloured();
    // W_Q of the last head of the last layer: nothing else depends on it.
    const int column = 2 * person.snapshot->document->config.keyWidth - 1;
    person.window.session().edit(SetCell{"layers.1.W_Q", 0, column, 8});
    person.colour();
    QCOMPARE(person.overview()->coloured(), before + 1);
    const QRect map = person.overview()->mapRect({1, 1});
    const QImage image = person.overview()->grab().toImage();
    const double weight = person.snapshot->trace.layers[1].heads[1].pattern(0, 0);
    QCOMPARE(image.pixel(map.topLeft() + QPoint(3, 3)), ColorScale().color(weight));
}

void TestOverview::picturesBeginWithTheWholeModel()
{
    OverviewPerson person;
    std::vector<HeadPlace> places;
    QTimer::singleShot(0, &person.window, [&] {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        places = dialog->places();
        dialog->reject();
    });
    person.find<QAction>("exportPicture")->trigger();
    const std::vector<HeadPlace> all = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    QCOMPARE(places, all);
}

/// As when a long computation ends while the dialog is open.
void TestOverview::anOpenExportKeepsItsDocument()
{
    OverviewPerson person;
    int drawn = 0;
    QTimer::singleShot(0, &person.window, [&] {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        person.window.session().open(newDocument("one head", {}));
        QTRY_VERIFY(!person.window.session().isComputing());
        auto* what = dialog->findChild<QComboBox*>(QStringLiteral("exportWhat"));
        for (int i = 0; i < what->count(); ++i) {
            what->setCurrentIndex(i);
            emit what->activated(i);
            drawn = std::max(drawn, int(dialog->figure().panels.size()));
        }
        dialog->reject();
    });
    person.find<QAction>("exportPicture")->trigger();
    QCOMPARE(drawn, 4);
}

void TestOverview::anotherPageAndBackShowsItAgain()
{
    OverviewPerson person;
    person.trigger("stepByStep");
    QVERIFY(!person.overview()->isVisible());
    person.trigger("wholeModel");
    person.colour();
    const QRect map = person.overview()->mapRect({0, 0});
    const double weight = person.snapshot->trace.layers[0].heads[0].pattern(1, 1);
    QCOMPARE(person.overview()->grab().toImage().pixel(map.left() + map.width() * 2 / 5,
                                                       map.top() + map.height() * 2 / 5),
             ColorScale().color(weight));
}

HEADLIGHT_TEST_MAIN(TestOverview)
#include "tst_overview.moc"
