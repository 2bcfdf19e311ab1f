#include "ui/views/map_pictures.h"

#include "ui/views/head_scale.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr qint64 mostBytes = 192 * 1024 * 1024;
constexpr double mostCellsAtOnce = 2e6; // a few milliseconds

} // namespace

MapPictures::MapPictures(QObject* parent)
    : QObject(parent)
{
    connect(&m_colouring, &MapColouring::delivered, this, &MapPictures::take);
    connect(&m_colouring, &MapColouring::finished, this, &MapPictures::takeReaches);
}

void MapPictures::setContent(const SnapshotPtr& snapshot, const Look& look, const PlaceRange& seen)
{
    if (snapshot == m_content.snapshot && look == m_content.look)
        return;
    const Config& config = snapshot->document->config;
    const auto count = std::size_t(config.layers) * std::size_t(config.heads);
    ++m_content.number;
    if (config.heads == m_heads && m_pictures.size() == count) {
        forgetOutside(seen);
    } else {
        m_pictures.assign(count, {});
        m_bytes = 0;
        m_heads = config.heads;
        m_firstNumber = m_content.number;
    }
    m_content.looks += look != m_content.look;
    m_content.reaches.follow(m_content.snapshot, m_content.look, snapshot, look);
    m_content.snapshot = snapshot;
    m_content.look = look;
    m_colouring.hurry();
}

void MapPictures::clear()
{
    m_colouring.hurry();
    m_content.snapshot.reset();
    m_content.reaches.clear();
    m_pictures.clear();
    m_bytes = 0;
}

void MapPictures::replace(MapPicture& picture, MapPicture by)
{
    m_bytes += by.image.sizeInBytes() - picture.image.sizeInBytes();
    picture = std::move(by);
}

void MapPictures::forgetOutside(const PlaceRange& seen)
{
    for (std::size_t i = 0; i < m_pictures.size(); ++i) {
        if (m_pictures[i].values && !seen.contains({int(i) / m_heads, int(i) % m_heads}))
            replace(m_pictures[i], {});
    }
}

void MapPictures::moved(const PlaceRange& seen)
{
    m_colouring.hurry();
    if (m_bytes > mostBytes)
        forgetOutside(seen);
}

bool MapPictures::isCurrent(const HeadPlace& place, QSize size, const QRect& part) const
{
    const MapPicture& picture = at(place);
    return picture.content == m_content.number && picture.size == size
        && picture.part.contains(part);
}

bool MapPictures::isQuick(const HeadPlace& place, QSize size, const QRect& part) const
{
    const double cells = m_content.reaches.missing() * cellsOf(m_content)
        + cellsToCompare(m_content, place, at(place)) + cellsToColour(m_content, size, part);
    return cells <= mostCellsAtOnce;
}

bool MapPictures::refresh(const HeadPlace& place, QSize size, const QRect& part)
{
    m_content.reaches.complete(m_content.snapshot, m_content.look);
    MapPicture& picture = m_pictures[index(place)];
    m_bytes -= picture.image.sizeInBytes();
    if (picture.content != m_content.number)
        compareWith(m_content, place, picture);
    const bool isColoured = colour(picture, size, part);
    m_bytes += picture.image.sizeInBytes();
    m_coloured += isColoured;
    return isColoured;
}

MapOrder MapPictures::orderFor(const HeadPlace& place, QSize size, const QRect& part) const
{
    return {place, size, part, at(place)};
}

void MapPictures::order(std::vector<MapOrder> orders)
{
    std::stable_sort(orders.begin(), orders.end(), [](const MapOrder& a, const MapOrder& b) {
        return a.picture.content < b.picture.content;
    });
    m_colouring.start(m_content, std::move(orders));
}

/// Also pictures of numbers of before: until the newest are there, they are the newest.
void MapPictures::take(const std::vector<MapOrder>& orders)
{
    std::vector<HeadPlace> changed;
    for (const MapOrder& order : orders) {
        if (m_pictures.empty() || order.picture.content < m_firstNumber)
            return; // of a model that is gone
        MapPicture& picture = m_pictures[index(order.place)];
        if (order.picture.content < picture.content)
            continue;
        replace(picture, order.picture);
        m_coloured += order.isColoured;
        changed.push_back(order.place);
    }
    emit coloursChanged(changed);
}

void MapPictures::takeReaches(const MapContent& content)
{
    if (content.number == m_content.number)
        m_content.reaches = content.reaches;
    emit finished();
}

std::optional<HeatScale> MapPictures::scale(const HeadPlace& place) const
{
    const Look& look = m_content.look;
    if (!needsReach(look))
        return scaleOver(look, 0);
    if (spansSeveralHeads(look) && m_content.reaches.missing() == 0)
        return scaleOver(look, m_content.reaches.of(place, look));
    return m_pictures.empty() || !at(place).values ? std::nullopt : std::optional(at(place).scale);
}

} // namespace headlight
