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
    double goal; // times a full pass; 0: none
};

struct Turns {
    int rounds;
    double seconds; // of full passes in each round
};

/// One cell after the other changes. There is no W_O, whose product every edit needs.
class Edits {
public:
    Edits(const PassSize& size, Weight weight)
        : m_weight(weight)
        , m_input(randomInput<float>(size))
        , m_engine(passThreads)
    {
        m_input.config.outputProjection = false;
        m_trace = m_engine.run(m_input);
    }

    double go()
    {
        Shortest shortest;
        for (int i = 0; i < editsPerRound; ++i) {
            MatrixOf<float>& matrix
                = m_weight ? (m_input.parameters.layers[0].*m_weight).detach() : m_input.embed;
            matrix(i % matrix.rows(), 5 * i % matrix.cols()) += 0.5f;
            shortest.add(secondsOf([this] { m_trace = m_engine.run(m_input); }));
        }
        return shortest.seconds();
    }

private:
    Weight m_weight;
    ForwardInputOf<float> m_input;
    Engine<float> m_engine;
    std::optional<TraceOf<float>> m_trace;
};

void measure(const std::string& name, const PassSize& size, const EditKind& kind,
             const Turns& turns)
{
    FullPasses<float> passes(size);
    Edits edits(size, kind.weight);
    Shortest edit;
    Shortest full;
    for (int round = 0; round < turns.rounds; ++round) {
        edit.add(edits.go());
        full.add(passes.go(turns.seconds));
    }
    print({"Edit of a cell of " + std::string(kind.name) + ", " + name, "our full pass",
           edit.seconds() * 1e3, full.seconds() * 1e3, "ms", kind.goal});
}

void measureAll(const std::string& name, const PassSize& size, double goalOfX, const Turns& turns)
{
    for (const EditKind& kind :
         {EditKind{"W_Q", &LayerParametersOf<float>::wQ, 25},
          EditKind{"W_K", &LayerParametersOf<float>::wK, 25}, EditKind{"X", nullptr, goalOfX}})
        measure(name, size, kind, turns);
}

} // namespace

int main(int argc, char** argv)
{
    const Effort effort = effortOf(argc, argv);
    printComparisonHead();
    if (effort == Effort::Smoke) {
        measureAll("(16,64,4)", {16, 64, 4}, 0, {1, 0});
        return 0;
    }
    const Turns turns = effort == Effort::Quick ? Turns{3, 0.15} : Turns{6, 0.4};
    measureAll("(128,768,12)", {128, 768, 12}, 0, turns);
    measureAll("(512,768,12)", {512, 768, 12}, 6, turns);
    return 0;
}
