#include "ui/figure/text_layer.h"

#include "ui/figure/text_line.h"

namespace headlight {
namespace {

QColor colorOf(TextRole role, const FigureStyle& style)
{
    const bool muted
        = role == TextRole::AxisTitle || role == TextRole::BarCaption || role == TextRole::Note;
    return muted ? style.muted : style.text;
}

void drawUpright(QPainter& painter, const QString& text, const QRect& where)
{
    painter.save();
    painter.translate(where.left(), where.top() + where.height());
    painter.rotate(-90);
    drawTextLine(painter, QRect(QPoint(), where.size().transposed()), Qt::AlignCenter, text);
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
            drawTextLine(painter, where, Qt::AlignCenter, text.text);
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
