// How much memory a trace takes with the weights that it was made from, alone and with the engine
// that is ready for the next edit, beside the numbers it holds. Asserts nothing. See
// tests/bench/run.

#include "tests/bench/comparison.h"
#include "tests/bench/effort.h"
#include "tests/bench/full_pass.h"

#include <malloc.h>

#include <fstream>
#include <string>

using namespace headlight;

namespace {

constexpr double allowance = 1.2; // times the numbers that are held

/// Megabytes of this process that lie in memory; 0 where the system does not say.
double residentMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kibibytes = 0;
        if (word == "VmRSS:" && status >> kibibytes)
            return kibibytes * 1024e-6;
    }
    return 0;
}

double megabytesOf(ForwardInputOf<float>& input, const TraceOf<float>& trace)
{
    Index numbers = 0;
    forEachWeight(input.parameters, [&](const std::string&, const Shared<MatrixOf<float>>& weight) {
        numbers += weight->size();
    });
    forEachActivation(trace, [&](const std::string&, const MatrixOf<float>& activation) {
        numbers += activation.size();
    });
    return double(numbers) * sizeof(float) * 1e-6;
}

void measure(const char* name, const PassSize& size)
{
    const double before = residentMegabytes();
    ForwardInputOf<float> input = randomInput<float>(size);
    auto engine = std::make_optional<Engine<float>>(passThreads);
    const std::optional<TraceOf<float>> trace = engine->run(input);
    const double withEngine = residentMegabytes() - before;
    engine.reset();
    malloc_trim(0); // what is free is not resident
    const double traceAlone = residentMegabytes() - before;
    const double allowed = allowance * megabytesOf(input, *trace);
    print({std::string("Trace and its weights, ") + name, "1.2 x its numbers", traceAlone, allowed,
           "MB", 1});
    print({std::string("Trace, weights and engine, ") + name, "1.2 x its numbers", withEngine,
           allowed, "MB", 0});
}

} // namespace

int main(int argc, char** argv)
{
    printComparisonHead();
    if (effortOf(argc, argv) == Effort::Smoke)
        measure("(16,64,4)", {16, 64, 4});
    else
        measure("(512,768,12)", {512, 768, 12});
    return 0;
}
