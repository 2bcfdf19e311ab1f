#pragma once

#include <QWidget>

#include <vector>

namespace headlight {

/// Heatmaps as one makes them with QCustomPlot alone: a plot with a QCPColorMap for each, side by
/// side x side, at its fastest settings.
class PlainPlots {
public:
    PlainPlots(int side, int tokens, int pixels);
    ~PlainPlots();

    /// Other numbers in all of them, and their repaint.
    void update();

private:
    class Plot;

    QWidget m_window;
    std::vector<Plot*> m_plots; // the window's
    std::vector<double> m_numbers[2];
    int m_turn = 0;
};

} // namespace headlight
