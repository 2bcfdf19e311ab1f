#include "tests/support/quiet.h"
#include "ui/models/cell_block.h"
#include "ui/models/matrix_table_model.h"
#include "ui/views/matrix_view.h"
#include "ui/views/number_scrub.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>

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
};

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
    const Result<Matrix> result = pasted(Matrix::Zero(4, 4), {0, 0, rows, columns}, block);
    QTEST(bool(result), "fits");
    if (!result)
        return;
    for (int r = 0; r < std::max(rows, blockRows); ++r) {
        for (int c = 0; c < std::max(columns, blockColumns); ++c)
            QCOMPARE((*result)(r, c), block(r % blockRows, c % blockColumns));
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
    QTest::newRow("comma and unicode minus") << QStringLiteral("−0,25") << QStringLiteral("-0.25");
    QTest::newRow("ragged") << QStringLiteral("1\t2\n3") << QString();
    QTest::newRow("a word") << QStringLiteral("1\tx") << QString();
    QTest::newRow("grouped thousands") << QStringLiteral("1,234.5") << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TestMatrixTable::clipboardTextOfOthers()
{
    QFETCH(QString, text);
    QFETCH(QString, cells);
    const Result<Matrix> block = parseCells(text);
    QCOMPARE(bool(block), !cells.isEmpty());
    if (!block)
        return;
    const QStringList rows = cells.split(u';');
    QCOMPARE(block->rows(), Index(rows.size()));
    for (int r = 0; r < rows.size(); ++r) {
        const QStringList row = rows[r].split(u' ');
        for (int c = 0; c < row.size(); ++c)
            QCOMPARE((*block)(r, c), row[c].toDouble());
    }
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
