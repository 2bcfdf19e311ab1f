#pragma once

#include "ui/views/export_choice.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace headlight {

/// The controls of the export dialog. They begin as they were left the last time.
class ExportForm : public QWidget {
    Q_OBJECT

public:
    explicit ExportForm(bool manyHeads, QWidget* parent = nullptr);

    void setHeads(ExportedHeads heads);
    ExportChoice choice() const;
    /// Keeps everything but the title for the next time.
    void remember() const;

signals:
    void changed();

private:
    /// A control, and the property that says what it was set to.
    struct Kept {
        QWidget* widget;
        const char* property;
    };

    template <class Control>
    Control* add(const char* name, const QString& label, Control* control);
    QCheckBox* addCheck(const char* name, const QString& text, bool checked);
    QDoubleSpinBox* addLength(const char* name, const QString& label);
    void addSizes();
    void addTexts();
    void restore();
    void connectControls();
    void applyPreset(int index);
    void changeUnit();
    void react();
    double unitMillimetres() const;
    int unitDecimals() const;
    void showLengths(double width, double height);
    std::vector<Kept> kept() const;

    QFormLayout* m_form;
    QComboBox* m_heads = nullptr;
    QComboBox* m_format = nullptr;
    QComboBox* m_preset = nullptr;
    QComboBox* m_unit = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QSpinBox* m_dpi = nullptr;
    QFontComboBox* m_family = nullptr;
    QDoubleSpinBox* m_points = nullptr;
    QLineEdit* m_title = nullptr;
    QCheckBox* m_axisTitles = nullptr;
    QLineEdit* m_rowTitle = nullptr;
    QLineEdit* m_columnTitle = nullptr;
    QCheckBox* m_colorBar = nullptr;
    QCheckBox* m_values = nullptr;
    QSpinBox* m_digits = nullptr;
    QComboBox* m_background = nullptr;
    double m_millimetres = 1; // of the unit the lengths are shown in
};

} // namespace headlight
