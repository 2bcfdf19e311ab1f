#pragma once

#include <algorithm>
#include <chrono>

namespace headlight {

/// The shortest of all times that were measured, in seconds; 0 before there is one.
class Shortest {
public:
    /// Times of 0 were not measured.
    void add(double seconds)
    {
        if (seconds > 0)
            m_seconds = m_seconds > 0 ? std::min(m_seconds, seconds) : seconds;
    }

    double seconds() const { return m_seconds; }

private:
    double m_seconds = 0;
};

template <class Work>
double secondsOf(const Work& work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The shortest time of `work`, which is repeated for so many seconds and at least twice.
template <class Work>
double shortestWithin(double seconds, const Work& work)
{
    Shortest shortest;
    double total = 0;
    for (int i = 0; i < 2 || total < seconds; ++i) {
        const double time = secondsOf(work);
        shortest.add(time);
        total += time;
    }
    return shortest.seconds();
}

} // namespace headlight
