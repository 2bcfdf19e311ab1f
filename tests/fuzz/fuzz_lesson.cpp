#include "core/lesson/lesson.h"
#include "tests/fuzz/require.h"

using namespace headlight;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<Lesson> lesson = readLesson(textOf(data, size));
    if (!lesson)
        return 0;
    const std::string written = writeLesson(*lesson);
    const Result<Lesson> again = readLesson(written);
    require(again.has_value(), "What was read can be written and read.");
    require(writeLesson(*again) == written, "A lesson read again is written the same.");
    return 0;
}
