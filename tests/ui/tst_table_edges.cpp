#include "tests/support/quiet.h"
#include "ui/models/matrix_table_model.h"
#include "ui/style/accessible_areas.h"
#include "ui/views/matrix_view.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

#include <ctime>

using namespace headlight;

namespace {

struct Table {
    MatrixView view;

    explicit Table(const Matrix& matrix)
    {
        view.matrixModel()->setMatrix(matrix);
        view.resize(500, 300);
        view.show();
        view.setFocus();
    }

    QAbstractItemModel& model() { return *view.model(); }
    void go(int row, int column) { view.setCurrentIndex(model().index(row, column)); }
    QLineEdit* editor() { return view.findChild<QLineEdit*>(QStringLiteral("cellEditor")); }
};

} // namespace

/// Where tables of other programs insert rows, freeze or crash.
class TestTableEdges : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnAnyWarning(); }

    void tabOnTheLastCellAddsNothing();
    void noPlaceHasNoFlags();
    void cellsAreFoundByRowAndColumn();
    void fourThousandColumnsOpenAtOnce();
    void screenReadersKeepNoDeadCells();
    void screenReadersMayAskForWhatWent();
    void anotherMatrixClosesTheOpenEditor_data();
    void anotherMatrixClosesTheOpenEditor();
};

void TestTableEdges::tabOnTheLastCellAddsNothing()
{
    Table table(Matrix::Zero(3, 2));
    table.go(2, 1);
    for (const Qt::Key key : {Qt::Key_Tab, Qt::Key_Return, Qt::Key_Right, Qt::Key_Down}) {
        QTest::keyClick(&table.view, key);
        QCOMPARE(table.model().rowCount(), 3);
        QCOMPARE(table.model().columnCount(), 2);
        QVERIFY(table.view.currentIndex().isValid());
    }
    table.go(2, 1);
    QTest::keyClick(&table.view, Qt::Key_F2);
    QVERIFY(table.editor());
    QTest::keyClick(table.editor(), Qt::Key_Tab);
    QCOMPARE(table.model().rowCount(), 3);
}

void TestTableEdges::noPlaceHasNoFlags()
{
    Table table(Matrix::Zero(3, 2));
    QCOMPARE(table.model().flags(QModelIndex()), Qt::NoItemFlags);
    QVERIFY(!table.model().index(3, 0).isValid());
    QVERIFY(!table.model().index(0, 2).isValid());
    QVERIFY(!table.model().index(-1, 0).isValid());
    QCOMPARE(table.model().rowCount(table.model().index(0, 0)), 0);
}

/// A matrix that is no square tells rows from columns.
void TestTableEdges::cellsAreFoundByRowAndColumn()
{
    Matrix matrix(2, 3);
    matrix << 0, 1, 2, 10, 11, 12;
    Table table(matrix);
    const QAbstractItemModelTester tester(&table.model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (int row = 0; row < 2; ++row) {
        for (int column = 0; column < 3; ++column) {
            const QModelIndex index = table.model().index(row, column);
            QCOMPARE(index.data(Qt::EditRole).toString().toDouble(), 10. * row + column);
            QCOMPARE(table.view.indexAt(table.view.visualRect(index).center()), index);
        }
    }
}

void TestTableEdges::fourThousandColumnsOpenAtOnce()
{
    const Matrix matrix = Matrix::Constant(64, 4096, 1.0 / 3);
    const auto sinceStart = [] { return 1000 * std::clock() / CLOCKS_PER_SEC; }; // of this process
    const std::clock_t start = sinceStart();
    Table table(matrix);
    table.view.grab();
    const std::clock_t shown = sinceStart() - start;
    table.go(63, 4095);
    table.view.grab();
    const std::clock_t moved = sinceStart() - start - shown;
    // 100 ms are promised; a debug build gets ten times that. Reading every cell
    // to fit the columns took twice as long as all of this.
    QVERIFY2(shown < 1'000, qPrintable(QString::number(shown)));
    QVERIFY2(moved < 1'000, qPrintable(QString::number(moved)));
    QCOMPARE(table.view.columnWidth(0), table.view.columnWidth(4095));
}

/// A screen reader asks for cells, and asks those again that it has.
void TestTableEdges::screenReadersKeepNoDeadCells()
{
    QAccessible::setActive(true);
    auto table = std::make_unique<Table>(Matrix::Constant(3, 2, 7));
    QAccessibleInterface* read = QAccessible::queryAccessibleInterface(&table->view);
    QVERIFY(read && read->tableInterface());
    QAccessibleInterface* const cell = read->tableInterface()->cellAt(2, 1);
    QVERIFY(cell);
    QVERIFY(cell->text(QAccessible::Name).endsWith(QStringLiteral(": 7")));
    const QAccessible::Id id = QAccessible::uniqueId(cell);
    table->view.matrixModel()->setMatrix(Matrix::Constant(1, 1, 8));
    QAccessibleInterface* const kept = QAccessible::accessibleInterface(id);
    QVERIFY(!kept || !kept->isValid() || kept->text(QAccessible::Name).isEmpty());
    QCOMPARE(read->tableInterface()->rowCount(), 1);
    QVERIFY(read->tableInterface()
                ->cellAt(0, 0)
                ->text(QAccessible::Name)
                .endsWith(QStringLiteral(": 8")));
    table.reset(); // its cells must not be asked on the way out
    QAccessible::setActive(false);
}

/// As when a scroll bar goes between two questions of a screen reader.
void TestTableEdges::screenReadersMayAskForWhatWent()
{
    makeAreasSafeToRead();
    QAccessible::setActive(true);
    QScrollArea area;
    area.setWidget(new QLabel(QStringLiteral("content")));
    area.resize(300, 300);
    area.show();
    QAccessibleInterface* const read = QAccessible::queryAccessibleInterface(&area);
    QVERIFY(read && read->childCount() > 0);
    for (int i = 0; i < read->childCount(); ++i)
        QCOMPARE(read->indexOfChild(read->child(i)), i);
    for (const int gone : {read->childCount(), read->childCount() + 1, 99, -1})
        QVERIFY(!read->child(gone));
    QAccessible::setActive(false);
}

void TestTableEdges::anotherMatrixClosesTheOpenEditor_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    QTest::newRow("smaller") << 1 << 1;
    QTest::newRow("wider") << 3 << 9;
    QTest::newRow("empty") << 0 << 0;
}

/// What was typed into a cell that is gone is written into no other one.
void TestTableEdges::anotherMatrixClosesTheOpenEditor()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    Table table(Matrix::Zero(3, 2));
    int edits = 0;
    connect(&table.view, &MatrixView::cellEdited, this, [&] { ++edits; });
    table.go(2, 1);
    QTest::keyClicks(&table.view, QStringLiteral("9"));
    QVERIFY(table.editor());
    table.view.matrixModel()->setMatrix(Matrix::Zero(rows, columns));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!table.editor());
    table.view.commitEditor();
    QCOMPARE(edits, 0);
    QVERIFY(table.view.matrixModel()->matrix() == Matrix::Zero(rows, columns));
}

HEADLIGHT_TEST_MAIN(TestTableEdges)
#include "tst_table_edges.moc"
