#pragma once

#include "ui/views/export_choice.h"
#include "ui/views/form_page.h"

class QDoubleSpinBox;
class QFontComboBox;
class QLineEdit;
class QSpinBox;

namespace headlight {

/// Font, titles and labels of a picture.
class ExportTextPage : public FormPage {
    Q_OBJECT

public:
    explicit ExportTextPage(QWidget* parent = nullptr);

    void read(ExportChoice& choice) const;
    void setPoints(double points);

private:
    QLineEdit* addText(const char* name, const QString& label, const QString& text);
    void addLabels();
    void react();

    QFontComboBox* m_family = nullptr;
    QDoubleSpinBox* m_points = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_axisTitles = nullptr;
    QLineEdit* m_rowTitle = nullptr;
    QLineEdit* m_columnTitle = nullptr;
    QComboBox* m_rowLabels = nullptr;
    QComboBox* m_columnLabels = nullptr;
    QComboBox* m_turn = nullptr;
    QSpinBox* m_longest = nullptr;
};

} // namespace headlight
