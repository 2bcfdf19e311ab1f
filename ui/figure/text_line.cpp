#include "ui/figure/text_line.h"

#include <QImage>
#include <QPaintEngine>

#include <algorithm>

namespace headlight {
namespace {

bool hasEmoji(const QString& text)
{
    const QList<uint> codes = text.toUcs4();
    return std::any_of(codes.begin(), codes.end(),
                       [](uint code) { return code >= 0x1f000 || code == 0xfe0f; });
}

/// Fonts with coloured pictures have no outlines, and a PDF shows nothing of them.
void drawAsPicture(QPainter& painter, const QRectF& where, int flags, const QString& text)
{
    constexpr int sharpness = 8;
    QImage image((where.size() * sharpness).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return;
    image.fill(Qt::transparent);
    QPainter onImage(&image);
    onImage.scale(sharpness, sharpness);
    onImage.setFont(painter.font());
    onImage.setPen(painter.pen());
    onImage.drawText(QRectF(QPointF(), where.size()), flags, text);
    onImage.end();
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(where, image);
}

} // namespace

void drawTextLine(QPainter& painter, const QRectF& where, Qt::Alignment alignment,
                  const QString& text)
{
    const int flags = int(alignment) | Qt::TextSingleLine;
    if (painter.paintEngine()->type() == QPaintEngine::Pdf && hasEmoji(text))
        drawAsPicture(painter, where, flags, text);
    else
        painter.drawText(where, flags | Qt::TextDontClip, text);
}

} // namespace headlight
