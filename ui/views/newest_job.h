#pragma once

#include "core/support/latest_worker.h"

#include <QObject>

namespace headlight {

/// Computes something for a view: at once while that is quick, else on a thread of its own, where
/// only the newest job counts.
class NewestJob : public QObject {
    Q_OBJECT

public:
    /// Shows what was computed; on the GUI thread.
    using Show = std::function<void()>;
    /// Computes from what it holds itself; may be empty-handed only when a stop was requested.
    using Job = std::function<Show(std::stop_token stop)>;

    explicit NewestJob(QObject* parent = nullptr);
    ~NewestJob() override;

    /// `bytes`: what the job computes, by which its time is guessed. A job that is still running is
    /// told to stop.
    void run(double bytes, Job job);

private:
    struct Request {
        int number = 0;
        Job job;
        std::stop_token stop;
    };

    void work(const Request& request);
    void show(int number, const Show& show) const;

    int m_number = 0;
    std::stop_source m_cancel;
    LatestWorker<Request> m_worker; // last: stops before the rest goes
};

} // namespace headlight
