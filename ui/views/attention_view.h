#pragma once

#include "core/document/snapshot.h"
#include "core/model/head_place.h"
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
class ModelOverview;
class ModelPage;
struct CoveredCell;

/// The heatmaps: all heads of the chosen layer small, one head large, or all layers and heads in
/// one overview, and a read-out of the cell that is pointed at.
class AttentionView : public QWidget {
    Q_OBJECT

public:
    enum class Mode { Grid, Single, Model };

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
    ModelOverview* overview() const;
    QString readout() const;

signals:
    void headChosen(const headlight::HeadPlace& place);
    /// The pointer is over a cell of a head, or has left.
    void cellHovered(const headlight::HeadPlace& place, const headlight::HeatCell& cell);
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
    void connectOverview();
    void applyTheme();
    void refresh();
    void refreshOverview();
    void refreshIfVisible();
    void updateHeader();
    Panel markedPanel() const;
    void applyMarks(Figure& figure) const;
    std::optional<HeatCell> marked() const;
    bool takePlace();
    std::optional<FigureCell> markedPlace() const;
    std::vector<CoveredCell> coveredCells() const;
    std::string stagePath(int head) const;
    bool isCovered(const HeatCell& cell) const;
    bool isInside(const HeatCell& cell) const;
    bool isInside(const HeadPlace& place) const;
    HeadPlace readPlace() const;
    void openHead(const HeadPlace& place);
    void hover(const HeadPlace& place, const std::optional<HeatCell>& cell);
    void unhover();
    QString readoutText(const std::optional<HeatCell>& cell) const;
    QString overviewReadout(const QString& cellText, bool hasCell) const;
    void updateReadout();

    SnapshotPtr m_snapshot;
    bool m_stale = false;
    HeadPlace m_wanted;
    int m_layer = 0; // as far as the snapshot has it
    int m_head = 0;
    Look m_look;
    ShownCells m_shown; // of the figure that is drawn
    Mode m_mode = Mode::Single;
    Mode m_openedFrom = Mode::Grid; // where Escape leads back to
    Marks m_marks;
    std::optional<HeatCell> m_hovered;
    std::optional<HeadPlace> m_hoveredPlace; // its head, or the one pointed at in the overview
    QLabel* m_title;
    QLabel* m_hint;
    QComboBox* m_stage;
    QToolButton* m_gridButton;
    QToolButton* m_singleButton;
    QToolButton* m_modelButton;
    QStackedWidget* m_stack;
    HeadGrid* m_grid;
    FigureWidget* m_single;
    ModelPage* m_model;
    QLabel* m_note;
    QLabel* m_readout;
};

} // namespace headlight
