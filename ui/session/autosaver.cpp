#include "ui/session/autosaver.h"

#include "core/io/document_json.h"
#include "core/support/background_priority.h"
#include "core/support/out_of_memory.h"

#include <chrono>

namespace headlight {
namespace {

using namespace std::chrono_literals;

// Half of what is promised, and less: writing takes its time, too.
constexpr auto longestWait = 2s;
constexpr int mostEditsBehind = 8;
constexpr auto nextAttempt = 10s; // after one that failed

} // namespace

Autosaver::Autosaver(Session& session, std::function<Description()> describe, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_describe(std::move(describe))
    , m_file(std::make_unique<RecoveryFile>())
    , m_worker([this](const Request& request, std::stop_token) { work(request); })
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Autosaver::requestWrite);
    connect(session.undoStack(), &QUndoStack::indexChanged, this, &Autosaver::follow);
    connect(session.undoStack(), &QUndoStack::cleanChanged, this, &Autosaver::follow);
}

void Autosaver::follow()
{
    const int index = std::exchange(m_index, m_session.undoStack()->index());
    if (m_session.undoStack()->isClean())
        return forget();
    if (index != m_index) // merged edits of one gesture leave it where it is
        ++m_editsBehind;
    if (m_editsBehind >= mostEditsBehind)
        requestWrite();
    else if (!m_timer.isActive())
        m_timer.start(longestWait);
}

void Autosaver::requestWrite()
{
    m_timer.stop();
    m_editsBehind = 0;
    m_worker.request({std::make_shared<const Document>(m_session.document()), m_describe(),
                      QDateTime::currentDateTimeUtc(), m_generation});
}

// Runs on the worker thread.
void Autosaver::work(const Request& request)
{
    standBack(Background::Saving);
    const Result<Ok> written = withinMemory([&] { return write(request); });
    removeIfForgotten(request);
    const QString reason = written ? QString() : QString::fromStdString(written.error().message);
    QMetaObject::invokeMethod(this, [this, reason] { report(reason); });
}

Result<Ok> Autosaver::write(const Request& request)
{
    const QByteArray document = QByteArray::fromStdString(writeDocument(*request.document));
    const Description& about = request.description;
    const RecoveryNote note{about.name, about.path, request.time,
                            about.picture ? about.picture() : QByteArray()};
    const std::lock_guard lock(m_mutex);
    if (request.generation != m_generation)
        return Ok{};
    return m_file->write(note, document);
}

/// On the worker thread, too, without the lock: forget() has counted on before it found it taken.
void Autosaver::removeIfForgotten(const Request& request)
{
    if (request.generation == m_generation)
        return;
    const std::lock_guard lock(m_mutex);
    m_file->remove(); // a later write, if one was asked for, makes it again
}

void Autosaver::report(const QString& reason)
{
    const bool hadFailed = std::exchange(m_hasFailed, !reason.isEmpty());
    if (!m_hasFailed)
        return;
    if (!m_timer.isActive() && !m_session.undoStack()->isClean())
        m_timer.start(nextAttempt);
    if (!hadFailed)
        emit failed(reason);
}

void Autosaver::adopt(std::unique_ptr<RecoveryFile> file)
{
    ++m_generation;
    const std::lock_guard lock(m_mutex);
    m_file->remove();
    m_file = std::move(file);
}

void Autosaver::forget()
{
    m_timer.stop();
    m_editsBehind = 0;
    ++m_generation;
    // A write that has begun may take long and removes what it wrote itself.
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (lock)
        m_file->remove();
}

} // namespace headlight
