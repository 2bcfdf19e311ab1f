#include "ui/views/model_overview.h"

#include "ui/figure/cell_marks.h"
#include "ui/session/number_text.h"
#include "ui/style/theme.h"
#include "ui/views/head_figure.h"
#include "ui/views/token_texts.h"

#include <QElapsedTimer>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace headlight {
namespace {

constexpr qint64 budget = 8; // ms of colouring at a time, half a frame
constexpr std::size_t mostRects = 64; // repainted one by one
constexpr int smallestMarked = 3; // pixels of a cell that shows a mark

QStringList partOf(const QStringList& tokens, const ShownTokens& shown)
{
    QStringList part;
    for (const int token : shown.tokens())
        part += tokens[token];
    return part;
}

} // namespace

ModelOverview::ModelOverview(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("modelOverview"));
    setAccessibleName(tr("Heatmaps of all layers and heads"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    grabGesture(Qt::PinchGesture);
    m_work.setSingleShot(true);
    connect(&m_work, &QTimer::timeout, this, [this] { update(colourSeen()); });
}

void ModelOverview::setContent(const SnapshotPtr& snapshot, const Look& look)
{
    const bool sameShape = m_snapshot && look.leftOut == m_look.leftOut
        && m_snapshot->document->tokens == snapshot->document->tokens
        && keyTokens(*m_snapshot->document) == keyTokens(*snapshot->document)
        && m_snapshot->document->config.layers == snapshot->document->config.layers
        && m_snapshot->document->config.heads == snapshot->document->config.heads;
    if (look.values != m_look.values || look.digits != m_look.digits)
        update();
    m_snapshot = snapshot;
    m_look = look;
    if (!sameShape) {
        const ShownCells shown = shownCells(*snapshot, look);
        const Config& config = snapshot->document->config;
        m_plan.setModel(config.layers, config.heads, int(shown.queries.tokens().size()),
                        int(shown.keys.tokens().size()));
        m_labels.setModel(config.layers,
                          partOf(tokenTexts(snapshot->document->tokens), shown.queries),
                          partOf(tokenTexts(keyTokens(*snapshot->document)), shown.keys));
        m_pictures.clear();
        m_current = {std::min(m_current.layer, config.layers - 1),
                     std::min(m_current.head, config.heads - 1)};
    }
    m_pictures.setContent(snapshot, look, m_plan.seen());
    m_complete = false;
    if (sameShape)
        m_work.start(); // only what differs is painted
    else
        arrange();
}

void ModelOverview::setStyle(const FigureStyle& style)
{
    m_labels.setStyle(style);
    arrange();
}

void ModelOverview::setCurrent(const HeadPlace& place)
{
    if (place == m_current)
        return;
    m_current = place;
    setAccessibleDescription(tr("Layer %1, head %2").arg(place.layer + 1).arg(place.head + 1));
    m_plan.reveal(place);
    moved();
}

void ModelOverview::setMarks(const std::optional<FigureCell>& marked,
                             const std::vector<CoveredCell>& covered)
{
    if (marked == m_marked && covered == m_covered)
        return;
    m_marked = marked;
    m_covered = covered;
    if (m_plan.cellsReach(smallestMarked))
        update();
}

bool ModelOverview::isEmpty() const
{
    return !m_snapshot || m_snapshot->document->tokens.empty();
}

/// Names take room, and what room they need follows from the size of the maps.
void ModelOverview::arrange()
{
    const double ratio = devicePixelRatioF();
    for (int pass = 0; pass < 2; ++pass) { // maps that fit again have another size
        const QRect inside = rect().marginsRemoved(m_labels.room(m_plan, ratio));
        m_plan.setView(QRect(qRound(inside.x() * ratio), qRound(inside.y() * ratio),
                             int(inside.width() * ratio), int(inside.height() * ratio)));
    }
    moved();
}

/// After every change of what is seen.
void ModelOverview::moved()
{
    m_pictures.spareMemory(m_plan.seen());
    m_hovered.reset();
    m_complete = false;
    update();
}

void ModelOverview::resizeEvent(QResizeEvent*)
{
    arrange();
}

void ModelOverview::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (event->spontaneous()) // the window is minimised
        return;
    m_work.stop();
    m_snapshot.reset();
    m_pictures.clear();
}

