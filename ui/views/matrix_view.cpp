#include "ui/views/matrix_view.h"

#include "core/model/initialize.h"
#include "ui/models/matrix_table_model.h"
#include "ui/session/number_text.h"
#include "ui/style/chord.h"
#include "ui/style/theme.h"
#include "ui/views/fill_dialog.h"
#include "ui/views/number_delegate.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>

namespace headlight {

MatrixView::MatrixView(QWidget* parent)
    : QTableView(parent)
    , m_model(new MatrixTableModel(this))
{
    setModel(m_model);
    auto* delegate = new NumberDelegate(this);
    setItemDelegate(delegate);
    setEditTriggers(AnyKeyPressed | EditKeyPressed | DoubleClicked);
    setSelectionMode(ContiguousSelection);
    setTabKeyNavigation(true);
    setWordWrap(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setCornerButtonEnabled(true);
    const QFontMetrics metrics(font());
    const QFontMetrics numbers(numberFont());
    horizontalHeader()->setDefaultSectionSize(numbers.horizontalAdvance(QStringLiteral("-0.022"))
                                              + 14);
    horizontalHeader()->setMinimumSectionSize(24);
    horizontalHeader()->setHighlightSections(true);
    verticalHeader()->setDefaultSectionSize(metrics.height() + 11);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMaximumWidth(metrics.averageCharWidth() * 14);
    createActions();
    setMouseTracking(true);
    connect(this, &QTableView::entered, this,
            [this](const QModelIndex& index) { emit cellHovered(index.row(), index.column()); });
    connect(m_model, &MatrixTableModel::cellEdited, this,
            [this](int row, int column, double value) { emit cellEdited(row, column, value, 0); });
    connect(m_model, &MatrixTableModel::cellRefused, this, &MatrixView::editRefused);
    // Before the view itself takes it away: that leaves the focus in an editor that it is deleting,
    // when the reset comes from committing what stands in it.
    connect(m_model, &MatrixTableModel::modelAboutToBeReset, this, &MatrixView::discardEditor);
}

bool MatrixView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        emit cellHovered(-1, -1);
    return QTableView::viewportEvent(event);
}

void MatrixView::commitEditor()
{
    if (state() != EditingState || m_isCommitting)
        return;
    const QScopedValueRollback committing(m_isCommitting, true); // what follows may ask for it, too
    if (QLineEdit* editor = openEditor())
        commitData(editor);
    discardEditor(); // unless what was committed brought a matrix of another shape
}

void MatrixView::discardEditor()
{
    if (QLineEdit* editor = openEditor())
        closeEditor(editor, QAbstractItemDelegate::NoHint);
}

/// A closed editor may still be waiting for its deletion, hidden.
QLineEdit* MatrixView::openEditor() const
{
    for (auto* editor : viewport()->findChildren<QLineEdit*>(QStringLiteral("cellEditor"))) {
        if (!editor->isHidden())
            return editor;
    }
    return nullptr;
}

int MatrixView::fittingHeight() const
{
    const int rows = m_model->rowCount();
    const int bar = horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff ? 0 : 4;
    return horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize()
        + 2 * frameWidth() + bar;
}

QSize MatrixView::sizeHint() const
{
    return {QTableView::sizeHint().width(), fittingHeight()};
}

void MatrixView::createActions()
{
    using Slot = void (MatrixView::*)();
    const struct {
        const char* name;
        QString text;
        QString tip;
        QKeySequence shortcut;
        Slot slot;
    } commands[] = {
        {"cutCells", tr("Cu&t"), tr("Copy the selected numbers and set them to 0"),
         QKeySequence::Cut, &MatrixView::cutCells},
        {"copyCells", tr("&Copy"), tr("Copy the selected numbers at full precision"),
         QKeySequence::Copy, &MatrixView::copyCells},
        {"copyCellsAs", tr("Copy &As…"),
         tr("Copy the selected numbers for LaTeX, NumPy, Markdown and others"), chord(Qt::Key_C),
         &MatrixView::copyCellsAs},
        {"pasteCells", tr("&Paste"),
         tr("Paste numbers from a spreadsheet, NumPy, LaTeX and others"), QKeySequence::Paste,
         &MatrixView::pasteCells},
        {"clearCells", tr("Set to &0"), tr("Set the selected numbers to 0"), QKeySequence::Delete,
         &MatrixView::clearCells},
        {"fillValue", tr("Fill with &Value…"), tr("Set the selected numbers to one value"),
         chord(Qt::Key_V), &MatrixView::fillWithValue},
        {"fillFormula", tr("Fill with &Formula…"),
         tr("Compute the selection or matrix once, from row, column and other matrices"),
         chord(Qt::Key_F), &MatrixView::fillWithFormula},
        {"fillZeros", tr("Fill with &Zeros"), tr("Set the selection or matrix to 0"),
         chord(Qt::Key_Z), &MatrixView::fillWithZeros},
        {"fillIdentity", tr("Fill with &Identity"), tr("1 on the diagonal, 0 elsewhere"),
         chord(Qt::Key_I), &MatrixView::fillWithIdentity},
        {"fillRandom", tr("Fill with &Random Normal…"), tr("Standard-normal numbers from a seed"),
         chord(Qt::Key_N), &MatrixView::fillWithRandom},
        {"scaleCells", tr("&Scale by…"), tr("Multiply the selection or matrix by a number"),
         chord(Qt::Key_X), &MatrixView::scaleCells},
        {"transposeMatrix", tr("T&ranspose"), tr("Swap rows and columns of a square matrix"),
         chord(Qt::Key_T), &MatrixView::transposeMatrix},
    };
    for (const auto& command : commands) {
        auto* action = new QAction(command.text, this);
        action->setObjectName(QLatin1String(command.name));
        action->setStatusTip(command.tip);
        action->setToolTip(command.tip);
        action->setShortcut(command.shortcut);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, command.slot);
        addAction(action);
        m_actions += action;
    }
}

