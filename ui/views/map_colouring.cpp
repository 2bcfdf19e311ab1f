#include "ui/views/map_colouring.h"

#include <QElapsedTimer>

#include <utility>

namespace headlight {
namespace {

constexpr qint64 patience = 8; // ms between deliveries, half a frame

} // namespace

MapColouring::MapColouring(QObject* parent)
    : QObject(parent)
    , m_worker(
          [this](Request request, const std::stop_token& quit) { work(std::move(request), quit); })
{
}

void MapColouring::start(const MapContent& content, std::vector<MapOrder> orders)
{
    m_isBusy = true;
    m_stop = std::stop_source();
    m_worker.request({content, std::move(orders), m_stop.get_token()});
}

// Runs on the worker thread, with nothing but what it was handed.
void MapColouring::work(Request request, const std::stop_token& quit)
{
    try {
        colourAll(std::move(request), quit);
    } catch (const std::bad_alloc&) {
        QMetaObject::invokeMethod(this, [this] {
            m_isBusy = false;
            throw std::bad_alloc(); // where the application hears of it
        });
    }
}

void MapColouring::colourAll(Request request, const std::stop_token& quit)
{
    MapContent& content = request.content;
    content.reaches.complete(content.snapshot, content.look, quit);
    std::vector<MapOrder> done;
    QElapsedTimer clock;
    clock.start();
    for (MapOrder& order : request.orders) {
        if (quit.stop_requested())
            return;
        compareWith(content, order.place, order.picture);
        order.isColoured = colour(order.picture, order.size, order.part);
        done.push_back(std::move(order));
        const bool isLast = request.stop.stop_requested();
        if (isLast || clock.elapsed() >= patience) {
            deliver(std::exchange(done, {}));
            clock.restart();
        }
        if (isLast)
            break;
    }
    deliver(std::move(done));
    QMetaObject::invokeMethod(this, [this, content = std::move(content)] {
        m_isBusy = false;
        emit finished(content);
    });
}

void MapColouring::deliver(std::vector<MapOrder> orders)
{
    if (!orders.empty())
        QMetaObject::invokeMethod(this,
                                  [this, orders = std::move(orders)] { emit delivered(orders); });
}

} // namespace headlight
