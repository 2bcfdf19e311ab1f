#include "core/document/restructure.h"
#include "tests/support/quiet.h"
#include "ui/models/cell_block.h"
#include "ui/models/matrix_table_model.h"
#include "ui/views/matrix_view.h"
#include "ui/views/number_scrub.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>

#include <algorithm>
#include <limits>

using namespace headlight;

namespace {

Matrix counting(Index rows, Index columns)
{
    Matrix matrix(rows, columns);
    for (Index i = 0; i < matrix.size(); ++i)
        matrix.data()[i] = double(i);
    return matrix;
}

/// A view that shows a matrix and takes every wish, as the window does.
struct Table {
    MatrixView view;
    QStringList refusals;
    int edits = 0;

    explicit Table(const Matrix& matrix)
    {
        MatrixTableModel* model = view.matrixModel();
        model->setMatrix(matrix);
        QObject::connect(&view, &MatrixView::cellEdited, model,
                         [this, model](int row, int column, double value) {
                             Matrix changed = model->matrix();
                             changed(row, column) = value;
                             model->setMatrix(changed);
                             ++edits;
                         });
        QObject::connect(&view, &MatrixView::matrixEdited, model, [this, model](const Matrix& m) {
            model->setMatrix(m);
            ++edits;
        });
        QObject::connect(&view, &MatrixView::editRefused, model,
                         [this](const QString& reason) { refusals += reason; });
        view.resize(500, 300);
        view.show();
        view.setFocus();
    }

    double at(int row, int column) const { return view.matrixModel()->matrix()(row, column); }
    QPoint centre(int row, int column) const
    {
        return view.visualRect(view.model()->index(row, column)).center();
    }
    void go(int row, int column) { view.setCurrentIndex(view.model()->index(row, column)); }
    void trigger(const char* action) { view.findChild<QAction*>(QLatin1String(action))->trigger(); }
    void select(int row, int column, int rows, int columns)
    {
        const QAbstractItemModel* model = view.model();
        view.selectionModel()->select(
            {model->index(row, column), model->index(row + rows - 1, column + columns - 1)},
            QItemSelectionModel::ClearAndSelect);
    }
    void paste(const QString& text)
    {
        QGuiApplication::clipboard()->setText(text);
        trigger("pasteCells");
    }
    /// Rows apart by ; and columns by a blank.
    QString numbers() const
    {
        QStringList rows;
        for (int r = 0; r < view.model()->rowCount(); ++r) {
            QStringList cells;
            for (int c = 0; c < view.model()->columnCount(); ++c)
                cells += QString::number(at(r, c));
            rows += cells.join(u' ');
        }
        return rows.join(u';');
    }
};

/// The table of W_K of a document with d_model 3 and d_k 2.
struct WeightTable : Table {
    Document document = newDocument("a b", Config{3, 2, 2, 3});
    std::optional<ResizeTensor> wish;

    explicit WeightTable(const Config& config = {3, 2, 2, 3})
        : Table(counting(config.modelWidth, config.keyWidth))
        , document(newDocument("a b", config))
    {
        const auto shared = std::make_shared<const Document>(document);
        view.matrixModel()->setContext(
            {"layers.0.head.0.W_K", shared, computeSnapshot(shared), {}});
        QObject::connect(&view, &MatrixView::resizeWanted, &view,
                         [this](const ResizeTensor& edit) { wish = edit; });
    }
};

/// Answers the next question with a button, and keeps what was asked. Without a name: Cancel.
struct Answer {
    QString question; // the object name of the dialog; empty when nothing was asked
    QString text;
    QTimer timer;

    explicit Answer(const char* button)
    {
        timer.setSingleShot(true);
        QObject::connect(&timer, &QTimer::timeout, &timer, [this, button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return;
            question = box->objectName();
            text = box->text() + u'\n' + box->informativeText();
            QAbstractButton* wanted = *button ? box->findChild<QPushButton*>(QLatin1String(button))
                                              : box->button(QMessageBox::Cancel);
            (wanted ? wanted : box->button(QMessageBox::Cancel))->click();
        });
        timer.start(0);
    }
};

/// Lets `use` work in the next modal dialog, which it has to close.
void inDialog(QObject* context, const std::function<void(QDialog*)>& use)
{
    QTimer::singleShot(0, context, [use] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        use(dialog);
    });
}

} // namespace

