// How the time of a full pass grows with tokens, width, heads and layers, beside what the processor
// can at best multiply and add: a picture in the program's own style. Asserts nothing. See
// tests/bench/run.
//
//   growth_bench OUT.png [--quick]

#include "tests/bench/effort.h"
#include "tests/bench/full_pass.h"
#include "tests/bench/multiply_add_peak.h"
#include "ui/figure/page_painter.h"
#include "ui/figure/png_file.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"
#include "ui/style/theme.h"

#include <QApplication>

#include <cmath>
#include <cstdio>

using namespace headlight;

namespace {

constexpr double frame = 1000.0 / 60; // milliseconds
constexpr QSize chartSize(560, 300);
constexpr int legendHeight = 40; // below the charts of the last row
constexpr int dotsPerInch = 144;
constexpr ChartRange milliseconds{0.1, 1000}; // the same in all charts

/// One number of the size grows, the others stay.
struct Growth {
    const char* name;
    const char* rest; // what stays
    std::vector<int> steps;
    PassSize (*size)(int step);
};

std::vector<Growth> growths(bool smoke)
{
    if (smoke)
        return {{"Tokens", "", {4, 8}, [](int n) { return PassSize{n, 16, 2}; }}};
    return {{"Tokens",
             "d_model 768, 12 heads",
             {16, 32, 64, 128, 256, 512, 1024},
             [](int n) {
                 return PassSize{n, 768, 12};
             }},
            {"d_model",
             "128 tokens, d_k 64",
             {128, 256, 512, 1024, 2048},
             [](int d) {
                 return PassSize{128, d, d / 64};
             }},
            {"Heads",
             "128 tokens, d_model 768",
             {1, 2, 4, 8, 16, 32, 96},
             [](int heads) {
                 return PassSize{128, 768, heads};
             }},
            {"Layers", "128 tokens, d_model 768, 12 heads", {1, 2, 4, 8, 16, 32}, [](int layers) {
                 return PassSize{128, 768, 12, layers};
             }}};
}

/// Milliseconds of the shortest pass for every step.
std::vector<QPointF> measure(const Growth& growth, double seconds)
{
    std::vector<QPointF> points;
    for (const int step : growth.steps) {
        FullPasses<float> passes(growth.size(step));
        points.emplace_back(step, passes.go(seconds) * 1e3);
    }
    return points;
}

std::vector<QPointF> limit(const Growth& growth, double peak)
{
    std::vector<QPointF> points;
    for (const int step : growth.steps)
        points.emplace_back(step, operationsOf(growth.size(step)) / peak * 1e3);
    return points;
}

Chart chartOf(const Growth& growth, double seconds, double peak)
{
    Chart chart;
    chart.title = QString::fromLatin1(growth.name);
    chart.xTitle = QString::fromLatin1(growth.rest);
    chart.yTitle = QStringLiteral("ms");
    chart.logX = chart.logY = true;
    chart.yRange = milliseconds;
    const double first = growth.steps.front();
    const double last = growth.steps.back();
    chart.lines = {{QStringLiteral("full pass"), measure(growth, seconds), true},
                   {QStringLiteral("multiply-add limit"), limit(growth, peak)},
                   {QStringLiteral("one 60-Hz frame"), {{first, frame}, {last, frame}}}};
    return chart;
}

/// All charts on one picture, two side by side, which share the legend of the last row.
QImage drawCharts(std::vector<Chart> charts)
{
    const int count = int(charts.size());
    const int rows = (count + 1) / 2;
    const QSize layout(2 * chartSize.width(), rows * chartSize.height() + legendHeight);
    QImage image(layout * dotsPerInch / 96, QImage::Format_RGB32);
    image.setDotsPerMeterX(int(std::lround(dotsPerInch / 0.0254)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.fill(Qt::white);
    PagePainter painter(&image);
    for (int i = 0; i < count; ++i) {
        Chart& chart = charts[std::size_t(i)];
        QRect area({i % 2 * chartSize.width(), i / 2 * chartSize.height()}, chartSize);
        chart.legend = i / 2 == rows - 1;
        if (chart.legend)
            area.setHeight(area.height() + legendHeight);
        painter.drawChart(chart, area);
    }
    return image;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "growth_bench OUT.png [--quick]\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    initResources();
    QApplication application(argc, argv);
    applyTheme(*qApp, ThemeChoice::Light);
    const Effort effort = effortOf(argc, argv);
    const double seconds = effort == Effort::Smoke ? 0 : effort == Effort::Quick ? 0.2 : 1;
    const double peak = multiplyAddPeak(passThreads);
    std::vector<Chart> charts;
    for (const Growth& growth : growths(effort == Effort::Smoke))
        charts.push_back(chartOf(growth, seconds, peak));
    const QString path = QString::fromLocal8Bit(argv[1]);
    if (const auto written = writeFileSafely(path, pngFile(drawCharts(std::move(charts)), {}));
        !written) {
        std::fprintf(stderr, "%s\n", written.error().message.c_str());
        return 1;
    }
    return 0;
}
