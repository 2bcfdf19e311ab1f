#include "app/recording_file.h"
#include "app/word_vectors.h"
#include "core/io/npz.h"
#include "tests/app/person.h"
#include "tests/core/support/reference_files.h"
#include "ui/models/matrix_table_model.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"
#include "ui/views/attention_view.h"
#include "ui/views/head_figure.h"
#include "ui/views/why_panel.h"

#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeWidget>

using namespace headlight;

namespace {

const QString crossFile = QStringLiteral(HEADLIGHT_TEST_DATA "/cross_attention.npz");

bool write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

std::string uniform(const std::vector<Index>& shape, double weight)
{
    Index count = 1;
    for (const Index length : shape)
        count *= length;
    return writeNpy(Array{shape, std::vector<double>(std::size_t(count), weight)});
}

} // namespace

class TestRecordings : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void crossAttentionShowsBothSidesTokens();
    void nothingOfItCanBeEdited();
    void aDocumentGivesEverythingBack();
    void aLessonLeavesTheRecording();
    void itIsSavedAsADocumentNeverOverItself();
    void ofSeveralArraysOneIsChosen();
    void thePromptIsChosen();
    void aWrongFileNamesTheAxis();
    void realGptIsShownOnAllHeads();
    void wordVectorsAreOneUndoStep();
    void wordsThatAreMissingAreNamed();
    void anotherWidthIsAskedFor_data();
    void anotherWidthIsAskedFor();
    void vectorsThatCannotBeReadChangeNothing();
};

void TestRecordings::crossAttentionShowsBothSidesTokens()
{
    Person person;
    person.window.openFile(crossFile);
    person.settle();
    QCOMPARE(person.window.windowTitle(),
             QStringLiteral("cross_attention (recording, read-only)[*] — Headlight"));
    QVERIFY(person.find<QLabel>("note")->text().contains(QStringLiteral("read-only")));
    QCOMPARE(person.find<QLineEdit>("sentence")->text(), QStringLiteral("le chat  →  <s> the cat"));
    const Figure figure = headFigure(person.snapshot, 0, {0, 1}, Look());
    QCOMPARE(figure.rowLabels, (QStringList{QStringLiteral("le"), QStringLiteral("chat")}));
    QCOMPARE(figure.columnLabels,
             (QStringList{QStringLiteral("<s>"), QStringLiteral("the"), QStringLiteral("cat")}));
    Look look;
    look.leftOut = {0}; // a key; the queries are other words
    const Figure part = headFigure(person.snapshot, 0, {0, 1}, look);
    QCOMPARE(part.rowLabels, figure.rowLabels);
    QCOMPARE(part.columnLabels, (QStringList{QStringLiteral("the"), QStringLiteral("cat")}));
    QCOMPARE(*part.panels[0].values, Matrix(figure.panels[0].values->rightCols(2)));

    person.trigger("nextLayer");
    person.trigger("nextHead");
    person.find<AttentionView>("attentionView")->setMode(AttentionView::Mode::Single);
    auto* const heatmap = person.find<FigureWidget>("singleHead");
    const QPoint cell = heatmap->cellRect({0, {1, 1}}).center();
    QWidget* const plot = heatmap->childAt(cell);
    QTest::mouseClick(plot, Qt::LeftButton, {}, plot->mapFrom(heatmap, cell));
    QVERIFY2(person.find<QLabel>("readout")->text().contains(
                 QStringLiteral("chat → the    weight 0.9375")),
             qPrintable(person.find<QLabel>("readout")->text()));
    person.find<QSpinBox>("whyDigits")->setValue(4);
    const QString why = person.find<WhyPanel>("whyPanel")->text();
    QVERIFY2(why.contains(QStringLiteral("chat → the of head 2 of layer 2")), qPrintable(why));
    QVERIFY2(why.contains(QStringLiteral("= 0.9375")), qPrintable(why));
    QVERIFY2(why.contains(QStringLiteral("Recorded")), qPrintable(why));

    const MatrixTableModel* model = person.table()->matrixModel();
    QCOMPARE(model->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("cat"));
    QCOMPARE(model->headerData(1, Qt::Vertical, Qt::DisplayRole).toString(),
             QStringLiteral("chat"));
    QCOMPARE(model->matrix()(1, 1), 0.9375);
    person.shoot("cross-attention.png");
}

