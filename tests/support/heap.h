#pragma once

#include <cstddef>

#include <malloc.h>

namespace headlight {

/// How many bytes the program holds. Unlike resident memory it does not count what was given back
/// to malloc(), whose threads keep different amounts of it.
inline std::size_t heapInUse()
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

} // namespace headlight
