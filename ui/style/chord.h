#pragma once

#include <QKeySequence>

namespace headlight {

/// Commands that are seldom wanted share a first key: Ctrl+K, then a letter or digit.
inline QKeySequence chord(Qt::Key key)
{
    return {QKeyCombination(Qt::CTRL, Qt::Key_K), QKeyCombination(key)};
}

} // namespace headlight
