#include "ui/session/session.h"

#include "ui/session/edit_command.h"
#include "ui/session/edit_text.h"

#include <chrono>

namespace headlight {
namespace {

using namespace std::chrono_literals;

/// How far the picture may be behind before the window says so, and how often it counts.
constexpr auto patience = 300ms;
constexpr auto progressInterval = 100ms;

} // namespace

Session::Session(Document document, QObject* parent)
    : QObject(parent)
    , m_document(std::move(document))
    , m_worker([this](const Request& request, std::stop_token quit) { work(request, quit); })
{
    connect(&m_slowTimer, &QTimer::timeout, this, &Session::reportProgress);
    requestSnapshot();
}

Session::~Session()
{
    m_cancel.request_stop(); // so that closing never waits for a long pass
}

void Session::edit(const Edit& edit, int gesture)
{
    if (const Result<Ok> allowed = checkEdit(m_document, edit); !allowed) {
        emit editRefused(QString::fromStdString(allowed.error().message));
        return;
    }
    m_undoStack.push(new EditCommand(editText(m_document, edit), edit, gesture,
                                     [this](const Edit& e) { return applyNow(e); }));
}

void Session::open(Document document)
{
    m_cancel.request_stop();
    ++m_opened;
    m_document = std::move(document);
    m_undoStack.clear();
    m_undoStack.setClean(); // clear() forgets a lost clean state only where there was a history
    emit documentChanged();
    requestSnapshot();
}

void Session::cancelComputation()
{
    m_cancel.request_stop();
}

Edit Session::applyNow(const Edit& edit)
{
    Edit inverse = applyEdit(m_document, edit);
    emit documentChanged();
    requestSnapshot();
    return inverse;
}

void Session::requestSnapshot()
{
    // A pass that was cancelled must not take the next request with it.
    if (m_cancel.stop_requested())
        m_cancel = std::stop_source();
    m_worker.request(
        {std::make_shared<const Document>(m_document), ++m_requested, m_opened, m_cancel});
    if (!m_slowTimer.isActive())
        m_slowTimer.start(patience);
}

// Runs on the worker thread: it touches nothing of the session but the engine, which is its own,
// the head counter and the queue.
void Session::work(const Request& request, std::stop_token quit)
{
    std::stop_source cancel = request.cancel;
    const std::stop_callback stopWithWorker(quit, [&cancel] { cancel.request_stop(); });
    m_headsDone = 0;
    const SnapshotPtr snapshot
        = computeSnapshot(m_engine, request.document, {cancel.get_token(), &m_headsDone});
    QMetaObject::invokeMethod(this, [this, request, snapshot] { finish(request, snapshot); });
}

void Session::finish(const Request& request, const SnapshotPtr& snapshot)
{
    m_finished = request.serial;
    if (snapshot && request.opened == m_opened)
        emit snapshotChanged(snapshot);
    if (isComputing())
        return;
    m_slowTimer.stop();
    emit computingFinished(!snapshot);
}

void Session::reportProgress()
{
    m_slowTimer.setInterval(progressInterval);
    emit computingSlowly(m_headsDone, m_document.config.layers * m_document.config.heads);
}

} // namespace headlight