class TestMatrixTable : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void keepsTheModelContract();
    void typingReplacesANumber();
    void enterGoesDownAndTabGoesRight();
    void whatIsNoNumberIsRefusedAndTheOldValueStays();
    void openingAndClosingAnEditorChangesNothing();
    void deleteSetsZero();
    void aDragSidewaysChangesTheNumberInOneGesture();
    void aDragDownSelectsInstead();
    void copyAndPasteKeepEveryBit();
    void pasteShapes_data();
    void pasteShapes();
    void clipboardTextOfOthers_data();
    void clipboardTextOfOthers();
    void numbersOfEveryProgramArePasted_data();
    void numbersOfEveryProgramArePasted();
    void anAmbiguousMarkIsAskedOnce_data();
    void anAmbiguousMarkIsAskedOnce();
    void whatWasCopiedHereIsPastedWithoutAQuestion();
    void anotherShapeIsCroppedOrRepeated_data();
    void anotherShapeIsCroppedOrRepeated();
    void aMatrixIsResizedForWhatIsPasted_data();
    void aMatrixIsResizedForWhatIsPasted();
    void aSizeThatCannotChangeIsExplained();
    void aTableOfAWebPageIsPasted_data();
    void aTableOfAWebPageIsPasted();
    void pastingTakesAsLongAsTheTextIs();
    void copiesTakeATableAlong();
    void aTypedFormulaIsComputedOnce_data();
    void aTypedFormulaIsComputedOnce();
    void aFormulaFillsTheSelection();
    void theFillDialogExplainsWhatIsWrong();
    void anEmptyTableRefusesNumbers();
    void copyAsSpellsTheSelectionAndRemembers();
    void copyAsLeavesHeadingsOutWhereTheyHaveNoPlace();
    void fillsAndTransposes();
    void committingWritesAnOpenEditor();
    void aComputedMatrixCannotBeTypedInto();
};

void TestMatrixTable::keepsTheModelContract()
{
    MatrixTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const auto& [rows, columns] : {std::pair{3, 4}, {3, 4}, {2, 2}, {0, 0}, {1, 1}, {0, 3}})
        model.setMatrix(counting(rows, columns));
    model.setHeadings({QStringLiteral("<s>")}, {QStringLiteral("k₁")});
    QCOMPARE(model.headerData(0, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("<s>"));
}

