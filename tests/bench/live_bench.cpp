// What one edit costs from the change of the document to the repainted picture, in the real window
// on the offscreen platform, and what it takes to explain a cell. Printed against one 60-Hz frame
// and the 50 ms in which an explanation shall be there; nothing is asserted.

#include "app/main_window.h"
#include "core/document/restructure.h"
#include "core/explain/chain.h"
#include "tests/support/quiet.h"
#include "ui/style/resources.h"
#include "ui/views/pipeline_strip.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>

using namespace headlight;

namespace {

constexpr double frame = 1000.0 / 60;
constexpr double explanation = 50;

struct Size {
    int tokens;
    int modelWidth;
    int heads;
};

Document documentOf(const Size& size)
{
    Config config;
    config.modelWidth = config.outputWidth = size.modelWidth;
    config.heads = size.heads;
    config.keyWidth = config.valueWidth = std::max(1, size.modelWidth / size.heads);
    std::string sentence;
    for (int i = 0; i < size.tokens; ++i)
        sentence += "w" + std::to_string(i) + " ";
    return newDocument(sentence, config);
}

/// Milliseconds from edit() until the picture of that edit is painted.
double oneEdit(MainWindow& window, double value)
{
    bool arrived = false;
    const auto connection = QObject::connect(
        &window.session(), &Session::snapshotChanged, &window, [&](const SnapshotPtr& s) {
            arrived = (*s->document->parameters.layers[0].wK)(0, 0) == value;
        });
    QElapsedTimer clock;
    clock.start();
    window.session().edit(SetCell{"layers.0.W_K", 0, 0, value});
    while (!arrived)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    QCoreApplication::processEvents(); // the repaint that was asked for
    QObject::disconnect(connection);
    return double(clock.nsecsElapsed()) / 1e6;
}

/// Milliseconds from selecting a cell of the chain until the Why panel is filled and every mark
/// set: the slowest of all stages.
double slowestExplanation(MainWindow& window, const Document& document)
{
    auto* strip = window.findChild<PipelineStrip*>();
    double slowest = 0;
    for (const ChainStage& stage : chainOf(document, 0, 0)) {
        QElapsedTimer clock;
        clock.start();
        emit strip->cellSelected({stage.tensor, 0, 0});
        slowest = std::max(slowest, double(clock.nsecsElapsed()) / 1e6);
        QCoreApplication::processEvents();
    }
    return slowest;
}

void measure(const Size& size)
{
    MainWindow window;
    window.resize(1320, 820);
    window.show();
    window.session().open(documentOf(size));
    window.findChild<QAction*>(QStringLiteral("allHeads"))->trigger();
    while (window.session().isComputing())
        QCoreApplication::processEvents();
    std::vector<double> times;
    for (int i = 0; i < 60; ++i)
        times.push_back(oneEdit(window, i + 0.5));
    std::sort(times.begin(), times.end());
    const double why = slowestExplanation(window, window.session().document());
    std::printf("%6d %8d %6d %10.2f %10.2f %10.2f %8.2f %10.2f %8.2f\n", size.tokens,
                size.modelWidth, size.heads, times[0], times[30], times[59], times[30] / frame, why,
                why / explanation);
    window.session().undoStack()->setClean(); // so that closing asks nothing
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const TestHome home;
    QApplication application(argc, argv);
    initResources();
    std::printf(
        "tokens  d_model  heads     min ms     p50 ms     max ms   frames     why ms  of 50 ms\n");
    for (const Size& size : {Size{3, 4, 1}, {16, 64, 4}, {64, 64, 8}, {128, 768, 12}})
        measure(size);
    return 0;
}
