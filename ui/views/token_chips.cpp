#include "ui/views/token_chips.h"

#include "ui/style/plain_text.h"
#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace headlight {
namespace {

constexpr int chipHeight = 24;
constexpr int chipGap = 8;
constexpr int chipPadding = 8;
constexpr int numberGap = 6;
constexpr int longestChipText = 220;

} // namespace

TokenChips::TokenChips(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("tokenChips"));
    setAccessibleName(tr("Tokens of the sentence"));
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setAutoFillBackground(false);
    layOutChips();
}

void TokenChips::setTokens(const QStringList& tokens)
{
    if (tokens == m_tokens)
        return;
    m_tokens = tokens;
    m_current = std::clamp(m_current, 0, std::max(0, int(tokens.size()) - 1));
    setAccessibleDescription(tokens.join(u' '));
    layOutChips();
}

void TokenChips::setMarked(std::optional<int> query, std::optional<int> key)
{
    if (query == m_query && key == m_key)
        return;
    m_query = query;
    m_key = key;
    viewport()->update();
}

QSize TokenChips::sizeHint() const
{
    return {400, chipHeight + 4};
}

QSize TokenChips::minimumSizeHint() const
{
    return {80, chipHeight + 4};
}

void TokenChips::layOutChips()
{
    const QFontMetrics text(font());
    const QFontMetrics numbers(numberFont());
    m_lefts.clear();
    int left = 2;
    for (int t = 0; t < m_tokens.size(); ++t) {
        m_lefts.push_back(left);
        const int width = std::min(text.horizontalAdvance(m_tokens[t]), longestChipText);
        left += 2 * chipPadding + numbers.horizontalAdvance(QString::number(t + 1)) + numberGap
            + width + chipGap;
    }
    m_lefts.push_back(left);
    updateScrollBar();
    viewport()->update();
}

void TokenChips::updateScrollBar()
{
    horizontalScrollBar()->setRange(0, std::max(0, m_lefts.back() - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(60);
}

int TokenChips::chipAt(int x) const
{
    const int place = x + horizontalScrollBar()->value();
    const auto next = std::upper_bound(m_lefts.begin(), m_lefts.end(), place);
    const int chip = int(next - m_lefts.begin()) - 1;
    return chip < m_tokens.size() ? chip : -1;
}

void TokenChips::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_tokens.isEmpty()) {
        painter.setPen(currentTheme().muted);
        painter.drawText(viewport()->rect().adjusted(2, 0, 0, 0), Qt::AlignVCenter,
                         tr("Type a sentence above; its tokens appear here."));
        return;
    }
    const int offset = horizontalScrollBar()->value();
    for (int t = std::max(0, chipAt(0)); t < m_tokens.size(); ++t) {
        const int left = m_lefts[std::size_t(t)] - offset;
        if (left > viewport()->width())
            break;
        paintChip(painter, t, left);
    }
}

void TokenChips::paintChip(QPainter& painter, int token, int left) const
{
    const Theme& theme = currentTheme();
    const int width = m_lefts[std::size_t(token) + 1] - m_lefts[std::size_t(token)] - chipGap;
    const QRectF box(left + 1, 2, width, chipHeight);
    const bool marked = token == m_query || token == m_key;
    painter.setPen(QPen(marked ? theme.selection : theme.border, marked ? 2 : 1));
    painter.setBrush(theme.window);
    painter.drawRoundedRect(box, chipHeight / 2.0, chipHeight / 2.0);
    if (hasFocus() && token == m_current) {
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRoundedRect(box.adjusted(3, 3, -3, -3), chipHeight / 2.0, chipHeight / 2.0);
    }
    const QString number = QString::number(token + 1);
    painter.setFont(numberFont());
    painter.setPen(theme.muted);
    QRectF inside = box.adjusted(chipPadding, 0, -chipPadding, 0);
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, number);
    inside.setLeft(inside.left() + painter.fontMetrics().horizontalAdvance(number) + numberGap);
    painter.setFont(font());
    painter.setPen(theme.text);
    const QString text
        = painter.fontMetrics().elidedText(m_tokens[token], Qt::ElideMiddle, longestChipText);
    painter.drawText(inside.adjusted(0, 0, chipPadding, 0),
                     Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
}

void TokenChips::show(int token)
{
    const int left = m_lefts[std::size_t(token)];
    const int right = m_lefts[std::size_t(token) + 1];
    QScrollBar* bar = horizontalScrollBar();
    if (left < bar->value())
        bar->setValue(left - chipGap);
    else if (right > bar->value() + viewport()->width())
        bar->setValue(right - viewport()->width());
}

void TokenChips::resizeEvent(QResizeEvent*)
{
    updateScrollBar();
}

void TokenChips::mousePressEvent(QMouseEvent* event)
{
    const int token = chipAt(event->pos().x());
    if (event->button() != Qt::LeftButton || token < 0)
        return;
    m_current = token;
    emit tokenClicked(token);
    viewport()->update();
}

void TokenChips::keyPressEvent(QKeyEvent* event)
{
    const int last = int(m_tokens.size()) - 1;
    int next = m_current;
    switch (event->key()) {
    case Qt::Key_Left:
        --next;
        break;
    case Qt::Key_Right:
        ++next;
        break;
    case Qt::Key_Home:
        next = 0;
        break;
    case Qt::Key_End:
        next = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (last >= 0)
            emit tokenClicked(m_current);
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    if (last < 0)
        return;
    m_current = std::clamp(next, 0, last);
    show(m_current);
    viewport()->update();
}

void TokenChips::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const int delta = turned.x() != 0 ? turned.x() : turned.y();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - delta);
    event->accept();
}

bool TokenChips::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int token = chipAt(help->pos().x());
    if (token >= 0)
        QToolTip::showText(help->globalPos(),
                           plainToolTip(tr("Token %1: %2").arg(token + 1).arg(m_tokens[token])));
    return true;
}

void TokenChips::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOutChips();
}

} // namespace headlight
