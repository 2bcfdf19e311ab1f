#include "ui/views/head_grid.h"

#include "ui/figure/cell_marks.h"
#include "ui/figure/text_layer.h"

#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace headlight {
namespace {

constexpr int padding = 16;

} // namespace

HeadGrid::HeadGrid(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("headGrid"));
    setAccessibleName(tr("Heatmaps of all heads"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void HeadGrid::setFigure(const Figure& figure)
{
    m_figure = figure;
    m_pictures.assign(figure.panels.size(), QImage());
    m_current = std::clamp(m_current, 0, std::max(0, int(figure.panels.size()) - 1));
    arrange();
    update();
}

void HeadGrid::setMarked(std::optional<FigureCell> cell)
{
    if (cell == m_figure.marked)
        return;
    updateMarks();
    m_figure.marked = cell;
    updateMarks();
}

/// Nothing but the marks is painted again.
void HeadGrid::updateMarks()
{
    QRegion marks;
    for (int head = 0; head < int(m_layout.panels.size()); ++head) {
        if (const QRect mark = markRect(head); !mark.isEmpty())
            marks += mark.adjusted(-1, -1, 1, 1);
    }
    update(marks);
}

void HeadGrid::setCurrent(int head)
{
    if (head == m_current)
        return;
    m_current = head;
    update();
}

QRect HeadGrid::mapRect(int head) const
{
    return m_layout.panels[std::size_t(head)].map.translated(m_offset);
}

void HeadGrid::arrange()
{
    const QSize inside = size() - QSize(2 * padding, 2 * padding);
    m_layout = layoutFigure(m_figure, inside.expandedTo(QSize(1, 1)));
    const QSize spare = (inside - m_layout.used).expandedTo(QSize(0, 0));
    m_offset = QPoint(padding + spare.width() / 2, padding + spare.height() / 3);
    m_texts = m_layout.texts; // but the titles: one of them is bold
    std::erase_if(m_texts,
                  [](const PlacedText& text) { return text.role == TextRole::PanelTitle; });
    QFont bold = figureFont(m_figure.style);
    bold.setWeight(QFont::DemiBold);
    m_shortTitles = false;
    for (std::size_t i = 0; i < m_layout.panels.size(); ++i) {
        const int width = QFontMetrics(bold).horizontalAdvance(m_figure.panels[i].title);
        m_shortTitles = m_shortTitles || width > m_layout.panels[i].title.width() - 4;
    }
}

void HeadGrid::resizeEvent(QResizeEvent*)
{
    m_pictures.assign(m_figure.panels.size(), QImage());
    arrange();
}

const QImage& HeadGrid::picture(int head)
{
    QImage& image = m_pictures[std::size_t(head)];
    const double ratio = devicePixelRatioF();
    const QRect map = mapRect(head);
    // Both edges are rounded, so that the picture ends where its neighbours begin.
    const QSize pixels(qRound((map.x() + map.width()) * ratio) - qRound(map.x() * ratio),
                       qRound((map.y() + map.height()) * ratio) - qRound(map.y() * ratio));
    if (image.size() != pixels) {
        const Panel& panel = m_figure.panels[std::size_t(head)];
        image = heatPicture(*panel.values, panel.scale, pixels);
    }
    return image;
}

void HeadGrid::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), m_figure.style.background);
    if (m_figure.panels.empty() || m_figure.panels.front().values->size() == 0) {
        painter.setPen(m_figure.style.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Type a sentence to see its attention."));
        return;
    }
    for (int head = 0; head < int(m_figure.panels.size()); ++head) {
        const PanelLayout& place = m_layout.panels[std::size_t(head)];
        const QRect around
            = place.map.united(place.title).translated(m_offset).adjusted(-4, -4, 4, 4);
        if (event->region().intersects(around))
            paintHead(painter, head);
    }
    std::vector<PlacedText> texts;
    for (const PlacedText& text : m_texts) {
        if (event->region().intersects(text.where.translated(m_offset)))
            texts.push_back(text);
    }
    paintTexts(painter, texts, m_offset, m_figure.style);
    if (m_figure.colorBar && event->region().intersects(m_layout.colorBar.translated(m_offset)))
        paintColorBar(painter);
}