void TestMatrixTable::typingReplacesANumber()
{
    Table table(counting(3, 2));
    table.go(1, 1);
    QTest::keyClicks(&table.view, QStringLiteral("8"));
    auto* editor = table.view.findChild<QLineEdit*>(QStringLiteral("cellEditor"));
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral(",5"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(table.at(1, 1), 8.5);
    QCOMPARE(table.edits, 1);
}

void TestMatrixTable::enterGoesDownAndTabGoesRight()
{
    Table table(counting(3, 2));
    table.go(0, 0);
    QTest::keyClick(&table.view, Qt::Key_Return);
    QCOMPARE(table.view.currentIndex().row(), 1);
    QTest::keyClick(&table.view, Qt::Key_Tab);
    QCOMPARE(table.view.currentIndex().column(), 1);
    QTest::keyClick(&table.view, Qt::Key_F2);
    auto* editor = table.view.findChild<QLineEdit*>(QStringLiteral("cellEditor"));
    QVERIFY(editor);
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(table.view.currentIndex().row(), 2);
    QCOMPARE(table.edits, 0);
}

void TestMatrixTable::whatIsNoNumberIsRefusedAndTheOldValueStays()
{
    Table table(counting(3, 2));
    MatrixTableModel* model = table.view.matrixModel();
    for (const char* typed : {"abc", "1,234.5", "", "1/0", "1e999"})
        QVERIFY(!model->setData(model->index(1, 0), QString::fromLatin1(typed), Qt::EditRole));
    QCOMPARE(table.refusals.size(), 5);
    QVERIFY(table.refusals[0].contains(QStringLiteral("abc")));
    QCOMPARE(table.at(1, 0), 2.0);
}

void TestMatrixTable::openingAndClosingAnEditorChangesNothing()
{
    Matrix matrix = counting(1, 2);
    matrix(0, 0) = 0.1 + 0.2; // 17 digits
    Table table(matrix);
    table.go(0, 0);
    QTest::keyClick(&table.view, Qt::Key_F2);
    auto* editor = table.view.findChild<QLineEdit*>(QStringLiteral("cellEditor"));
    QCOMPARE(editor->text(), QStringLiteral("0.30000000000000004"));
    QTest::keyClick(editor, Qt::Key_Return);
    QCOMPARE(table.edits, 0);
    QVERIFY(sameBits(table.view.matrixModel()->matrix(), matrix));
}

void TestMatrixTable::deleteSetsZero()
{
    Table table(counting(3, 2));
    table.view.selectRow(2);
    QTest::keyClick(&table.view, Qt::Key_Delete);
    QCOMPARE(table.at(2, 0), 0.0);
    QCOMPARE(table.at(2, 1), 0.0);
    QCOMPARE(table.at(1, 1), 3.0);
}

void TestMatrixTable::aDragSidewaysChangesTheNumberInOneGesture()
{
    Table table(counting(3, 2));
    QSignalSpy begun(&table.view, &MatrixView::gestureBegun);
    QSignalSpy edited(&table.view, &MatrixView::cellEdited);
    connect(&table.view, &MatrixView::gestureBegun, &table.view, [&] { table.view.setGesture(7); });
    const QPoint from = table.centre(0, 1); // holds 1
    QTest::mousePress(table.view.viewport(), Qt::LeftButton, {}, from);
    for (int x = 1; x <= 50; ++x) {
        QMouseEvent move(QEvent::MouseMove, from + QPoint(x, 0),
                         table.view.viewport()->mapToGlobal(from + QPoint(x, 0)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(table.view.viewport(), &move);
    }
    QTest::mouseRelease(table.view.viewport(), Qt::LeftButton, {}, from + QPoint(50, 0));
    QCOMPARE(table.at(0, 1), 1.5);
    QCOMPARE(begun.count(), 1);
    QVERIFY(edited.count() > 20);
    for (const QList<QVariant>& signal : edited)
        QCOMPARE(signal[3].toInt(), 7);
}

void TestMatrixTable::aDragDownSelectsInstead()
{
    Table table(counting(3, 2));
    const QPoint from = table.centre(0, 0);
    QTest::mousePress(table.view.viewport(), Qt::LeftButton, {}, from);
    const QPoint to = table.centre(2, 0);
    QMouseEvent move(QEvent::MouseMove, to, table.view.viewport()->mapToGlobal(to), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(table.view.viewport(), &move);
    QTest::mouseRelease(table.view.viewport(), Qt::LeftButton, {}, to);
    QCOMPARE(table.edits, 0);
    QCOMPARE(table.view.selectionModel()->selectedIndexes().size(), 3);
}

void TestMatrixTable::copyAndPasteKeepEveryBit()
{
    Matrix matrix(2, 2);
    matrix << 1.0 / 3, -0.0, 5e-324, 1.7976931348623157e308;
    Table table(matrix);
    table.view.selectAll();
    table.trigger("copyCells");
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("0.3333333333333333\t-0\n5e-324\t1.7976931348623157e308\n"));
    table.view.matrixModel()->setMatrix(Matrix::Zero(2, 2));
    table.go(0, 0);
    table.trigger("pasteCells");
    QVERIFY(sameBits(table.view.matrixModel()->matrix(), matrix));
}

void TestMatrixTable::pasteShapes_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("blockRows");
    QTest::addColumn<int>("blockColumns");
    QTest::addColumn<bool>("fits");
    QTest::newRow("one cell takes a block") << 1 << 1 << 2 << 2 << true;
    QTest::newRow("one number fills a selection") << 3 << 2 << 1 << 1 << true;
    QTest::newRow("a row repeats") << 4 << 2 << 1 << 2 << true;
    QTest::newRow("a block repeats") << 4 << 4 << 2 << 2 << true;
    QTest::newRow("another shape") << 3 << 2 << 2 << 2 << false;
    QTest::newRow("beyond the edge") << 1 << 1 << 5 << 1 << false;
}

void TestMatrixTable::pasteShapes()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    QFETCH(int, blockRows);
    QFETCH(int, blockColumns);
    const Matrix block = counting(blockRows, blockColumns).array() + 100;
    const Matrix matrix = Matrix::Zero(4, 4);
    const std::optional<CellRange> target = fittingTarget(matrix, {0, 0, rows, columns}, block);
    QTEST(bool(target), "fits");
    if (!target)
        return;
    const Matrix result = pasted(matrix, *target, block);
    for (int r = 0; r < std::max(rows, blockRows); ++r) {
        for (int c = 0; c < std::max(columns, blockColumns); ++c)
            QCOMPARE(result(r, c), block(r % blockRows, c % blockColumns));
    }
}

void TestMatrixTable::clipboardTextOfOthers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cells"); // rows by ; and columns by a blank; empty: refused
    QTest::newRow("trailing newline")
        << QStringLiteral("1\t2\r\n3\t4\r\n") << QStringLiteral("1 2;3 4");
    QTest::newRow("no newline") << QStringLiteral("1\t2") << QStringLiteral("1 2");
    QTest::newRow("byte order mark") << QStringLiteral("\uFEFF5") << QStringLiteral("5");
    QTest::newRow("quotes") << QStringLiteral("\"1,5\"\t\"2\"") << QStringLiteral("1.5 2");
    QTest::newRow("comma and unicode minus")
        << QStringLiteral("−0,25\t3") << QStringLiteral("-0.25 3");
    QTest::newRow("grouped thousands")
        << QStringLiteral("1,234.5\t2") << QStringLiteral("1234.5 2");
    QTest::newRow("ragged") << QStringLiteral("1\t2\n3") << QString();
    QTest::newRow("a word") << QStringLiteral("1\tx") << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TestMatrixTable::clipboardTextOfOthers()
{
    QFETCH(QString, text);
    QFETCH(QString, cells);
    const QStringList rows = cells.split(u';');
    Table table(counting(rows.size(), rows[0].split(u' ').size()));
    table.go(0, 0);
    table.paste(text);
    QCOMPARE(table.refusals.isEmpty(), !cells.isEmpty());
    if (!cells.isEmpty())
        QCOMPARE(table.numbers(), cells);
}

void TestMatrixTable::numbersOfEveryProgramArePasted_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("numpy") << QStringLiteral("array([[ 1.5, -2. ],\n       [ 3. ,  4. ]])");
    QTest::newRow("torch") << QStringLiteral("tensor([[1.5, -2.], [3., 4.]], device='cuda:0')");
    QTest::newRow("json") << QStringLiteral("[[1.5, -2], [3, 4]]");
    QTest::newRow("matlab") << QStringLiteral("W = [1.5 -2; 3 4];");
    QTest::newRow("latex") << QStringLiteral("\\begin{bmatrix} 1.5 & -2 \\\\ 3 & 4 \\end{bmatrix}");
    QTest::newRow("typst") << QStringLiteral("$ mat(1.5, -2; 3, 4) $");
    QTest::newRow("markdown") << QStringLiteral("| a | b |\n|---|---|\n| 1.5 | -2 |\n| 3 | 4 |");
    QTest::newRow("csv") << QStringLiteral("1.5,-2\n3,4\n");
    QTest::newRow("german csv") << QStringLiteral("1,5;-2\r\n3;4\r\n");
}