void MatrixView::updateActions()
{
    const bool hasCells = m_model->matrix().size() > 0;
    const bool square = m_model->rowCount() == m_model->columnCount();
    for (QAction* action : std::as_const(m_actions)) {
        const bool onlyReads = action->objectName().startsWith(QLatin1String("copyCells"));
        const bool needsSquare = action->objectName() == QLatin1String("transposeMatrix");
        action->setEnabled(hasCells && (onlyReads || m_model->isEditable())
                           && (!needsSquare || square));
    }
}

CellRange MatrixView::selectedRange() const
{
    const QItemSelection selection = selectionModel()->selection();
    if (selection.isEmpty())
        return {0, 0, m_model->rowCount(), m_model->columnCount()};
    const QItemSelectionRange range = selection.first();
    return {range.top(), range.left(), range.height(), range.width()};
}

CellRange MatrixView::fillRange() const
{
    const CellRange range = selectedRange();
    return range.isSingle() ? CellRange{0, 0, m_model->rowCount(), m_model->columnCount()} : range;
}

void MatrixView::change(const CellRange& range, const Change& newValue)
{
    Matrix matrix = m_model->matrix();
    for (Index r = range.row; r < range.row + range.rows; ++r) {
        for (Index c = range.column; c < range.column + range.columns; ++c)
            matrix(r, c) = newValue(r, c, matrix(r, c));
    }
    if (!sameBits(matrix, m_model->matrix()))
        emit matrixEdited(matrix);
}

void MatrixView::clearCells()
{
    change(selectedRange(), [](Index, Index, double) { return 0.0; });
}

void MatrixView::fillWithValue()
{
    bool accepted = false;
    const QString typed = QInputDialog::getText(this, tr("Fill with Value"), tr("Value:"),
                                                QLineEdit::Normal, QStringLiteral("0"), &accepted);
    if (!accepted)
        return;
    const Result<double> value = parseNumber(typed);
    if (value)
        change(fillRange(), [&](Index, Index, double) { return *value; });
    else
        emit editRefused(QString::fromStdString(value.error().message));
}

void MatrixView::fillWithFormula()
{
    const Matrix before = m_model->matrix(); // while the dialog is open, another may come
    const CellRange range = fillRange();
    FillDialog dialog(*m_model, range, this);
    if (dialog.exec() != QDialog::Accepted || before.size() == 0)
        return;
    const Matrix filled = pasted(before, range, dialog.numbers());
    if (!sameBits(filled, before))
        emit matrixEdited(filled);
}

