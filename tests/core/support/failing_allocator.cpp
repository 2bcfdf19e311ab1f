#include "tests/core/support/failing_allocator.h"

#include <atomic>
#include <cstdlib>
#include <new>

// Eigen asks malloc(), everything else operator new. The linker leads calls of malloc() from the
// project's own objects to __wrap_malloc(); those of libraries go where they always did.
extern "C" {
void* __real_malloc(std::size_t size);
void* __wrap_malloc(std::size_t size);
}

namespace {

std::atomic<std::int64_t> refused = 0; // the number of the request; 0: none
std::atomic<std::int64_t> count = 0;

bool mayHave()
{
    return refused == 0 || ++count != refused;
}

void* allocated(std::size_t size, std::size_t alignment = 0)
{
    void* const memory = !mayHave() ? nullptr
        : alignment > 0
        ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
        : __real_malloc(size > 0 ? size : 1);
    if (!memory)
        throw std::bad_alloc();
    return memory;
}

} // namespace

void* __wrap_malloc(std::size_t size)
{
    return mayHave() ? __real_malloc(size) : nullptr;
}

void* operator new(std::size_t size)
{
    return allocated(size);
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    return allocated(size, std::size_t(alignment));
}

void* operator new[](std::size_t size)
{
    return allocated(size);
}

void* operator new[](std::size_t size, std::align_val_t alignment)
{
    return allocated(size, std::size_t(alignment));
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

namespace headlight {

FailingAllocator::FailingAllocator(std::int64_t number)
{
    count = 0;
    refused = number;
}

FailingAllocator::~FailingAllocator()
{
    refused = 0;
}

std::int64_t FailingAllocator::asked()
{
    return count;
}

bool FailingAllocator::hasRefused()
{
    return count >= refused && refused > 0;
}

} // namespace headlight
