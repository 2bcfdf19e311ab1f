#pragma once

#include "core/document/snapshot.h"
#include "core/explain/cell.h"

#include <QDialog>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace headlight {

class MatrixView;

/// What a teacher asks for.
struct ExerciseWish {
    QString title;
    QString text; // Markdown
    std::vector<CellRef> cells; // to be covered
    double tolerance = 0.005;
};

/// Makes an exercise from a document: which cells of which matrix are covered, and what it says.
class ExerciseDialog : public QDialog {
    Q_OBJECT

public:
    ExerciseDialog(const SnapshotPtr& snapshot, int layer, int head, QWidget* parent = nullptr);

    ExerciseWish wish() const;

private:
    void showMatrix();
    void coverSelected();
    void uncoverAll();
    void update();

    SnapshotPtr m_snapshot;
    std::vector<CellRef> m_cells;
    QLineEdit* m_title;
    QPlainTextEdit* m_text;
    QComboBox* m_matrix;
    MatrixView* m_table;
    QDoubleSpinBox* m_tolerance;
    QLabel* m_facts;
    QPushButton* m_save;
};

} // namespace headlight