void MatrixView::fillWithZeros()
{
    change(fillRange(), [](Index, Index, double) { return 0.0; });
}

void MatrixView::fillWithIdentity()
{
    const CellRange range = fillRange();
    change(range, [&](Index row, Index column, double) {
        return row - range.row == column - range.column ? 1.0 : 0.0;
    });
}

void MatrixView::fillWithRandom()
{
    bool accepted = false;
    const int seed = QInputDialog::getInt(this, tr("Fill with Random Normal"), tr("Seed:"), 1, 0,
                                          std::numeric_limits<int>::max(), 1, &accepted);
    if (!accepted)
        return;
    change(fillRange(), [&](Index row, Index column, double) {
        return seededNormal(std::uint64_t(seed), "fill", row, column);
    });
}

void MatrixView::scaleCells()
{
    bool accepted = false;
    const QString typed = QInputDialog::getText(this, tr("Scale"), tr("Multiply by:"),
                                                QLineEdit::Normal, QStringLiteral("2"), &accepted);
    if (!accepted)
        return;
    const Result<double> factor = parseNumber(typed);
    if (factor)
        change(fillRange(), [&](Index, Index, double value) { return value * *factor; });
    else
        emit editRefused(QString::fromStdString(factor.error().message));
}

void MatrixView::transposeMatrix()
{
    const Matrix transposed = m_model->matrix().transpose();
    if (!sameBits(transposed, m_model->matrix()))
        emit matrixEdited(transposed);
}

void MatrixView::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex cell = indexAt(event->pos());
    const bool plain = event->button() == Qt::LeftButton && event->modifiers() == Qt::NoModifier;
    m_scrub.reset();
    if (plain && cell.isValid() && m_model->isEditable()) {
        m_scrub.emplace(m_model->matrix()(cell.row(), cell.column()), event->pos());
        m_scrubbed = cell;
    }
    QTableView::mousePressEvent(event);
}

void MatrixView::mouseMoveEvent(QMouseEvent* event)
{
    const bool held = m_scrub && (event->buttons() & Qt::LeftButton) && m_scrubbed.isValid();
    if (held && !m_scrubbing && m_scrub->begins(event->pos(), QApplication::startDragDistance())
        && selectedRange().isSingle()) {
        m_scrubbing = true;
        viewport()->setCursor(Qt::SizeHorCursor);
        emit gestureBegun();
    }
    if (!m_scrubbing) {
        QTableView::mouseMoveEvent(event);
        return;
    }
    const double value = m_scrub->valueAt(event->pos(), event->modifiers() & Qt::ShiftModifier,
                                          event->modifiers() & Qt::ControlModifier);
    if (m_scrubbed.isValid() && value != m_model->matrix()(m_scrubbed.row(), m_scrubbed.column()))
        emit cellEdited(m_scrubbed.row(), m_scrubbed.column(), value, m_gesture);
}

void MatrixView::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_scrubbing)
        viewport()->unsetCursor();
    m_scrubbing = false;
    m_scrub.reset();
    QTableView::mouseReleaseEvent(event);
}

void MatrixView::keyPressEvent(QKeyEvent* event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && state() != EditingState && event->modifiers() == Qt::NoModifier) {
        // As in a spreadsheet: Enter goes down a row.
        const QModelIndex below = currentIndex().siblingAtRow(currentIndex().row() + 1);
        if (below.isValid())
            setCurrentIndex(below);
        return;
    }
    if (event->key() == Qt::Key_Escape && state() != EditingState) {
        event->ignore();
        return;
    }
    if (event->matches(QKeySequence::Delete) || event->key() == Qt::Key_Backspace) {
        if (m_model->isEditable())
            clearCells();
        return;
    }
    QTableView::keyPressEvent(event);
}

void MatrixView::contextMenuEvent(QContextMenuEvent* event)
{
    updateActions();
    QMenu menu(this);
    for (QAction* action : std::as_const(m_actions)) {
        if (action->objectName() == QLatin1String("fillValue"))
            menu.addSeparator();
        menu.addAction(action);
    }
    menu.exec(event->globalPos());
}

void MatrixView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (current.isValid())
        emit currentCellChanged(current.row(), current.column());
}

} // namespace headlight
