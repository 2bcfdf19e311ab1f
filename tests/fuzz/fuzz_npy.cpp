#include "tests/fuzz/arrays.h"

using namespace headlight;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (const Result<TensorView> view = readNpy(textOf(data, size)); view)
        readEveryWay(*view);
    return 0;
}
