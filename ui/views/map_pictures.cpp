#include "ui/views/map_pictures.h"

#include "ui/figure/heat_part.h"
#include "ui/views/head_figure.h"

namespace headlight {
namespace {

constexpr qint64 mostBytes = 192 * 1024 * 1024;

const std::shared_ptr<const HeadTrace>& sharedHead(const Snapshot& snapshot, const HeadPlace& place)
{
    return snapshot.trace.layers[std::size_t(place.layer)].heads.shared(std::size_t(place.head));
}

} // namespace

void MapPictures::setContent(const SnapshotPtr& snapshot, const Look& look, const PlaceRange& seen)
{
    if (snapshot == m_snapshot && look == m_look)
        return;
    const Config& config = snapshot->document->config;
    const auto count = std::size_t(config.layers) * std::size_t(config.heads);
    if (config.heads == m_heads && m_pictures.size() == count) {
        forgetOutside(seen);
    } else {
        m_pictures.assign(count, {});
        m_bytes = 0;
        m_heads = config.heads;
    }
    m_looks += look != m_look;
    m_snapshot = snapshot;
    m_look = look;
    m_scales.reset();
    ++m_content;
}

void MapPictures::clear()
{
    m_snapshot.reset();
    m_scales.reset();
    m_pictures.clear();
    m_bytes = 0;
}

void MapPictures::forgetImage(MapPicture& picture)
{
    m_bytes -= picture.image.sizeInBytes();
    picture.image = {};
}

void MapPictures::forgetOutside(const PlaceRange& seen)
{
    for (std::size_t i = 0; i < m_pictures.size(); ++i) {
        MapPicture& picture = m_pictures[i];
        if (!picture.values || seen.contains({int(i) / m_heads, int(i) % m_heads}))
            continue;
        forgetImage(picture);
        picture = {};
    }
}

void MapPictures::spareMemory(const PlaceRange& seen)
{
    if (m_bytes > mostBytes)
        forgetOutside(seen);
}

bool MapPictures::isCurrent(const HeadPlace& place, QSize size, const QRect& part) const
{
    const MapPicture& picture = at(place);
    return picture.content == m_content && picture.size == size && picture.part.contains(part);
}

bool MapPictures::refresh(const HeadPlace& place, QSize size, const QRect& part)
{
    MapPicture& picture = m_pictures[index(place)];
    if (picture.content != m_content && !isSameHead(place, picture))
        compare(place, picture);
    picture.content = m_content;
    if (!picture.image.isNull() && picture.size == size && picture.part.contains(part))
        return false;
    forgetImage(picture);
    picture.size = size;
    picture.part = part;
    picture.image = part.size() == size ? heatPicture(*picture.values, picture.scale, size)
                                        : heatPart(*picture.values, picture.scale, size, part);
    m_bytes += picture.image.sizeInBytes();
    ++m_coloured;
    return true;
}

/// Most edits leave most heads as they were, and those are shared with the snapshot before. Only a
/// range over several heads may change the colours of such a head all the same.
bool MapPictures::isSameHead(const HeadPlace& place, const MapPicture& picture) const
{
    const std::shared_ptr<const HeadTrace>& head = sharedHead(*m_snapshot, place);
    return picture.head == head && picture.look == m_looks && m_look.range != ColorRange::PerLayer
        && m_look.range != ColorRange::Shown
        && (m_look.stage == Stage::Pattern || head->masked.size() > 0); // else it is made anew
}

/// Takes what the map shows now. The picture stays if that has the same bits and colours.
void MapPictures::compare(const HeadPlace& place, MapPicture& picture)
{
    std::shared_ptr<const Matrix> values = headMatrix(m_snapshot, place, m_look);
    if (!m_scales)
        m_scales.emplace(m_snapshot, allPlaces(*m_snapshot), m_look);
    const HeatScale scale = m_scales->of(place, *values);
    const bool same = picture.values && scale == picture.scale
        && (values == picture.values || sameBits(*values, *picture.values));
    if (!same)
        forgetImage(picture);
    picture.values = std::move(values);
    picture.scale = scale;
    picture.look = m_looks;
    picture.head = sharedHead(*m_snapshot, place);
}

} // namespace headlight
