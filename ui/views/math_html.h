#pragma once

#include "core/explain/math_text.h"

#include <QString>

class QUrl;

namespace headlight {

/// A calculation as rich text in the colours of the theme. Numbers that stand in a cell are links,
/// see cellOfLink().
QString mathHtml(const std::vector<MathLine>& lines);

/// The cell that a link of mathHtml() leads to.
std::optional<CellRef> cellOfLink(const QUrl& link);

} // namespace headlight
