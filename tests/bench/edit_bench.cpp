// What an edit of one cell costs, up to the weights and Z, beside our own full pass in the same
// run. Asserts nothing. See tests/bench/run.

#include "tests/bench/comparison.h"
#include "tests/bench/effort.h"
#include "tests/bench/full_pass.h"

using namespace headlight;

namespace {

constexpr int editsPerRound = 30;

using Weight = Shared<MatrixOf<float>> LayerParametersOf<float>::*;

struct EditKind {
    const char* name;
    Weight weight; // null: a cell of X
    bool isDrag; // weights may be off by rounding until it ends
    double goal; // times a full pass; 0: none
};

struct Turns {
    int rounds;
    double seconds; // of full passes in each round
};

/// One cell after the other changes.
class Edits {
public:
    Edits(const PassSize& size, const EditKind& kind)
        : m_weight(kind.weight)
        , m_input(randomInput<float>(size))
        , m_engine(passThreads)
        , m_trace(m_engine.run(m_input))
    {
        m_control.mayNudge = kind.isDrag;
        m_control.weightsReady = [this](const TraceOf<float>&) { m_ready = Clock::now(); };
    }

    double go()
    {
        Shortest shortest;
        for (int i = 0; i < editsPerRound; ++i) {
            edit(i);
            const Clock::time_point start = Clock::now();
            m_trace = m_engine.run(m_input, m_control);
            shortest.add(std::chrono::duration<double>(m_ready - start).count());
        }
        return shortest.seconds();
    }

private:
    using Clock = std::chrono::steady_clock;

    void edit(int number)
    {
        Shared<MatrixOf<float>>& matrix
            = m_weight ? m_input.parameters.layers[0].*m_weight : m_input.embed;
        const Index row = number % matrix->rows();
        const Index column = 5 * number % matrix->cols();
        matrix.detach(cellArea(row, column))(row, column) += 0.5f;
    }

    Weight m_weight;
    ForwardInputOf<float> m_input;
    Engine<float> m_engine;
    std::optional<TraceOf<float>> m_trace;
    ForwardControlOf<float> m_control;
    Clock::time_point m_ready;
};

void measure(const std::string& name, const PassSize& size, const EditKind& kind,
             const Turns& turns)
{
    FullPasses<float> passes(size);
    Edits edits(size, kind);
    Shortest edit;
    Shortest full;
    for (int round = 0; round < turns.rounds; ++round) {
        edit.add(edits.go());
        full.add(passes.go(turns.seconds));
    }
    print({std::string(kind.isDrag ? "Drag" : "Edit") + " of a cell of " + kind.name + ", " + name,
           "our full pass", edit.seconds() * 1e3, full.seconds() * 1e3, "ms", kind.goal});
}

struct GoalsOfX {
    double edit;
    double drag;
};

void measureAll(const std::string& name, const PassSize& size, const GoalsOfX& goals,
                const Turns& turns)
{
    for (const EditKind& kind :
         {EditKind{"W_Q", &LayerParametersOf<float>::wQ, false, 25},
          EditKind{"W_K", &LayerParametersOf<float>::wK, false, 25},
          EditKind{"X", nullptr, false, goals.edit}, EditKind{"X", nullptr, true, goals.drag}})
        measure(name, size, kind, turns);
}

} // namespace

int main(int argc, char** argv)
{
    const Effort effort = effortOf(argc, argv);
    printComparisonHead();
    if (effort == Effort::Smoke) {
        measureAll("(16,64,4)", {16, 64, 4}, {}, {1, 0});
        return 0;
    }
    const Turns turns = effort == Effort::Quick ? Turns{3, 0.15} : Turns{6, 0.4};
    measureAll("(128,768,12)", {128, 768, 12}, {}, turns);
    measureAll("(512,768,12)", {512, 768, 12}, {6, 15}, turns);
    return 0;
}
