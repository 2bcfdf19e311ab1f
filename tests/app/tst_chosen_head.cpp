#include "core/document/restructure.h"
#include "tests/app/person.h"
#include "tests/support/answers.h"
#include "ui/style/resources.h"
#include "ui/views/export_dialog.h"
#include "ui/views/step_export.h"
#include "ui/views/step_view.h"

#include <QComboBox>
#include <QSettings>

using namespace headlight;

namespace {

/// A document may be ahead of its picture: what is chosen must fit whichever is used.
struct HastyPerson : Person {
    HastyPerson()
    {
        trigger("newDocument");
        type(QStringLiteral("birds eat seeds"));
    }
    /// Without waiting for the picture.
    void resize(int layers, int heads)
    {
        Config config = window.session().document().config;
        config.layers = layers;
        config.heads = heads;
        window.session().edit(SetConfig{config});
    }
    void choose(int layer, int head)
    {
        for (const auto& [name, index] : {std::pair("layer", layer), std::pair("head", head)}) {
            auto* box = find<QComboBox>(name);
            box->setCurrentIndex(index);
            emit box->activated(index);
        }
    }
};

} // namespace

class TestChosenHead : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void everyViewShowsTheSameHeadAfterSizesThatWereNeverComputed();
    void aHeadWithoutPictureYetExportsTheNearest();
    void aHeadThatOnlyAnOldPictureHasIsTheNearest();
    void pagesOfStepsStayThoseOfTheirDocument();
};

void TestChosenHead::everyViewShowsTheSameHeadAfterSizesThatWereNeverComputed()
{
    HastyPerson person;
    person.resize(2, 2);
    person.settle();
    person.choose(1, 1);
    person.settle();
    const auto shown
        = [&] { return *person.find<FigureWidget>("singleHead")->figure().panels[0].values; };
    QCOMPARE(shown(), person.snapshot->trace.layers[1].heads[1].pattern);

    person.resize(1, 1);
    person.resize(2, 2);
    person.settle();
    QCOMPARE(person.find<QComboBox>("layer")->currentIndex(), 0);
    QCOMPARE(person.find<QComboBox>("head")->currentIndex(), 0);
    const LayerTrace& first = person.snapshot->trace.layers[0];
    QCOMPARE(shown(), first.heads[0].pattern);
    QVERIFY(first.heads[0].pattern != person.snapshot->trace.layers[1].heads[1].pattern);
}

void TestChosenHead::aHeadWithoutPictureYetExportsTheNearest()
{
    HastyPerson person;
    std::vector<HeadPlace> places;
    Matrix drawn;
    whenShown<ExportDialog>("exportDialog", [&](ExportDialog* dialog) {
        places = dialog->places();
        drawn = *dialog->figure().panels[0].values;
        dialog->reject();
    });
    const SnapshotPtr before = person.snapshot;
    person.resize(3, 4);
    person.choose(2, 3);
    person.find<QAction>("exportPicture")->trigger();
    QCOMPARE(places, std::vector<HeadPlace>{HeadPlace{}});
    QCOMPARE(drawn, before->trace.layers[0].heads[0].pattern);
    person.settle();
    QCOMPARE(*person.find<FigureWidget>("singleHead")->figure().panels[0].values,
             person.snapshot->trace.layers[2].heads[3].pattern);
}

void TestChosenHead::aHeadThatOnlyAnOldPictureHasIsTheNearest()
{
    HastyPerson person;
    person.resize(2, 4);
    person.settle();
    person.resize(2, 3);
    emit person.find<AttentionView>("attentionView")->headChosen({1, 3}); // of the picture before
    QCOMPARE(person.find<QComboBox>("head")->currentIndex(), 2);
    person.settle();
    QCOMPARE(person.find<QComboBox>("layer")->currentIndex(), 1);
    QCOMPARE(*person.find<FigureWidget>("singleHead")->figure().panels[0].values,
             person.snapshot->trace.layers[1].heads[2].pattern);
}

/// As when a computation ends while the file of the pages is chosen.
void TestChosenHead::pagesOfStepsStayThoseOfTheirDocument()
{
    HastyPerson person;
    person.trigger("stepByStep");
    const StepPage page = person.find<StepView>("stepView")->page();
    const std::int64_t last = page.plan->count() - 1;
    const QByteArray before = stepPng({page.snapshot, page.plan, last});
    person.type(QStringLiteral("birds"));
    QVERIFY(person.find<StepView>("stepView")->page().plan->count() < last);
    QCOMPARE(page.plan->count(), last + 1);
    QCOMPARE(stepPng({page.snapshot, page.plan, last}), before);
}

HEADLIGHT_TEST_MAIN(TestChosenHead)
#include "tst_chosen_head.moc"
