#pragma once

#include "ui/views/export_choice.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;

namespace headlight {

class ExportForm;
class FigurePreview;

/// Which figure goes into a file, how large, and a preview of it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `single`: the chosen head; `grid`: all heads of the layer.
    ExportDialog(const Figure& single, const Figure& grid, bool startWithGrid,
                 QWidget* parent = nullptr);

    ExportChoice choice() const;
    /// What is drawn; the chosen head where each has its own file.
    Figure figure() const;

private:
    QLayout* controls();
    void update();

    Figure m_single;
    Figure m_grid;
    ExportForm* m_form;
    QLabel* m_facts;
    QLabel* m_warning;
    FigurePreview* m_preview;
    QDialogButtonBox* m_buttons;
};

} // namespace headlight
