// The engine beside PyTorch and NumPy: forward passes that keep every attention weight, and edits
// of one cell beside our own full pass. Contestants take turns; the shortest times are compared, so
// every figure is a ratio within one run. Reports, asserts nothing. See tests/bench/run.
//
//   engine_bench [--quick] [--python PROGRAM]

#include "core/kernels/kernels.h"
#include "core/model/engine.h"
#include "tests/bench/multiply_add_peak.h"

#include <QProcess>

#include <chrono>
#include <cstdio>
#include <random>

using namespace headlight;

namespace {

constexpr int threads = 2;
constexpr double unmeasured = 1e9; // seconds

struct Case {
    const char* name;
    int tokens, width, heads, layers;
    bool isDouble;
    double torchGoal; // times PyTorch
    double peakGoal; // share of the multiply-add peak; 0: none
};

const Case cases[] = {
    {"(3,4,1)", 3, 4, 1, 1, false, 80, 0},
    {"(16,64,4)", 16, 64, 4, 1, false, 6, 0.33},
    {"(64,512,8)", 64, 512, 8, 1, false, 1.5, 0.90},
    {"(128,768,12)", 128, 768, 12, 1, false, 1.4, 0.88},
    {"(512,768,12)", 512, 768, 12, 1, false, 1.4, 0.87},
    {"(512,1024,16)", 512, 1024, 16, 1, false, 1.4, 0.88},
    {"12 x (128,768,12)", 128, 768, 12, 12, false, 1.4, 0.90},
    {"(128,768,12) f64", 128, 768, 12, 1, true, 1.4, 0},
    {"(512,768,12) f64", 512, 768, 12, 1, true, 1.75, 0},
};

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Multiplications and additions of one pass.
double operations(const Case& c)
{
    const double n = c.tokens;
    const double d = c.width;
    return c.layers * (8 * n * d * d + 4 * n * n * d);
}

template <class Scalar>
MatrixOf<Scalar> randomMatrix(Index rows, Index columns, double deviation)
{
    static std::mt19937 random(1);
    std::normal_distribution<double> normal(0, deviation);
    return MatrixOf<Scalar>::NullaryExpr(rows, columns, [&] { return Scalar(normal(random)); });
}

template <class Scalar>
ForwardInputOf<Scalar> inputOf(const Case& c)
{
    ForwardInputOf<Scalar> input;
    input.keep = Keep::Pictures;
    input.config.modelWidth = input.config.outputWidth = c.width;
    input.config.keyWidth = input.config.valueWidth = c.width / c.heads;
    input.config.heads = c.heads;
    input.config.layers = c.layers;
    input.embed = randomMatrix<Scalar>(c.tokens, c.width, 1);
    const auto weight
        = [&] { return randomMatrix<Scalar>(c.width, c.width, 1 / std::sqrt(double(c.width))); };
    for (int l = 0; l < c.layers; ++l)
        input.parameters.layers.push_back({weight(), weight(), weight(), weight(), {}});
    return input;
}

/// The shortest time of `work` within so many seconds.
template <class Work>
double shortest(double seconds, const Work& work)
{
    double best = unmeasured;
    const double end = now() + seconds;
    for (int i = 0; i < 2 || now() < end; ++i) {
        const double start = now();
        work();
        best = std::min(best, now() - start);
    }
    return best;
}

/// Passes in which every number of X differs from the pass before.
template <class Scalar>
class FullPasses {
public:
    explicit FullPasses(const Case& c)
        : m_input(inputOf<Scalar>(c))
        , m_engine(threads)
    {
    }

    double go(double seconds)
    {
        return shortest(seconds, [this] {
            m_input.embed = MatrixOf<Scalar>(-*m_input.embed);
            m_trace = m_engine.run(m_input);
        });
    }

private:
    ForwardInputOf<Scalar> m_input;
    Engine<Scalar> m_engine;
    std::optional<TraceOf<Scalar>> m_trace; // as long as the picture of it is shown
};

class Peer {
public:
    Peer(const QString& python, const char* mode, const Case& c)
    {
        const QStringList arguments = {QStringLiteral(HEADLIGHT_PEERS "/attention_peer.py"),
                                       QLatin1String(mode),
                                       QString::number(c.tokens),
                                       QString::number(c.width),
                                       QString::number(c.heads),
                                       QString::number(c.layers),
                                       QLatin1String(c.isDouble ? "f64" : "f32"),
                                       QString::number(threads)};
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(python, arguments);
        m_ready = readLine() == "ready";
    }
    ~Peer()
    {
        m_process.closeWriteChannel();
        m_process.waitForFinished();
    }

    double go(double seconds)
    {
        if (!m_ready)
            return unmeasured;
        m_process.write("go " + QByteArray::number(seconds) + '\n');
        return readLine().toDouble();
    }

private:
    QByteArray readLine()
    {
        while (!m_process.canReadLine() && m_process.waitForReadyRead(60000)) { }
        return m_process.readLine().trimmed();
    }

    QProcess m_process;
    bool m_ready = false;
};

const char* verdict(double found, double goal)
{
    return found >= goal ? "met" : "not met";
}

/// "1.41", or "-" for what could not be measured or is no goal.
QByteArray ratioText(double ratio)
{
    return ratio > 0 ? QByteArray::number(ratio, 'f', 2) : QByteArray("-");
}

/// Shortest times of all contestants, which take turns.
struct Result {
    double ours = unmeasured;
    double torch = unmeasured; // the better of its two ways
    double numpy = unmeasured;
    double peak = 0; // operations per second

