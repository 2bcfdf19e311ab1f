#include "ui/views/model_overview.h"

#include "ui/views/head_scale.h"
#include "ui/views/token_texts.h"

#include <QElapsedTimer>
#include <QHideEvent>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

constexpr qint64 budget = 8; // ms of colouring at a time, half a frame
constexpr double mostCells = 2e6; // of a map that is coloured here: a few milliseconds
constexpr double cellsAtOnce = 5e5; // before the clock is looked at
constexpr std::size_t mostRects = 64; // repainted one by one

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
    connect(&m_work, &QTimer::timeout, this, &ModelOverview::continueWork);
    connect(&m_pictures, &MapPictures::coloursChanged, this, &ModelOverview::showColoured);
    connect(&m_pictures, &MapPictures::finished, this, &ModelOverview::continueWork);
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
    m_bar.setStyle(style);
    if (m_snapshot)
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
    refreshBar();
}

void ModelOverview::setMarks(const std::optional<FigureCell>& marked,
                             const std::vector<CoveredCell>& covered)
{
    if (marked == m_marked && covered == m_covered)
        return;
    m_marked = marked;
    m_covered = covered;
    if (marksAreSeen())
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
    m_barRoom = m_bar.room();
    for (int pass = 0; pass < 2; ++pass) { // maps that fit again have another size
        const QRect inside
            = rect().marginsRemoved(m_labels.room(m_plan, ratio) + QMargins(0, 0, m_barRoom, 0));
        m_plan.setView(QRect(qRound(inside.x() * ratio), qRound(inside.y() * ratio),
                             int(inside.width() * ratio), int(inside.height() * ratio)));
    }
    moved();
}

/// After every change of what is seen.
void ModelOverview::moved()
{
    m_pictures.moved(m_plan.seen());
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
    const int x = view.width() / 8;
    const int y = view.height() / 8;
    return view.adjusted(-x, -y, x, y).translated(-map.topLeft()) & whole;
}

void ModelOverview::continueWork()
{
    const QRegion changed = colourSeen();
    if (m_bar.room() != m_barRoom)
        arrange();
    update(changed);
}

/// Brings maps that are seen up to date as long as the budget lasts, and comes back for the rest.
/// What takes longer than that is ordered. What looks different now is to be painted.
QRegion ModelOverview::colourSeen()
{
    if (isEmpty() || m_pictures.isBusy())
        return {};
    QElapsedTimer clock;
    clock.start();
    std::vector<HeadPlace> changed;
    std::vector<MapWish> quick;
    std::vector<MapOrder> slow;
    double cells = 0;
    bool isInTime = true;
    const auto colourQuick = [&] {
        const std::vector<HeadPlace> places = m_pictures.refresh(std::exchange(quick, {}));
        changed.insert(changed.end(), places.begin(), places.end());
        cells = 0;
    };
    const PlaceRange seen = m_plan.seen();
    for (HeadPlace place = seen.first; isInTime && place.layer <= seen.last.layer; ++place.layer) {
        for (place.head = seen.first.head; place.head <= seen.last.head; ++place.head) {
            const QRect map = m_plan.mapRect(place);
            const QRect part = (map & m_plan.view()).translated(-map.topLeft());
            if (m_pictures.isCurrent(place, map.size(), part))
                continue;
            const MapWish wish{place, map.size(), wantedPart(map)};
            const double own = m_pictures.cellsToRead(wish);
            if (own > mostCells) {
                slow.push_back(m_pictures.orderFor(wish));
                continue;
            }
            if (cells > 0 && cells + own > cellsAtOnce)
                colourQuick();
            isInTime = clock.elapsed() < budget;
            if (!isInTime)
                break;
            quick.push_back(wish);
            cells += own;
        }
    }
    if (!quick.empty())
        colourQuick();
    m_complete = isInTime && slow.empty();
    if (!slow.empty())
        m_pictures.order(std::move(slow));
    else if (!m_complete)
        m_work.start();
    refreshBar();
    return regionOf(changed);
}

QRegion ModelOverview::regionOf(const std::vector<HeadPlace>& places) const
{
    if (places.size() > mostRects)
        return logical(m_plan.view());
    QRegion region;
    for (const HeadPlace& place : places)
        region += logical(m_plan.mapRect(place) & m_plan.view());
    return region;
}

void ModelOverview::showColoured(const std::vector<HeadPlace>& places)
{
    update(regionOf(places));
}

/// Where the maps do not share one scale the bar is that of the current head, and says so.
void ModelOverview::refreshBar()
{
    const QStringList labels = m_bar.labels();
    const QString caption = m_bar.caption();
    m_bar.setScale(isEmpty() ? std::nullopt : m_pictures.scale(m_current), ownerOfBar());
    if (m_bar.labels() != labels || m_bar.caption() != caption)
        update(m_bar.rect(logical(m_plan.shown())));
}

QString ModelOverview::ownerOfBar() const
{
    if (!needsReach(m_look) || m_look.range == ColorRange::Shown)
        return {};
    const QString layer = tr("layer %1").arg(m_current.layer + 1);
    return m_look.range == ColorRange::PerLayer
        ? layer
        : tr("%1, head %2").arg(layer).arg(m_current.head + 1);
}

} // namespace headlight
