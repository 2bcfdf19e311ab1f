#pragma once

#include "core/math/histogram.h"
#include "ui/figure/color_map.h"

#include <QWidget>

namespace headlight {

/// How the shown values are spread, and the range of the colours as two ends that can be dragged.
class RangeHistogram : public QWidget {
    Q_OBJECT

public:
    RangeHistogram(const Histogram& histogram, ColorMap map, QWidget* parent = nullptr);

    void setRange(double low, double high);

    QSize sizeHint() const override { return {360, 132}; }
    QSize minimumSizeHint() const override { return {200, 96}; }
    /// Where an end stands, for the pointer.
    int placeOf(double value) const;

signals:
    /// An end was dragged.
    void rangeDragged(double low, double high);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    enum class End { None, Low, High };

    QRect plot() const;
    double valueAt(int x) const;
    End endAt(int x) const;
    void paintBars(QPainter& painter) const;
    void paintScale(QPainter& painter) const;
    void paintEnds(QPainter& painter) const;

    Histogram m_histogram;
    ColorMap m_map;
    double m_first = 0; // the values at both edges of the plot
    double m_last = 1;
    double m_low = 0;
    double m_high = 1;
    End m_dragged = End::None;
};

} // namespace headlight
