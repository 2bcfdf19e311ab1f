// The kernels beside Eigen compiled for the same instructions, on one thread. Google Benchmark
// repeats them in a random order; the shortest times are compared. Asserts nothing. See
// tests/bench/run.

#include "core/kernels/kernels.h"
#include "tests/bench/comparison.h"
#include "tests/bench/effort.h"
#include "tests/bench/kernel_references.h"
#include "tests/bench/shortest.h"

#include <benchmark/benchmark.h>

#include <map>
#include <memory>
#include <new>
#include <random>
#include <vector>

using namespace headlight;

namespace {

using Count = std::ptrdiff_t;

/// What came out, by the name of the benchmark.
class Fastest : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override
    {
        for (const Run& run : runs) {
            if (run.run_type == Run::RT_Iteration)
                m_times[run.run_name.function_name].add(run.GetAdjustedRealTime());
        }
    }

    double operator[](const std::string& name) { return m_times[name].seconds(); }

private:
    std::map<std::string, Shortest> m_times;
};

std::vector<float> randomNumbers(Count count, float low, float high)
{
    static std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(low, high);
    std::vector<float> numbers(static_cast<std::size_t>(count));
    for (float& number : numbers)
        number = uniform(random);
    return numbers;
}

/// Numbers as aligned as pack() wants them.
struct Packed {
    struct Free {
        void operator()(float* numbers) const
        {
            ::operator delete[](numbers, std::align_val_t(64));
        }
    };
    explicit Packed(Count size)
        : numbers(new (std::align_val_t(64)) float[static_cast<std::size_t>(size)])
    {
    }
    std::unique_ptr<float[], Free> numbers;
};

struct ProductSize {
    Count rows, depth, width;

    std::string name() const
    {
        return "Product " + std::to_string(rows) + " x " + std::to_string(depth) + " x "
            + std::to_string(width);
    }
};

/// `unit`: nanoseconds of one are compared in it.
struct Kernel {
    std::string name;
    double unit;
    const char* unitName;
};

template <class Ours, class Eigens>
Kernel add(Kernel kernel, const Ours& ours, const Eigens& eigens)
{
    benchmark::RegisterBenchmark((kernel.name + ", ours").c_str(), [ours](benchmark::State& state) {
        for (auto _ : state)
            ours();
    });
    benchmark::RegisterBenchmark((kernel.name + ", Eigen").c_str(),
                                 [eigens](benchmark::State& state) {
                                     for (auto _ : state)
                                         eigens();
                                 });
    return kernel;
}

Kernel addProduct(const ProductSize& size)
{
    struct Data {
        std::vector<float> a, b, c;
        Packed packed;
    };
    const KernelsOf<float>& kernels = kernelsOf<float>();
    const auto [rows, depth, width] = size;
    auto data = std::make_shared<Data>(Data{
        randomNumbers(rows * depth, -1, 1), randomNumbers(depth * width, -1, 1),
        std::vector<float>(std::size_t(rows * width)), Packed(kernels.packedSize(depth, width))});
    kernels.pack(depth, width, data->b.data(), width, data->packed.numbers.get());
    const ProductOf<float> product{
        rows,           depth, width, 0, width, data->a.data(), depth, data->packed.numbers.get(),
        data->c.data(), width};
    return add(
        {size.name() + " by packed weights", 1e3, "us"},
        [product, data] { kernelsOf<float>().multiply(product); },
        [size, data] {
            headlight_kernel_references()->eigenProduct(
                size.rows, size.depth, size.width, data->a.data(), data->b.data(), data->c.data());
        });
}

Kernel addExponential(Count count)
{
    auto x = std::make_shared<const std::vector<float>>(randomNumbers(count, -20, 0));
    auto y = std::make_shared<std::vector<float>>(x->size());
    return add(
        {"Exponential, one number", double(count), "ns"},
        [=] { headlight_kernel_references()->exponential(count, x->data(), y->data()); },
        [=] { headlight_kernel_references()->eigenExponential(count, x->data(), y->data()); });
}

/// In place, again and again: what the numbers are changes nothing in the time.
Kernel addSoftmax(Count rows, Count keys)
{
    auto scores = std::make_shared<std::vector<float>>(randomNumbers(rows * keys, -3, 3));
    return add(
        {"Softmax of " + std::to_string(keys) + " keys, one weight", double(rows * keys), "ns"},
        [=] {
            for (Count row = 0; row < rows; ++row)
                kernelsOf<float>().softmax({scores->data() + row * keys, keys, keys, 1});
        },
        [=] { headlight_kernel_references()->eigenSoftmax(rows, keys, scores->data()); });
}

void runBenchmarks(Effort effort, Fastest& fastest)
{
    std::vector<std::string> words
        = {"kernels_bench", "--benchmark_enable_random_interleaving=true"};
    switch (effort) {
    case Effort::Smoke:
        words.insert(words.end(), {"--benchmark_repetitions=1", "--benchmark_min_time=0"});
        break;
    case Effort::Quick:
        words.insert(words.end(), {"--benchmark_repetitions=5", "--benchmark_min_time=0.05"});
        break;
    case Effort::Full:
        words.insert(words.end(), {"--benchmark_repetitions=12", "--benchmark_min_time=0.1"});
        break;
    }
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    int count = int(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    benchmark::RunSpecifiedBenchmarks(&fastest);
}

} // namespace

int main(int argc, char** argv)
{
    const std::string level = headlight_kernels()->level;
    const Kernel products[] = {addProduct({16, 64, 64}), addProduct({128, 768, 768})};
    const Kernel exponential = addExponential(4096);
    const Kernel softmax = addSoftmax(64, 512);
    Fastest fastest;
    runBenchmarks(effortOf(argc, argv), fastest);

    printComparisonHead();
    const auto ours
        = [&](const Kernel& kernel) { return fastest[kernel.name + ", ours"] / kernel.unit; };
    const auto beside = [&](const Kernel& kernel, double goal) {
        print({kernel.name, "Eigen, " + level, ours(kernel),
               fastest[kernel.name + ", Eigen"] / kernel.unit, kernel.unitName, goal});
    };
    for (const Kernel& product : products)
        beside(product, 1);
    beside(exponential, 0); // no goal: ours rounds subnormal results, Eigen drops them
    beside(softmax, 0);
    constexpr double softmaxLimit = 0.5; // a goal of x86-64-v4 alone
    print({softmax.name, "limit of x86-64-v4", ours(softmax), softmaxLimit, "ns",
           level == "x86-64-v4" ? 1.0 : 0});
    return 0;
}
