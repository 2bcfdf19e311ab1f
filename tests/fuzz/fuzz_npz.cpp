#include "core/io/npz.h"
#include "tests/fuzz/arrays.h"

using namespace headlight;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<std::vector<ZipMember>> members = readNpz(textOf(data, size));
    if (!members)
        return 0;
    for (const ZipMember& member : *members) {
        const Result<std::string> content = unpack(member);
        if (!content)
            continue;
        if (const Result<TensorView> view = readNpy(*content); view)
            readEveryWay(*view);
    }
    return 0;
}
