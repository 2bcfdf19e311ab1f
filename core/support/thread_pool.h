#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace headlight {

/// How many threads this machine runs at once.
int coreCount();

/// Threads that share the tasks of one job. They start with the first job, and sleep soon after
/// each. Only one thread may ask for jobs.
class ThreadPool {
public:
    /// `threads` counts the one that calls run().
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const { return m_threads; }

    /// Calls task(0), …, task(count - 1), each once, on any of the threads, and returns when all
    /// have returned. What the first of them throws is thrown here, when nobody works any more.
    void run(int count, const std::function<void(int)>& task);

private:
    void start();
    void work();
    void doTask(int number) noexcept;
    void serve();

    const int m_threads;
    const std::function<void(int)>* m_task = nullptr; // of the job that m_ticket counts
    /// Number of the job (16 bits), how many tasks it has (24) and the next one (24). One word, so
    /// that a thread that wakes late can never take a task of a job that is over.
    std::atomic<std::uint64_t> m_ticket = 0;
    std::atomic<int> m_done = 0;
    std::atomic<std::uint32_t> m_job = 0; // the threads wait for a change
    std::atomic<bool> m_quit = false;
    std::mutex m_failureMutex;
    std::exception_ptr m_failure; // of the job
    std::vector<std::thread> m_workers;
};

} // namespace headlight
