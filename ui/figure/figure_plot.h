#pragma once

#include "ui/figure/figure_layout.h"

#include <qcustomplot.h>

namespace headlight {

class HeatPlottable;

/// A figure as a QCustomPlot: an axis rectangle for each panel and one for the colour bar, all
/// placed by layoutFigure(). Only ui/figure includes this header.
class FigurePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit FigurePlot(QWidget* parent = nullptr);

    void setFigure(const Figure& figure);
    const Figure& figure() const { return m_figure; }
    void setMarked(std::optional<FigureCell> cell);

    /// Lays everything out for a size in logical pixels, `padding` from its edges; centred when
    /// there is more room.
    void arrange(QSize size, int padding);

    /// The heatmaps, the colour bar last.
    const std::vector<HeatPlottable*>& heats() const { return m_heats; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    HeatPlottable* addHeat();
    void updateHeats();
    void placePanel(std::size_t panel, QPoint offset);
    void placeColorBar(QPoint offset);
    void placeTexts(QPoint offset);
    void setLabels(QCPAxis* axis, const QStringList& labels, bool shown, bool upright);
    QCPItemText* addText(const QString& text, const QRect& where, Qt::Alignment alignment,
                         const QColor& color);

    Figure m_figure;
    FigureLayout m_layout;
    int m_padding = 16;
    std::vector<HeatPlottable*> m_heats;
};

} // namespace headlight