void TestMatrixTable::numbersOfEveryProgramArePasted()
{
    QFETCH(QString, text);
    Table table(Matrix::Zero(2, 2));
    table.go(0, 0);
    table.paste(text);
    QCOMPARE(table.numbers(), QStringLiteral("1.5 -2;3 4"));
    QCOMPARE(table.edits, 1);
}

void TestMatrixTable::anAmbiguousMarkIsAskedOnce_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("button");
    QTest::addColumn<QString>("numbers");
    const QString point = QStringLiteral("1.234\t5.678");
    const QString comma = QStringLiteral("1,5");
    QTest::newRow("decimal") << point << QByteArray("meaningDecimal")
                             << QStringLiteral("1.234 5.678");
    QTest::newRow("thousands") << point << QByteArray("meaningThousands")
                               << QStringLiteral("1234 5678");
    QTest::newRow("cancel") << point << QByteArray() << QStringLiteral("0 1");
    QTest::newRow("decimal comma")
        << comma << QByteArray("meaningDecimal") << QStringLiteral("1.5 1");
    QTest::newRow("two cells") << comma << QByteArray("meaningSeparator") << QStringLiteral("1 5");
}

void TestMatrixTable::anAmbiguousMarkIsAskedOnce()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, button);
    Table table(counting(1, 2));
    table.go(0, 0);
    const Answer answer(button.constData());
    table.paste(text);
    QCOMPARE(answer.question, QStringLiteral("pasteMeaning"));
    QVERIFY2(answer.text.contains(text.left(text.indexOf(u'\t'))), qPrintable(answer.text));
    QTEST(table.numbers(), "numbers");
    QVERIFY(table.refusals.isEmpty());
}

void TestMatrixTable::whatWasCopiedHereIsPastedWithoutAQuestion()
{
    Matrix matrix(1, 2);
    matrix << 1.234, 5.678;
    Table table(matrix);
    table.view.selectAll();
    table.trigger("copyCells");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("1.234\t5.678\n"));
    table.view.matrixModel()->setMatrix(Matrix::Zero(1, 2));
    const Answer answer("");
    table.trigger("pasteCells");
    QVERIFY(answer.question.isEmpty());
    QVERIFY(sameBits(table.view.matrixModel()->matrix(), matrix));
}

