#pragma once

#include "ui/figure/figure_export.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace headlight {

class FigureWidget;

/// Which figure goes into a file, how large, and a preview of it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `single`: the chosen head; `grid`: all heads of the layer.
    ExportDialog(const Figure& single, const Figure& grid, bool startWithGrid,
                 QWidget* parent = nullptr);

    Figure figure() const;
    FigureFormat format() const;
    FigureSize size() const;

private:
    void update();

    Figure m_single;
    Figure m_grid;
    QComboBox* m_what;
    QComboBox* m_format;
    QDoubleSpinBox* m_width;
    QSpinBox* m_dpi;
    QCheckBox* m_values;
    QCheckBox* m_colorBar;
    QCheckBox* m_axisTitles;
    QCheckBox* m_transparent;
    QLabel* m_facts;
    FigureWidget* m_preview;
};

} // namespace headlight
