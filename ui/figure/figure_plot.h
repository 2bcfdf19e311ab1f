#pragma once

#include "ui/figure/figure_layout.h"

#include <qcustomplot.h>

namespace headlight {

class HeatPlottable;
class TextLayer;

/// A figure as a QCustomPlot: an axis rectangle for each panel and one for the colour bar, all
/// placed by layoutFigure(). Only ui/figure includes this header.
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
    /// What has to be drawn anew before the widget is painted.
    enum class Stale { Nothing, Cells, Everything };

    void outdate(Stale what);
    void rebuild();
    HeatPlottable* addHeat();
    void updateHeats();
    void arrange(QSize size);
    void place(const FigureLayout& layout, QPoint offset);

    Figure m_figure;
    std::vector<HeatPlottable*> m_heats;
    TextLayer* m_texts;
    Stale m_stale = Stale::Nothing;
};

} // namespace headlight
