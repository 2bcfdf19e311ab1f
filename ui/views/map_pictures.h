#pragma once

#include "ui/views/head_scale.h"
#include "ui/views/overview_plan.h"

#include <QImage>

namespace headlight {

/// A coloured map, or the part of it that was asked for.
struct MapPicture {
    std::shared_ptr<const HeadTrace> head; // what it shows; null: nothing yet
    std::shared_ptr<const Matrix> values; // the numbers of it
    HeatScale scale;
    QSize size; // of the whole map, device pixels
    QRect part; // of it
    QImage image;
    int content = 0; // the content it was last compared with
    int look = 0; // the look it was last compared with
};

/// The pictures of all heads of a model. They are made when they are seen, and made again only
/// where their numbers or colours changed.
class MapPictures {
public:
    /// Pictures outside `seen` are forgotten: what they show may have changed.
    void setContent(const SnapshotPtr& snapshot, const Look& look, const PlaceRange& seen);
    /// Lets go of the snapshot, too.
    void clear();

    const MapPicture& at(const HeadPlace& place) const { return m_pictures[index(place)]; }
    bool isCurrent(const HeadPlace& place, QSize size, const QRect& part) const;
    /// Makes a picture current; whether it looks different now.
    bool refresh(const HeadPlace& place, QSize size, const QRect& part);
    /// Forgets pictures out of sight once all of them together take much memory.
    void spareMemory(const PlaceRange& seen);

    int coloured() const { return m_coloured; } // since it exists

private:
    std::size_t index(const HeadPlace& place) const
    {
        return std::size_t(place.layer) * std::size_t(m_heads) + std::size_t(place.head);
    }
    void forgetOutside(const PlaceRange& seen);
    bool isSameHead(const HeadPlace& place, const MapPicture& picture) const;
    void compare(const HeadPlace& place, MapPicture& picture);
    void forgetImage(MapPicture& picture);

    SnapshotPtr m_snapshot;
    Look m_look;
    std::optional<HeadScales> m_scales; // once a map was needed
    int m_heads = 0;
    std::vector<MapPicture> m_pictures; // layer by layer
    int m_content = 0; // counts what setContent() brought
    int m_looks = 0; // counts the looks it brought
    qint64 m_bytes = 0;
    int m_coloured = 0;
};

} // namespace headlight
