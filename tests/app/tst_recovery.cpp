#include "core/io/document_json.h"
#include "tests/app/person.h"
#include "ui/session/recovery_store.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QUndoStack>

using namespace headlight;

namespace {

double cellOf(const Document& document)
{
    return (*document.parameters.layers[0].wK)(0, 0);
}

/// "birds eat seeds" with another number in W_K[1,1].
QByteArray documentWith(double value)
{
    Document document = Person().window.session().document();
    applyEdit(document, SetCell{"layers.0.W_K", 0, 0, value});
    return QByteArray::fromStdString(writeDocument(document));
}

double cellIn(const QString& path)
{
    const Result<QByteArray> text = readFile(path, 1 << 20);
    const Result<Document> document
        = text ? readDocument({text->constData(), std::size_t(text->size())}) : text.error();
    return document ? cellOf(*document) : -1;
}

/// What a crash of a window with this document leaves.
QString leave(const QString& name, const QString& path, const QByteArray& text)
{
    RecoveryFile file;
    const bool written = bool(file.write({name, path, QDateTime::currentDateTime(), {}}, text));
    return written ? file.path() : QString();
}

void click(QWidget* dialog, const char* button)
{
    dialog->findChild<QAbstractButton*>(QLatin1String(button))->click();
}

/// Chooses this answer of a question as soon as it is there.
void answer(const char* question, const char* button)
{
    whenShown<QDialog>(question, [button](QDialog* dialog) { click(dialog, button); });
}

} // namespace

class TestRecovery : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init();

    void recoveredWorkIsUnsavedAndSaysWhereItIsFrom();
    void recoveredWorkIsKeptUntilItIsSaved();
    void givingUpRecoveredWorkRemovesIt();
    void nothingGoesWithoutASecondYes();
    void whatIsKeptForLaterIsOnTheStartPage();
    void aDamagedFileIsShownAndStays();
    void aDocumentThatCannotBeReadIsExplained();
    void unsavedWorkInTheWindowIsAskedAboutFirst();
    void aChangedFileIsLoadedOrNot_data();
    void aChangedFileIsLoadedOrNot();
    void unsavedEditsMeetAChangedFile_data();
    void unsavedEditsMeetAChangedFile();
    void mineIsSavedUnderAnotherName();
    void saveAsksBeforeItReplacesAForeignChange();
    void ownSavesAreNoChange();

