#include "ui/figure/shared_drawing.h"

#include "core/support/thread_pool.h"

#include <atomic>

namespace headlight {
namespace {

/// Takes what only one may have; not a lock, since a task may ask for it that its own job has.
class Turn {
public:
    explicit Turn(std::atomic_flag& taken)
        : m_taken(taken)
        , m_isMine(!taken.test_and_set(std::memory_order_acquire))
    {
    }
    ~Turn()
    {
        if (m_isMine)
            m_taken.clear(std::memory_order_release);
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    bool isMine() const { return m_isMine; }

private:
    std::atomic_flag& m_taken;
    const bool m_isMine;
};

} // namespace

void shareDrawing(int count, const std::function<void(int)>& task)
{
    static ThreadPool pool(coreCount()); // whose threads sleep while nothing is drawn
    static std::atomic_flag taken;
    const Turn turn(taken);
    if (turn.isMine()) {
        pool.run(count, task);
        return;
    }
    for (int i = 0; i < count; ++i)
        task(i);
}

} // namespace headlight
