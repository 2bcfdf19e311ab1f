#pragma once

#include "ui/views/map_pictures.h"
#include "ui/views/overview_bar.h"
#include "ui/views/overview_labels.h"

#include <QTimer>
#include <QWidget>

class QGestureEvent;

namespace headlight {

/// A map under the pointer, and its cell where that is told apart from others.
struct OverviewHit {
    HeadPlace place;
    std::optional<FigureCell> cell;

    bool operator==(const OverviewHit&) const = default;
};

/// What an exercise hides: a cell of one map.
struct CoveredCell {
    HeadPlace place;
    FigureCell cell;

    bool operator==(const CoveredCell&) const = default;
};

/// The maps of all layers and heads in one picture, from the whole model down to one cell. Only
/// maps that are seen are coloured, a few milliseconds of them at a time, large ones on another
/// thread: until then a map shows its picture of before.
class ModelOverview : public QWidget {
    Q_OBJECT

public:
    explicit ModelOverview(QWidget* parent = nullptr);

    /// Taken back when the view is hidden, so that it keeps no snapshot alive.
    void setContent(const SnapshotPtr& snapshot, const Look& look);
    void setStyle(const FigureStyle& style);
    /// The head that the keyboard is at and that the editor shows.
    void setCurrent(const HeadPlace& place);
    void setMarks(const std::optional<FigureCell>& marked, const std::vector<CoveredCell>& covered);

    const HeadPlace& current() const { return m_current; }
    /// Where the cells of a head are drawn.
    QRect mapRect(const HeadPlace& place) const { return logical(m_plan.mapRect(place)); }
    std::optional<OverviewHit> hitAt(QPoint point) const;
    bool isPooled() const { return m_plan.isPooled(); }
    bool isFitted() const { return m_plan.isFitted(); }
    /// Whether nothing that is seen waits for its colours.
    bool isComplete() const { return m_complete; }
    /// Maps that were coloured so far.
    int coloured() const { return m_pictures.coloured(); }
    /// The colours of all maps, or of the current one where they differ.
    const OverviewBar& bar() const { return m_bar; }

    void zoom(double factor, QPointF about);
    void zoomIn();
    void zoomOut();
    void fit();
    /// As if it was chosen by a click.
    void choose(const HeadPlace& place);

    QSize minimumSizeHint() const override { return {160, 120}; }

signals:
    void currentChanged(const headlight::HeadPlace& place);
    void opened(const headlight::HeadPlace& place);
    void cellClicked(const headlight::FigureCell& cell);
    void hovered(const headlight::OverviewHit& hit);
    void hoverLeft();
    void zoomed();
    /// A number is being typed: it begins the place of a head.
    void digitTyped(const QString& digit);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    // model_overview.cpp
    bool isEmpty() const;
    void arrange();
    void moved();
    void continueWork();
    QRegion colourSeen();
    QRegion regionOf(const std::vector<HeadPlace>& places) const;
    void showColoured(const std::vector<HeadPlace>& places);
    void refreshBar();
    QString ownerOfBar() const;
    QRect wantedPart(const QRect& map) const;
    QRect logical(const QRect& device) const;
    QPoint device(QPointF point) const;

    // model_overview_paint.cpp
    bool marksAreSeen() const;
    bool numbersAreSeen() const;
    void paintMap(QPainter& painter, const HeadPlace& place) const;
    void paintNumbers(QPainter& painter, const HeadPlace& place) const;
    void paintMarks(QPainter& painter, const HeadPlace& place) const;
    void paintCurrent(QPainter& painter) const;

    // model_overview_input.cpp
    bool pinched(QGestureEvent* event);
    bool moveByKey(QKeyEvent* event);
    void hover(QPoint point);
    void pan(QPoint by);

    SnapshotPtr m_snapshot; // null while hidden
    Look m_look;
    OverviewPlan m_plan;
    OverviewLabels m_labels;
    OverviewBar m_bar;
    int m_barRoom = 0; // that the maps leave for it
    MapPictures m_pictures;
    HeadPlace m_current;
    std::optional<FigureCell> m_marked;
    std::vector<CoveredCell> m_covered;
    std::optional<OverviewHit> m_hovered;
    std::optional<QPoint> m_pressed; // where the button went down
    QPoint m_dragged; // how far the maps came with it so far
    bool m_isDragging = false;
    bool m_complete = true;
    QTimer m_work; // colours what is left
};

} // namespace headlight
