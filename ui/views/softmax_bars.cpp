#include "ui/views/softmax_bars.h"

#include "core/explain/why_text.h"
#include "core/support/digits.h"
#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace headlight {
namespace {

constexpr int barHeight = 44; // of the largest bar
constexpr int gap = 8;
constexpr int smallestLabelled = 30; // pixels a bar needs for its number and token

double fullHeight(const std::vector<double>& values)
{
    double largest = 0;
    for (const double value : values) {
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    }
    return largest > 0 ? largest : 1;
}

} // namespace

SoftmaxBars::SoftmaxBars(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("softmaxBars"));
    setAccessibleName(tr("Scores, exponentials and weights of the row as bars"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SoftmaxBars::setRow(const SoftmaxRow& row, const QStringList& keys, int current, int digits)
{
    m_row = row;
    m_keys = keys;
    m_current = current;
    m_digits = digits;
    updateGeometry();
    update();
}

void SoftmaxBars::setUnscaledShown(bool shown)
{
    m_unscaled = shown;
    updateGeometry();
    update();
}

std::vector<SoftmaxBars::Group> SoftmaxBars::groups() const
{
    std::vector<double> scores;
    for (const Factor& score : m_row.scores)
        scores.push_back(score.value);
    std::vector<Group> groups = {{tr("scores into the softmax"), scores},
                                 {tr("e to the score"), m_row.exponentials},
                                 {tr("weights: each ÷ the sum"), m_row.weights}};
    if (m_unscaled && !m_row.unscaledWeights.empty())
        groups.push_back({tr("weights without scaling"), m_row.unscaledWeights});
    return groups;
}

int SoftmaxBars::groupHeight() const
{
    return barHeight + 3 * fontMetrics().height() + gap + 6;
}

QSize SoftmaxBars::sizeHint() const
{
    return {200, groupHeight() * int(groups().size())};
}

QRect SoftmaxBars::barArea(int group) const
{
    const int line = fontMetrics().height();
    return {0, group * groupHeight() + line + 4, width(), barHeight + 2 * line};
}

int SoftmaxBars::keyAt(QPoint place) const
{
    if (keyCount() == 0 || place.x() < 0 || place.x() >= width())
        return -1;
    return int(qint64(place.x()) * keyCount() / width());
}

void SoftmaxBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const std::vector<Group> all = groups();
    for (int g = 0; g < int(all.size()); ++g)
        paintGroup(painter, all[std::size_t(g)], barArea(g));
}

void SoftmaxBars::paintGroup(QPainter& painter, const Group& group, const QRect& area) const
{
    painter.setFont(font());
    painter.setPen(currentTheme().muted);
    painter.drawText(QPoint(0, area.top() - 4 - fontMetrics().descent()), group.title);
    const double largest = fullHeight(group.values);
    const int count = keyCount();
    for (int key = 0; key < count; ++key) {
        const int left = int(qint64(key) * area.width() / count);
        const int right = int(qint64(key + 1) * area.width() / count);
        paintBar(painter, group, key, QRect(left, area.top(), right - left, area.height()),
                 largest);
    }
}

void SoftmaxBars::paintBar(QPainter& painter, const Group& group, int key, const QRect& slot,
                           double largest) const
{
    const Theme& theme = currentTheme();
    const double value = group.values[std::size_t(key)];
    const double part = std::isfinite(value) ? std::abs(value) / largest : 0;
    const int margin = slot.width() > 6 ? std::max(1, slot.width() / 8) : 0;
    const int height = std::max(part > 0 ? 1 : 0, int(std::lround(part * barHeight)));
    const QRect bar(slot.left() + margin, slot.top() + barHeight - height,
                    std::max(1, slot.width() - 2 * margin), height);
    painter.fillRect(bar, value < 0 ? theme.warning : theme.accent);
    const QRect base(slot.left(), slot.top() + barHeight, slot.width(), 1);
    painter.fillRect(base, key == m_current ? theme.selection : theme.border);
    if (slot.width() < smallestLabelled)
        return;
    const int line = fontMetrics().height();
    painter.setFont(numberFont());
    painter.setPen(theme.text);
    const QString number = QString::fromStdString(mathNumber(value, m_digits));
    painter.drawText(QRect(slot.left(), base.bottom() + 1, slot.width(), line), Qt::AlignCenter,
                     QFontMetrics(numberFont()).elidedText(number, Qt::ElideRight, slot.width()));
    painter.setFont(font());
    painter.setPen(theme.muted);
    painter.drawText(QRect(slot.left(), base.bottom() + 1 + line, slot.width(), line),
                     Qt::AlignCenter,
                     fontMetrics().elidedText(m_keys.value(key), Qt::ElideRight, slot.width() - 4));
}

void SoftmaxBars::mousePressEvent(QMouseEvent* event)
{
    if (const int key = keyAt(event->position().toPoint()); key >= 0)
        emit keyClicked(key);
}

void SoftmaxBars::mouseMoveEvent(QMouseEvent* event)
{
    const int key = keyAt(event->position().toPoint());
    if (key < 0)
        return;
    const auto number
        = [](double value) { return QString::fromStdString(mathNumber(value, mostDigits)); };
    QToolTip::showText(
        event->globalPosition().toPoint(),
        plainToolTip(tr("%1\nscore %2\ne to the score %3\nweight %4")
                         .arg(m_keys.value(key), number(m_row.scores[std::size_t(key)].value),
                              number(m_row.exponentials[std::size_t(key)]),
                              number(m_row.weights[std::size_t(key)]))),
        this);
}

} // namespace headlight
