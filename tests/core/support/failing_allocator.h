#pragma once

#include <cstdint>

namespace headlight {

/// While it lives, the `number`-th piece of memory that anything asks for, counted from 1, is
/// refused, on whatever thread. Only in a program that is linked with failing_allocator.cpp and
/// wraps malloc() (see tests/CMakeLists.txt); one at a time.
class FailingAllocator {
public:
    explicit FailingAllocator(std::int64_t number);
    ~FailingAllocator();
    FailingAllocator(const FailingAllocator&) = delete;
    FailingAllocator& operator=(const FailingAllocator&) = delete;

    /// How often memory was asked for since.
    static std::int64_t asked();
    static bool hasRefused();
};

} // namespace headlight
