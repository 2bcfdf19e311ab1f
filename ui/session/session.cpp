#include "ui/session/session.h"

#include "core/support/background_priority.h"
#include "core/support/out_of_memory.h"
#include "ui/session/edit_text.h"

#include <chrono>

namespace headlight {
namespace {

using namespace std::chrono_literals;

/// How far the picture may be behind before the window says so, and how often it counts.
constexpr auto patience = 300ms;
constexpr auto progressInterval = 100ms;

/// How long a drag may rest before the numbers that it left off by rounding are made exact.
constexpr auto settleTime = 120ms;

/// So many multiplications take a good part of a frame; when they are left, weights are shown
/// first.
constexpr double worthShowingFirst = 3e8;

} // namespace

Session::Session(Document document, QObject* parent)
    : QObject(parent)
    , m_document(std::move(document))
    , m_history([this](const Edit& edit) { return applyNow(edit); })
    , m_worker([this](const Request& request, std::stop_token quit) { work(request, quit); })
{
    connect(&m_slowTimer, &QTimer::timeout, this, &Session::reportProgress);
    m_settleTimer.setSingleShot(true);
    m_settleTimer.setInterval(settleTime);
    connect(&m_settleTimer, &QTimer::timeout, this, [this] { requestSnapshot(); });
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
    m_isDragging = gesture != 0;
    const Result<Ok> done = withinMemory([&]() -> Result<Ok> {
        m_history.push(editText(m_document, edit), edit, gesture);
        return Ok{};
    });
    m_isDragging = false;
    if (!done)
        emit editRefused(QString::fromStdString(done.error().message));
}

void Session::open(Document document)
{
    emit closing();
    m_cancel.request_stop();
    ++m_opened;
    m_document = std::move(document);
    m_history.clear();
    emit documentChanged();
    requestSnapshot();
}

void Session::cancelComputation()
{
    m_cancel.request_stop();
}

EditCommand::Step Session::applyNow(const Edit& edit)
{
    EditCommand::Step back;
    back.edit = applyEdit(m_document, edit);
    // The way back must not be lost because a view has no memory to show what changed.
    const Result<Ok> shown = withinMemory([&]() -> Result<Ok> {
        back.bytes = heldBytes(back.edit, m_document);
        emit documentChanged();
        requestSnapshot(m_isDragging);
        return Ok{};
    });
    if (!shown)
        emit computationFailed(QString::fromStdString(shown.error().message));
    return back;
}

void Session::requestSnapshot(bool isDrag)
{
    m_settleTimer.stop();
    // A pass that was cancelled must not take the next request with it.
    if (m_cancel.stop_requested())
        m_cancel = std::stop_source();
    m_worker.request(
        {std::make_shared<const Document>(m_document), ++m_requested, m_opened, isDrag, m_cancel});
    if (!m_slowTimer.isActive())
        m_slowTimer.start(patience);
}

// Runs on the worker thread: it touches nothing of the session but the engine, which is its own,
// the head counter and the queue.
void Session::work(const Request& request, std::stop_token quit)
{
    standBack(Background::Computing);
    const Result<Answer> made
        = withinMemory([&]() -> Result<Answer> { return answerTo(request, quit); });
    if (!made)
        m_search = {}; // it may be half done
    const Answer answer = made ? *made : Answer{{}, {}, true};
    QMetaObject::invokeMethod(this, [this, request, answer] { finish(request, answer); });
}

Session::Answer Session::answerTo(const Request& request, std::stop_token quit)
{
    std::stop_source cancel = request.cancel;
    const std::stop_callback stopWithWorker(quit, [&cancel] { cancel.request_stop(); });
    m_headsDone = 0;
    ForwardControl control{cancel.get_token(), &m_headsDone, request.isDrag};
    control.weightsReady = [&](const Trace& soFar) { publishWeights(request, soFar); };
    control.leastLeft = worthShowingFirst;
    Answer answer{computeSnapshot(m_engine, request.document, control), {}};
    if (answer.snapshot) {
        answer.nonFinite = m_search.first(*request.document);
        if (!answer.nonFinite)
            answer.nonFinite = firstTooLarge(answer.snapshot->trace);
        if (answer.nonFinite)
            answer.nonFinite->spread = countNonFinite(answer.snapshot->trace);
    }
    return answer;
}

// On the worker thread, too. Weights that come faster than the window takes them are left out.
void Session::publishWeights(const Request& request, const Trace& soFar)
{
    if (m_weightsWait.exchange(true))
        return;
    const auto snapshot = std::make_shared<const Snapshot>(Snapshot{request.document, soFar});
    QMetaObject::invokeMethod(this, [this, opened = request.opened, snapshot] {
        m_weightsWait = false;
        if (opened == m_opened)
            emit weightsChanged(snapshot);
    });
}

void Session::finish(const Request& request, const Answer& answer)
{
    m_finished = request.serial;
    if (answer.snapshot && request.opened == m_opened) {
        m_nonFinite = answer.nonFinite;
        emit snapshotChanged(answer.snapshot);
    }
    if (isComputing())
        return;
    if (answer.snapshot && answer.snapshot->trace.isNudged)
        m_settleTimer.start();
    m_slowTimer.stop();
    emit computingFinished(!answer.snapshot);
    if (answer.isTooLarge)
        emit computationFailed(QString::fromStdString(outOfMemory().message));
}

void Session::reportProgress()
{
    m_slowTimer.setInterval(progressInterval);
    emit computingSlowly(m_headsDone, m_document.config.layers * m_document.config.heads);
}

} // namespace headlight
