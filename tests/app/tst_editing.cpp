#include "core/document/restructure.h"
#include "core/io/document_json.h"
#include "tests/app/person.h"
#include "ui/models/matrix_table_model.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QMessageBox>
#include <QSettings>
#include <QTemporaryDir>

using namespace headlight;

namespace {

/// Writes into a cell without leaving it.
void beginTyping(Person& person, int row, int column, const QString& text)
{
    person.table()->setFocus();
    person.table()->setCurrentIndex(person.table()->model()->index(row, column));
    QTest::keyClicks(person.table(), text);
    QVERIFY(person.table()->findChild<QLineEdit*>(QStringLiteral("cellEditor")));
}

Document documentOf(Person& person)
{
    return person.window.session().document();
}

Document withKeyWidth(Document document, Index width)
{
    Config config = document.config;
    config.keyWidth = width;
    return withConfig(std::move(document), config);
}

} // namespace

/// What other programs lose between an open editor, the undo stack and a file.
class TestEditing : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void aFailedSaveKeepsTheDocument();
    void saveAsLeavesNothingUnsaved();
    void undoTakesWhatIsBeingTypedFirst();
    void aWindowMayGoWhileOneTypes();
    void whatIsTypedGoesIntoNoOtherDocument();
    void choosingAnotherMatrixKeepsWhatIsTyped();
    void theModelMayShrinkUnderAnOpenEditor();
    void theDocumentMayChangeUnderAQuestion();
    void undoMeansTheSameEverywhere();
    void undoAndRedoPushNothing();
    void theClipboardOutlivesTheWindow();
};

/// Memory is the truth until a save has succeeded.
void TestEditing::aFailedSaveKeepsTheDocument()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("missing/doc.headlight"));
    Person person;
    person.typeInCell(0, 0, QStringLiteral("8"));
    const Document before = documentOf(person);
    bool isTold = false;
    whenShown<QMessageBox>("explanation", [&](QMessageBox* box) {
        isTold = box->text().contains(QStringLiteral("doc.headlight"));
        box->accept();
    });
    QVERIFY(!person.window.saveTo(path));
    QVERIFY(isTold);
    QVERIFY(sameDocument(documentOf(person), before));
    QVERIFY(person.window.isWindowModified());
    QVERIFY(person.window.windowFilePath().isEmpty());
    person.trigger("undo");
    QVERIFY(!sameDocument(documentOf(person), before));
}

void TestEditing::saveAsLeavesNothingUnsaved()
{
    const QTemporaryDir folder;
    Person person;
    for (const char* name : {"first.headlight", "second.headlight"}) {
        const QString path = folder.filePath(QLatin1String(name));
        person.typeInCell(0, 0, QString::number(person.window.session().undoStack()->count() + 5));
        QVERIFY(person.window.isWindowModified());
        QVERIFY(person.window.saveTo(path));
        QVERIFY(!person.window.isWindowModified());
        QVERIFY(sameDocument(*readDocument(readFile(path, 1 << 20)->toStdString()),
                             documentOf(person)));
    }
    person.trigger("undo"); // the history is still there
    QVERIFY(person.window.isWindowModified());
    person.trigger("redo");
    QVERIFY(!person.window.isWindowModified());
}

void TestEditing::undoTakesWhatIsBeingTypedFirst()
{
    Person person;
    person.window.session().edit(SetCell{"layers.0.W_K", 0, 0, 5});
    person.settle();
    const Document before = documentOf(person);
    beginTyping(person, 1, 1, QStringLiteral("7"));
    person.trigger("undo");
    QVERIFY(sameDocument(documentOf(person), before));
    person.trigger("redo");
    Document typed = before;
    applyEdit(typed, SetCell{"layers.0.W_K", 1, 1, 7});
    QVERIFY(sameDocument(documentOf(person), typed));
}

void TestEditing::aWindowMayGoWhileOneTypes()
{
    for (int i = 0; i < 3; ++i) {
        Person person;
        beginTyping(person, i, 1, QStringLiteral("7"));
        person.find<QLineEdit>("sentence")->setText(QStringLiteral("not yet done"));
    }
}

/// As when another program's change is loaded.
void TestEditing::whatIsTypedGoesIntoNoOtherDocument()
{
    Person person;
    const Document other = newDocument("one two three", {});
    beginTyping(person, 0, 0, QStringLiteral("9"));
    person.window.session().open(other);
    person.settle();
    QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : person.table(),
                    Qt::Key_Return);
    person.settle();
    QVERIFY(sameDocument(documentOf(person), other));
    QVERIFY(!person.window.isWindowModified());
}

