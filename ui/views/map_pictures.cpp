#include "ui/views/map_pictures.h"

#include "ui/figure/shared_drawing.h"
#include "ui/views/head_scale.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr qint64 mostBytes = 192 * 1024 * 1024;

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

bool MapPictures::isCurrent(const HeadPlace& place, QSize size, const QRect& part)
{
    MapPicture& picture = m_pictures[index(place)];
    if (picture.content != m_content.number)
        keepSame(m_content, place, picture);
    return picture.content == m_content.number && picture.size == size
        && picture.part.contains(part);
}

double MapPictures::cellsToRead(const MapWish& wish) const
{
    return m_content.reaches.missing() * cellsOf(m_content)
        + cellsToCompare(m_content, wish.place, at(wish.place))
        + cellsToColour(m_content, wish.size, wish.part);
}

/// In place: most pictures of a large model stay as they are, and copying them would take longer
/// than finding that out.
std::vector<HeadPlace> MapPictures::refresh(const std::vector<MapWish>& wishes)
{
    m_content.reaches.complete(m_content.snapshot, m_content.look);
    for (const MapWish& wish : wishes)
        m_bytes -= at(wish.place).image.sizeInBytes();
    std::vector<char> isColoured(wishes.size());
    shareDrawing(int(wishes.size()), [&](int i) {
        const MapWish& wish = wishes[std::size_t(i)];
        MapPicture& picture = m_pictures[index(wish.place)];
        if (picture.content != m_content.number)
            compareWith(m_content, wish.place, picture);
        isColoured[std::size_t(i)] = colour(picture, wish.size, wish.part);
    });
    std::vector<HeadPlace> changed;
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        m_bytes += at(wishes[i].place).image.sizeInBytes();
        if (isColoured[i])
            changed.push_back(wishes[i].place);
    }
    m_coloured += int(changed.size());
    return changed;
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