void HeadGrid::paintHead(QPainter& painter, int head)
{
    const Panel& panel = m_figure.panels[std::size_t(head)];
    const QRect map = mapRect(head);
    const QImage& image = picture(head);
    const double ratio = devicePixelRatioF();
    painter.save();
    painter.setWorldTransform(QTransform::fromScale(1 / ratio, 1 / ratio));
    painter.drawImage(QPoint(qRound(map.x() * ratio), qRound(map.y() * ratio)), image);
    painter.restore();

    const QRect title = m_layout.panels[std::size_t(head)].title.translated(m_offset);
    const bool isCurrent = head == m_current;
    painter.setPen(isCurrent ? m_figure.style.text : m_figure.style.muted);
    QFont font = figureFont(m_figure.style);
    font.setWeight(isCurrent ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     m_shortTitles ? QString::number(head + 1) : panel.title);
    const int rows = int(panel.values->rows());
    const int columns = int(panel.values->cols());
    for (const FigureCell& cell : panel.covered)
        paintCover(painter, blockRect({cell.row, cell.column}, rows, columns, map), m_figure.style);
    for (const FigureBlock& block : panel.framed)
        paintFrame(painter, blockRect(block, rows, columns, map), m_figure.style.selection);
    paintMark(painter, head);
    if (isCurrent && hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(map.adjusted(-2, -2, 1, 1));
    }
}

/// Empty where no cell of the head is marked.
QRect HeadGrid::markRect(int head) const
{
    const std::optional<FigureCell>& cell = m_figure.marked;
    const Matrix& values = *m_figure.panels[std::size_t(head)].values;
    if (!cell || cell->row >= values.rows() || cell->column >= values.cols())
        return {};
    return blockRect({cell->row, cell->column}, int(values.rows()), int(values.cols()),
                     mapRect(head));
}

void HeadGrid::paintMark(QPainter& painter, int head) const
{
    const QRect box = markRect(head);
    if (box.isEmpty())
        return;
    painter.setPen(QPen(m_figure.style.selection, box.width() >= 12 ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
}

void HeadGrid::paintColorBar(QPainter& painter) const
{
    const QRect bar = m_layout.colorBar.translated(m_offset);
    const Panel panel = colorBarPanel(m_figure);
    const QSize pixels = bar.size() * devicePixelRatioF();
    painter.drawImage(bar, heatPicture(*panel.values, panel.scale, pixels));
}

std::optional<HeadGrid::Hit> HeadGrid::hitAt(QPoint place) const
{
    for (int head = 0; head < int(m_layout.panels.size()); ++head) {
        const QRect map = mapRect(head);
        const Matrix& values = *m_figure.panels[std::size_t(head)].values;
        if (map.contains(place) && values.size() > 0)
            return Hit{head,
                       {cellOfPixel(place.y() - map.top(), int(values.rows()), map.height()),
                        cellOfPixel(place.x() - map.left(), int(values.cols()), map.width())}};
    }
    return std::nullopt;
}

void HeadGrid::mousePressEvent(QMouseEvent* event)
{
    const std::optional<Hit> hit = hitAt(event->pos());
    if (!hit || event->button() != Qt::LeftButton)
        return;
    setCurrent(hit->head);
    emit currentChanged(hit->head);
    emit cellClicked(hit->head, hit->cell);
    if (!(event->modifiers() & Qt::ControlModifier)) // with Ctrl the cell is marked in every head
        emit headActivated(hit->head);
}

void HeadGrid::mouseMoveEvent(QMouseEvent* event)
{
    if (const std::optional<Hit> hit = hitAt(event->pos()))
        emit cellHovered(hit->head, hit->cell);
    else
        emit hoverLeft();
}

void HeadGrid::leaveEvent(QEvent*)
{
    emit hoverLeft();
}

int HeadGrid::columns() const
{
    int count = 0;
    for (const PanelLayout& panel : m_layout.panels)
        count += panel.map.top() == m_layout.panels.front().map.top();
    return std::max(1, count);
}

void HeadGrid::moveCurrent(int by)
{
    const int next = m_current + by;
    if (next < 0 || next >= int(m_figure.panels.size()))
        return;
    setCurrent(next);
    emit currentChanged(next);
}

void HeadGrid::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return moveCurrent(-1);
    case Qt::Key_Right:
        return moveCurrent(1);
    case Qt::Key_Up:
        return moveCurrent(-columns());
    case Qt::Key_Down:
        return moveCurrent(columns());
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit headActivated(m_current);
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace headlight
