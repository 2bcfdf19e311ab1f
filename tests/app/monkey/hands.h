#pragma once

#include "tests/app/monkey/scene.h"

namespace headlight {

/// Uses one of the controls that `parent` shows: a button, list, slider, line or tab.
void poke(Scene& scene, QWidget& parent);

/// Clicks, double-clicks, drags, turns the wheel or asks for the context menu somewhere in
/// `target`.
void useMouse(Scene& scene, QWidget& target);

/// A drag of the left button through `steps` places, with time for what follows each of them.
void drag(QWidget& target, QPoint from, QPoint to, int steps, Qt::KeyboardModifiers modifiers);

/// Puts `text` where the cursor is, as a person pastes it: key clicks know Latin letters only.
void pasteText(QWidget& target, const QString& text);

/// What the window shows of this type, in the order it was made.
template <class T>
QList<T*> visibleChildren(const QWidget& parent)
{
    QList<T*> visible;
    for (T* child : parent.findChildren<T*>()) {
        if (child->isVisible() && child->isEnabled() && !child->size().isEmpty())
            visible += child;
    }
    return visible;
}

} // namespace headlight
