#pragma once

#include "core/document/snapshot.h"
#include "core/lesson/lesson.h"
#include "ui/views/lesson_panel.h"
#include "ui/views/marks.h"

#include <QObject>

namespace headlight {

/// Runs one lesson: which document every page stands on, what it shows and marks, and whether the
/// answers of an exercise are right. It only says what it wants; the window does it.
class LessonRunner : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Begins a lesson at its first page.
    void start(Lesson lesson);
    void stop();
    bool isRunning() const { return m_page >= 0; }

    void goTo(int page);
    void putBack() { goTo(m_page); }
    int page() const { return m_page; }
    const Lesson& lesson() const { return m_lesson; }
    const LessonStep& step() const { return m_lesson.steps[std::size_t(m_page)]; }

    /// What the window computed; a page is shown once its document has been.
    void setSnapshot(const headlight::SnapshotPtr& snapshot);

    void answer(int question, const QString& text);
    void showSolution(int question);

    /// Of the current page, on the snapshot.
    std::optional<CellRef> selected() const;
    std::vector<CellBlock> noted() const;
    std::vector<CellRef> covered() const { return m_covered; }

signals:
    /// The document of a page; undoable, so nothing the learner made is lost.
    void documentWanted(const std::shared_ptr<const headlight::Document>& document);
    /// The page is there: text for the panel, and what it shows and marks.
    void pageReady(const headlight::LessonPage& page);
    void coveredChanged();
    void verdict(int question, const headlight::Verdict& verdict);
    void failed(const QString& reason);

private:
    Result<Document> documentOf(std::size_t page) const;
    void showPage();
    QString unmetExpectation() const;
    void uncover(const CellRef& cell);

    Lesson m_lesson;
    int m_page = -1;
    std::shared_ptr<const Document> m_document; // of the page
    SnapshotPtr m_snapshot;
    bool m_waiting = false; // for the snapshot of the page's document
    std::vector<CellRef> m_asked; // cells of the exercise
    std::vector<CellRef> m_covered; // those not answered yet
};

} // namespace headlight
