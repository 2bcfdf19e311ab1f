#pragma once

#include "ui/views/map_colouring.h"
#include "ui/views/overview_plan.h"

#include <optional>

namespace headlight {

/// The pictures of all heads of a model. They are made when they are seen, and made again only
/// where their numbers or colours changed; on a thread of its own where that would be felt.
class MapPictures : public QObject {
    Q_OBJECT

public:
    explicit MapPictures(QObject* parent = nullptr);

    /// Pictures outside `seen` are forgotten: what they show may have changed.
    void setContent(const SnapshotPtr& snapshot, const Look& look, const PlaceRange& seen);
    /// Lets go of the snapshot, too.
    void clear();
    /// Other maps, or others parts of them, are seen now.
    void moved(const PlaceRange& seen);

    const MapPicture& at(const HeadPlace& place) const { return m_pictures[index(place)]; }
    /// Also where an edit has left the head as it was, so that nothing is to be done.
    bool isCurrent(const HeadPlace& place, QSize size, const QRect& part);
    /// How many cells are read to make a picture current.
    double cellsToRead(const MapWish& wish) const;
    /// Makes pictures current, on every core; those that look different now.
    std::vector<HeadPlace> refresh(const std::vector<MapWish>& wishes);

    /// Whether pictures are being made on the other thread; then nothing else is to be started.
    bool isBusy() const { return m_colouring.isBusy(); }
    /// Makes pictures current on the other thread. Those that are out of date for longest come
    /// first.
    void order(std::vector<MapOrder> orders);
    MapOrder orderFor(const MapWish& wish) const { return {wish, at(wish.place)}; }

    /// The scale of a map's colours; none as long as it is not known.
    std::optional<HeatScale> scale(const HeadPlace& place) const;
    int coloured() const { return m_coloured; } // since it exists

signals:
    /// These look different now.
    void coloursChanged(const std::vector<headlight::HeadPlace>& places);
    /// What was ordered is done, or as much of it as is still of use.
    void finished();

private:
    std::size_t index(const HeadPlace& place) const
    {
        return std::size_t(place.layer) * std::size_t(m_heads) + std::size_t(place.head);
    }
    void forgetOutside(const PlaceRange& seen);
    void replace(MapPicture& picture, MapPicture by);
    void take(const std::vector<MapOrder>& orders);
    void takeReaches(const MapContent& content);

    MapContent m_content;
    int m_heads = 0;
    std::vector<MapPicture> m_pictures; // layer by layer
    int m_firstNumber = 0; // of a content for these maps
    qint64 m_bytes = 0;
    int m_coloured = 0;
    MapColouring m_colouring;
};

} // namespace headlight