void TestMatrixTable::anotherShapeIsCroppedOrRepeated_data()
{
    QTest::addColumn<QRect>("selected"); // column, row, columns, rows
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("button");
    QTest::addColumn<QString>("numbers");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QRect& selected, const char* text,
                        const char* button, const char* numbers, const char* said) {
        QTest::newRow(name) << selected << QString::fromLatin1(text) << QByteArray(button)
                            << QString::fromLatin1(numbers) << QString::fromUtf8(said);
    };
    const QRect last(1, 2, 1, 1);
    row("crop at the edge", last, "[7 8; 9 10]", "pasteCrop", "0 0;0 0;0 7",
        "Crop puts the first 1 × 1 of the 2 × 2 numbers into rows 3, columns 2");
    row("crop to the selection", {0, 0, 2, 2}, "[1 2 3; 4 5 6; 7 8 9]", "pasteCrop", "1 2;4 5;0 0",
        "2 × 2 of the 3 × 3 numbers into rows 1–2, columns 1–2");
    row("repeat and cut", {0, 0, 2, 3}, "[1; 2]", "pasteRepeat", "1 1;2 2;1 1",
        "Repeat puts the 2 × 1 numbers into rows 1–3, columns 1–2 again and again");
    row("write once", {0, 0, 2, 3}, "[1; 2]", "pasteCrop", "1 0;2 0;0 0",
        "Write Once puts the 2 × 1 numbers into rows 1–2, columns 1");
    row("cancel", last, "[7 8; 9 10]", "", "0 0;0 0;0 0", "The matrix stays 3 × 2");
}

void TestMatrixTable::anotherShapeIsCroppedOrRepeated()
{
    QFETCH(QRect, selected);
    QFETCH(QString, text);
    QFETCH(QByteArray, button);
    QFETCH(QString, said);
    Table table(Matrix::Zero(3, 2));
    table.select(selected.y(), selected.x(), selected.height(), selected.width());
    const Answer answer(button.constData());
    table.paste(text);
    QCOMPARE(answer.question, QStringLiteral("pasteShape"));
    QVERIFY2(answer.text.contains(said), qPrintable(answer.text));
    QTEST(table.numbers(), "numbers");
}

void TestMatrixTable::aMatrixIsResizedForWhatIsPasted_data()
{
    QTest::addColumn<QRect>("selected"); // column, row, columns, rows
    QTest::addColumn<QString>("text");
    QTest::addColumn<QSize>("shape"); // columns, rows
    QTest::addColumn<QPoint>("from"); // column, row
    QTest::addColumn<QStringList>("said");
    QTest::newRow("grows around one cell")
        << QRect(1, 1, 1, 1) << QStringLiteral("[1 2; 3 4; 5 6]") << QSize(3, 4) << QPoint(1, 1)
        << QStringList{QStringLiteral("Resize makes the matrix 4 × 3"),
                       QStringLiteral("d_model becomes 4"),
                       QStringLiteral("d_k becomes 3"),
                       QStringLiteral("divided by √3"),
                       QStringLiteral("W_O and the output get 4"),
                       QStringLiteral("come from the seed")};
    QTest::newRow("takes the shape when all is selected")
        << QRect(0, 0, 2, 3) << QStringLiteral("[1 2 3; 4 5 6]") << QSize(3, 2) << QPoint(0, 0)
        << QStringList{QStringLiteral("Resize makes the matrix 2 × 3"),
                       QStringLiteral("d_model becomes 2"), QStringLiteral("dropped; Undo")};
}

void TestMatrixTable::aMatrixIsResizedForWhatIsPasted()
{
    QFETCH(QRect, selected);
    QFETCH(QString, text);
    QFETCH(QSize, shape);
    QFETCH(QPoint, from);
    QFETCH(QStringList, said);
    WeightTable table;
    table.select(selected.y(), selected.x(), selected.height(), selected.width());
    const Answer answer("pasteResize");
    table.paste(text);
    for (const QString& part : said)
        QVERIFY2(answer.text.contains(part), qPrintable(answer.text));
    QVERIFY(table.wish);
    QCOMPARE(table.wish->tensor, std::string("layers.0.head.0.W_K"));
    QVERIFY((table.wish->shape == Shape{shape.height(), shape.width()}));
    QCOMPARE(QPoint(int(table.wish->column), int(table.wish->row)), from);
    QCOMPARE(table.wish->block(0, 1), 2.0);
    QVERIFY(checkEdit(table.document, *table.wish));
    QCOMPARE(table.edits, 0);
}

