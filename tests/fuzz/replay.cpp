#include "tests/core/support/mutations.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> filesIn(const char* folder)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

void run(const std::string& bytes)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

} // namespace

/// replay FOLDER COUNT: runs every file of the folder through the target, and COUNT damaged copies
/// of each, the same ones every time. The last line tells what broke it.
int main(int count, char** arguments)
{
    if (count != 3)
        return 2;
    const std::vector<fs::path> files = filesIn(arguments[1]);
    const int copies = std::atoi(arguments[2]);
    for (const fs::path& path : files) {
        const std::string bytes = contentOf(path);
        std::mt19937_64 random(1);
        std::printf("%s\n", path.c_str());
        std::fflush(stdout);
        run(bytes);
        for (int i = 0; i < copies; ++i) {
            const std::string damaged = headlight::mutated(bytes, random);
            std::printf("%s, damaged copy %d\n", path.c_str(), i);
            std::fflush(stdout);
            run(damaged);
        }
    }
    if (afterLastInput)
        afterLastInput();
    return files.empty() ? 1 : 0;
}
