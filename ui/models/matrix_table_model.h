#pragma once

#include "core/math/matrix.h"
#include "ui/models/cell_block.h"
#include "ui/models/matrix_context.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QStringList>

#include <vector>

namespace headlight {

/// Shows one matrix in a table. An edit is only announced; the table changes when the new matrix
/// arrives through setMatrix().
class MatrixTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setMatrix(const Matrix& matrix);
    const Matrix& matrix() const { return m_matrix; }

    /// Row headings are token texts or numbers, column headings short names such as "k₂".
    void setHeadings(const QStringList& rows, const QStringList& columns);

    /// What typed formulas may name.
    void setContext(const MatrixContext& context) { m_context = context; }
    const MatrixContext& context() const { return m_context; }

    void setEditable(bool editable);
    bool isEditable() const { return m_editable; }

    /// Cells are tinted by their size: `positive` or `negative` at the largest, clear at 0.
    void setTints(const QColor& positive, const QColor& negative);

    /// How a cell is marked, Qt::UserRole of data(): as an int.
    enum Mark { NotMarked, Far, Near, Chosen };
    static constexpr int markRole = Qt::UserRole;

    /// Which cells are framed, the later ones over the earlier; covered ones show a question mark.
    struct MarkedRange {
        CellRange range;
        Mark mark = NotMarked;
    };
    void setMarks(const std::vector<MarkedRange>& marks, const std::vector<CellRange>& covered);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void cellEdited(int row, int column, double value);
    /// What was typed is no number and no formula; `reason` is a sentence. The cell keeps its
    /// value.
    void cellRefused(const QString& reason);

private:
    QVariant tint(double value) const;
    QString description(const QModelIndex& index) const;
    Mark markOf(const QModelIndex& index) const;
    bool isCovered(const QModelIndex& index) const;

    Matrix m_matrix;
    double m_largest = 0; // absolute value of the largest finite number
    MatrixContext m_context;
    QStringList m_rowHeadings;
    QStringList m_columnHeadings;
    bool m_editable = true;
    QColor m_positive;
    QColor m_negative;
    std::vector<MarkedRange> m_marks;
    std::vector<CellRange> m_covered;
};

} // namespace headlight
