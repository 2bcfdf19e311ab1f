#include "ui/figure/text_layer.h"

namespace headlight {
namespace {

QColor colorOf(TextRole role, const FigureStyle& style)
{
    const bool muted
        = role == TextRole::AxisTitle || role == TextRole::BarCaption || role == TextRole::Note;
    return muted ? style.muted : style.text;
}

bool hasEmoji(const QString& text)
{
    const QList<uint> codes = text.toUcs4();
    return std::any_of(codes.begin(), codes.end(),
                       [](uint code) { return code >= 0x1f000 || code == 0xfe0f; });
}

/// Fonts with coloured pictures have no outlines, and a PDF shows nothing of them.
void drawAsPicture(QPainter& painter, const QString& text, const QRect& where)
{
    constexpr int sharpness = 8;
    QImage image(where.size() * sharpness, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter onImage(&image);
    onImage.scale(sharpness, sharpness);
    onImage.setFont(painter.font());
    onImage.setPen(painter.pen());
    onImage.drawText(QRect(QPoint(), where.size()), Qt::AlignCenter | Qt::TextSingleLine, text);
    onImage.end();
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(QRectF(where), image);
}

void drawLine(QPainter& painter, const QString& text, const QRect& where)
{
    if (painter.paintEngine()->type() == QPaintEngine::Pdf && hasEmoji(text))
        drawAsPicture(painter, text, where);
    else
        painter.drawText(where, Qt::AlignCenter | Qt::TextDontClip | Qt::TextSingleLine, text);
}

void drawUpright(QPainter& painter, const QString& text, const QRect& where)
{
    painter.save();
    painter.translate(where.left(), where.top() + where.height());
    painter.rotate(-90);
    drawLine(painter, text, QRect(QPoint(), where.size().transposed()));
    painter.restore();
}

} // namespace

void paintTexts(QPainter& painter, const std::vector<PlacedText>& texts, QPoint offset,
                const FigureStyle& style)
{
    for (const PlacedText& text : texts) {
        painter.setFont(figureFont(style, text.role));
        painter.setPen(colorOf(text.role, style));
        const QRect where = text.where.translated(offset);
        if (text.upright)
            drawUpright(painter, text.text, where);
        else
            drawLine(painter, text.text, where);
    }
}

TextLayer::TextLayer(QCustomPlot* plot, const QString& layer)
    : QCPLayerable(plot, layer)
{
}

void TextLayer::setTexts(const std::vector<PlacedText>& texts, QPoint offset,
                         const FigureStyle& style)
{
    m_texts = texts;
    m_offset = offset;
    m_style = style;
}

void TextLayer::draw(QCPPainter* painter)
{
    paintTexts(*painter, m_texts, m_offset, m_style);
}

} // namespace headlight
