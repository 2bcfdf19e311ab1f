#pragma once

#include "core/document/edit.h"
#include "ui/models/cell_block.h"
#include "ui/views/number_scrub.h"

#include <QTableView>

#include <functional>
#include <optional>

namespace headlight {

class MatrixTableModel;

/// A matrix as a spreadsheet: type to replace, copy and paste blocks, drag sideways on a number to
/// change it. It only announces what the user wants.
class MatrixView : public QTableView {
    Q_OBJECT

public:
    explicit MatrixView(QWidget* parent = nullptr);

    MatrixTableModel* matrixModel() const { return m_model; }

    /// Writes an open cell editor back, so that nothing typed is lost before saving or undoing.
    void commitEditor();

    /// Height that shows every row, so that a pane can fit its table.
    int fittingHeight() const;

    /// Copy, paste, fill and the rest, for menus; they follow the selection.
    QList<QAction*> cellActions() const { return m_actions; }
    /// Enables what makes sense for the shown matrix.
    void updateActions();

signals:
    /// Cells of one drag share `gesture`; typed ones have 0.
    void cellEdited(int row, int column, double value, int gesture);
    void matrixEdited(const headlight::Matrix& matrix);
    /// Pasted numbers need a matrix of another shape.
    void resizeWanted(const headlight::ResizeTensor& edit);
    void editRefused(const QString& reason);
    /// A drag begins; the receiver answers with setGesture().
    void gestureBegun();
    void currentCellChanged(int row, int column);
    /// The pointer is over a cell, or over none: -1, -1.
    void cellHovered(int row, int column);

public slots:
    void setGesture(int gesture) { m_gesture = gesture; }

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    QSize sizeHint() const override;
    bool viewportEvent(QEvent* event) override;

private:
    using Change = std::function<double(Index row, Index column, double value)>;

    void createActions();
    QLineEdit* openEditor() const;
    void discardEditor();
    CellRange selectedRange() const;
    /// The selection, or the whole matrix when only one cell is selected.
    CellRange fillRange() const;
    void change(const CellRange& range, const Change& newValue);

    // matrix_view_clipboard.cpp
    void copyCells();
    void copyCellsAs();
    void cutCells();
    void pasteCells();

    void clearCells();
    void fillWithValue();
    void fillWithFormula();
    void fillWithZeros();
    void fillWithIdentity();
    void fillWithRandom();
    void scaleCells();
    void transposeMatrix();

    MatrixTableModel* m_model;
    QList<QAction*> m_actions;
    std::optional<NumberScrub> m_scrub;
    bool m_scrubbing = false;
    bool m_isCommitting = false;
    int m_gesture = 0;
    QPersistentModelIndex m_scrubbed;
};

} // namespace headlight
