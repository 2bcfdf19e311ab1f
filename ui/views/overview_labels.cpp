#include "ui/views/overview_labels.h"

#include "ui/figure/text_line.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr int edge = 16; // between the window and what is in it
constexpr int space = 8; // between names and maps
constexpr int longestToken = 84;
constexpr qsizetype mostMeasured = 256; // of more, one is taken to be as long as may be

struct LabelTexts {
    Q_DECLARE_TR_FUNCTIONS(LabelTexts)
};

QString layerName(int layer)
{
    return LabelTexts::tr("Layer %1").arg(layer + 1);
}

QString headName(int head)
{
    return LabelTexts::tr("Head %1").arg(head + 1);
}

/// Part of a side, in logical pixels.
struct Stretch {
    double begin = 0;
    double length = 0;

    double centre() const { return begin + length / 2; }
};

Stretch spanOf(int begin, int length, double ratio)
{
    return {begin / ratio, length / ratio};
}

/// What is seen of a map between two ends.
Stretch seenSpan(int begin, int length, int from, int room, double ratio)
{
    const int first = std::max(begin, from);
    const int last = std::min(begin + length, from + room);
    return spanOf(first, std::max(0, last - first), ratio);
}

/// What is seen of a map, device pixels.
QRect seenPart(const OverviewPlan& plan, const HeadPlace& place)
{
    return plan.mapRect(place) & plan.view();
}

/// Every how many names one has `needed` pixels, counted 1, 2, 5, 10 and so on.
int stepFor(double pitch, double needed)
{
    for (const int step : {1, 2, 5, 10, 20, 50}) {
        if (step * pitch >= needed)
            return step;
    }
    return 100;
}

/// Whether a name is shown: the current one is, and the others where they do not touch it.
bool isNamed(int index, int current, int step, double pitch, double needed)
{
    if (index == current)
        return true;
    const bool onStep = step == 1 || (index + 1) % step == 0;
    return onStep && std::abs(index - current) * pitch >= needed;
}

void setRole(QPainter& painter, const FigureStyle& style, bool isCurrent)
{
    QFont font = figureFont(style);
    font.setWeight(isCurrent ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(isCurrent ? style.text : style.muted);
}

} // namespace

void OverviewLabels::setStyle(const FigureStyle& style)
{
    m_style = style;
    m_queries = Tokens(m_queries.whole); // another font, perhaps
    m_keys = Tokens(m_keys.whole);
}

void OverviewLabels::setModel(int layers, const QStringList& queries, const QStringList& keys)
{
    m_layers = layers;
    m_queries = Tokens(queries);
    m_keys = Tokens(keys);
}

const QString& OverviewLabels::Tokens::text(qsizetype token, const QFontMetricsF& metrics)
{
    QString& text = shown[token];
    if (text.isNull())
        text = shortened(metrics, oneLine(whole[token]), longestToken);
    return text;
}

void OverviewLabels::Tokens::measure(const QFontMetricsF& metrics)
{
    if (widest > 0)
        return;
    if (whole.size() > mostMeasured) {
        widest = longestToken;
        return;
    }
    for (qsizetype token = 0; token < whole.size(); ++token)
        text(token, metrics);
    widest = std::max(1, widestLabel(metrics, shown));
}

int OverviewLabels::layerWidth() const
{
    QFont bold = figureFont(m_style);
    bold.setWeight(QFont::DemiBold);
    return textWidth(QFontMetricsF(bold), layerName(m_layers - 1));
}

bool OverviewLabels::tokensFit(const OverviewPlan& plan, double ratio) const
{
    return plan.cellsReach(int(std::ceil(metrics().height() * ratio)));
}

/// Else they stand upright.
bool OverviewLabels::keysAreLevel(const OverviewPlan& plan, double ratio) const
{
    return plan.cellsReach(int((m_keys.widest + space) * ratio));
}

QMargins OverviewLabels::room(const OverviewPlan& plan, double ratio)
{
    const int line = int(std::ceil(metrics().height()));
    const QMargins names(edge + layerWidth() + space, space + line + space, edge, edge);
    if (tokensFit(plan, ratio)) {
        m_queries.measure(metrics());
        m_keys.measure(metrics());
    }
    return names + QMargins(tokensWidth(plan, ratio), tokensHeight(plan, ratio), 0, 0);
}

int OverviewLabels::tokensWidth(const OverviewPlan& plan, double ratio) const
{
    return tokensFit(plan, ratio) ? m_queries.widest + space : 0;
}

int OverviewLabels::tokensHeight(const OverviewPlan& plan, double ratio) const
{
    if (!tokensFit(plan, ratio))
        return 0;
    const int line = int(std::ceil(metrics().height()));
    return (keysAreLevel(plan, ratio) ? line : m_keys.widest) + space;
}

void OverviewLabels::paint(QPainter& painter, const OverviewPlan& plan, double ratio,
                           const HeadPlace& current)
{
    paintLayers(painter, plan, ratio, current.layer);
    paintHeads(painter, plan, ratio, current.head);
    if (!tokensFit(plan, ratio))
        return;
    paintQueries(painter, plan, ratio);
    paintKeys(painter, plan, ratio);
}

