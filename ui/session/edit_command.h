#pragma once

#include "core/document/edit.h"

#include <QUndoCommand>

#include <functional>
#include <memory>

namespace headlight {

/// The only undo command: it holds the edit that toggles the document and swaps it with its
/// inverse each time it runs.
class EditCommand : public QUndoCommand {
public:
    struct Step {
        Edit edit;
        std::size_t bytes = 0; // that it keeps in memory
    };
    /// Applies an edit and returns the way back.
    using Apply = std::function<Step(const Edit&)>;

    /// Edits of one gesture (a drag on a number, a stretch of typing) share a number and merge;
    /// 0 never merges.
    EditCommand(const QString& text, Edit edit, int gesture, Apply apply);

    void undo() override { toggle(); }
    void redo() override;
    int id() const override { return m_gesture == 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* next) override;

    std::size_t bytes() const { return m_step->bytes; }

    /// The same step for another stack: pushing it there does not apply it once more.
    std::unique_ptr<EditCommand> applied() const;

private:
    void toggle() { *m_step = m_apply(m_step->edit); }

    std::shared_ptr<Step> m_step; // moves to another stack without being copied
    int m_gesture;
    Apply m_apply;
    bool m_isApplied = false; // before the first redo()
};

} // namespace headlight
