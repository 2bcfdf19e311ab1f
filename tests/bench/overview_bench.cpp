// What the overview of a whole model costs: 9,216 maps moved beside the same maps coloured, 144
// maps of which all or one changed, and for how long the window is deaf at sizes that take longer
// than a frame. Offscreen, the fastest of all rounds counts. Prints rows of a table; asserts
// nothing.
//   overview_bench [--quick|--smoke]

#include "tests/bench/comparison.h"
#include "tests/bench/drawn_maps.h"
#include "tests/bench/effort.h"
#include "tests/bench/shortest.h"
#include "tests/bench/watched_application.h"
#include "tests/support/quiet.h"
#include "ui/style/resources.h"

#include <QKeyEvent>

#include <functional>

using namespace headlight;

namespace {

/// Seconds of the fastest round; every round does something else than the one before.
double fastest(ModelOverview& overview, int rounds, const std::function<void(bool odd)>& act)
{
    Shortest shortest;
    for (int round = 0; round < rounds; ++round)
        shortest.add(secondsOf([&] {
            act(round % 2);
            finish(overview);
        }));
    return shortest.seconds();
}

void press(ModelOverview& overview, int key)
{
    QKeyEvent event(QEvent::KeyPress, key, Qt::ShiftModifier);
    QCoreApplication::sendEvent(&overview, &event);
}

void measureMoving(int side, int rounds)
{
    const SnapshotPtr snapshot = recordedModel(side, side, 64);
    ModelOverview overview;
    overview.resize(1400, 1300);
    Look look;
    overview.setContent(snapshot, look);
    overview.show();
    finish(overview);
    overview.zoomIn(); // so that there is something to move
    finish(overview);
    const double moved = fastest(
        overview, rounds, [&](bool odd) { press(overview, odd ? Qt::Key_Left : Qt::Key_Right); });
    const double coloured = fastest(overview, rounds, [&](bool odd) {
        look.map = odd ? ColorMap::Viridis : ColorMap::Magma;
        overview.setContent(snapshot, look);
    });
    print({std::to_string(side * side) + " maps of 64: repaint after a pan", "all recoloured",
           moved * 1e3, coloured * 1e3, "ms", 5});
}

void measureChanging(int rounds)
{
    const SnapshotPtr before = recordedModel(12, 12, 64);
    const SnapshotPtr allOthers = changed(before, true);
    const SnapshotPtr oneOther = changed(before, false);
    ModelOverview overview;
    overview.resize(768, 768);
    overview.setContent(before, {});
    overview.show();
    makeRoomForCells(overview);
    const auto toggle = [&](const SnapshotPtr& other) {
        return fastest(overview, rounds,
                       [&](bool odd) { overview.setContent(odd ? before : other, {}); });
    };
    const double all = toggle(allOthers);
    print({"144 maps of 64: one changed", "all changed", toggle(oneOther) * 1e3, all * 1e3, "ms",
           50});
}

/// The slowest event while `act` goes on; of all rounds the least, because others compute here,
/// too.
void measureDeafness(const char* what, int rounds, const std::function<void()>& act)
{
    constexpr double frame = 16; // ms
    Shortest slowest;
    for (int round = 0; round < rounds; ++round) {
        watchedApplication().takeSlowest();
        act();
        slowest.add(watchedApplication().takeSlowest());
    }
    print({what, "frame", slowest.seconds() * 1e3, frame, "ms", 1});
}

void wheel(ModelOverview& overview, QPointF at, int notches)
{
    QWheelEvent event(at, overview.mapToGlobal(at), {}, {0, 120 * notches}, {}, {},
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&overview, &event);
}

/// One head, zoomed from all of it into its cells and back, and moved on the way.
void measureLongSentence(int tokens, int rounds)
{
    const SnapshotPtr before = recordedModel(1, 1, tokens);
    const SnapshotPtr after = changed(before, true);
    Look look;
    ModelOverview overview;
    overview.resize(1400, 1300);
    overview.setContent(before, look);
    overview.show();
    finish(overview);
    const QPointF at(700, 500);
    const auto zoom = [&](int notches, bool waits) {
        wheel(overview, at, notches);
        press(overview, Qt::Key_Right);
        QCoreApplication::processEvents();
        if (waits)
            finish(overview);
    };
    const auto inAndOut = [&](bool waits) {
        for (int step = 0; step < 24; ++step)
            zoom(1, waits);
        for (int step = 0; step < 24; ++step)
            zoom(-1, waits);
        finish(overview);
    };
    const std::string size = std::to_string(tokens) + " tokens: ";
    measureDeafness((size + "slowest event of fast zooms").c_str(), rounds,
                    [&] { inAndOut(false); });
    measureDeafness((size + "slowest event of slow zooms").c_str(), rounds,
                    [&] { inAndOut(true); });
    look.range = ColorRange::PerHead;
    measureDeafness((size + "slowest event of new numbers").c_str(), rounds, [&] {
        for (const SnapshotPtr& snapshot : {after, before}) {
            overview.setContent(snapshot, look);
            finish(overview);
        }
    });
}

/// Colours over the range of all heads need every number of the model.
void measureRangeOfAll(int side, int tokens, int rounds)
{
    const SnapshotPtr before = recordedModel(side, side, tokens);
    const SnapshotPtr after = changed(before, true);
    Look look;
    look.range = ColorRange::Shown;
    ModelOverview overview;
    overview.resize(1400, 1300);
    overview.setContent(before, look);
    overview.show();
    finish(overview);
    const std::string what = std::to_string(side * side) + " maps of " + std::to_string(tokens)
        + ", range of all: slowest event";
    measureDeafness(what.c_str(), rounds, [&] {
        for (const SnapshotPtr& snapshot : {after, before}) {
            overview.setContent(snapshot, look);
            finish(overview);
        }
    });
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const TestHome home;
    WatchedApplication application(argc, argv);
    initResources();
    const Effort effort = effortOf(argc, argv);
    const bool smoke = effort == Effort::Smoke;
    const int rounds = smoke ? 2 : effort == Effort::Quick ? 8 : 20;
    printComparisonHead();
    measureMoving(smoke ? 8 : 96, rounds);
    measureChanging(smoke ? 2 : 20 * rounds);
    measureLongSentence(smoke ? 64 : 4096, smoke ? 1 : 3);
    measureRangeOfAll(smoke ? 2 : 12, smoke ? 16 : 512, smoke ? 1 : 4);
    return 0;
}
