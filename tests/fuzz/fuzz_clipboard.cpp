#include "core/dialects/dialect.h"
#include "tests/fuzz/require.h"

using namespace headlight;

namespace {

void readAs(std::string_view text, Dialect dialect)
{
    const Result<Matrix> matrix = readMatrix(text, dialect);
    if (!matrix || matrix->size() == 0)
        return;
    const Result<Matrix> again = readMatrix(writeMatrix(*matrix, dialect), dialect);
    require(again && sameBits(*again, *matrix), "What is copied pastes bit for bit.");
}

} // namespace

/// The first byte says which dialect the rest is read as; that is recognised, too.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view text = textOf(data + 1, size - 1);
    readAs(text, Dialect(data[0] % dialectCount));
    if (const Result<Pasted> pasted = readAnyMatrix(text); pasted && pasted->ambiguity)
        require(pasted->ambiguity->readings.size() >= 2, "What is ambiguous has two readings.");
    return 0;
}
