#include "core/io/matrix_file.h"
#include "tests/fuzz/require.h"

using namespace headlight;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    for (const char* format : {"csv", "tsv"}) {
        const Result<Matrix> matrix = readMatrixFile(textOf(data, size), format);
        if (!matrix || matrix->size() == 0)
            continue;
        const Result<std::string> written = writeMatrixFile(*matrix, format);
        require(written.has_value(), "A matrix with cells can be written.");
        const Result<Matrix> again = readMatrixFile(*written, format);
        require(again && sameBits(*again, *matrix), "It reads back bit for bit.");
    }
    return 0;
}
