// What pictures cost, beside matplotlib in the same run: both draw and save, in turns, and the
// fastest of all rounds counts. Asserts nothing. See tests/bench/run.

#include "tests/bench/comparison.h"
#include "tests/bench/effort.h"
#include "ui/figure/figure_export.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace headlight;

namespace {

constexpr double millimetresOfPeer = 304.8; // 12 inches, as wide as matplotlib draws

Figure headsFigure(int heads, int tokens)
{
    std::mt19937 random(1);
    std::normal_distribution<double> normal(0, 1.5);
    Figure figure;
    double largest = 0;
    for (int head = 0; head < heads; ++head) {
        Matrix weights(tokens, tokens);
        for (Index i = 0; i < weights.size(); ++i)
            weights.data()[i] = std::exp(normal(random));
        for (Index row = 0; row < weights.rows(); ++row)
            weights.row(row) /= weights.row(row).sum();
        largest = std::max(largest, weights.maxCoeff());
        figure.panels.push_back({heads > 1 ? QStringLiteral("Head %1").arg(head + 1) : QString(),
                                 std::make_shared<const Matrix>(std::move(weights)),
                                 {}});
    }
    for (Panel& panel : figure.panels)
        panel.scale.colors.high = largest;
    for (int token = 0; token < tokens; ++token)
        figure.rowLabels += QStringLiteral("word%1").arg(token);
    figure.columnLabels = figure.rowLabels;
    return figure;
}

/// Seconds to draw and save, and the size of the file.
struct Cost {
    double seconds = std::numeric_limits<double>::infinity();
    qsizetype bytes = 0;
};

Cost drawOurs(const Figure& figure, FigureFormat format, const FigureSize& size,
              const QString& path)
{
    QElapsedTimer timer;
    timer.start();
    const Result<QByteArray> bytes = renderFigure(figure, format, size);
    if (!bytes || !writeFileSafely(path, *bytes))
        qFatal("the picture was not written");
    return {double(timer.nsecsElapsed()) * 1e-9, bytes->size()};
}

/// The fastest of so many rounds.
Cost drawOften(const Figure& figure, FigureFormat format, const FigureSize& size, int rounds)
{
    const QTemporaryDir folder;
    Cost best;
    for (int round = 0; round < rounds; ++round) {
        const Cost cost = drawOurs(figure, format, size, folder.filePath(QStringLiteral("ours")));
        if (cost.seconds < best.seconds)
            best = cost;
    }
    return best;
}

/// Seconds of the fastest round of matplotlib, or 0 where it is missing.
double drawPeer(FigureFormat format, int dpi, int heads, int tokens)
{
    const QTemporaryDir folder;
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"), // whose packages are Debian's
                 {QStringLiteral(HEADLIGHT_PEERS "/matplotlib_figure.py"), suffixOf(format),
                  QString::number(dpi), QString::number(heads), QString::number(tokens),
                  QStringLiteral("2"), folder.filePath(QStringLiteral("peer"))});
    if (!python.waitForFinished(600'000) || python.exitCode() != 0)
        return 0;
    double best = std::numeric_limits<double>::infinity();
    for (const QByteArray& line : python.readAllStandardOutput().split('\n')) {
        if (!line.isEmpty())
            best = std::min(best, line.toDouble());
    }
    return best;
}

void comparePeer(const char* name, FigureFormat format, int dpi, int turns)
{
    constexpr int heads = 12;
    constexpr int tokens = 128;
    const Figure figure = headsFigure(heads, tokens);
    double ours = std::numeric_limits<double>::infinity();
    double peer = ours;
    for (int turn = 0; turn < turns; ++turn) {
        const Cost cost = drawOften(figure, format, {millimetresOfPeer, dpi}, 3);
        ours = std::min(ours, cost.seconds);
        peer = std::min(peer, drawPeer(format, dpi, heads, tokens));
    }
    print({std::string("12 heads of 128 drawn and saved, ") + name, "matplotlib", ours * 1e3,
           peer * 1e3, "ms", 7});
}

/// Limits of 0 are none.
void compareLimit(const std::string& name, const Cost& cost, double seconds, double megabytes)
{
    if (seconds > 0)
        print({name, "limit", cost.seconds * 1e3, seconds * 1e3, "ms", 1});
    if (megabytes > 0)
        print({name + ", file", "limit", double(cost.bytes) * 1e-6, megabytes, "MB", 1});
}

void comparePeers(int turns)
{
    comparePeer("PNG 100 dpi", FigureFormat::Png, 100, turns);
    comparePeer("PNG 300 dpi", FigureFormat::Png, 300, turns);
    comparePeer("PDF", FigureFormat::Pdf, 100, turns);
    comparePeer("SVG", FigureFormat::Svg, 100, turns);
}

void compareLimits(int rounds)
{
    const Figure large = headsFigure(1, 512);
    compareLimit("512 x 512, 84 mm, PDF", drawOften(large, FigureFormat::Pdf, {}, rounds), 0.3, 1);
    compareLimit("512 x 512, 84 mm, SVG", drawOften(large, FigureFormat::Svg, {}, rounds), 0.4, 0);
    const Figure page = headsFigure(144, 128);
    compareLimit("144 heads of 128, a page, PDF",
                 drawOften(page, FigureFormat::Pdf, {174, 300}, rounds), 2, 0);
    compareLimit("144 heads of 128, HTML", drawOften(page, FigureFormat::Html, {}, rounds), 0, 3);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    initResources();
    QApplication application(argc, argv);
    applyTheme(*qApp, ThemeChoice::Light);
    const Effort effort = effortOf(argc, argv);
    printComparisonHead();
    if (effort == Effort::Smoke) {
        compareLimit("3 x 3, 84 mm, PDF", drawOften(headsFigure(1, 3), FigureFormat::Pdf, {}, 1),
                     0.3, 1);
        return 0;
    }
    const int rounds = effort == Effort::Quick ? 1 : 3;
    comparePeers(rounds);
    compareLimits(rounds);
    return 0;
}
