#include "ui/session/undo_history.h"

#include <QSignalBlocker>

namespace headlight {

UndoHistory::UndoHistory(EditCommand::Apply apply, std::size_t budget)
    : m_apply(std::move(apply))
    , m_budget(budget)
{
}

void UndoHistory::push(const QString& text, Edit edit, int gesture)
{
    auto command = std::make_unique<EditCommand>(text, std::move(edit), gesture, m_apply);
    m_stack.push(command.get()); // which does it, and only then owns it
    command.release();
    if (bytes() > m_budget)
        forgetOldest();
}

void UndoHistory::clear()
{
    m_stack.clear();
    m_stack.setClean(); // clear() forgets a lost clean state only where there was a history
}

std::size_t UndoHistory::bytes() const
{
    std::size_t sum = 0;
    for (int i = 0; i < m_stack.count(); ++i)
        sum += command(i).bytes();
    return sum;
}

const EditCommand& UndoHistory::command(int index) const
{
    return *static_cast<const EditCommand*>(m_stack.command(index));
}

/// A QUndoStack forgets its oldest step only by number, and only with a limit that was set while
/// it was empty. So the steps to keep are put into it anew. It is called after a push: there is
/// nothing to redo.
void UndoHistory::forgetOldest()
{
    // Some room is left, so that not every step from now on rebuilds the stack.
    const std::size_t target = m_budget / 4 * 3;
    std::size_t sum = command(m_stack.count() - 1).bytes();
    int first = m_stack.count() - 1;
    while (first > 0 && sum + command(first - 1).bytes() <= target)
        sum += command(--first).bytes();
    if (first == 0)
        return;

    std::vector<std::unique_ptr<EditCommand>> kept;
    for (int i = first; i < m_stack.count(); ++i)
        kept.push_back(command(i).applied());
    const int clean = m_stack.cleanIndex() - first;
    {
        const QSignalBlocker blocker(m_stack); // nobody is to believe that the document was saved
        m_stack.clear();
        if (clean < 0)
            m_stack.resetClean();
        for (std::unique_ptr<EditCommand>& step : kept) {
            m_stack.push(step.release());
            if (m_stack.index() == clean)
                m_stack.setClean();
        }
    }
    emit m_stack.indexChanged(m_stack.index());
}

} // namespace headlight
