#pragma once

#include <QString>

class QLabel;

namespace headlight {

/// A label that shows `text` as it is, in as many lines as it takes; `role` as in theme.h.
QLabel* plainLabel(const QString& text, const QString& role = {});

} // namespace headlight
