#pragma once

#include "core/support/latest_worker.h"
#include "ui/views/map_picture.h"

#include <QObject>

namespace headlight {

/// A map that is wanted.
struct MapWish {
    HeadPlace place;
    QSize size;
    QRect part;
};

/// A map that is wanted, and what there is of it.
struct MapOrder : MapWish {
    MapPicture picture;
    bool isColoured = false; // anew, by whom the order was given to
};

/// Brings pictures of maps up to date on a thread of its own: where that would be felt.
class MapColouring : public QObject {
    Q_OBJECT

public:
    explicit MapColouring(QObject* parent = nullptr);

    bool isBusy() const { return m_isBusy; }
    /// To be called when it is not busy. What all heads reach is read first.
    void start(const MapContent& content, std::vector<MapOrder> orders);
    /// Something else is wanted: it soon ends, but not before one map of this is done, so that
    /// pictures keep coming.
    void hurry() { m_stop.request_stop(); }

signals:
    /// Some maps, soon after they are done.
    void delivered(const std::vector<headlight::MapOrder>& orders);
    /// It is not busy any more. `content`: with what all heads reach.
    void finished(const headlight::MapContent& content);

private:
    struct Request {
        MapContent content;
        std::vector<MapOrder> orders;
        std::stop_token stop;
    };

    void work(Request request, const std::stop_token& quit);
    void colourAll(Request request, const std::stop_token& quit);
    void deliver(std::vector<MapOrder> orders);

    bool m_isBusy = false;
    std::stop_source m_stop;
    LatestWorker<Request> m_worker; // last: stops before the rest goes
};

} // namespace headlight
