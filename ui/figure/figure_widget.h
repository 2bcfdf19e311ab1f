#pragma once

#include "ui/figure/figure.h"

#include <QWidget>

namespace headlight {

class FigurePlot;

/// A cell under the pointer.
struct FigureHit {
    int panel = 0;
    FigureCell cell;

    bool operator==(const FigureHit&) const = default;
};

/// Shows a figure and tells which cell is pointed at. Arrow keys move the marked cell.
class FigureWidget : public QWidget {
    Q_OBJECT

public:
    explicit FigureWidget(QWidget* parent = nullptr);
    ~FigureWidget() override;

    void setFigure(const Figure& figure);
    const Figure& figure() const;
    void setMarked(std::optional<FigureCell> cell);

    std::optional<FigureHit> hitAt(QPoint place) const;
    /// Where a cell is drawn, in this widget's coordinates.
    QRect cellRect(const FigureHit& hit) const;

signals:
    void hovered(const headlight::FigureHit& hit);
    void hoverLeft();
    void clicked(const headlight::FigureHit& hit);
    void doubleClicked(const headlight::FigureHit& hit);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void hover(QPoint place);

    FigurePlot* m_plot;
    std::optional<FigureHit> m_hovered;
};

} // namespace headlight
