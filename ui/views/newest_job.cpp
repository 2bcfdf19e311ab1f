#include "ui/views/newest_job.h"

namespace headlight {
namespace {

/// A pass of this size takes a few milliseconds.
constexpr double quickBytes = 1024 * 1024;

} // namespace

NewestJob::NewestJob(QObject* parent)
    : QObject(parent)
    , m_worker([this](const Request& request, std::stop_token) { work(request); })
{
}

NewestJob::~NewestJob()
{
    m_cancel.request_stop(); // so that closing never waits for a long pass
}

void NewestJob::run(double bytes, Job job)
{
    m_cancel.request_stop();
    m_cancel = std::stop_source();
    ++m_number;
    if (bytes <= quickBytes)
        job(m_cancel.get_token())();
    else
        m_worker.request({m_number, std::move(job), m_cancel.get_token()});
}

void NewestJob::work(const Request& request)
{
    Show shown;
    try {
        shown = request.job(request.stop);
    } catch (const std::bad_alloc&) {
        shown = [] { throw std::bad_alloc(); }; // where the application hears of it
    }
    if (request.stop.stop_requested())
        return;
    QMetaObject::invokeMethod(
        this, [this, number = request.number, shown = std::move(shown)] { show(number, shown); },
        Qt::QueuedConnection);
}

void NewestJob::show(int number, const Show& show) const
{
    if (number == m_number)
        show();
}

} // namespace headlight