private:
    QString inFolder(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRecovery::init()
{
    failOnAnyWarning(QStringLiteral("\\s*OpenType support missing")); // Hindi months
    QSettings().clear();
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_STATE_HOME", QFile::encodeName(m_folder->filePath(QStringLiteral("state"))));
}

void TestRecovery::recoveredWorkIsUnsavedAndSaysWhereItIsFrom()
{
    leave(QStringLiteral("birds.headlight"), inFolder("birds.headlight"), documentWith(7));
    Person person;
    answer("recoveryDialog", "openRecovered");
    person.window.offerRecovery();
    person.settle();
    QCOMPARE(cellOf(person.window.session().document()), 7.);
    QCOMPARE(person.window.windowTitle(),
             QStringLiteral("Recovered from birds.headlight[*] — Headlight"));
    QVERIFY(person.window.isWindowModified());
    QVERIFY(person.window.windowFilePath().isEmpty()); // so that Save asks for a name
    QVERIFY(!person.window.session().undoStack()->canUndo());
    person.typeInCell(0, 0, QStringLiteral("8"));
    person.trigger("undo");
    QVERIFY(person.window.isWindowModified());
}

void TestRecovery::recoveredWorkIsKeptUntilItIsSaved()
{
    const QString kept = leave(QStringLiteral("a"), {}, documentWith(7));
    Person person;
    answer("recoveryDialog", "openRecovered");
    person.window.offerRecovery();
    person.settle();
    QVERIFY(QFile::exists(kept));
    QVERIFY(person.window.saveTo(inFolder("saved.headlight")));
    QVERIFY(!QFile::exists(kept));
    QCOMPARE(cellIn(inFolder("saved.headlight")), 7.);
    QCOMPARE(person.window.windowTitle(), QStringLiteral("saved.headlight[*] — Headlight"));
    QVERIFY(!person.window.isWindowModified());
}

void TestRecovery::givingUpRecoveredWorkRemovesIt()
{
    const QString kept = leave(QStringLiteral("a"), {}, documentWith(7));
    Person person;
    answer("recoveryDialog", "openRecovered");
    person.window.offerRecovery();
    person.settle();
    const auto close = [&](QMessageBox::StandardButton button) {
        whenShown<QMessageBox>("saveChanges",
                               [button](QMessageBox* box) { box->button(button)->click(); });
        return person.window.close();
    };
    QVERIFY(!close(QMessageBox::Cancel));
    QVERIFY(QFile::exists(kept));
    QVERIFY(close(QMessageBox::Discard));
    QVERIFY(!QFile::exists(kept));
}

void TestRecovery::nothingGoesWithoutASecondYes()
{
    const QString first = leave(QStringLiteral("a"), {}, documentWith(7));
    const QString second = leave(QStringLiteral("b"), {}, documentWith(8));
    Person person;
    const auto discard = [](QMessageBox::StandardButton button) {
        whenShown<QMessageBox>("discardQuestion",
                               [button](QMessageBox* box) { box->button(button)->click(); });
    };
    whenShown<QDialog>("recoveryDialog", [&](QDialog* dialog) {
        auto* list = dialog->findChild<QListWidget*>(QStringLiteral("recoverable"));
        discard(QMessageBox::Cancel);
        click(dialog, "discardRecovered");
        QCOMPARE(list->count(), 2);
        QVERIFY(QFile::exists(first) && QFile::exists(second));
        discard(QMessageBox::Discard);
        click(dialog, "discardRecovered");
        QCOMPARE(list->count(), 1);
        QVERIFY(QFile::exists(first) != QFile::exists(second));
        discard(QMessageBox::Discard);
        click(dialog, "discardRecovered"); // nothing is left to ask about
    });
    person.window.offerRecovery();
    QVERIFY(!QFile::exists(first) && !QFile::exists(second));
}

void TestRecovery::whatIsKeptForLaterIsOnTheStartPage()
{
    const QString kept = leave(QStringLiteral("a"), {}, documentWith(7));
    Person person;
    answer("recoveryDialog", "keepRecovered");
    person.window.offerRecovery();
    QVERIFY(QFile::exists(kept));
    QCOMPARE(cellOf(person.window.session().document()), 1.);
    person.trigger("startPage");
    auto* recover = person.find<QPushButton>("startRecover");
    QVERIFY(recover->isVisible());
    answer("recoveryDialog", "openRecovered");
    recover->click();
    person.settle();
    QCOMPARE(cellOf(person.window.session().document()), 7.);
    person.trigger("startPage");
    QVERIFY(!recover->isVisible());
}

void TestRecovery::aDamagedFileIsShownAndStays()
{
    const QString path = leave(QStringLiteral("a"), {}, documentWith(7));
    QVERIFY(writeFileSafely(path, "{\"headlightRecovery\":"));
    Person person;
    whenShown<QDialog>("recoveryDialog", [](QDialog* dialog) {
        const auto* list = dialog->findChild<QListWidget*>(QStringLiteral("recoverable"));
        QVERIFY(list->item(0)->text().contains(QStringLiteral("is damaged")));
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("openRecovered"))->isEnabled());
        dialog->reject();
    });
    person.window.offerRecovery();
    QCOMPARE(*readFile(path, 100), QByteArray("{\"headlightRecovery\":"));
}

void TestRecovery::aDocumentThatCannotBeReadIsExplained()
{
    const QString path = leave(QStringLiteral("a"), {}, "{\"headlight\": 99}");
    Person person;
    answer("recoveryDialog", "openRecovered");
    QString told;
    QTimer::singleShot(0, [&told] {
        whenShown<QMessageBox>("explanation", [&told](QMessageBox* box) {
            told = box->text();
            box->accept();
        });
    });
    person.window.offerRecovery();
    QVERIFY2(told.contains(QStringLiteral("99")) && told.contains(path), qPrintable(told));
    QVERIFY(QFile::exists(path));
    QVERIFY(!person.window.isWindowModified());
}

void TestRecovery::unsavedWorkInTheWindowIsAskedAboutFirst()
{
    const QString kept = leave(QStringLiteral("a"), {}, documentWith(7));
    Person person;
    person.typeInCell(0, 0, QStringLiteral("8"));
    answer("recoveryDialog", "openRecovered");
    whenShown<QMessageBox>("saveChanges",
                           [](QMessageBox* box) { box->button(QMessageBox::Cancel)->click(); });
    person.window.offerRecovery();
    QCOMPARE(cellOf(person.window.session().document()), 8.);
    QVERIFY(QFile::exists(kept));
    QVERIFY(hasAbandonedFiles()); // it can be asked for again
}

void TestRecovery::aChangedFileIsLoadedOrNot_data()
{
    QTest::addColumn<QByteArray>("button");
    QTest::addColumn<double>("shown");
    QTest::addColumn<bool>("modified");
    QTest::newRow("reload") << QByteArray("loadTheirs") << 9. << false;
    QTest::newRow("keep") << QByteArray("keepMine") << 1. << true;
}

