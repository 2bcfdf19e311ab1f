#pragma once

#include "core/support/latest_worker.h"
#include "ui/session/recovery_store.h"
#include "ui/session/session.h"

#include <atomic>
#include <functional>
#include <mutex>

namespace headlight {

/// Keeps the unsaved document of a session in a recovery file: never more than about 10 seconds or
/// 20 edits behind, written on a thread of its own, gone as soon as there is nothing unsaved.
class Autosaver : public QObject {
    Q_OBJECT

public:
    struct Description {
        QString name;
        QString path;
        std::function<QByteArray()> picture; // runs on the other thread; may be empty
    };

    Autosaver(Session& session, std::function<Description()> describe, QObject* parent = nullptr);

    /// The document of the session came from this file, which goes on keeping it. What was kept
    /// before must be saved or given up, and is removed.
    void adopt(std::unique_ptr<RecoveryFile> file);
    /// Saved or given up: nothing is kept any more.
    void forget();

signals:
    /// Only once, until it works again.
    void failed(const QString& reason);

private:
    struct Request {
        std::shared_ptr<const Document> document;
        Description description;
        QDateTime time;
        int generation = 0;
    };

    void follow();
    void requestWrite();
    void work(const Request& request);
    Result<Ok> write(const Request& request);
    void removeIfForgotten(const Request& request);
    void report(const QString& reason);

    Session& m_session;
    std::function<Description()> m_describe;
    QTimer m_timer;
    int m_index = 0; // of the undo stack, when it was last looked at
    int m_editsBehind = 0;
    bool m_hasFailed = false;
    std::mutex m_mutex; // for the file; a write holds it, so the window never waits for it
    std::unique_ptr<RecoveryFile> m_file;
    std::atomic<int> m_generation = 0; // a write asked for by an earlier one no longer counts
    LatestWorker<Request> m_worker; // last: stops before the rest goes
};

} // namespace headlight
