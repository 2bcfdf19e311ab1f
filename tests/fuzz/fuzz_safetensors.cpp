#include "core/io/safetensors.h"
#include "tests/fuzz/arrays.h"

using namespace headlight;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<std::vector<NamedTensor>> tensors = readSafetensors(textOf(data, size));
    if (!tensors)
        return 0;
    for (const NamedTensor& tensor : *tensors)
        readEveryWay(tensor.view);
    return 0;
}
