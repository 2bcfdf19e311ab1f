#include "ui/figure/cell_marks.h"
#include "ui/session/number_text.h"
#include "ui/style/theme.h"
#include "ui/views/model_overview.h"

#include <QPaintEvent>
#include <QPainter>

// How it is painted.

namespace headlight {
namespace {

constexpr int smallestMarked = 3; // pixels of a cell that shows a mark

} // namespace

bool ModelOverview::marksAreSeen() const
{
    return m_plan.cellsReach(smallestMarked);
}

bool ModelOverview::numbersAreSeen() const
{
    return m_look.values && m_plan.cellsReach(QFontMetrics(numberFont()).height());
}

void ModelOverview::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), m_labels.style().background);
    if (isEmpty()) {
        painter.setPen(m_labels.style().muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Type a sentence to see its attention."));
        return;
    }
    const QRegion changed = colourSeen() - event->region();
    if (!changed.isEmpty())
        update(changed);
    const double ratio = devicePixelRatioF();
    const QRect view = logical(m_plan.view());
    painter.save();
    painter.setClipRect(view.adjusted(-3, -3, 3, 3)); // the frame of a map stands out
    painter.scale(1 / ratio, 1 / ratio);
    const QRect touched(device(event->rect().topLeft()), event->rect().size() * ratio);
    const PlaceRange seen = m_plan.seen();
    for (HeadPlace place = seen.first; place.layer <= seen.last.layer; ++place.layer) {
        for (place.head = seen.first.head; place.head <= seen.last.head; ++place.head) {
            if (m_plan.mapRect(place).adjusted(-1, -1, 1, 1).intersects(touched))
                paintMap(painter, place);
        }
    }
    paintCurrent(painter);
    painter.restore();
    if (view.contains(event->rect()))
        return;
    m_labels.paint(painter, m_plan, ratio, m_current);
    m_bar.paint(painter, logical(m_plan.shown()));
}

void ModelOverview::paintMap(QPainter& painter, const HeadPlace& place) const
{
    const QRect map = m_plan.mapRect(place);
    const MapPicture& picture = m_pictures.at(place);
    if (picture.image.isNull()) {
        painter.fillRect(map & m_plan.view(), m_labels.style().border);
        return;
    }
    if (picture.size == map.size()) {
        const QRect wanted = (map & m_plan.view()).translated(-map.topLeft());
        const QRect part = picture.part & wanted;
        painter.drawImage(map.topLeft() + part.topLeft(), picture.image,
                          part.translated(-picture.part.topLeft()));
    } else { // of another size, until it is this one's turn
        const double x = double(map.width()) / picture.size.width();
        const double y = double(map.height()) / picture.size.height();
        painter.drawImage(QRectF(map.x() + picture.part.x() * x, map.y() + picture.part.y() * y,
                                 picture.part.width() * x, picture.part.height() * y),
                          picture.image);
    }
    if (numbersAreSeen())
        paintNumbers(painter, place);
    if (marksAreSeen())
        paintMarks(painter, place);
}

/// In the cells that are seen, where there is room.
void ModelOverview::paintNumbers(QPainter& painter, const HeadPlace& place) const
{
    const MapPicture& picture = m_pictures.at(place);
    QFont font = numberFont();
    font.setPixelSize(qRound(QFontInfo(font).pixelSize() * devicePixelRatioF()));
    const QFontMetrics metrics(font);
    const int digit = metrics.horizontalAdvance(u'0'); // as wide as all that numbers consist of
    if (!m_plan.cellsReach(2 * digit)) // not even "0" has room
        return;
    painter.setFont(font);
    const QRect seen = m_plan.mapRect(place) & m_plan.view();
    const FigureCell first = m_plan.cellAt(place, seen.topLeft());
    const FigureCell last = m_plan.cellAt(place, seen.bottomRight());
    for (FigureCell cell = first; cell.row <= last.row; ++cell.row) {
        const Colorizer color(picture.scale.ofRow(*picture.values, cell.row));
        for (cell.column = first.column; cell.column <= last.column; ++cell.column) {
            const double value = (*picture.values)(cell.row, cell.column);
            const QString text = fixedNumber(value, m_look.digits);
            const QRect box = m_plan.cellRect(place, cell) & seen; // of a cut cell in what is left
            const int width = int(text.size()) * digit;
            if (width + digit > box.width() || metrics.height() > box.height())
                continue;
            painter.setPen(textColorOn(color(value)));
            painter.drawText(box.center().x() - width / 2,
                             box.center().y() + (metrics.ascent() - metrics.descent()) / 2, text);
        }
    }
}

void ModelOverview::paintMarks(QPainter& painter, const HeadPlace& place) const
{
    for (const CoveredCell& covered : m_covered) {
        if (covered.place == place)
            paintCover(painter, m_plan.cellRect(place, covered.cell), m_labels.style());
    }
    const Matrix& values = *m_pictures.at(place).values;
    if (!m_marked || m_marked->row >= values.rows() || m_marked->column >= values.cols())
        return;
    const QRect box = m_plan.cellRect(place, *m_marked);
    painter.setPen(QPen(m_labels.style().selection, box.width() >= 12 ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0, 0, -1, -1));
}

/// Around the map, between it and its neighbours.
void ModelOverview::paintCurrent(QPainter& painter) const
{
    const int gap = (m_plan.pitch() - m_plan.mapSize()).width();
    const int width = std::min(gap, qRound(2 * devicePixelRatioF()));
    const QRect map = m_plan.mapRect(m_current);
    const QRect around = map.adjusted(-width, -width, width, width);
    const QColor color = hasFocus() ? palette().color(QPalette::Highlight) : m_labels.style().text;
    for (const QRect& side : QRegion(around) - map)
        painter.fillRect(side, color);
}

} // namespace headlight
