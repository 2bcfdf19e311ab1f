#pragma once

#include "ui/report/report_file.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTimer;

namespace headlight {

class ReportPreview;

/// What a report tells of, and a preview of its pages.
class ReportDialog : public QDialog {
    Q_OBJECT

public:
    /// What is done with the report.
    enum class Wish { Save, Print, Preview };

    explicit ReportDialog(const SnapshotPtr& snapshot, QWidget* parent = nullptr);

    /// After it was accepted.
    const Report& report() const { return m_report; }
    Wish wish() const { return m_wish; }
    ReportFormat format() const;
    Paper paper() const;

private:
    QFormLayout* makeForm();
    QLineEdit* makeList(const char* name, const QString& label);
    void addButton(const char* name, const QString& text, Wish wish);
    Result<ReportOptions> options() const;
    void update();

    SnapshotPtr m_snapshot;
    Report m_report;
    Wish m_wish = Wish::Save;
    QComboBox* m_format;
    QComboBox* m_paper;
    QSpinBox* m_digits;
    QLineEdit* m_layers;
    QLineEdit* m_heads;
    QCheckBox* m_heatmaps;
    QCheckBox* m_brief;
    QLabel* m_complaint;
    ReportPreview* m_preview;
    QDialogButtonBox* m_buttons;
    QTimer* m_soon; // so that typing is not held up
};

} // namespace headlight
