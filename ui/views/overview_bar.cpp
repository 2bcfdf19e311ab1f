#include "ui/views/overview_bar.h"

#include "ui/figure/label_choice.h"
#include "ui/figure/text_layer.h"

#include <QPainter>

#include <cmath>

namespace headlight {
namespace {

constexpr int ticks = 3;
constexpr int gap = 8; // between the bar and its numbers

Figure figureOf(const HeatScale& scale, const QString& caption)
{
    Figure figure;
    figure.panels.push_back({{}, nullptr, scale});
    figure.bar.title = caption;
    return figure;
}

} // namespace

void OverviewBar::setScale(const std::optional<HeatScale>& scale, const QString& whose)
{
    if (scale == m_scale && whose == m_whose)
        return;
    m_scale = scale;
    m_whose = whose;
    m_labels = scale ? barLabels(*scale, ticks) : QStringList();
    m_caption = scale ? barCaption(figureOf(*scale, whose)) : QString();
}

int OverviewBar::room() const
{
    const QFontMetricsF metrics(figureFont(m_style));
    const int numbers
        = std::max(textWidth(metrics, QStringLiteral("−0.00")), widestLabel(metrics, m_labels));
    const int line = int(std::ceil(metrics.height()));
    return barGap + barWidth + gap + numbers + gap + line;
}

QRect OverviewBar::rect(const QRect& maps) const
{
    // Two numbers have to fit beside it, however low the maps are.
    const int line = int(std::ceil(QFontMetricsF(figureFont(m_style)).height()));
    const int height = std::max(maps.height(), 2 * line);
    return {maps.right() + 1, maps.center().y() - (height - 1) / 2, room(), height};
}

void OverviewBar::paint(QPainter& painter, const QRect& maps) const
{
    if (!m_scale || maps.isEmpty())
        return;
    const QRect whole = rect(maps);
    const QRect bar(whole.left() + barGap, whole.top(), barWidth, whole.height());
    const Panel colors = colorBarPanel(figureOf(*m_scale, {}));
    const QSize pixels = bar.size() * painter.device()->devicePixelRatioF();
    painter.drawImage(bar, heatPicture(*colors.values, colors.scale, pixels));

    const QFontMetricsF metrics(figureFont(m_style));
    const int line = int(std::ceil(metrics.height()));
    const int steps = int(m_labels.size()) - 1;
    std::vector<PlacedText> texts;
    for (int i = 0; i <= steps; ++i) {
        const QSize size(textWidth(metrics, m_labels[i]), line);
        const int y = bar.top() + (bar.height() - line) * (steps - i) / steps;
        if (i % steps == 0 || bar.height() >= 2 * line * steps)
            texts.push_back(
                {m_labels[i], QRect(QPoint(bar.right() + 1 + gap, y), size), TextRole::BarLabel});
    }
    const QString caption = shortened(metrics, m_caption, bar.height());
    const int length = textWidth(metrics, caption);
    const int x = whole.right() + 1 - line;
    texts.push_back({caption, QRect(x, bar.center().y() - length / 2, line, length),
                     TextRole::BarCaption, true});
    paintTexts(painter, texts, {}, m_style);
}

} // namespace headlight
