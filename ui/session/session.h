#pragma once

#include "core/document/edit.h"
#include "core/document/non_finite.h"
#include "core/document/snapshot.h"
#include "core/model/engine.h"
#include "core/support/latest_worker.h"
#include "ui/session/undo_history.h"

#include <QObject>
#include <QTimer>

namespace headlight {

/// One open document: the only place that changes it. Everything else asks with edit() and
/// watches the signals.
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(Document document, QObject* parent = nullptr);
    ~Session() override;

    const Document& document() const { return m_document; }
    QUndoStack* undoStack() { return m_history.stack(); }

    /// Puts one step on the undo stack, or emits editRefused(). Steps of one gesture merge.
    void edit(const headlight::Edit& edit, int gesture = 0);

    /// A number for the edits of one gesture.
    int newGesture() { return ++m_lastGesture; }

    /// Puts another document in the place of this one and forgets the history.
    void open(Document document);

    /// Ends the running computation; the picture stays as it was.
    void cancelComputation();

    bool isComputing() const { return m_finished != m_requested; }

    /// The first number of the last snapshot that is NaN or infinite: of its document, or, where
    /// that is finite and the output is not, of its trace.
    const std::optional<NonFiniteCell>& firstNonFinite() const { return m_nonFinite; }

signals:
    /// Another document is about to take the place of this one: what is still being typed belongs
    /// here.
    void closing();
    void documentChanged();
    /// What the newest computed document gives; it may lag behind documentChanged().
    void snapshotChanged(headlight::SnapshotPtr snapshot);
    /// In a long pass the attention weights are there before the rest: v, z and what follows from
    /// z must not be read of this snapshot. The whole one comes with snapshotChanged().
    void weightsChanged(headlight::SnapshotPtr soFar);
    void editRefused(const QString& reason);
    /// There was not enough memory for the numbers; the last ones stay.
    void computationFailed(const QString& reason);
    /// The picture is more than 0.3 s behind: `done` of `total` heads are computed.
    void computingSlowly(int done, int total);
    /// The newest request has been answered; `cancelled`: without a result.
    void computingFinished(bool cancelled);

private:
    struct Request {
        std::shared_ptr<const Document> document;
        int serial = 0;
        int opened = 0; // which document of this session it belongs to
        bool isDrag = false; // another one follows soon
        std::stop_source cancel;
    };

    struct Answer {
        SnapshotPtr snapshot; // null when it was cancelled, or failed
        std::optional<NonFiniteCell> nonFinite;
        bool isTooLarge = false; // for the memory there is
    };

    EditCommand::Step applyNow(const Edit& edit);
    void requestSnapshot(bool isDrag = false);
    void work(const Request& request, std::stop_token quit);
    Answer answerTo(const Request& request, std::stop_token quit);
    void publishWeights(const Request& request, const Trace& soFar);
    void finish(const Request& request, const Answer& answer);
    void reportProgress();

    Document m_document;
    UndoHistory m_history;
    QTimer m_slowTimer;
    QTimer m_settleTimer; // after the last step of a drag, for exact numbers
    int m_lastGesture = 0;
    bool m_isDragging = false; // while edit() applies a step of a gesture
    int m_opened = 0;
    int m_requested = 0;
    int m_finished = 0;
    std::stop_source m_cancel;
    std::optional<NonFiniteCell> m_nonFinite;
    std::atomic<int> m_headsDone = 0;
    std::atomic<bool> m_weightsWait = false; // for the thread of the window to take them
    NonFiniteSearch m_search; // the worker's
    Engine<double> m_engine; // the worker's
    LatestWorker<Request> m_worker; // last: stops before the rest goes
};

} // namespace headlight
