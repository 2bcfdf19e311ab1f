#pragma once

#include "ui/figure/figure.h"

#include <QPointF>
#include <QWidget>

namespace headlight {

class ChartPlot;

/// How a series is told from the others: a colour with its own dash and marker. The place in a
/// short list, or the colour of the selection. Without one, a series takes the next free place.
struct ChartLook {
    std::optional<int> place;
    bool selected = false;
};

/// Points joined in the order given. A point that is not finite leaves a gap.
struct ChartLine {
    QString name; // in the legend and in read-outs; empty: not in the legend
    std::vector<QPointF> points;
    bool markers = false;
    ChartLook look = {};
};

/// Points on their own, each with a label that may be empty.
struct ChartPoints {
    QString name;
    std::vector<QPointF> points;
    QStringList labels = {};
    ChartLook look = {};
};

/// One bar for each category of the chart.
struct ChartBars {
    QString name;
    std::vector<double> heights;
    ChartLook look = {};
};

struct ChartArrow {
    QPointF from;
    QPointF to;
    QString label; // beside the head
    ChartLook look = {};
};

struct ChartRange {
    double low = 0;
    double high = 1;
};

/// Curves, points, bars and arrows over two axes. A plain value; all texts are plain text.
struct Chart {
    QString title;
    QString xTitle;
    QString yTitle;
    bool logX = false; // every x must be above zero
    bool logY = false; // every y must be above zero
    bool equalAspect = false; // one unit is as long across as up
    bool legend = true; // of everything that has a name, where there is more than one
    std::optional<ChartRange> xRange = {}; // else whatever shows all data
    std::optional<ChartRange> yRange = {};
    std::vector<ChartLine> lines = {};
    std::vector<ChartPoints> points = {};
    std::vector<ChartBars> bars = {};
    QStringList categories = {}; // under the bars, which stand at x = 0, 1, 2, …
    std::vector<ChartArrow> arrows = {};
    FigureStyle style = {};
};

/// Shows a chart; a tool-tip tells the numbers of the point that is pointed at.
class ChartWidget : public QWidget {
    Q_OBJECT

public:
    explicit ChartWidget(QWidget* parent = nullptr);
    ~ChartWidget() override;

    void setChart(const Chart& chart);
    const Chart& chart() const;

    /// The nearest point within reach of `place`, in words and numbers; empty when there is none.
    QString readoutAt(QPoint place) const;
    /// Where a point of the chart is drawn, in this widget's coordinates.
    QPoint placeOf(QPointF point) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ChartPlot* m_plot;
};

} // namespace headlight