/// The other matrix, of another shape, comes while the number is still being committed.
void TestEditing::choosingAnotherMatrixKeepsWhatIsTyped()
{
    Person person;
    person.find<QAbstractButton>("tab_W_Q")->click();
    beginTyping(person, 0, 1, QStringLiteral("7"));
    person.find<QAbstractButton>("tab_X")->click();
    person.settle();
    QVERIFY(!person.table()->findChild<QLineEdit*>(QStringLiteral("cellEditor"))); // it is deleted
    QCOMPARE((*documentOf(person).parameters.layers[0].wQ)(0, 1), 7.0);
}

void TestEditing::theModelMayShrinkUnderAnOpenEditor()
{
    Person person;
    person.window.session().edit(SetConfig{withKeyWidth(documentOf(person), 3).config});
    person.settle();
    const Document expected = withKeyWidth(documentOf(person), 1);
    beginTyping(person, 3, 2, QStringLiteral("9"));
    person.window.session().edit(SetConfig{expected.config});
    person.settle();
    QVERIFY(sameDocument(documentOf(person), expected));
    person.trigger("undo");
    person.trigger("undo");
    QCOMPARE(documentOf(person).config.keyWidth, Index(2));
}

/// A question whose answer means cells that are gone.
void TestEditing::theDocumentMayChangeUnderAQuestion()
{
    Person person;
    const Document other = newDocument("one", {.modelWidth = 1, .keyWidth = 1, .outputWidth = 1});
    QGuiApplication::clipboard()->setText(QStringLiteral("1.234\t5.678\n9.876\t5.432"));
    person.table()->setCurrentIndex(person.table()->model()->index(2, 0));
    whenShown<QMessageBox>("pasteMeaning", [&](QMessageBox* box) {
        person.window.session().open(other);
        box->findChild<QAbstractButton*>(QStringLiteral("meaningDecimal"))->click();
    });
    whenShown<QMessageBox>("pasteShape", [](QMessageBox* box) { box->reject(); });
    person.table()->findChild<QAction*>(QStringLiteral("pasteCells"))->trigger();
    person.settle();
    QVERIFY(checkDocument(documentOf(person)));
    QCOMPARE(documentOf(person).tokens, other.tokens);
    QCOMPARE(documentOf(person).embeddings->cols(), Index(1));
}

/// One rule: Ctrl+Z undoes in the document, whatever has the focus.
void TestEditing::undoMeansTheSameEverywhere()
{
    Person person;
    const Document first = documentOf(person);
    auto* line = person.find<QLineEdit>("sentence");
    const QList<QWidget*> places = {line, person.table(), &person.window};
    for (QWidget* place : places) {
        person.typeInCell(0, 0, QStringLiteral("8"));
        place->setFocus();
        QTest::keyClick(place, Qt::Key_Z, Qt::ControlModifier);
        person.settle();
        QVERIFY2(sameDocument(documentOf(person), first), qPrintable(place->objectName()));
        QTest::keyClick(place, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        person.settle();
        QVERIFY2(!sameDocument(documentOf(person), first), qPrintable(place->objectName()));
        person.trigger("undo");
    }
}

void TestEditing::undoAndRedoPushNothing()
{
    Person person;
    person.type(QStringLiteral("cats chase mice"));
    person.typeInCell(0, 0, QStringLiteral("8"));
    person.trigger("addHead");
    const int steps = person.window.session().undoStack()->count();
    for (int i = 0; i < steps; ++i)
        person.trigger("undo");
    QCOMPARE(person.window.session().undoStack()->count(), steps);
    QVERIFY(!person.window.isWindowModified());
    for (int i = 0; i < steps; ++i)
        person.trigger("redo");
    QCOMPARE(person.window.session().undoStack()->count(), steps);
    QCOMPARE(documentOf(person).config.heads, 2);
}

void TestEditing::theClipboardOutlivesTheWindow()
{
    QString copied;
    {
        Person person;
        person.table()->selectAll();
        person.table()->findChild<QAction*>(QStringLiteral("copyCells"))->trigger();
        person.trigger("copyPicture");
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
        person.table()->findChild<QAction*>(QStringLiteral("copyCells"))->trigger();
        copied = QGuiApplication::clipboard()->text();
        person.window.session().undoStack()->setClean();
    }
    QVERIFY(!copied.isEmpty());
    QCOMPARE(QGuiApplication::clipboard()->text(), copied);
}

HEADLIGHT_TEST_MAIN(TestEditing)
#include "tst_editing.moc"
