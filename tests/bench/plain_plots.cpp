#include "tests/bench/plain_plots.h"

#include <QCoreApplication>
#include <QGridLayout>

#include <qcustomplot.h>

#include <algorithm>
#include <random>

namespace headlight {
namespace {

/// Filled as a whole: one cell at a time would cost it twice as much.
class Numbers : public QCPColorMapData {
public:
    using QCPColorMapData::QCPColorMapData;

    void fill(const std::vector<double>& numbers)
    {
        std::copy(numbers.begin(), numbers.end(), mData);
        mDataBounds = QCPRange(0, 1);
        mDataModified = true;
    }
};

} // namespace

class PlainPlots::Plot : public QCustomPlot {
public:
    explicit Plot(int tokens)
        : m_map(new QCPColorMap(xAxis, yAxis))
        , m_numbers(new Numbers(tokens, tokens, {0, tokens - 1.0}, {0, tokens - 1.0}))
    {
        m_map->setData(m_numbers);
        m_map->setInterpolate(false);
        m_map->setGradient(QCPColorGradient::gpThermal);
        m_map->setDataRange({0, 1});
        xAxis->setRange(-0.5, tokens - 0.5);
        yAxis->setRange(-0.5, tokens - 0.5);
        axisRect()->setAutoMargins(QCP::msNone);
        axisRect()->setMargins({});
        for (QCPAxis* axis : axisRect()->axes())
            axis->setVisible(false);
    }

    void show(const std::vector<double>& numbers)
    {
        m_numbers->fill(numbers);
        replot(rpImmediateRefresh);
    }

private:
    QCPColorMap* m_map;
    Numbers* m_numbers; // the map's
};

PlainPlots::PlainPlots(int side, int tokens, int pixels)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform;
    for (std::vector<double>& numbers : m_numbers) {
        numbers.resize(std::size_t(tokens) * std::size_t(tokens));
        std::generate(numbers.begin(), numbers.end(), [&] { return uniform(random); });
    }
    auto* grid = new QGridLayout(&m_window);
    grid->setSpacing(0);
    grid->setContentsMargins({});
    for (int i = 0; i < side * side; ++i) {
        m_plots.push_back(new Plot(tokens));
        m_plots.back()->setMinimumSize(pixels, pixels);
        grid->addWidget(m_plots.back(), i / side, i % side);
    }
    m_window.resize(side * pixels, side * pixels);
    m_window.show();
    QCoreApplication::processEvents();
}

PlainPlots::~PlainPlots() = default;

void PlainPlots::update()
{
    ++m_turn;
    for (Plot* plot : m_plots)
        plot->show(m_numbers[m_turn % 2]);
}

} // namespace headlight