    double timesTorch() const { return torch < unmeasured ? torch / ours : 0; }
    double timesNumpy() const { return numpy < unmeasured ? numpy / ours : 0; }
};

template <class Scalar>
Result measureFullPass(const Case& c, const QString& python, int rounds, double seconds)
{
    FullPasses<Scalar> ours(c);
    Peer mha(python, "torch-mha", c);
    Peer hand(python, "torch-hand", c);
    Peer numpy(python, "numpy", c);
    Result result;
    for (int round = 0; round < rounds; ++round) {
        result.ours = std::min(result.ours, ours.go(seconds));
        result.torch = std::min({result.torch, mha.go(seconds), hand.go(seconds)});
        result.numpy = std::min(result.numpy, numpy.go(seconds));
        result.peak = std::max(result.peak, multiplyAddPeak(threads) / (c.isDouble ? 2 : 1));
    }
    return result;
}

void print(const Case& c, const Result& result)
{
    const double share = result.peak > 0 ? operations(c) / result.ours / result.peak : 0;
    const auto verdictOn = [](double found, double goal) {
        return found > 0 && goal > 0 ? verdict(found, goal) : "";
    };
    std::printf("%-18s %10.4f %10s %6s %6s %-8s %10s %6s %8s %6s %s\n", c.name, result.ours * 1e3,
                ratioText(result.timesTorch() * result.ours * 1e3).constData(),
                ratioText(result.timesTorch()).constData(), ratioText(c.torchGoal).constData(),
                verdictOn(result.timesTorch(), c.torchGoal),
                ratioText(result.timesNumpy() * result.ours * 1e3).constData(),
                ratioText(result.timesNumpy()).constData(), ratioText(share).constData(),
                ratioText(c.peakGoal).constData(), verdictOn(share, c.peakGoal));
    std::fflush(stdout);
}

/// One cell of a weight or of X changes: what it takes to the new weights.
void measureEdits(const Case& c, double seconds)
{
    FullPasses<float> full(c);
    struct Edit {
        const char* name;
        Shared<MatrixOf<float>> LayerParametersOf<float>::*weight; // null: X
        bool isDrag;
        double goal;
    };
    for (const Edit& edit :
         {Edit{"W_Q cell", &LayerParametersOf<float>::wQ, false, 25},
          Edit{"W_K cell", &LayerParametersOf<float>::wK, false, 25},
          Edit{"X cell", nullptr, false, 6}, Edit{"X drag", nullptr, true, 15}}) {
        double fullBest = unmeasured, best = unmeasured;
        ForwardInputOf<float> input = inputOf<float>(c);
        Engine<float> engine(threads);
        std::optional<TraceOf<float>> trace = engine.run(input);
        double ready = 0;
        ForwardControlOf<float> control;
        control.mayNudge = edit.isDrag;
        control.weightsReady = [&](const TraceOf<float>&) { ready = now(); };
        for (int round = 0; round < 3; ++round) {
            fullBest = std::min(fullBest, full.go(seconds));
            for (int i = 0; i < 30; ++i) {
                Shared<MatrixOf<float>>& matrix
                    = edit.weight ? input.parameters.layers[0].*edit.weight : input.embed;
                const Index row = i % matrix->rows();
                const Index column = 5 * i % matrix->cols();
                matrix.detach(cellArea(row, column))(row, column) += 0.5f;
                const double start = now();
                trace = engine.run(input, control);
                best = std::min(best, ready - start);
            }
        }
        std::printf("%-18s %-10s %10.4f %10.4f %7.1f %6.0f %s\n", c.name, edit.name, best * 1e3,
                    fullBest * 1e3, fullBest / best, edit.goal,
                    verdict(fullBest / best, edit.goal));
    }
}

} // namespace

int main(int argc, char** argv)
{
    bool quick = false;
    QString python = QStringLiteral("/usr/bin/python3");
    for (int i = 1; i < argc; ++i) {
        if (qstrcmp(argv[i], "--quick") == 0)
            quick = true;
        else if (qstrcmp(argv[i], "--python") == 0 && i + 1 < argc)
            python = QString::fromLocal8Bit(argv[++i]);
    }
    const int rounds = quick ? 3 : 8;
    const double seconds = quick ? 0.15 : 0.4;
    std::printf("Full passes, %s, %d threads, ms; ratios are peer / ours\n",
                headlight_kernels()->level, threads);
    std::printf("%-18s %10s %10s %6s %6s %-8s %10s %6s %8s %6s\n", "(n, d, heads)", "ours",
                "PyTorch", "ratio", "goal", "", "NumPy", "ratio", "of peak", "goal");
    for (const Case& c : cases)
        print(c,
              c.isDouble ? measureFullPass<double>(c, python, rounds, seconds)
                         : measureFullPass<float>(c, python, rounds, seconds));
    std::printf("\nEdits of one cell, up to the weights and Z, ms\n%-18s %-10s %10s %10s %7s %6s\n",
                "", "", "edit", "full pass", "ratio", "goal");
    measureEdits(cases[3], seconds);
    measureEdits(cases[4], seconds);
    return 0;
}
