#pragma once

#include "ui/views/export_choice.h"
#include "ui/views/form_page.h"

class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

namespace headlight {

/// Which heads, in which format and how large.
class ExportSizePage : public FormPage {
    Q_OBJECT

public:
    explicit ExportSizePage(const HeadRoom& room, QWidget* parent = nullptr);

    void setHeads(ExportedHeads heads);
    void read(ExportChoice& choice) const;
    void remember() const;
    /// Size of the letters belongs to a preset, but has its place on another page.
    void setPoints(double points);

signals:
    void pointsPreset(double points);

private:
    void addHeads(const HeadRoom& room);
    void addSizes();
    QDoubleSpinBox* addLength(const char* name, const QString& label);
    void restoreLengths();
    void applyPreset(int index);
    void react();
    int presetIndex() const;
    double unitMillimetres() const;
    int unitDecimals() const;
    FigureSize size() const;
    void showLengths(double width, double height);

    QComboBox* m_heads = nullptr;
    QLineEdit* m_headList = nullptr;
    QCheckBox* m_each = nullptr;
    QComboBox* m_format = nullptr;
    QComboBox* m_preset = nullptr;
    QComboBox* m_unit = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QSpinBox* m_dpi = nullptr;
    QComboBox* m_background = nullptr;
    double m_millimetres = 1; // of the unit the lengths are shown in
    double m_points = 8;
};

} // namespace headlight
