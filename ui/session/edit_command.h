#pragma once

#include "core/document/edit.h"

#include <QUndoCommand>

#include <functional>

namespace headlight {

/// The only undo command: it holds the edit that toggles the document and swaps it with its
/// inverse each time it runs.
class EditCommand : public QUndoCommand {
public:
    using Apply = std::function<Edit(const Edit&)>;

    /// Edits of one gesture (a drag on a number, a stretch of typing) share a number and merge;
    /// 0 never merges.
    EditCommand(const QString& text, Edit edit, int gesture, Apply apply);

    void undo() override { toggle(); }
    void redo() override { toggle(); }
    int id() const override { return m_gesture == 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* next) override;

private:
    void toggle() { m_edit = m_apply(m_edit); }

    Edit m_edit;
    int m_gesture;
    Apply m_apply;
};

} // namespace headlight
