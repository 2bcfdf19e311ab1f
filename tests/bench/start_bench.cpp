// What starting costs beside the smallest program of its kind, and what opening the recorded
// attention of a large model costs beside what users shall wait. Every measurement has a process of
// its own; the processes take turns, and the fastest or smallest of all rounds counts. Prints rows
// of a table; asserts nothing.
//   start_bench [--quick|--smoke]

#include "app/main_window.h"
#include "core/io/npy.h"
#include "tests/bench/comparison.h"
#include "tests/bench/resident_memory.h"
#include "tests/support/quiet.h"
#include "ui/style/resources.h"
#include "ui/views/model_overview.h"

#include <QElapsedTimer>
#include <QProcess>

#include <chrono>
#include <cstdio>
#include <limits>
#include <random>

using namespace headlight;

namespace {

struct Cost {
    double milliseconds = std::numeric_limits<double>::infinity();
    double megabytes = std::numeric_limits<double>::infinity();

    void take(const Cost& other)
    {
        milliseconds = std::min(milliseconds, other.milliseconds);
        megabytes = std::min(megabytes, other.megabytes);
    }
};

/// Two numbers that a program prints, each on a line.
Cost costOf(const QString& program, const QStringList& arguments, const QProcessEnvironment& with)
{
    QProcess process;
    process.setProcessEnvironment(with);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        qFatal("%s did not say what it costs", qPrintable(program));
    const QList<QByteArray> lines = process.readAllStandardOutput().split('\n');
    return {lines.value(0).toDouble(), lines.value(1).toDouble()};
}

Cost startOf(const QString& program)
{
    QProcessEnvironment with = QProcessEnvironment::systemEnvironment();
    with.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(HEADLIGHT_FIRST_PAINT));
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    with.insert(QStringLiteral("HEADLIGHT_STARTED"),
                QString::number(std::chrono::nanoseconds(now).count()));
    return costOf(program, {}, with);
}

void compareStart(int rounds)
{
    Cost ours;
    Cost smallest;
    for (int round = 0; round < rounds; ++round) {
        ours.take(startOf(QStringLiteral(HEADLIGHT_PROGRAM)));
        smallest.take(startOf(QStringLiteral(HEADLIGHT_SMALLEST_WINDOW)));
    }
    const char* const peer = "Qt + QCustomPlot";
    print({"Start to the first painted window", peer, ours.milliseconds, smallest.milliseconds,
           "ms", 1 / 1.3});
    print({"Memory of the empty program", peer, ours.megabytes, smallest.megabytes, "MB", 1 / 1.4});
}

struct RecordingSize {
    Index layers;
    Index heads;
    Index tokens;
};

/// Attention as a framework saves it: single precision, all layers in one array.
void writeRecording(const QString& path, const RecordingSize& size)
{
    std::mt19937 random(1);
    std::exponential_distribution<double> weight;
    Array attention{{size.layers, size.heads, size.tokens, size.tokens}, {}};
    attention.values.resize(std::size_t(size.layers * size.heads * size.tokens * size.tokens));
    for (std::size_t row = 0; row < attention.values.size(); row += std::size_t(size.tokens)) {
        double sum = 0;
        for (std::size_t i = row; i < row + std::size_t(size.tokens); ++i)
            sum += attention.values[i] = weight(random);
        for (std::size_t i = row; i < row + std::size_t(size.tokens); ++i)
            attention.values[i] /= sum;
    }
    QFile file(path);
    const std::string bytes = writeNpy(attention, NpyFloat::Single);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), qint64(bytes.size())) < 0)
        qFatal("the recording was not written");
}

/// The process that opens it: prints milliseconds until the overview of all layers is complete, and
/// the most memory it ever held.
int openRecording(const QString& path)
{
    MainWindow window;
    window.show();
    QCoreApplication::processEvents();
    QElapsedTimer clock;
    clock.start();
    bool arrived = false;
    QObject::connect(
        &window.session(), &Session::snapshotChanged, &window,
        [&](const SnapshotPtr& snapshot) { arrived = snapshot->document->recorded.has_value(); });
    window.openFile(path);
    window.findChild<QAction*>(QStringLiteral("wholeModel"))->trigger();
    const auto* overview = window.findChild<ModelOverview*>();
    while (!arrived || !overview->isComplete())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    QCoreApplication::processEvents(); // the repaint that was asked for
    std::printf("%f\n%f\n", double(clock.nsecsElapsed()) / 1e6, residentMegabytes("VmHWM:"));
    return 0;
}

void compareOpening(const RecordingSize& size, int rounds)
{
    constexpr double patience = 1000; // ms
    constexpr double memory = 500; // MB
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("attention.npy"));
    writeRecording(path, size);
    Cost ours;
    for (int round = 0; round < rounds; ++round)
        ours.take(costOf(QCoreApplication::applicationFilePath(), {QStringLiteral("--open"), path},
                         QProcessEnvironment::systemEnvironment()));
    const std::string what = std::to_string(size.layers) + " x " + std::to_string(size.heads)
        + " maps of " + std::to_string(size.tokens);
    print({"Opening " + what + ", to overview", "limit", ours.milliseconds, patience, "ms", 1});
    print({"Opening " + what + ", most memory", "limit", ours.megabytes, memory, "MB", 1});
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const TestHome home;
    QApplication application(argc, argv);
    initResources();
    const QStringList arguments = QApplication::arguments();
    if (arguments.value(1) == QLatin1String("--open"))
        return openRecording(arguments.value(2));
    const bool smoke = arguments.contains(QStringLiteral("--smoke"));
    const bool quick = arguments.contains(QStringLiteral("--quick"));
    printComparisonHead();
    compareStart(smoke ? 1 : quick ? 5 : 12);
    compareOpening(smoke ? RecordingSize{2, 2, 8} : RecordingSize{12, 12, 512}, quick ? 2 : 4);
    return 0;
}
