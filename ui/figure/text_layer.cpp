#include "ui/figure/text_layer.h"

#include "ui/figure/text_line.h"

namespace headlight {
namespace {

QColor colorOf(TextRole role, const FigureStyle& style)
{
    return role == TextRole::AxisTitle || role == TextRole::BarCaption ? style.muted : style.text;
}

void drawUpright(QPainter* painter, const QString& text, const QRect& where)
{
    painter->save();
    painter->translate(where.left(), where.top() + where.height());
    painter->rotate(-90);
    drawTextLine(*painter, QRect(QPoint(), where.size().transposed()), Qt::AlignCenter, text);
    painter->restore();
}

} // namespace

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
    for (const PlacedText& text : m_texts) {
        painter->setFont(figureFont(m_style, text.role));
        painter->setPen(colorOf(text.role, m_style));
        const QRect where = text.where.translated(m_offset);
        if (text.upright)
            drawUpright(painter, text.text, where);
        else
            drawTextLine(*painter, where, Qt::AlignCenter, text.text);
    }
}

} // namespace headlight
