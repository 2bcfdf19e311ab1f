#pragma once

#include "ui/session/edit_command.h"

#include <QUndoStack>

namespace headlight {

/// The steps that can be taken back. They are bounded by what they hold, not by their number: a
/// million typed numbers cost less than one large matrix. Beyond the budget the oldest are
/// forgotten; the newest one can always be taken back.
class UndoHistory {
public:
    /// Bytes; a step that brings in a new model of 96 layers may hold half of it alone.
    static constexpr std::size_t defaultBudget = std::size_t(256) * 1024 * 1024;

    explicit UndoHistory(EditCommand::Apply apply, std::size_t budget = defaultBudget);

    QUndoStack* stack() { return &m_stack; }

    /// Applies an edit as one step; steps of one gesture merge.
    void push(const QString& text, Edit edit, int gesture);

    /// Forgets everything; what is there now counts as saved.
    void clear();

    /// Bytes that the steps hold.
    std::size_t bytes() const;

private:
    const EditCommand& command(int index) const;
    void forgetOldest();

    EditCommand::Apply m_apply;
    std::size_t m_budget;
    QUndoStack m_stack;
};

} // namespace headlight
