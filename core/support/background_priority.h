#pragma once

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace headlight {

/// How far a thread stands back behind the one of the window: a "nice" value of Linux.
enum class Background {
    Computing = 4, // somebody waits for it, but the window has to answer meanwhile
    Saving = 10, // nobody waits for it
};

/// From now on the calling thread, and those it starts, stand back. Linux knows a priority of each
/// thread; elsewhere nothing changes.
inline void standBack([[maybe_unused]] Background work)
{
#ifdef __linux__
    ::setpriority(PRIO_PROCESS, 0, int(work)); // 0: this thread
#endif
}

} // namespace headlight
