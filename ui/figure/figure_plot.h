#pragma once

#include "ui/figure/figure_layout.h"

#include <qcustomplot.h>

namespace headlight {

class HeatPlottable;
class TextLayer;

/// A figure as a QCustomPlot: an axis rectangle for each panel and one for the colour bar, all
/// placed by layoutFigure(). On the screen it paints itself: what hardly ever changes is kept as
/// one picture, and the cells go straight onto the window. QCustomPlot's own buffers, as large as
/// the widget and laid over each other at every painting, would cost more than the cells. Only
/// ui/figure includes this header.
class FigurePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit FigurePlot(QWidget* parent = nullptr);

    void setFigure(const Figure& figure);
    const Figure& figure() const { return m_figure; }
    void setMarked(std::optional<FigureCell> cell);

    /// Shows a figure with everything where `layout` says, moved by `offset`, whatever the size of
    /// this widget.
    void showPlaced(const Figure& figure, const FigureLayout& layout, QPoint offset);

    /// The heatmaps, the colour bar last.
    const std::vector<HeatPlottable*>& heats() const { return m_heats; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void outdateAll();
    void outdateCells();
    void drawStill();
    void rebuild();
    HeatPlottable* addHeat();
    void updateHeats();
    void arrange(QSize size);
    void place(const FigureLayout& layout, QPoint offset);

    Figure m_figure;
    std::vector<HeatPlottable*> m_heats;
    TextLayer* m_texts;
    QPixmap m_still; // everything but the cells and what is drawn on them; null when out of date
};

} // namespace headlight
