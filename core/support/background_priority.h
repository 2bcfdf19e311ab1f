#pragma once

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace headlight {

/// From now on the calling thread takes only what others leave of the processor. Linux knows a
/// priority of each thread; elsewhere nothing changes.
inline void workInTheBackground()
{
#ifdef __linux__
    ::setpriority(PRIO_PROCESS, 0, 10); // 0: this thread
#endif
}

} // namespace headlight
