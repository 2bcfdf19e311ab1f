#pragma once

#include "ui/figure/figure_sheet.h"

namespace headlight {

/// A tikzpicture for \input in a LaTeX document: a filled rectangle for every cell, text as text in
/// the document's own font.
QByteArray tikzDrawing(const Figure& figure, const SheetPlan& plan, double widthMillimetres);

/// The text as LaTeX prints it, whatever characters it holds.
QString latexText(const QString& text);

} // namespace headlight
