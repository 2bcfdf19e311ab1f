#include "app/lesson_runner.h"

#include "app/examples.h"
#include "core/explain/why_text.h"
#include "core/io/document_json.h"
#include "core/lesson/apply_step.h"
#include "core/lesson/mistakes.h"
#include "ui/session/number_text.h"

#include <algorithm>

namespace headlight {

void LessonRunner::start(Lesson lesson)
{
    m_lesson = std::move(lesson);
    m_page = 0;
    goTo(0);
}

void LessonRunner::stop()
{
    m_page = -1;
    m_waiting = false;
    m_asked.clear();
    m_covered.clear();
    emit coveredChanged();
}

/// A page stands on the document it opens, or on the one of the page before it.
Result<Document> LessonRunner::documentOf(std::size_t page) const
{
    const std::size_t first = openingStep(m_lesson, page);
    const std::string& name = m_lesson.steps[first].open;
    Result<Document> document = name == openThis ? readDocument(m_lesson.document)
                                                 : loadExample(QString::fromStdString(name));
    for (std::size_t i = first; document && i <= page; ++i) {
        const Result<std::vector<Edit>> edits = stepEdits(*document, m_lesson.steps[i]);
        if (!edits)
            return edits.error();
        for (const Edit& edit : *edits)
            applyEdit(*document, edit);
    }
    return document;
}

void LessonRunner::goTo(int page)
{
    Result<Document> document = documentOf(std::size_t(page));
    if (!document)
        return emit failed(QString::fromStdString(document.error().message));
    m_page = page;
    m_waiting = true;
    m_document = std::make_shared<const Document>(std::move(*document));
    emit documentWanted(m_document);
}

void LessonRunner::setSnapshot(const SnapshotPtr& snapshot)
{
    m_snapshot = snapshot;
    if (!m_waiting || !sameDocument(*snapshot->document, *m_document))
        return;
    m_waiting = false;
    showPage();
}

void LessonRunner::showPage()
{
    LessonPage page{QString::fromStdString(m_lesson.title),
                    QString::fromStdString(step().title),
                    QString::fromStdString(step().body),
                    m_page,
                    int(m_lesson.steps.size()),
                    {},
                    unmetExpectation()};
    m_asked.clear();
    for (const CellName& name : step().exercise) {
        const Result<CellRef> cell = resolveCell(name, *m_snapshot->document, placeOf(step()));
        if (!cell)
            continue; // unmetExpectation() has told
        m_asked.push_back(*cell);
        page.questions += QString::fromStdString(cellTitle(*m_snapshot->document, *cell));
    }
    m_covered = m_asked;
    emit pageReady(page);
}

/// A lesson whose numbers are not what its text says would teach something wrong.
QString LessonRunner::unmetExpectation() const
{
    for (const Expect& expect : step().expects) {
        const Result<Check> check = checkExpect(expect, m_snapshot, placeOf(step()));
        if (!check)
            return QString::fromStdString(check.error().message);
        if (!check->holds)
            return tr("This page expects %1, but it is %2.")
                .arg(QString::fromStdString(toString(expect)), shortNumber(check->value, 6));
    }
    for (const CellName& name : step().exercise) {
        if (const Result<CellRef> cell = resolveCell(name, *m_snapshot->document, placeOf(step()));
            !cell)
            return QString::fromStdString(cell.error().message);
    }
    return {};
}

std::optional<CellRef> LessonRunner::selected() const
{
    if (!step().select)
        return std::nullopt;
    const Result<CellRef> cell
        = resolveCell(*step().select, *m_snapshot->document, placeOf(step()));
    return cell ? std::optional(*cell) : std::nullopt;
}

std::vector<CellBlock> LessonRunner::noted() const
{
    std::vector<CellBlock> blocks;
    for (const CellName& name : step().marks) {
        const Result<CellBlock> block = resolveBlock(name, *m_snapshot->document, placeOf(step()));
        if (block)
            blocks.push_back(*block);
    }
    return blocks;
}

void LessonRunner::answer(int question, const QString& text)
{
    const Result<double> number = parseNumber(text);
    if (!number)
        return emit verdict(question, {false, QString::fromStdString(number.error().message)});
    const CellRef cell = m_asked[std::size_t(question)];
    const Answer judged = judge(m_snapshot, cell, *number, step().tolerance);
    if (judged.right) {
        uncover(cell);
        return emit verdict(question, {true, tr("Right.")});
    }
    const QString hint = judged.mistake ? QString::fromStdString(mistakeText(*judged.mistake))
                                        : tr("Not yet. Go through the products once more.");
    emit verdict(question, {false, hint});
}

void LessonRunner::showSolution(int question)
{
    const CellRef cell = m_asked[std::size_t(question)];
    uncover(cell);
    const Result<Explanation> explanation = explain(m_snapshot, cell);
    if (explanation)
        emit verdict(question, {true, tr("It is %1.").arg(shortNumber(explanation->value, 6))});
}

void LessonRunner::uncover(const CellRef& cell)
{
    std::erase(m_covered, cell);
    emit coveredChanged();
}

} // namespace headlight
