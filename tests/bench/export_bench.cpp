// What pictures cost, beside matplotlib in the same run: both draw and save, in turns, and the
// fastest of all rounds counts. Prints a table; asserts nothing.

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
#include <cstdio>
#include <limits>
#include <random>

using namespace headlight;

namespace {

constexpr int turns = 3;
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

/// The fastest round of matplotlib, or infinity where it is missing.
double drawPeer(const QString& format, int dpi, int heads, int tokens, const QString& out)
{
    QProcess python;
    python.start(QStringLiteral("/usr/bin/python3"), // whose packages are Debian's
                 {QStringLiteral(HEADLIGHT_PEERS "/matplotlib_figure.py"), format,
                  QString::number(dpi), QString::number(heads), QString::number(tokens),
                  QStringLiteral("2"), out});
    if (!python.waitForFinished(600'000) || python.exitCode() != 0)
        return std::numeric_limits<double>::infinity();
    double best = std::numeric_limits<double>::infinity();
    for (const QByteArray& line : python.readAllStandardOutput().split('\n')) {
        if (!line.isEmpty())
            best = std::min(best, line.toDouble());
    }
    return best;
}

void comparePeer(const char* name, FigureFormat format, int dpi)
{
    constexpr int heads = 12;
    constexpr int tokens = 128;
    constexpr double goal = 7;
    const QTemporaryDir folder;
    const Figure figure = headsFigure(heads, tokens);
    double ours = std::numeric_limits<double>::infinity();
    double peer = ours;
    for (int turn = 0; turn < turns; ++turn) {
        for (int round = 0; round < 3; ++round)
            ours = std::min(ours,
                            drawOurs(figure, format, {millimetresOfPeer, dpi},
                                     folder.filePath(QStringLiteral("ours")))
                                .seconds);
        peer = std::min(peer,
                        drawPeer(suffixOf(format), dpi, heads, tokens,
                                 folder.filePath(QStringLiteral("peer"))));
    }
    if (std::isinf(peer)) {
        std::printf("%-34s %8.3f s   matplotlib is not installed\n", name, ours);
        return;
    }
    std::printf("%-34s %8.3f s %8.3f s %8.1f x   goal %4.0f x   %s\n", name, ours, peer,
                peer / ours, goal, peer / ours >= goal ? "met" : "missed");
}

void compareLimit(const char* name, const Figure& figure, FigureFormat format,
                  const FigureSize& size, double seconds, double megabytes)
{
    const QTemporaryDir folder;
    Cost best;
    for (int round = 0; round < turns; ++round) {
        const Cost cost = drawOurs(figure, format, size, folder.filePath(QStringLiteral("ours")));
        if (cost.seconds < best.seconds)
            best = cost;
    }
    const double made = double(best.bytes) * 1e-6;
    const bool met = best.seconds <= seconds && made <= megabytes;
    std::printf("%-34s %8.3f s %8.2f MB   limit %4.1f s, %g MB   %s\n", name, best.seconds, made,
                seconds, megabytes, met ? "met" : "missed");
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    initResources();
    const QApplication application(argc, argv);
    applyTheme(*qApp, ThemeChoice::Light);
    std::printf("12 heads of 128 tokens, drawn and saved: Headlight, matplotlib, ratio\n");
    comparePeer("PNG, 100 dpi", FigureFormat::Png, 100);
    comparePeer("PNG, 300 dpi", FigureFormat::Png, 300);
    comparePeer("PDF", FigureFormat::Pdf, 100);
    comparePeer("SVG", FigureFormat::Svg, 100);
    std::printf("\nLimits\n");
    const double any = std::numeric_limits<double>::infinity();
    const Figure large = headsFigure(1, 512);
    compareLimit("512 x 512, 84 mm, PDF", large, FigureFormat::Pdf, {}, 0.3, 1);
    compareLimit("512 x 512, 84 mm, SVG", large, FigureFormat::Svg, {}, 0.4, any);
    const Figure page = headsFigure(144, 128);
    compareLimit("12 x 12 heads of 128, a page, PDF", page, FigureFormat::Pdf, {174, 300}, 2, any);
    compareLimit("12 x 12 heads of 128, HTML", page, FigureFormat::Html, {}, any, 3);
    return 0;
}
