#pragma once

#include "ui/views/step_export.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headlight {

/// Which steps become pages, and of what kind.
class StepExportDialog : public QDialog {
    Q_OBJECT

public:
    explicit StepExportDialog(const StepPage& page, QWidget* parent = nullptr);

    std::vector<std::int64_t> steps() const;
    bool isPdf() const;

private:
    QSpinBox* makeStepBox(const QString& name, const QString& label, int value);
    void update();

    StepPage m_page;
    QComboBox* m_format;
    QComboBox* m_pages;
    QSpinBox* m_first = nullptr;
    QSpinBox* m_last = nullptr;
    QLabel* m_facts;
    QPushButton* m_ok;
};

} // namespace headlight
