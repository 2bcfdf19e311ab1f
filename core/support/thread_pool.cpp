#include "core/support/thread_pool.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace headlight {
namespace {

constexpr int taskBits = 24;
constexpr std::uint64_t taskMask = (1u << taskBits) - 1;

/// How often a thread looks for the next job before it sleeps: some 20 microseconds. The steps of
/// a pass follow each other faster than a sleeping thread wakes.
constexpr int patience = 600;

void relax()
{
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

} // namespace

int coreCount()
{
    return std::max(1, int(std::thread::hardware_concurrency()));
}

ThreadPool::ThreadPool(int threads)
    : m_threads(threads)
{
}

ThreadPool::~ThreadPool()
{
    m_quit = true;
    ++m_job;
    m_job.notify_all();
    for (std::thread& worker : m_workers)
        worker.join();
}

void ThreadPool::run(int count, const std::function<void(int)>& task)
{
    if (m_threads <= 1 || count <= 1) {
        for (int i = 0; i < count; ++i)
            task(i);
        return;
    }
    start();
    m_task = &task;
    m_done = 0;
    const std::uint64_t job = (m_job.load() + 1) & 0xffff;
    m_ticket = job << (2 * taskBits) | std::uint64_t(count) << taskBits;
    ++m_job;
    m_job.notify_all();
    work();
    // The last tasks run elsewhere; a thread that never woke has none and is not waited for.
    for (int turn = 0; m_done != count; ++turn) {
        if (turn < patience)
            relax();
        else
            std::this_thread::yield();
    }
    if (m_failure)
        std::rethrow_exception(std::exchange(m_failure, nullptr));
}

/// Where the system has no room for another thread, those that there are do the work.
void ThreadPool::start()
{
    try {
        while (int(m_workers.size()) + 1 < m_threads)
            m_workers.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
}

void ThreadPool::work()
{
    while (true) {
        const std::uint64_t ticket = m_ticket.fetch_add(1);
        const int next = int(ticket & taskMask);
        if (next >= int(ticket >> taskBits & taskMask))
            return;
        doTask(next);
        ++m_done;
    }
}

void ThreadPool::doTask(int number) noexcept
{
    try {
        (*m_task)(number);
    } catch (...) {
        const std::lock_guard lock(m_failureMutex);
        if (!m_failure)
            m_failure = std::current_exception();
    }
}

void ThreadPool::serve()
{
    std::uint32_t seen = 0;
    while (true) {
        for (int turn = 0; turn < patience && m_job == seen; ++turn)
            relax();
        m_job.wait(seen);
        seen = m_job;
        if (m_quit)
            return;
        work();
    }
}

} // namespace headlight