void TestRecovery::aChangedFileIsLoadedOrNot()
{
    QFETCH(QByteArray, button);
    QFETCH(double, shown);
    QFETCH(bool, modified);
    Person person;
    const QString path = inFolder("doc.headlight");
    QVERIFY(person.window.saveTo(path));
    bool asked = false;
    for (int i = 0; i < 2; ++i) { // also the second time
        asked = false;
        whenShown<QDialog>(i == 0 || !modified ? "reloadQuestion" : "conflictQuestion",
                           [&](QDialog* dialog) {
                               asked = true;
                               click(dialog, button.constData());
                           });
        QVERIFY(writeFileSafely(path, documentWith(i == 0 ? 5 : 9)));
        QTRY_VERIFY(asked);
    }
    person.settle();
    QCOMPARE(cellOf(person.window.session().document()), shown);
    QCOMPARE(person.window.isWindowModified(), modified);
    QCOMPARE(cellIn(path), 9.);
}

void TestRecovery::unsavedEditsMeetAChangedFile_data()
{
    QTest::addColumn<QByteArray>("button");
    QTest::addColumn<double>("shown");
    QTest::newRow("load theirs") << QByteArray("loadTheirs") << 9.;
    QTest::newRow("keep mine") << QByteArray("keepMine") << 8.;
}

void TestRecovery::unsavedEditsMeetAChangedFile()
{
    QFETCH(QByteArray, button);
    QFETCH(double, shown);
    Person person;
    const QString path = inFolder("doc.headlight");
    QVERIFY(person.window.saveTo(path));
    person.typeInCell(0, 0, QStringLiteral("8"));
    bool asked = false;
    whenShown<QDialog>("conflictQuestion", [&](QDialog* dialog) {
        asked = true;
        click(dialog, button.constData());
    });
    QVERIFY(writeFileSafely(path, documentWith(9)));
    QTRY_VERIFY(asked);
    person.settle();
    QCOMPARE(cellOf(person.window.session().document()), shown);
    QCOMPARE(cellIn(path), 9.);
    person.trigger("save"); // one has been asked already
    QCOMPARE(cellIn(path), shown);
}

/// Both are kept: theirs in the file, mine under another name, with which one goes on.
void TestRecovery::mineIsSavedUnderAnotherName()
{
    Person person;
    const QString path = inFolder("doc.headlight");
    const QString other = inFolder("mine.headlight");
    QVERIFY(person.window.saveTo(path));
    person.typeInCell(0, 0, QStringLiteral("8"));
    whenShown<QFileDialog>("QFileDialog", [&](QFileDialog* dialog) {
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        name->setText(other);
        dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
    });
    whenShown<QDialog>("conflictQuestion", [&](QDialog* dialog) { click(dialog, "saveMine"); });
    QVERIFY(writeFileSafely(path, documentWith(9)));
    QTRY_VERIFY(QFile::exists(other));
    person.settle();
    QCOMPARE(cellIn(path), 9.);
    QCOMPARE(cellIn(other), 8.);
    QCOMPARE(person.window.windowFilePath(), other);
    QVERIFY(!person.window.isWindowModified());
    person.typeInCell(0, 0, QStringLiteral("5"));
    person.trigger("save"); // asks nothing: nobody else has changed this one
    QCOMPARE(cellIn(other), 5.);
    QCOMPARE(cellIn(path), 9.);
}

void TestRecovery::saveAsksBeforeItReplacesAForeignChange()
{
    const QByteArray theirs = documentWith(9);
    Person person;
    const QString path = inFolder("doc.headlight");
    QVERIFY(person.window.saveTo(path));
    person.typeInCell(0, 0, QStringLiteral("8"));
    const auto saveAnd = [&](const std::function<void(QMessageBox*)>& answer) {
        QVERIFY(writeFileSafely(path, theirs));
        bool asked = false;
        whenShown<QMessageBox>("overwriteQuestion", [&](QMessageBox* box) {
            asked = true;
            answer(box);
        });
        person.find<QAction>("save")->trigger();
        QVERIFY(asked);
    };
    saveAnd([](QMessageBox* box) { box->button(QMessageBox::Cancel)->click(); });
    QCOMPARE(cellIn(path), 9.);
    QVERIFY(person.window.isWindowModified());
    saveAnd([](QMessageBox* box) { click(box, "replace"); });
    QCOMPARE(cellIn(path), 8.);
    QVERIFY(!person.window.isWindowModified());
}

void TestRecovery::ownSavesAreNoChange()
{
    Person person;
    const QString path = inFolder("doc.headlight");
    for (const char* number : {"2", "3", "4"}) {
        person.typeInCell(0, 0, QLatin1String(number));
        QVERIFY(person.window.saveTo(path));
        QTest::qWait(500);
        QVERIFY(!QApplication::activeModalWidget());
    }
}

HEADLIGHT_TEST_MAIN(TestRecovery)
#include "tst_recovery.moc"
