#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

// Each fuzz_x.cpp gives the bytes of a stranger's file to one reader. libFuzzer invents the bytes;
// without clang, replay.cpp runs those that are stored in tests/data/fuzz/x,
// and damaged copies of them.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// What a target has to end before main() does, if anything; only replay.cpp calls it.
[[gnu::weak]] void afterLastInput();

namespace headlight {

inline std::string_view textOf(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

/// Takes the part before the first `mark` off the front; all of it where there is none.
inline std::string_view takePart(std::string_view& rest, char mark)
{
    const std::string_view part = rest.substr(0, rest.find(mark));
    rest.remove_prefix(part.size() < rest.size() ? part.size() + 1 : part.size());
    return part;
}

/// What has to hold whatever the bytes are; stops the process where it does not.
inline void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "Broken: %s\n", what);
    std::abort();
}

} // namespace headlight
