#include "core/io/glove.h"
#include "tests/fuzz/require.h"

#include <sstream>

using namespace headlight;

/// The first line names the wanted words, apart by tabs; the rest is the file.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view rest = textOf(data, size);
    std::string_view names = takePart(rest, '\n');
    std::vector<std::string> wanted;
    while (!names.empty() && wanted.size() < 8)
        wanted.emplace_back(takePart(names, '\t'));
    std::istringstream file{std::string(rest)};
    const Result<WordVectors> read = readGlove(file, wanted);
    require(!read || Index(read->words.size()) == read->vectors.rows(),
            "Every word that was found has a vector.");
    return 0;
}
