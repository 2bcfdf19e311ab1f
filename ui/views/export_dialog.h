#pragma once

#include "ui/views/export_choice.h"

#include <QDialog>

#include <functional>

class QDialogButtonBox;
class QLabel;

namespace headlight {

class ExportForm;
class FigurePreview;

/// Which figure goes into a file, how large, and a preview of it.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    using Draw = std::function<Figure(const std::vector<HeadPlace>&)>;

    /// `draw` makes the figure of some heads, as they are shown in the window.
    ExportDialog(const HeadRoom& room, const Draw& draw, bool startWithLayer,
                 QWidget* parent = nullptr);

    ExportChoice choice() const;
    /// The heads that were chosen; none while their list cannot be read.
    const std::vector<HeadPlace>& places() const { return m_places; }
    /// What is drawn; the first of the heads where each has its own file.
    Figure figure() const;

private:
    QLayout* controls();
    void update();
    void choosePlaces();

    HeadRoom m_room;
    Draw m_draw;
    std::vector<HeadPlace> m_places;
    std::vector<HeadPlace> m_drawn; // the heads of m_figure
    Figure m_figure;
    ExportForm* m_form;
    QLabel* m_facts;
    QLabel* m_warning;
    FigurePreview* m_preview;
    QDialogButtonBox* m_buttons;
};

} // namespace headlight