void TestMatrixTable::aSizeThatCannotChangeIsExplained()
{
    WeightTable table;
    MatrixContext context = table.view.matrixModel()->context();
    context.path = "X"; // one row for each of two tokens
    table.view.matrixModel()->setContext(context);
    table.view.matrixModel()->setMatrix(counting(2, 3));
    table.go(1, 0);
    const Answer answer("pasteResize");
    table.paste(QStringLiteral("[1; 2]"));
    QVERIFY2(answer.text.contains(
                 QStringLiteral("The matrix stays 2 × 3. Its rows follow from the sentence.")),
             qPrintable(answer.text));
    QVERIFY(!table.wish); // there is no such button
}

void TestMatrixTable::aTableOfAWebPageIsPasted_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("html");
    QTest::addColumn<QString>("numbers"); // in a matrix that holds 0 1
    const QString table = QStringLiteral("<table><tr><td>7</td><td>8</td></tr></table>");
    QTest::newRow("the table alone") << QString() << table << QStringLiteral("7 8");
    QTest::newRow("text without tabs") << QStringLiteral("78") << table << QStringLiteral("7 8");
    QTest::newRow("text with tabs") << QStringLiteral("5\t6") << table << QStringLiteral("5 6");
    QTest::newRow("no table") << QStringLiteral("5 6") << QStringLiteral("<b>5</b> 6")
                              << QStringLiteral("5 6");
    QTest::newRow("a table that is none of numbers")
        << QStringLiteral("5 6") << QStringLiteral("<table><tr><td>1<td>x</table>")
        << QStringLiteral("5 6");
}

void TestMatrixTable::aTableOfAWebPageIsPasted()
{
    QFETCH(QString, text);
    QFETCH(QString, html);
    Table table(counting(1, 2));
    table.go(0, 0);
    auto* data = new QMimeData;
    if (!text.isEmpty())
        data->setText(text);
    data->setHtml(html);
    QGuiApplication::clipboard()->setMimeData(data);
    table.trigger("pasteCells");
    QTEST(table.numbers(), "numbers");
}

/// Four times as many numbers take some four times as long, not sixteen times.
void TestMatrixTable::pastingTakesAsLongAsTheTextIs()
{
#ifdef NDEBUG
    constexpr Index size = 1000;
#else
    constexpr Index size = 200; // a debug build checks every step
#endif
    const auto shortest = [](Index rows) {
        const Matrix block = Matrix::Random(rows, rows);
        QString text;
        for (Index r = 0; r < rows; ++r) {
            for (Index c = 0; c < rows; ++c)
                text += QString::number(block(r, c), 'g', 17) + (c + 1 < rows ? u'\t' : u'\n');
        }
        qint64 least = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 3; ++i) {
            Table table(Matrix::Zero(rows, rows));
            table.go(0, 0);
            QElapsedTimer timer;
            timer.start();
            table.paste(text);
            least = std::min(least, timer.nsecsElapsed());
            if (!sameBits(table.view.matrixModel()->matrix(), block))
                return std::numeric_limits<double>::quiet_NaN();
        }
        return double(least);
    };
    const double ratio = shortest(size) / shortest(size / 2);
    QVERIFY2(ratio < 10, qPrintable(QString::number(ratio)));
}

void TestMatrixTable::copiesTakeATableAlong()
{
    QSettings().clear();
    Table table(counting(2, 2));
    table.view.matrixModel()->setHeadings({QStringLiteral("<s>"), QStringLiteral("R&D")},
                                          {QStringLiteral("k₁"), QStringLiteral("k₂")});
    table.select(1, 0, 1, 2);
    table.trigger("copyCells");
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(data->text(), QStringLiteral("2\t3\n"));
    QVERIFY(data->html().contains(QStringLiteral("<tr><td>2</td><td>3</td></tr>")));

    const auto copyAs = [&](const char* dialect) {
        inDialog(&table.view, [dialect](QDialog* dialog) {
            dialog->findChild<QComboBox*>(QStringLiteral("copyDialect"))
                ->setCurrentText(QLatin1String(dialect));
            dialog->findChild<QCheckBox*>(QStringLiteral("copyHeadings"))->setChecked(true);
            dialog->accept();
        });
        table.trigger("copyCellsAs");
        data = QGuiApplication::clipboard()->mimeData();
    };
    copyAs("HTML table");
    QVERIFY(data->html().endsWith(data->text()));
    QVERIFY(data->text().contains(QStringLiteral("<tr><th></th><th>k₁</th><th>k₂</th></tr>\n"
                                                 "<tr><th>R&amp;D</th><td>2</td><td>3</td></tr>")));
    copyAs("NumPy");
    QVERIFY(!data->hasHtml()); // an editor would take the table in the place of the text
}

