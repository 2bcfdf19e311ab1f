#include "tests/core/support/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace headlight {
namespace {

void setLimit(std::uint64_t bytes)
{
    rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = rlim_t(bytes);
    setrlimit(RLIMIT_AS, &limit);
}

std::uint64_t currentLimit()
{
    rlimit limit;
    getrlimit(RLIMIT_AS, &limit);
    return limit.rlim_cur;
}

std::uint64_t addressSpace()
{
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * std::uint64_t(sysconf(_SC_PAGESIZE));
}

} // namespace

MemoryLimit::MemoryLimit(std::uint64_t bytes)
    : m_before(currentLimit())
{
    if (works())
        setLimit(addressSpace() + bytes);
}

MemoryLimit::~MemoryLimit()
{
    setLimit(m_before);
}

bool MemoryLimit::works()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#else
    return true;
#endif
}

} // namespace headlight
