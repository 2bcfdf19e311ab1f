#pragma once

#include <functional>

namespace headlight {

/// Calls task(0), …, task(count - 1), each once, and returns when all have returned: on every core,
/// or on this thread alone while others are at it. The tasks must not depend on each
/// other, so that what they draw does not depend on the number of threads. What one of them throws
/// is thrown here.
void shareDrawing(int count, const std::function<void(int)>& task);

} // namespace headlight