void TestRecordings::nothingOfItCanBeEdited()
{
    Person person;
    person.window.openFile(crossFile);
    person.settle();
    for (const char* action : {"loadMatrix", "loadWordVectors", "sizes", "addHead", "removeHead",
                               "addLayer", "removeLayer", "newWeights", "toggleResidual",
                               "makeExercise", "stepByStep", "headsLab", "showChain"})
        QVERIFY2(!person.find<QAction>(action)->isEnabled(), action);
    QVERIFY(person.find<QAction>("exportPicture")->isEnabled());
    QVERIFY(person.find<QLineEdit>("sentence")->isReadOnly());
    QVERIFY(!person.find<QDockWidget>("chainDock")->isVisible());
    QVERIFY(!person.find<QComboBox>("mask")->isVisible());
    QVERIFY(!person.find<QComboBox>("stage")->isVisible());
    QVERIFY(!person.find<QTabBar>("pageTabs")->isTabVisible(1));

    const MatrixTableModel* model = person.table()->matrixModel();
    QVERIFY(!model->flags(model->index(0, 0)).testFlag(Qt::ItemIsEditable));
    emit person.find<MatrixEditor>("matrixEditor")
        ->matrixEdited("layers.0.head.0.pattern", Matrix::Zero(2, 3));
    QVERIFY2(person.message().contains(QStringLiteral("This is a recording")),
             qPrintable(person.message()));
    QVERIFY(person.window.session().undoStack()->isClean());
    QCOMPARE(person.weight(0, 0), 0.5);
}

void TestRecordings::aDocumentGivesEverythingBack()
{
    Person person;
    person.trigger("resetLayout");
    const bool chainWasShown = person.find<QDockWidget>("chainDock")->isVisible();
    person.window.openFile(crossFile);
    person.settle();
    person.window.openExample(QStringLiteral("birds-eat-seeds"));
    person.settle();
    QCOMPARE(person.find<QDockWidget>("chainDock")->isVisible(), chainWasShown);
    QVERIFY(person.find<QAction>("stepByStep")->isEnabled());
    QVERIFY(person.find<QComboBox>("mask")->isVisible());
    QVERIFY(person.find<QTabBar>("pageTabs")->isTabVisible(1));
    QCOMPARE(person.window.windowTitle(), QStringLiteral("Birds eat seeds[*] — Headlight"));
    person.type(QStringLiteral("seeds eat birds"));
    QCOMPARE(person.snapshot->document->tokens.front(), std::string("seeds"));
    for (const char* page : {"stepByStep", "contextLab", "headsLab", "distanceLab"})
        person.trigger(page);
}

void TestRecordings::aLessonLeavesTheRecording()
{
    Person person;
    person.window.openFile(crossFile);
    person.settle();
    person.find<QAction>("lessons")->trigger();
    for (QAction* action : person.window.findChildren<QAction*>()) {
        if (action->objectName().startsWith(QLatin1String("start_"))) {
            action->trigger();
            break;
        }
    }
    person.settle();
    QVERIFY(!person.window.session().document().recorded);
    QVERIFY(person.find<QAction>("stepByStep")->isEnabled());
}

void TestRecordings::itIsSavedAsADocumentNeverOverItself()
{
    const QTemporaryDir folder;
    const QString recording = folder.filePath(QStringLiteral("seen.npz"));
    QVERIFY(QFile::copy(crossFile, recording));
    const QByteArray before = *readFile(recording, 1 << 20);
    Person person;
    person.window.openFile(recording);
    person.settle();
    QVERIFY(person.window.windowFilePath().isEmpty()); // so that Save asks for a name
    const Document opened = person.window.session().document();
    const QString saved = folder.filePath(QStringLiteral("seen.headlight"));
    QVERIFY(person.window.saveTo(saved));
    QCOMPARE(*readFile(recording, 1 << 20), before);
    person.window.openExample(QStringLiteral("birds-eat-seeds"));
    person.window.openFile(saved);
    person.settle();
    QVERIFY(sameDocument(person.window.session().document(), opened));
    QVERIFY(!person.find<QAction>("sizes")->isEnabled());
}