void OverviewLabels::paintLayers(QPainter& painter, const OverviewPlan& plan, double ratio,
                                 int current) const
{
    const PlaceRange seen = plan.seen();
    const double line = metrics().height();
    const double pitch = plan.pitch().height() / ratio;
    const int step = stepFor(pitch, line);
    const double right = plan.shown().left() / ratio - space - tokensWidth(plan, ratio);
    for (int layer = seen.first.layer; layer <= seen.last.layer; ++layer) {
        if (!isNamed(layer, current, step, pitch, line))
            continue;
        const QRect map = plan.mapRect({layer, 0});
        const Stretch span
            = seenSpan(map.top(), map.height(), plan.view().top(), plan.view().height(), ratio);
        setRole(painter, m_style, layer == current);
        drawTextLine(painter,
                     QRectF(right - layerWidth(), span.centre() - line / 2, layerWidth(), line),
                     Qt::AlignRight | Qt::AlignVCenter, layerName(layer));
    }
}

void OverviewLabels::paintHeads(QPainter& painter, const OverviewPlan& plan, double ratio,
                                int current) const
{
    const PlaceRange seen = plan.seen();
    const double line = metrics().height();
    const double pitch = plan.pitch().width() / ratio;
    const double whole = textWidth(metrics(), headName(99)) + space;
    const bool names = pitch >= whole;
    const double needed = names ? whole : textWidth(metrics(), QStringLiteral("99")) + space;
    const int step = stepFor(pitch, needed);
    const double bottom = plan.shown().top() / ratio - space - tokensHeight(plan, ratio);
    for (int head = seen.first.head; head <= seen.last.head; ++head) {
        if (!isNamed(head, current, step, pitch, needed))
            continue;
        const QRect map = plan.mapRect({0, head});
        const Stretch span
            = seenSpan(map.left(), map.width(), plan.view().left(), plan.view().width(), ratio);
        setRole(painter, m_style, head == current);
        drawTextLine(painter, QRectF(span.centre() - whole / 2, bottom - line, whole, line),
                     Qt::AlignCenter, names ? headName(head) : QString::number(head + 1));
    }
}

void OverviewLabels::paintQueries(QPainter& painter, const OverviewPlan& plan, double ratio)
{
    const QFontMetricsF font = metrics();
    const int width = m_queries.widest;
    const PlaceRange seen = plan.seen();
    const double right = plan.shown().left() / ratio - space;
    setRole(painter, m_style, false);
    for (int layer = seen.first.layer; layer <= seen.last.layer; ++layer) {
        const QRect map = seenPart(plan, {layer, seen.first.head});
        if (map.isEmpty())
            continue;
        const int last = plan.cellAt({layer, seen.first.head}, map.bottomLeft()).row;
        for (int row = plan.cellAt({layer, seen.first.head}, map.topLeft()).row; row <= last;
             ++row) {
            const QRect cell = plan.cellRect({layer, 0}, {row, 0});
            const Stretch span = seenSpan(cell.top(), cell.height(), plan.view().top(),
                                          plan.view().height(), ratio);
            if (span.length >= font.ascent())
                drawTextLine(painter, QRectF(right - width, span.begin, width, span.length),
                             Qt::AlignRight | Qt::AlignVCenter, m_queries.text(row, font));
        }
    }
}

void OverviewLabels::paintKeys(QPainter& painter, const OverviewPlan& plan, double ratio)
{
    const PlaceRange seen = plan.seen();
    setRole(painter, m_style, false);
    for (int head = seen.first.head; head <= seen.last.head; ++head) {
        const QRect map = seenPart(plan, {seen.first.layer, head});
        if (map.isEmpty())
            continue;
        const int last = plan.cellAt({seen.first.layer, head}, map.topRight()).column;
        for (int column = plan.cellAt({seen.first.layer, head}, map.topLeft()).column;
             column <= last; ++column) {
            const QRect cell = plan.cellRect({0, head}, {0, column});
            const Stretch span = seenSpan(cell.left(), cell.width(), plan.view().left(),
                                          plan.view().width(), ratio);
            if (span.length >= metrics().ascent())
                paintKey(painter, column, span.begin, span.length, plan, ratio);
        }
    }
}

/// Above the cells between two places across.
void OverviewLabels::paintKey(QPainter& painter, int key, double left, double width,
                              const OverviewPlan& plan, double ratio)
{
    const QFontMetricsF font = metrics();
    const QString& text = m_keys.text(key, font);
    const double bottom = plan.shown().top() / ratio - space;
    if (keysAreLevel(plan, ratio)) {
        drawTextLine(painter, QRectF(left, bottom - font.height(), width, font.height()),
                     Qt::AlignCenter, text);
        return;
    }
    painter.save();
    painter.translate(left, bottom);
    painter.rotate(-90);
    drawTextLine(painter, QRectF(0, 0, m_keys.widest, width), Qt::AlignLeft | Qt::AlignVCenter,
                 text);
    painter.restore();
}

} // namespace headlight
