#pragma once

#include <QPainter>

namespace headlight {

/// One line of text, not clipped. Where the painter makes a PDF, which shows nothing of coloured
/// emoji, a line that holds some is drawn as a picture.
void drawTextLine(QPainter& painter, const QRectF& where, Qt::Alignment alignment,
                  const QString& text);

} // namespace headlight
