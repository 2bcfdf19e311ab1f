#pragma once

#include <QApplication>

#include <algorithm>
#include <ctime>
#include <utility>

namespace headlight {

/// Seconds of the processor that the calling thread has used.
inline double threadSeconds()
{
    timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

/// Knows how long the slowest event took: so long nothing else is heard. In processor time of the
/// GUI's thread, because other programs may be at work, too.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        const double start = threadSeconds();
        const bool result = QApplication::notify(receiver, event);
        note(threadSeconds() - start);
        return result;
    }

    /// What was done outside of events.
    void note(double seconds) { m_slowest = std::max(m_slowest, seconds); }
    double takeSlowest() { return std::exchange(m_slowest, 0); }

private:
    double m_slowest = 0; // seconds
};

inline WatchedApplication& watchedApplication()
{
    return *static_cast<WatchedApplication*>(qApp);
}

} // namespace headlight
