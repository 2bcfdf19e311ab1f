// The engine beside PyTorch, NumPy and ONNX Runtime, beside itself built for one level of
// instructions alone, and beside what the processor can multiply and add: forward passes that keep
// every attention weight. Contestants take turns and the shortest times are compared, so every
// figure is a ratio within one run. Asserts nothing. See tests/bench/run.

#include "core/kernels/kernels.h"
#include "tests/bench/comparison.h"
#include "tests/bench/effort.h"
#include "tests/bench/full_pass.h"
#include "tests/bench/multiply_add_peak.h"
#include "tests/bench/peer_process.h"

using namespace headlight;

namespace {

struct Case {
    const char* name;
    PassSize size;
    bool isDouble;
    double torchGoal; // times PyTorch
    double onnxGoal; // times ONNX Runtime; 0: not compared
    double peakGoal; // share of the multiply-add limit; 0: none
};

const Case cases[] = {
    {"(3,4,1)", {3, 4, 1}, false, 80, 40, 0},
    {"(16,64,4)", {16, 64, 4}, false, 6, 3.5, 0.33},
    {"(64,512,8)", {64, 512, 8}, false, 1.5, 1.05, 0.90},
    {"(128,768,12)", {128, 768, 12}, false, 1.4, 1.05, 0.88},
    {"(512,768,12)", {512, 768, 12}, false, 1.4, 1.2, 0.87},
    {"(512,1024,16)", {512, 1024, 16}, false, 1.4, 1.2, 0.88},
    {"12 x (128,768,12)", {128, 768, 12, 12}, false, 1.4, 1.1, 0.90},
    {"(128,768,12) f64", {128, 768, 12}, true, 1.4, 0, 0},
    {"(512,768,12) f64", {512, 768, 12}, true, 1.75, 0, 0},
};

struct Turns {
    int rounds;
    double seconds; // of each contestant in each round
};

/// The shortest times of everybody.
struct Times {
    Shortest ours;
    Shortest torch; // the better of its two ways
    Shortest numpy;
    Shortest onnx;
    Shortest alone; // our own program, built for the level that runs and no other
    Shortest limit;
};

struct Peers {
    PeerProcess torchOwn{python(), {attentionPeer(), "torch-mha", QString::number(passThreads)}};
    PeerProcess torchByHand{python(),
                            {attentionPeer(), "torch-hand", QString::number(passThreads)}};
    PeerProcess numpy{python(), {attentionPeer(), "numpy", QString::number(passThreads)}};
    PeerProcess onnx{"node",
                     {HEADLIGHT_PEERS "/onnx_peer.js", python(), QString::number(passThreads)}};
    PeerProcess alone{QStringLiteral(HEADLIGHT_ALONE) + headlight_kernels()->level,
                      {QString::number(passThreads)}};

    void prepare(const Case& c)
    {
        const QString sizes = QStringLiteral("%1 %2 %3 %4 %5")
                                  .arg(c.size.tokens)
                                  .arg(c.size.width)
                                  .arg(c.size.heads)
                                  .arg(c.size.layers)
                                  .arg(c.isDouble ? "f64" : "f32");
        PeerProcess* const all[] = {&torchOwn, &torchByHand, &numpy, &onnx, &alone};
        for (PeerProcess* peer : all) {
            if (peer != &onnx || !c.isDouble)
                peer->prepare(sizes.toLatin1());
        }
        for (PeerProcess* peer : all) // nobody prepares while another is measured
            peer->isReady();
    }

private:
    static QString python() { return "/usr/bin/python3"; } // whose packages are Debian's
    static QString attentionPeer() { return HEADLIGHT_PEERS "/attention_peer.py"; }
};

template <class Scalar>
Times measure(const Case& c, Peers& peers, const Turns& turns)
{
    peers.prepare(c);
    FullPasses<Scalar> ours(c.size);
    Times times;
    for (int round = 0; round < turns.rounds; ++round) {
        times.ours.add(ours.go(turns.seconds));
        times.alone.add(peers.alone.go(turns.seconds));
        times.torch.add(peers.torchOwn.go(turns.seconds));
        times.torch.add(peers.torchByHand.go(turns.seconds));
        times.numpy.add(peers.numpy.go(turns.seconds));
        if (!c.isDouble)
            times.onnx.add(peers.onnx.go(turns.seconds));
        const double peak = multiplyAddPeak(passThreads) / (c.isDouble ? 2 : 1);
        if (peak > 0)
            times.limit.add(operationsOf(c.size) / peak);
    }
    return times;
}

void printRows(const Case& c, const Times& times)
{
    const std::string what = std::string("Full pass, ") + c.name;
    const auto beside = [&](const std::string& peer, const Shortest& time, double goal) {
        print({what, peer, times.ours.seconds() * 1e3, time.seconds() * 1e3, "ms", goal});
    };
    beside("PyTorch", times.torch, c.torchGoal);
    if (!c.isDouble)
        beside("ONNX Runtime", times.onnx, c.onnxGoal);
    beside("NumPy", times.numpy, 1);
    beside("multiply-add limit", times.limit, c.peakGoal);
    beside(std::string("only for ") + headlight_kernels()->level, times.alone, 0.97);
}

void printSmoke()
{
    for (const Case& c : {cases[0], cases[1]}) {
        Times times;
        times.ours.add(FullPasses<float>(c.size).go(0));
        printRows(c, times);
    }
}

} // namespace

int main(int argc, char** argv)
{
    const Effort effort = effortOf(argc, argv);
    printComparisonHead();
    if (effort == Effort::Smoke) {
        printSmoke();
        return 0;
    }
    const Turns turns = effort == Effort::Quick ? Turns{3, 0.15} : Turns{8, 0.4};
    Peers peers;
    for (const Case& c : cases)
        printRows(c,
                  c.isDouble ? measure<double>(c, peers, turns) : measure<float>(c, peers, turns));
    return 0;
}
