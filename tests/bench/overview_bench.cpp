// What the overview of a whole model costs: 9,216 maps moved beside the same maps coloured, and 144
// maps of which all or one changed. Offscreen, the fastest of all rounds counts. Prints a table;
// asserts nothing.

#include "tests/support/quiet.h"
#include "ui/style/resources.h"
#include "ui/views/model_overview.h"

#include <QElapsedTimer>
#include <QKeyEvent>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <limits>
#include <random>

using namespace headlight;

namespace {

constexpr int tokens = 64;
constexpr int rounds = 12;

/// Weights alone, as a recording has them.
Snapshot recordedSnapshot(int layers, int heads)
{
    Document document;
    document.config.layers = layers;
    document.config.heads = heads;
    for (int i = 0; i < tokens; ++i)
        document.tokens.push_back("w" + std::to_string(i));
    document.recorded = Recorded{document.tokens};
    Snapshot snapshot{std::make_shared<const Document>(std::move(document)), {}};
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform;
    for (int l = 0; l < layers; ++l) {
        LayerTrace& layer = snapshot.trace.layers.emplace_back();
        for (int h = 0; h < heads; ++h)
            layer.heads.emplace_back().pattern
                = Matrix::NullaryExpr(tokens, tokens, [&] { return uniform(random); });
    }
    return snapshot;
}

SnapshotPtr shared(Snapshot snapshot)
{
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

/// All numbers turned around, or those of the first head alone: the others are shared, as the
/// engine shares them.
SnapshotPtr changed(const Snapshot& snapshot, bool all)
{
    Snapshot other{snapshot.document, {}};
    bool turns = true;
    for (const LayerTrace& before : snapshot.trace.layers) {
        LayerTrace& layer = other.trace.layers.emplace_back();
        for (std::size_t h = 0; h < before.heads.size(); ++h) {
            if (turns)
                layer.heads.emplace_back().pattern = (1 - before.heads[h].pattern.array()).matrix();
            else
                layer.heads.push_back(before.heads.shared(h));
            turns = all;
        }
    }
    return shared(std::move(other));
}

void finish(ModelOverview& overview)
{
    do {
        QCoreApplication::processEvents();
    } while (!overview.isComplete());
    QCoreApplication::processEvents(); // the repaint that was asked for
}

/// Milliseconds of the fastest round; every round does something else than the one before.
double fastest(ModelOverview& overview, const std::function<void(bool odd)>& act)
{
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer clock;
        clock.start();
        act(round % 2);
        finish(overview);
        best = std::min(best, double(clock.nsecsElapsed()) / 1e6);
    }
    return best;
}

void press(ModelOverview& overview, int key)
{
    QKeyEvent event(QEvent::KeyPress, key, Qt::ShiftModifier);
    QCoreApplication::sendEvent(&overview, &event);
}

void report(const char* name, double part, double whole, double goal)
{
    std::printf("%-44s %8.3f %8.3f   1/%-6.1f 1/%-4.0f %s\n", name, part, whole, whole / part, goal,
                whole / part >= goal ? "met" : "not met");
}

void measureMoving()
{
    const SnapshotPtr snapshot = shared(recordedSnapshot(96, 96));
    ModelOverview overview;
    overview.resize(1400, 1300);
    Look look;
    overview.setContent(snapshot, look);
    overview.show();
    finish(overview);
    overview.zoomIn(); // so that there is something to move
    finish(overview);
    const double moved
        = fastest(overview, [&](bool odd) { press(overview, odd ? Qt::Key_Left : Qt::Key_Right); });
    const double coloured = fastest(overview, [&](bool odd) {
        look.map = odd ? ColorMap::Magma : ColorMap::Viridis;
        overview.setContent(snapshot, look);
    });
    report("9216 maps of 64x64: moved, all coloured", moved, coloured, 5);
}

void measureChanging()
{
    const Snapshot first = recordedSnapshot(12, 12);
    const SnapshotPtr before = shared(first);
    const SnapshotPtr allOthers = changed(first, true);
    const SnapshotPtr oneOther = changed(first, false);
    ModelOverview overview;
    overview.resize(900, 860);
    overview.setContent(before, {});
    overview.show();
    finish(overview);
    const auto toggle = [&](const SnapshotPtr& other) {
        return fastest(overview, [&](bool odd) { overview.setContent(odd ? before : other, {}); });
    };
    const double all = toggle(allOthers);
    report("144 maps of 64x64: one changed, all changed", toggle(oneOther), all, 50);
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const TestHome home;
    QApplication application(argc, argv);
    initResources();
    std::printf("%-44s %8s %8s   %-8s %-6s\n", "", "ms", "of ms", "share", "goal");
    measureMoving();
    measureChanging();
    return 0;
}
