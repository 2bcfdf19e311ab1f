#pragma once

#include "core/document/snapshot.h"
#include "ui/views/look.h"
#include "ui/views/marks.h"
#include "ui/views/shown_tokens.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace headlight {

class FigureWidget;
class HeadGrid;

/// The heatmaps of the chosen layer: all heads small, or one head large, and a read-out of the cell
/// that is pointed at.
class AttentionView : public QWidget {
    Q_OBJECT

public:
    enum class Mode { Grid, Single };

    explicit AttentionView(QWidget* parent = nullptr);

    void setSnapshot(const headlight::SnapshotPtr& snapshot);
    void setPlace(int layer, int head);
    void setLook(const Look& look);
    void setMarks(const Marks& marks);
    void setMode(Mode mode);
    /// What to look at in this document; shown above the heatmaps, or hidden when empty.
    void setNote(const QString& note);
    Mode mode() const { return m_mode; }

    HeadGrid* grid() const { return m_grid; }
    FigureWidget* single() const { return m_single; }
    QString readout() const;

signals:
    void headChosen(int head);
    /// The pointer is over a cell of a head, or has left.
    void cellHovered(int head, const headlight::HeatCell& cell);
    void hoverLeft();
    void modeChanged(headlight::AttentionView::Mode mode);
    void cellMarked(const headlight::HeatCell& cell);
    void stageChosen(headlight::Stage stage);
    /// One or two sentences about a cell, for the status bar; empty when there is none.
    void readoutChanged(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeHeader();
    void connectViews();
    void applyTheme();
    void refresh();
    void refreshIfVisible();
    void updateHeader();
    void applyMarks(Figure& figure) const;
    std::optional<HeatCell> marked() const;
    std::optional<FigureCell> markedPlace() const;
    std::string stagePath(int head) const;
    bool isCovered(const HeatCell& cell) const;
    bool isInside(const HeatCell& cell) const;
    void hover(int head, const HeatCell& cell);
    void unhover();
    void updateReadout();

    SnapshotPtr m_snapshot;
    bool m_stale = false;
    int m_layer = 0;
    int m_head = 0;
    Look m_look;
    ShownCells m_shown; // of the figure that is drawn
    Mode m_mode = Mode::Single;
    Marks m_marks;
    std::optional<HeatCell> m_hovered;
    int m_hoveredHead = 0;
    QLabel* m_title;
    QLabel* m_hint;
    QComboBox* m_stage;
    QToolButton* m_gridButton;
    QToolButton* m_singleButton;
    QStackedWidget* m_stack;
    HeadGrid* m_grid;
    FigureWidget* m_single;
    QLabel* m_note;
    QLabel* m_readout;
};

} // namespace headlight
