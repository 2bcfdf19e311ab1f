#pragma once

#include "ui/figure/chart.h"

#include <qcustomplot.h>

namespace headlight {

/// A chart as a QCustomPlot. Only ui/figure includes this header.
class ChartPlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit ChartPlot(QWidget* parent = nullptr);

    void setChart(const Chart& chart);
    const Chart& chart() const { return m_chart; }

    /// Where a point of the chart is drawn.
    QPointF pixelOf(QPointF point) const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// The drawing of one series: resolved from its ChartLook.
    struct Drawing {
        QColor color;
        Qt::PenStyle dash = Qt::SolidLine;
        Qt::BrushStyle fill = Qt::SolidPattern;
        QCPScatterStyle::ScatterShape marker = QCPScatterStyle::ssDisc;
    };

    void rebuild();
    void addTitle();
    void addAxes();
    void addSeries();
    void addLine(const ChartLine& line);
    void addPoints(const ChartPoints& points);
    void addBars(const ChartBars& bars, int number);
    void addArrow(const ChartArrow& arrow);
    void addLegend();
    QString seriesName(const QString& name) const;
    void addLabel(QPointF at, const QString& text, const QColor& color, QPointF away);
    double shareAcross(double x) const;
    void setRanges();
    void fitToSize();
    void fitCategories();
    void fitLegend();
    void keepAspect();
    Drawing next(const ChartLook& look);

    Chart m_chart;
    QCPAxisRect* m_rect = nullptr;
    int m_nextPlace = 0;
    bool m_stale = false;
};

} // namespace headlight
