#include "core/document/memory_limit.h"

#include <algorithm>
#include <atomic>

namespace headlight {
namespace {

std::atomic<double> limit = defaultMemoryLimit;

} // namespace

double memoryLimit()
{
    return limit;
}

void setMemoryLimit(double bytes)
{
    limit = std::clamp(bytes, smallestMemoryLimit, largestMemoryLimit);
}

} // namespace headlight
