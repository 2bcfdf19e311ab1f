#pragma once

#include "ui/views/export_choice.h"
#include "ui/views/form_page.h"

class QLineEdit;
class QSpinBox;

namespace headlight {

/// Cells of a picture and its colour bar.
class ExportCellPage : public FormPage {
    Q_OBJECT

public:
    explicit ExportCellPage(QWidget* parent = nullptr);

    void read(ExportChoice& choice) const;

private:
    void react();

    QCheckBox* m_values = nullptr;
    QSpinBox* m_digits = nullptr;
    QCheckBox* m_borders = nullptr;
    QComboBox* m_bar = nullptr;
    QLineEdit* m_barTitle = nullptr;
    QSpinBox* m_ticks = nullptr;
};

} // namespace headlight
