// Loaded into a Qt program before everything else (LD_PRELOAD): says when its first window is
// painted and what the program holds in memory once it has settled, and ends it. So any program is
// measured as users run it.
//   HEADLIGHT_STARTED: when it was started, nanoseconds of the monotonic clock

#include "tests/bench/resident_memory.h"

#include <QCoreApplication>
#include <QEvent>
#include <QTimer>

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace {

using namespace std::chrono_literals;

constexpr auto settling = 700ms; // what a program makes right after its first picture counts

double millisecondsSinceStart()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const qint64 started = qEnvironmentVariable("HEADLIGHT_STARTED").toLongLong();
    return double(std::chrono::nanoseconds(now).count() - started) / 1e6;
}

class FirstPaint : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && !m_seen) {
            m_seen = true;
            QTimer::singleShot(0, this, &FirstPaint::report); // after all of the window
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void report()
    {
        std::printf("%f\n", millisecondsSinceStart());
        QTimer::singleShot(settling, this, [] {
            std::printf("%f\n", headlight::residentMegabytes("VmRSS:"));
            std::fflush(stdout);
            _exit(0); // nothing is asked, and nothing saved
        });
    }

    bool m_seen = false;
};

void watch()
{
    qApp->installEventFilter(new FirstPaint(qApp));
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(watch)
