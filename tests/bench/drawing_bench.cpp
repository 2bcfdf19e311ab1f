// What drawing costs: the program's own views beside QCustomPlot, pyqtgraph and matplotlib. An
// update is new numbers and their repaint. Offscreen, in turns; the fastest of all counts. Prints
// rows of a table; asserts nothing.
//   drawing_bench [--quick|--smoke]

#include "app/main_window.h"
#include "core/document/restructure.h"
#include "tests/bench/comparison.h"
#include "tests/bench/drawn_maps.h"
#include "tests/bench/effort.h"
#include "tests/bench/peer_process.h"
#include "tests/bench/plain_plots.h"
#include "tests/bench/shortest.h"
#include "tests/support/quiet.h"
#include "ui/figure/figure_widget.h"
#include "ui/style/resources.h"
#include "ui/views/head_figure.h"
#include "ui/views/head_grid.h"

#include <QAction>
#include <QMouseEvent>

#include <ctime>
#include <functional>

using namespace headlight;

namespace {

using Update = std::function<void()>;

struct Turns {
    int rounds = 1;
    double seconds = 0; // of each
};

/// Milliseconds of the fastest update of each, which take turns.
std::pair<double, double> race(const Turns& turns, const Update& ours,
                               const std::function<double(double seconds)>& peer)
{
    Shortest our;
    Shortest their;
    for (int round = 0; round < turns.rounds; ++round) {
        our.add(shortestWithin(turns.seconds, ours));
        their.add(peer(turns.seconds));
    }
    return {our.seconds() * 1e3, their.seconds() * 1e3};
}

void compare(const std::string& what, const std::string& name, double goal, const Turns& turns,
             const Update& ours, const std::function<double(double seconds)>& peer)
{
    const auto [our, their] = race(turns, ours, peer);
    print({what, name, our, their, "ms", goal});
}

std::function<double(double)> peerOf(const Update& update)
{
    return [&update](double seconds) { return shortestWithin(seconds, update); };
}

std::function<double(double)> peerOf(PeerProcess& process)
{
    return [&process](double seconds) { return process.go(seconds); };
}

/// A script of a peer, or nothing in its place where peers are not asked.
PeerProcess makePeer(const char* script, bool isAsked)
{
    return PeerProcess(isAsked ? QStringLiteral("/usr/bin/python3") : QStringLiteral("/bin/true"),
                       {QStringLiteral(HEADLIGHT_PEERS "/") + QLatin1String(script)});
}

std::array<std::shared_ptr<const Matrix>, 2> twoMaps(int tokens)
{
    std::mt19937 random(1);
    return {std::make_shared<const Matrix>(randomWeights(tokens, random)),
            std::make_shared<const Matrix>(randomWeights(tokens, random))};
}

/// The view of one head, with a map of 600 x 600 pixels and nothing around it.
class OneMap {
public:
    explicit OneMap(int tokens)
        : m_maps(twoMaps(tokens))
    {
        constexpr int mapSide = 600;
        constexpr int padding = 32; // of both sides
        m_figure.panels.push_back({{}, m_maps[0], {}});
        m_figure.colorBar = false;
        m_figure.values = false;
        m_widget.setFigure(m_figure);
        m_widget.resize(mapSide + padding, mapSide + padding);
        m_widget.show();
        QCoreApplication::processEvents();
    }

