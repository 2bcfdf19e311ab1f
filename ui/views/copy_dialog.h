#pragma once

#include "core/dialects/dialect.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;
class QSpinBox;

namespace headlight {

/// Chooses how numbers are spelled on the clipboard, and shows it. It remembers the last choice.
class CopyDialog : public QDialog {
    Q_OBJECT

public:
    /// Headings as in the table, one for each row and column.
    CopyDialog(const Matrix& matrix, std::vector<std::string> rowHeadings,
               std::vector<std::string> columnHeadings, QWidget* parent = nullptr);

    /// The whole matrix as it was chosen.
    QString text() const;
    /// The same as a table beside the text, for programs that take one; empty where the spelling
    /// itself is what is wanted.
    QString table() const;

private:
    void build();
    void restoreChoice();
    void saveChoice() const;
    void showPreview();
    Dialect dialect() const;
    /// The first rows and columns, as many as there are or as asked for.
    QString textOf(Dialect dialect, Index rows, Index columns) const;

    Matrix m_matrix;
    std::vector<std::string> m_rowHeadings;
    std::vector<std::string> m_columnHeadings;
    QComboBox* m_dialect;
    QSpinBox* m_digits;
    QCheckBox* m_headings;
    QPlainTextEdit* m_preview;
};

} // namespace headlight