void TestRecordings::ofSeveralArraysOneIsChosen()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("two.npz"));
    QVERIFY(
        write(path,
              QByteArray::fromStdString(*writeZip({{"scores.npy", uniform({1, 2, 2, 2}, 5)},
                                                   {"first.npy", uniform({1, 1, 2, 2}, .5)},
                                                   {"second.npy", uniform({1, 3, 4, 4}, .25)}}))));
    Person person;
    QStringList rows;
    QString usual;
    whenShown<QDialog>("recordingDialog", [&](QDialog* dialog) {
        auto* list = dialog->findChild<QTreeWidget*>(QStringLiteral("recordedArrays"));
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            rows += list->topLevelItem(i)->text(1) + u' ' + list->topLevelItem(i)->text(2);
        usual = list->currentItem()->text(0);
        list->setCurrentItem(list->topLevelItem(2));
        dialog->accept();
    });
    person.window.openFile(path);
    person.settle();
    QCOMPARE(rows,
             (QStringList{QStringLiteral("1 x 2 x 2 x 2 no"), QStringLiteral("1 x 1 x 2 x 2 yes"),
                          QStringLiteral("1 x 3 x 4 x 4 yes")}));
    QCOMPARE(usual, QStringLiteral("first"));
    QCOMPARE(person.window.session().document().config.heads, 3);
    QVERIFY(person.window.windowTitle().startsWith(QStringLiteral("two · second (recording")));

    whenShown<QDialog>("recordingDialog", [](QDialog* dialog) { dialog->reject(); });
    person.window.openFile(path);
    QCOMPARE(person.window.session().document().config.heads, 3); // as it was
}

void TestRecordings::thePromptIsChosen()
{
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath(QStringLiteral("a.npy")),
                  QByteArray::fromStdString(uniform({1, 2, 2}, .5))));
    QVERIFY(write(folder.filePath(QStringLiteral("a.json")), R"([["a", "b"], ["c", "d"], ["e"]])"));
    Person person;
    int offered = 0;
    whenShown<QDialog>("recordingDialog", [&](QDialog* dialog) {
        auto* prompts = dialog->findChild<QComboBox*>(QStringLiteral("recordedPrompts"));
        offered = prompts->count();
        prompts->setCurrentIndex(1);
        dialog->accept();
    });
    person.window.openFile(folder.filePath(QStringLiteral("a.npy")));
    QCOMPARE(offered, 2);
    QCOMPARE(person.window.session().document().tokens, (std::vector<std::string>{"c", "d"}));
}

void TestRecordings::aWrongFileNamesTheAxis()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("long.npy"));
    QVERIFY(write(path, QByteArray::fromStdString(uniform({1, 4097, 1}, 1))));
    Person person;
    QString said;
    whenShown<QMessageBox>("explanation", [&](QMessageBox* box) {
        said = box->text();
        box->accept();
    });
    person.window.openFile(path);
    QVERIFY2(said.contains(QStringLiteral("4097 along axis 2 (queries)")), qPrintable(said));
    QVERIFY(!person.window.session().document().recorded);
}

void TestRecordings::realGptIsShownOnAllHeads()
{
    const std::optional<std::string> file
        = readReference("vectors/gpt2_small_recorded_attention.npz");
    const std::optional<std::string> json
        = readReference("vectors/gpt2_small_recorded_attention.json");
    if (!file || !json)
        QSKIP("The reference material is not here: set HEADLIGHT_REFERENCE to its folder.");
    const QTemporaryDir folder;
    QVERIFY(write(folder.filePath(QStringLiteral("gpt2.npz")), QByteArray::fromStdString(*file)));
    QVERIFY(write(folder.filePath(QStringLiteral("gpt2.json")), QByteArray::fromStdString(*json)));
    Person person;
    int arrays = 0;
    whenShown<QDialog>("recordingDialog", [&](QDialog* dialog) {
        auto* list = dialog->findChild<QTreeWidget*>(QStringLiteral("recordedArrays"));
        arrays = list->topLevelItemCount();
        QCOMPARE(list->currentItem()->text(0), QStringLiteral("e0_attn"));
        QCOMPARE(list->currentItem()->text(3),
                 QStringLiteral("Data visualization empowers users to"));
        dialog->accept();
    });
    person.window.openFile(folder.filePath(QStringLiteral("gpt2.npz")));
    person.settle();
    QCOMPARE(arrays, 10);
    QCOMPARE(allPlaces(*person.snapshot).size(), std::size_t(144));
    QCOMPARE(person.find<AttentionView>("attentionView")->mode(), AttentionView::Mode::Grid);
    QCOMPARE(person.weight(0, 0), 1.0); // causal
    QCOMPARE(person.weight(0, 5), 0.0);
    person.shoot("gpt2-recording.png");
}