void TestMatrixTable::aTypedFormulaIsComputedOnce_data()
{
    QTest::addColumn<QString>("typed"); // in row 2, column 1, where 2 stands
    QTest::addColumn<QString>("numbers");
    QTest::addColumn<QString>("refusal");
    const QString before = QStringLiteral("0 1;2 3;4 5");
    QTest::newRow("row and column")
        << QStringLiteral("=10*row + col") << QStringLiteral("0 1;21 3;4 5") << QString();
    QTest::newRow("itself and another") << QStringLiteral(" = value + W_K(1,1)*0 + n*d")
                                        << QStringLiteral("0 1;8 3;4 5") << QString();
    QTest::newRow("unknown name") << QStringLiteral("=2*foo") << before
                                  << QStringLiteral("“foo” is not known (character 4)");
    QTest::newRow("no such cell") << QStringLiteral("=W_K(4, 1)") << before
                                  << QStringLiteral("W_K has 3 rows, there is no row 4");
}

void TestMatrixTable::aTypedFormulaIsComputedOnce()
{
    QFETCH(QString, typed);
    QFETCH(QString, refusal);
    WeightTable table;
    const QModelIndex cell = table.view.model()->index(1, 0);
    const bool isSet = table.view.model()->setData(cell, typed, Qt::EditRole);
    QCOMPARE(isSet, refusal.isEmpty());
    QTEST(table.numbers(), "numbers");
    QVERIFY2(table.refusals.join(u' ').startsWith(refusal), qPrintable(table.refusals.join(u' ')));
    QCOMPARE(table.refusals.isEmpty(), refusal.isEmpty());
}

void TestMatrixTable::aFormulaFillsTheSelection()
{
    QSettings().clear();
    Table table(counting(9, 9));
    table.select(1, 2, 8, 7);
    inDialog(&table.view, [](QDialog* dialog) {
        auto* formula = dialog->findChild<QLineEdit*>(QStringLiteral("fillFormula"));
        formula->setText(QStringLiteral("100*row + col"));
        const QAbstractItemModel* preview
            = dialog->findChild<QTableView*>(QStringLiteral("fillPreview"))->model();
        QCOMPARE(preview->rowCount(), 6);
        QCOMPARE(preview->index(0, 0).data(Qt::EditRole).toString(), QStringLiteral("203"));
        QCOMPARE(preview->headerData(0, Qt::Vertical).toString(), QStringLiteral("2"));
        dialog->accept();
    });
    table.trigger("fillFormula");
    QCOMPARE(table.edits, 1);
    QCOMPARE(table.at(8, 8), 909.0);
    QCOMPARE(table.at(1, 2), 203.0);
    QCOMPARE(table.at(0, 2), 2.0);
    QCOMPARE(table.at(1, 1), 10.0);
    inDialog(&table.view, [](QDialog* dialog) {
        QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("fillFormula"))->text(),
                 QStringLiteral("100*row + col"));
        dialog->reject();
    });
    table.trigger("fillFormula");
    QCOMPARE(table.edits, 1);
}

void TestMatrixTable::theFillDialogExplainsWhatIsWrong()
{
    QSettings().clear();
    WeightTable table(Config{9, 2, 2, 9});
    table.go(0, 0); // one selected cell: the whole matrix is meant
    inDialog(&table.view, [](QDialog* dialog) {
        auto* formula = dialog->findChild<QLineEdit*>(QStringLiteral("fillFormula"));
        auto* complaint = dialog->findChild<QLabel*>(QStringLiteral("fillComplaint"));
        formula->setText(QStringLiteral("row +"));
        QVERIFY(complaint->isVisible());
        QVERIFY(complaint->text().contains(QStringLiteral("ends where")));
        formula->setText(QStringLiteral("1/(row - col)"));
        QVERIFY(!complaint->isVisible());
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("fillNote"))
                    ->text()
                    .contains(QStringLiteral("NaN or infinite")));
        formula->setText(QStringLiteral("W_K(row + 1, 1)")); // fails below what is shown
        QVERIFY(!complaint->isVisible());
        dialog->accept();
        QVERIFY(dialog->isVisible());
        QVERIFY(complaint->text().contains(QStringLiteral("there is no row 10")));
        dialog->reject();
    });
    table.trigger("fillFormula");
    QCOMPARE(table.edits, 0);
}

