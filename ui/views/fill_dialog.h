#pragma once

#include "ui/models/cell_block.h"
#include "ui/models/matrix_context.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace headlight {

class MatrixTableModel;

/// Asks for the formula that fills cells of a matrix, and shows the first numbers it gives while it
/// is typed. It remembers the last formula.
class FillDialog : public QDialog {
    Q_OBJECT

public:
    FillDialog(const MatrixTableModel& model, const CellRange& range, QWidget* parent = nullptr);

    /// For every cell of the range, once the dialog is accepted.
    const Matrix& numbers() const { return m_numbers; }

    void accept() override;

private:
    void build();
    QTableView* makeTable();
    void setHeadings(const MatrixTableModel& model);
    Result<Matrix> compute(Index rows, Index columns) const;
    void showPreview();
    void showComplaint(const QString& complaint);

    Matrix m_matrix;
    CellRange m_range;
    MatrixContext m_context;
    Matrix m_numbers;
    QLineEdit* m_formula;
    MatrixTableModel* m_preview;
    QLabel* m_note;
    QLabel* m_complaint;
    QDialogButtonBox* m_buttons;
};

} // namespace headlight