    void update()
    {
        m_figure.panels.front().values = m_maps[std::size_t(++m_turn % 2)];
        m_widget.setFigure(m_figure);
        QCoreApplication::processEvents();
    }

private:
    std::array<std::shared_ptr<const Matrix>, 2> m_maps;
    Figure m_figure;
    FigureWidget m_widget;
    int m_turn = 0;
};

void compareOneMap(int tokens, const Turns& turns, PeerProcess& pyqtgraph)
{
    constexpr int largest = 2048;
    const std::string what = "One map of " + std::to_string(tokens) + ", update + repaint";
    OneMap map(tokens);
    const Update ours = [&] { map.update(); };
    pyqtgraph.prepare("1 " + QByteArray::number(tokens) + " 600");
    compare(what, "pyqtgraph", tokens == largest ? 7 : 3, turns, ours, peerOf(pyqtgraph));
    if (tokens != largest)
        return;
    PlainPlots plot(1, tokens, 600);
    const Update theirs = [&] { plot.update(); };
    compare(what, "QCPColorMap", 4, turns, ours, peerOf(theirs));
}

/// All layers and heads, every number another one each time.
void compareManyMaps(int side, const Turns& turns, PeerProcess& pyqtgraph)
{
    constexpr int tokens = 64;
    const SnapshotPtr before = recordedModel(side, side, tokens);
    const std::array<SnapshotPtr, 2> snapshots = {before, changed(before, true)};
    ModelOverview overview;
    overview.resize(side * tokens, side * tokens);
    overview.setContent(snapshots[0], {});
    overview.show();
    makeRoomForCells(overview);
    int turn = 0;
    const Update ours = [&] {
        overview.setContent(snapshots[std::size_t(++turn % 2)], {});
        finish(overview);
    };
    PlainPlots plots(side, tokens, tokens);
    const Update theirs = [&] { plots.update(); };
    const std::string what = std::to_string(side * side) + " maps of 64, all changed";
    compare(what, "QCustomPlot per head", 15, turns, ours, peerOf(theirs));
    pyqtgraph.prepare(QByteArray::number(side) + " 64 64");
    compare(what, "pyqtgraph", 30, turns, ours, peerOf(pyqtgraph));
}

/// All heads of a layer, with names, titles and a colour bar.
void compareGrid(int tokens, const Turns& turns, PeerProcess& matplotlib)
{
    constexpr int heads = 12;
    const SnapshotPtr before = recordedModel(1, heads, tokens);
    const std::array<SnapshotPtr, 2> snapshots = {before, changed(before, true)};
    HeadGrid grid;
    grid.resize(1200, 900);
    grid.show();
    int turn = 0;
    const Update ours = [&] {
        const SnapshotPtr& snapshot = snapshots[std::size_t(++turn % 2)];
        Figure figure = headFigure(snapshot, 0, allHeads(*snapshot), {});
        figure.style = screenStyle();
        figure.labelsNeedRoom = true;
        grid.setFigure(figure);
        QCoreApplication::processEvents();
    };
    matplotlib.prepare(QByteArray::number(heads) + ' ' + QByteArray::number(tokens));
    compare("12 heads of " + std::to_string(tokens) + ", update + redraw", "matplotlib", 50, turns,
            ours, peerOf(matplotlib));
}

double processorMilliseconds()
{
    timespec time = {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

void moveOver(QWidget& widget, const QPoint& point)
{
    QMouseEvent event(QEvent::MouseMove, point, widget.mapToGlobal(point), Qt::NoButton,
                      Qt::NoButton, {});
    QCoreApplication::sendEvent(&widget, &event);
    QCoreApplication::processEvents();
}

/// The pointer goes from cell to cell over a head; processor time of one move, with every mark in
/// the window that follows from it.
void measureHover(int tokens, const char* view, const char* mode, const char* widgetName,
                  int rounds)
{
    constexpr int moves = 40;
    constexpr double limit = 1; // ms
    Config config;
    config.modelWidth = config.outputWidth = 768;
    config.heads = 12;
    config.keyWidth = config.valueWidth = 64;
    std::string sentence;
    for (int i = 0; i < tokens; ++i)
        sentence += "w" + std::to_string(i) + " ";
    MainWindow window;
    window.resize(1440, 900);
    window.show();
    window.session().open(newDocument(sentence, config));
    window.findChild<QAction*>(QLatin1String(mode))->trigger();
    while (window.session().isComputing())
        QCoreApplication::processEvents();
    auto* const widget = window.findChild<QWidget*>(QLatin1String(widgetName));
    Shortest shortest;
    for (int round = 0; round < rounds; ++round) {
        const double before = processorMilliseconds();
        for (int move = 0; move < moves; ++move)
            moveOver(*widget, QPoint(120 + 3 * move, 140 + 2 * move + round % 2));
        shortest.add((processorMilliseconds() - before) / moves);
    }
    print({"Hover over " + std::to_string(tokens) + " tokens, " + view, "processor limit",
           shortest.seconds(), limit, "ms", 1});
    window.session().undoStack()->setClean(); // so that closing asks nothing
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const TestHome home;
    QApplication application(argc, argv);
    initResources();
    const Effort effort = effortOf(argc, argv);
    const bool smoke = effort == Effort::Smoke;
    const Turns turns = smoke     ? Turns{1, 0}
        : effort == Effort::Quick ? Turns{3, 0.15}
                                  : Turns{6, 0.4};
    PeerProcess pyqtgraph = makePeer("pyqtgraph_peer.py", !smoke);
    PeerProcess matplotlib = makePeer("matplotlib_peer.py", !smoke);
    printComparisonHead();
    for (const int tokens : smoke ? std::vector<int>{16} : std::vector<int>{16, 128, 512, 2048})
        compareOneMap(tokens, turns, pyqtgraph);
    compareManyMaps(smoke ? 2 : 12, turns, pyqtgraph);
    compareGrid(smoke ? 8 : 128, turns, matplotlib);
    const int tokens = smoke ? 8 : 512;
    const int rounds = smoke ? 1 : 6;
    measureHover(tokens, "one head", "oneHead", "figurePlot", rounds);
    measureHover(tokens, "12 heads", "allHeads", "headGrid", rounds);
    return 0;
}