void TestMatrixTable::anEmptyTableRefusesNumbers()
{
    Table table(Matrix(0, 3));
    table.paste(QStringLiteral("1"));
    QCOMPARE(table.refusals.size(), 1);
    QCOMPARE(table.edits, 0);
}

void TestMatrixTable::copyAsSpellsTheSelectionAndRemembers()
{
    QSettings().clear();
    Table table(counting(2, 3));
    table.view.matrixModel()->setHeadings({QStringLiteral("<s>"), QStringLiteral("R&D")},
                                          {QStringLiteral("k₁"), QStringLiteral("k₂")});
    table.select(1, 0, 1, 2);
    inDialog(&table.view, [](QDialog* dialog) {
        dialog->findChild<QComboBox*>(QStringLiteral("copyDialect"))
            ->setCurrentText(QStringLiteral("Markdown table"));
        dialog->findChild<QSpinBox*>(QStringLiteral("copyDigits"))->setValue(3);
        dialog->findChild<QCheckBox*>(QStringLiteral("copyHeadings"))->setChecked(true);
        QVERIFY(dialog->findChild<QPlainTextEdit*>(QStringLiteral("copyPreview"))
                    ->toPlainText()
                    .contains(QStringLiteral("R&D")));
        dialog->accept();
    });
    table.trigger("copyCellsAs");
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QStringLiteral("|  | k₁ | k₂ |\n| ---: | ---: | ---: |\n| R&D | 3 | 4 |\n"));
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    inDialog(&table.view, [](QDialog* dialog) {
        QCOMPARE(dialog->findChild<QComboBox*>(QStringLiteral("copyDialect"))->currentText(),
                 QStringLiteral("Markdown table"));
        QCOMPARE(dialog->findChild<QSpinBox*>(QStringLiteral("copyDigits"))->value(), 3);
        dialog->reject();
    });
    table.trigger("copyCellsAs");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
}

void TestMatrixTable::copyAsLeavesHeadingsOutWhereTheyHaveNoPlace()
{
    Table table(counting(1, 2));
    inDialog(&table.view, [](QDialog* dialog) {
        auto* headings = dialog->findChild<QCheckBox*>(QStringLiteral("copyHeadings"));
        headings->setChecked(true);
        dialog->findChild<QSpinBox*>(QStringLiteral("copyDigits"))->setValue(0);
        dialog->findChild<QComboBox*>(QStringLiteral("copyDialect"))
            ->setCurrentText(QStringLiteral("MATLAB"));
        QVERIFY(!headings->isEnabled());
        dialog->accept();
    });
    table.trigger("copyCellsAs");
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("[0 1]\n"));
}

void TestMatrixTable::fillsAndTransposes()
{
    Table table(counting(3, 3));
    table.go(0, 0); // one selected cell: the whole matrix is meant
    table.trigger("transposeMatrix");
    QCOMPARE(table.at(0, 1), 3.0);
    table.trigger("fillIdentity");
    QVERIFY(table.view.matrixModel()->matrix() == Matrix::Identity(3, 3));
    table.trigger("fillZeros");
    QVERIFY(table.view.matrixModel()->matrix() == Matrix::Zero(3, 3));
}

void TestMatrixTable::committingWritesAnOpenEditor()
{
    Table table(counting(2, 2));
    table.go(0, 0);
    QTest::keyClicks(&table.view, QStringLiteral("4"));
    QTest::keyClicks(table.view.findChild<QLineEdit*>(QStringLiteral("cellEditor")),
                     QStringLiteral("2"));
    QCOMPARE(table.at(0, 0), 0.0);
    table.view.commitEditor();
    QCOMPARE(table.at(0, 0), 42.0);
}

void TestMatrixTable::aComputedMatrixCannotBeTypedInto()
{
    Table table(counting(2, 2));
    table.view.matrixModel()->setEditable(false);
    table.go(0, 0);
    QTest::keyClicks(&table.view, QStringLiteral("8"));
    QTest::keyClick(&table.view, Qt::Key_Delete);
    QVERIFY(!table.view.findChild<QLineEdit*>(QStringLiteral("cellEditor")));
    QCOMPARE(table.edits, 0);
}

HEADLIGHT_TEST_MAIN(TestMatrixTable)
#include "tst_matrix_table.moc"
