#pragma once

#include <cstdint>

namespace headlight {

/// While it lives, the process can take no more than `bytes` of address space beyond what it has:
/// an allocation that a stranger's file has no right to ends in std::bad_alloc.
class MemoryLimit {
public:
    explicit MemoryLimit(std::uint64_t bytes);
    ~MemoryLimit();
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

    /// False in a build whose sanitizer needs the whole address space.
    static bool works();

private:
    std::uint64_t m_before;
};

} // namespace headlight