QPoint ModelOverview::device(QPointF point) const
{
    return (point * devicePixelRatioF()).toPoint();
}

/// The pixels that something in device pixels touches.
QRect ModelOverview::logical(const QRect& device) const
{
    const double ratio = devicePixelRatioF();
    return QRectF(device.x() / ratio, device.y() / ratio, device.width() / ratio,
                  device.height() / ratio)
        .toAlignedRect();
}

/// A small map as a whole, of a large one what is seen and some of what is around that.
QRect ModelOverview::wantedPart(const QRect& map) const
{
    const QRect& view = m_plan.view();
    const QRect whole(QPoint(), map.size());
    if (map.width() <= 2 * view.width() && map.height() <= 2 * view.height())
        return whole;
    const int x = view.width() / 4;
    const int y = view.height() / 4;
    return view.adjusted(-x, -y, x, y).translated(-map.topLeft()) & whole;
}

/// Brings maps that are seen up to date as long as the budget lasts, and comes back for the rest.
/// What looks different now is to be painted.
QRegion ModelOverview::colourSeen()
{
    if (isEmpty())
        return {};
    QElapsedTimer clock;
    clock.start();
    std::vector<QRect> changed;
    m_complete = true;
    const PlaceRange seen = m_plan.seen();
    for (HeadPlace place = seen.first; m_complete && place.layer <= seen.last.layer;
         ++place.layer) {
        for (place.head = seen.first.head; place.head <= seen.last.head; ++place.head) {
            const QRect map = m_plan.mapRect(place);
            const QRect part = (map & m_plan.view()).translated(-map.topLeft());
            if (m_pictures.isCurrent(place, map.size(), part))
                continue;
            if (clock.elapsed() >= budget) {
                m_complete = false;
                break;
            }
            if (m_pictures.refresh(place, map.size(), wantedPart(map)))
                changed.push_back(logical(map & m_plan.view()));
        }
    }
    if (!m_complete)
        m_work.start();
    if (changed.size() > mostRects)
        return logical(m_plan.view());
    QRegion region;
    for (const QRect& rect : changed)
        region += rect;
    return region;
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
    if (!view.contains(event->rect()))
        m_labels.paint(painter, m_plan, ratio, m_current);
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
    if (m_look.values && m_plan.cellsReach(QFontMetrics(numberFont()).height()))
        paintNumbers(painter, place);
    if (m_plan.cellsReach(smallestMarked))
        paintMarks(painter, place);
}

/// In the cells that are seen, where there is room.
void ModelOverview::paintNumbers(QPainter& painter, const HeadPlace& place) const
{
    const MapPicture& picture = m_pictures.at(place);
    const QRect seen = m_plan.mapRect(place) & m_plan.view();
    const FigureCell first = m_plan.cellAt(place, seen.topLeft());
    const FigureCell last = m_plan.cellAt(place, seen.bottomRight());
    QFont font = numberFont();
    font.setPixelSize(qRound(QFontInfo(font).pixelSize() * devicePixelRatioF()));
    painter.setFont(font);
    const QFontMetrics metrics(font);
    for (FigureCell cell = first; cell.row <= last.row; ++cell.row) {
        const Colorizer color(picture.scale.ofRow(*picture.values, cell.row));
        for (cell.column = first.column; cell.column <= last.column; ++cell.column) {
            const double value = (*picture.values)(cell.row, cell.column);
            const QString text = fixedNumber(value, m_look.digits);
            const QRect box = m_plan.cellRect(place, cell) & seen; // of a cut cell in what is left
            if (metrics.horizontalAdvance(text) + metrics.averageCharWidth() > box.width()
                || metrics.height() > box.height())
                continue;
            painter.setPen(textColorOn(color(value)));
            painter.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, text);
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