void TestRecordings::wordVectorsAreOneUndoStep()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("vectors.txt"));
    QVERIFY(write(path, "the 9 9 9 9\nbirds 1 2 3 4\neat 5 6 7 8\nseeds -1 -2 -3 0.5\n"));
    Person person;
    person.window.openExample(QStringLiteral("birds-eat-seeds"));
    person.settle();
    const Document before = person.window.session().document();
    QCOMPARE(before.config.modelWidth, Index(4));
    person.window.loadWordVectorsFrom(path);
    person.settle();
    Matrix expected(3, 4);
    expected << 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, 0.5;
    QCOMPARE(*person.window.session().document().embeddings, expected);
    QCOMPARE(person.window.session().undoStack()->undoText(),
             QStringLiteral("Embeddings from word vectors"));
    person.trigger("undo");
    QVERIFY(sameDocument(person.window.session().document(), before));
}

void TestRecordings::wordsThatAreMissingAreNamed()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("vectors.txt"));
    QVERIFY(write(path, "birds 1 2 3 4\nseeds 5 6 7 8\n"));
    Person person;
    person.type(QStringLiteral("Birds eat seeds"));
    const Document before = person.window.session().document();
    QString said;
    whenShown<QMessageBox>("wordVectorsReport", [&](QMessageBox* box) {
        said = box->text();
        box->accept();
    });
    person.window.loadWordVectorsFrom(path);
    QVERIFY2(said.contains(QStringLiteral("keep the embedding they had: eat.")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("lower case only, which was taken: Birds.")),
             qPrintable(said));
    const Document& after = person.window.session().document();
    QCOMPARE((*after.embeddings)(0, 3), 4.0);
    QCOMPARE(Matrix(after.embeddings->row(1)), Matrix(before.embeddings->row(1)));
}

void TestRecordings::anotherWidthIsAskedFor_data()
{
    QTest::addColumn<bool>("accepted");
    QTest::newRow("set d_model") << true;
    QTest::newRow("cancel") << false;
}

void TestRecordings::anotherWidthIsAskedFor()
{
    QFETCH(bool, accepted);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("wide.txt"));
    QVERIFY(write(path, "3 6\nbirds 1 2 3 4 5 6\neat 2 3 4 5 6 7\nseeds 3 4 5 6 7 8\n"));
    Person person;
    person.window.openExample(QStringLiteral("birds-eat-seeds"));
    person.settle();
    const Document before = person.window.session().document();
    whenShown<QMessageBox>("widenModel", [&](QMessageBox* box) {
        auto* widen = box->findChild<QPushButton*>(QStringLiteral("widen"));
        (accepted ? static_cast<QAbstractButton*>(widen) : box->button(QMessageBox::Cancel))
            ->click();
    });
    person.window.loadWordVectorsFrom(path);
    person.settle();
    const Document& after = person.window.session().document();
    QCOMPARE(after.config.modelWidth, accepted ? Index(6) : Index(4));
    if (!accepted) {
        QVERIFY(sameDocument(after, before));
        return;
    }
    QCOMPARE((*after.embeddings)(2, 5), 8.0);
    QCOMPARE((*after.parameters.layers[0].wK)(3, 1), (*before.parameters.layers[0].wK)(3, 1));
    person.trigger("undo");
    QVERIFY(sameDocument(person.window.session().document(), before));
}

void TestRecordings::vectorsThatCannotBeReadChangeNothing()
{
    const QTemporaryDir folder;
    const QString broken = folder.filePath(QStringLiteral("broken.txt"));
    const QString others = folder.filePath(QStringLiteral("others.txt"));
    QVERIFY(write(broken, "the 1 2 3 4\nbirds 1 two 3 4\n"));
    QVERIFY(write(others, "the 1 2 3 4\n"));
    Person person;
    person.window.openExample(QStringLiteral("birds-eat-seeds"));
    person.settle();
    const Document before = person.window.session().document();
    const std::pair<QString, QString> cases[]
        = {{broken, QStringLiteral("Line 2")},
           {others, QStringLiteral("None of the words")},
           {folder.filePath(QStringLiteral("none.txt")), QStringLiteral("not there")}};
    for (const auto& [path, part] : cases) {
        QString said;
        whenShown<QMessageBox>("explanation", [&](QMessageBox* box) {
            said = box->text();
            box->accept();
        });
        person.window.loadWordVectorsFrom(path);
        QVERIFY2(said.contains(part), qPrintable(said));
        QVERIFY(sameDocument(person.window.session().document(), before));
    }
    std::stop_source stop;
    stop.request_stop();
    std::atomic<int> percent = -1;
    QVERIFY(!findWordVectors(others, {"the"}, {stop.get_token(), percent}));
}

HEADLIGHT_TEST_MAIN(TestRecordings)
#include "tst_recordings.moc"
