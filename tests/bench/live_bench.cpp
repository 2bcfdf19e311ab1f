// What one edit costs from the change of the document to the repainted picture, in the real window
// on the offscreen platform, and what it takes to explain a cell. Beside one 60-Hz frame and the
// 50 ms in which an explanation shall be there; nothing is asserted. See tests/bench/run.

#include "app/main_window.h"
#include "core/document/restructure.h"
#include "core/explain/chain.h"
#include "tests/bench/comparison.h"
#include "tests/bench/effort.h"
#include "tests/bench/watched_application.h"
#include "tests/support/quiet.h"
#include "ui/style/resources.h"
#include "ui/views/pipeline_strip.h"

#include <QElapsedTimer>

#include <algorithm>
#include <string>

using namespace headlight;

namespace {

constexpr double frame = 1000.0 / 60;
constexpr double explanation = 50;

struct Size {
    int tokens;
    int modelWidth;
    int heads;
    int layers;
    double medianGoal; // frames of 60 Hz; 0: none
    double slowGoal; // of the 99th of 100 edits
};

std::string nameOf(const Size& size)
{
    const std::string layer = "(" + std::to_string(size.tokens) + ","
        + std::to_string(size.modelWidth) + "," + std::to_string(size.heads) + ")";
    return size.layers == 1 ? layer : std::to_string(size.layers) + " x " + layer;
}

Document documentOf(const Size& size)
{
    Config config;
    config.modelWidth = config.outputWidth = size.modelWidth;
    config.heads = size.heads;
    config.layers = size.layers;
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
    const auto look = [&](const SnapshotPtr& snapshot) {
        arrived = arrived || (*snapshot->document->parameters.layers[0].wK)(0, 0) == value;
    };
    const auto whole
        = QObject::connect(&window.session(), &Session::snapshotChanged, &window, look);
    const auto weights
        = QObject::connect(&window.session(), &Session::weightsChanged, &window, look);
    QElapsedTimer clock;
    clock.start();
    const double before = threadSeconds();
    window.session().edit(SetCell{"layers.0.W_K", 0, 0, value});
    watchedApplication().note(threadSeconds() - before);
    while (!arrived)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    QCoreApplication::processEvents(); // the repaint that was asked for
    const double taken = double(clock.nsecsElapsed()) / 1e6;
    QObject::disconnect(whole);
    QObject::disconnect(weights);
    while (window.session().isComputing()) // so that each edit begins with a window at rest
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    return taken;
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

/// Milliseconds of so many edits, the fastest first.
std::vector<double> editTimes(MainWindow& window, int edits)
{
    std::vector<double> times;
    for (int i = 0; i < edits; ++i)
        times.push_back(oneEdit(window, i + 0.5));
    std::sort(times.begin(), times.end());
    return times;
}

void measure(const Size& size, int edits)
{
    MainWindow window;
    window.resize(1320, 820);
    window.show();
    window.session().open(documentOf(size));
    window.findChild<QAction*>(QStringLiteral("allHeads"))->trigger();
    while (window.session().isComputing())
        QCoreApplication::processEvents();
    editTimes(window, 3); // what is made once is made
    watchedApplication().takeSlowest();
    const std::vector<double> times = editTimes(window, edits);
    const double slowest = watchedApplication().takeSlowest();
    const std::string name = nameOf(size);
    print({"Edit to picture, " + name + ", median", "one 60-Hz frame", times[times.size() / 2],
           frame, "ms", size.medianGoal});
    print({"Edit to picture, " + name + ", 99 of 100", "one 60-Hz frame",
           times[(times.size() - 1) * 99 / 100], frame, "ms", size.slowGoal});
    print({"Slowest event of the window, " + name, "16 ms", slowest * 1e3, 16, "ms", 1});
    print({"Explanation of a cell, " + name + ", slowest", "50 ms",
           slowestExplanation(window, window.session().document()), explanation, "ms", 1});
    window.session().undoStack()->setClean(); // so that closing asks nothing
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const TestHome home;
    WatchedApplication application(argc, argv);
    initResources();
    const Effort effort = effortOf(argc, argv);
    printComparisonHead();
    if (effort == Effort::Smoke) {
        measure({3, 4, 1, 1, 1, 1}, 5);
        return 0;
    }
    const int edits = effort == Effort::Quick ? 60 : 200;
    for (const Size& size : {Size{3, 4, 1, 1, 1, 1},
                             {16, 64, 4, 1, 1, 1},
                             {64, 64, 8, 1, 1, 1},
                             {128, 768, 12, 1, 1, 0}})
        measure(size, edits);
    for (const Size& size :
         {Size{512, 768, 12, 1, 0, 0}, {128, 768, 12, 12, 0, 0}, {16, 64, 4, 96, 0, 0}})
        measure(size, edits / 4);
    return 0;
}
