#include "ui/views/model_overview.h"

#include <QApplication>
#include <QGestureEvent>
#include <QKeyEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>

#include <algorithm>
#include <cmath>

// What is done with the pointer and the keyboard.

namespace headlight {
namespace {

constexpr double zoomStep = 1.25; // of a key, and of one notch of a wheel
constexpr int keyPan = 8; // part of the view that one key moves
constexpr int largestGrowth = 4; // of one event

} // namespace

void ModelOverview::zoom(double factor, QPointF about)
{
    m_plan.zoom(std::clamp(factor, 1.0 / largestGrowth, double(largestGrowth)),
                about * devicePixelRatioF());
    arrange();
    emit zoomed();
}

/// By keys about the current head, as far as it is seen.
void ModelOverview::zoomIn()
{
    zoom(zoomStep, QRectF(mapRect(m_current) & logical(m_plan.view())).center());
}

void ModelOverview::zoomOut()
{
    zoom(1 / zoomStep, QRectF(mapRect(m_current) & logical(m_plan.view())).center());
}

void ModelOverview::fit()
{
    m_plan.fit();
    arrange();
    emit zoomed();
}

void ModelOverview::pan(QPoint by)
{
    m_plan.move(by);
    moved();
}

void ModelOverview::choose(const HeadPlace& place)
{
    if (place == m_current)
        return;
    setCurrent(place);
    emit currentChanged(place);
}

std::optional<OverviewHit> ModelOverview::hitAt(QPoint point) const
{
    if (isEmpty())
        return std::nullopt;
    const QPoint pixel = device(point);
    const std::optional<HeadPlace> place = m_plan.placeAt(pixel);
    if (!place)
        return std::nullopt;
    OverviewHit hit{*place, std::nullopt};
    if (!m_plan.isPooled())
        hit.cell = m_plan.cellAt(*place, pixel);
    return hit;
}

bool ModelOverview::event(QEvent* event)
{
    if (event->type() == QEvent::Gesture)
        return pinched(static_cast<QGestureEvent*>(event));
    if (event->type() == QEvent::NativeGesture) {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture)
            zoom(1 + gesture->value(), gesture->position());
    }
    return QWidget::event(event);
}

bool ModelOverview::pinched(QGestureEvent* event)
{
    auto* pinch = static_cast<QPinchGesture*>(event->gesture(Qt::PinchGesture));
    if (!pinch)
        return false;
    if (pinch->changeFlags() & QPinchGesture::ScaleFactorChanged)
        zoom(pinch->scaleFactor(), mapFromGlobal(pinch->centerPoint()));
    event->accept(pinch);
    return true;
}

void ModelOverview::wheelEvent(QWheelEvent* event)
{
    constexpr double notch = 120; // eighths of a degree
    zoom(std::pow(zoomStep, event->angleDelta().y() / notch), event->position());
    event->accept();
}

void ModelOverview::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->pos();
    m_dragged = {};
    m_isDragging = false;
}

void ModelOverview::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed)
        return hover(event->pos());
    const QPoint way = event->pos() - *m_pressed;
    if (!m_isDragging && way.manhattanLength() < QApplication::startDragDistance())
        return;
    m_isDragging = true;
    setCursor(Qt::ClosedHandCursor);
    const QPoint whole = device(way);
    pan(whole - m_dragged);
    m_dragged = whole;
}

void ModelOverview::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    const std::optional<OverviewHit> hit = hitAt(*m_pressed);
    m_pressed.reset();
    unsetCursor();
    if (m_isDragging || !hit)
        return;
    choose(hit->place);
    if (hit->cell)
        emit cellClicked(*hit->cell);
}

void ModelOverview::mouseDoubleClickEvent(QMouseEvent* event)
{
    const std::optional<OverviewHit> hit = hitAt(event->pos());
    if (hit && event->button() == Qt::LeftButton)
        emit opened(hit->place);
}

void ModelOverview::hover(QPoint point)
{
    const std::optional<OverviewHit> hit = hitAt(point);
    if (hit == m_hovered)
        return;
    m_hovered = hit;
    if (hit)
        emit hovered(*hit);
    else
        emit hoverLeft();
}

void ModelOverview::leaveEvent(QEvent*)
{
    m_hovered.reset();
    emit hoverLeft();
}

void ModelOverview::keyPressEvent(QKeyEvent* event)
{
    if (isEmpty() || moveByKey(event))
        return;
    const QString text = event->text();
    const bool plain = !(event->modifiers() & ~Qt::KeypadModifier);
    if (plain && text.size() == 1 && text[0] >= u'0' && text[0] <= u'9')
        emit digitTyped(text);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit opened(m_current);
    else
        QWidget::keyPressEvent(event);
}

/// Arrows go from head to head, with Shift they move the maps.
bool ModelOverview::moveByKey(QKeyEvent* event)
{
    const Config& config = m_snapshot->document->config;
    const bool whole = event->modifiers() & Qt::ControlModifier;
    const bool pans = event->modifiers() & Qt::ShiftModifier;
    const QSize step = m_plan.view().size() / keyPan;
    HeadPlace to = m_current;
    const auto go = [&](int right, int down) {
        if (pans)
            return pan({-right * step.width(), -down * step.height()});
        to.head += right;
        to.layer += down;
    };
    switch (event->key()) {
    case Qt::Key_Left:
        go(-1, 0);
        break;
    case Qt::Key_Right:
        go(1, 0);
        break;
    case Qt::Key_Up:
        go(0, -1);
        break;
    case Qt::Key_Down:
        go(0, 1);
        break;
    case Qt::Key_Home:
        to = {whole ? 0 : to.layer, 0};
        break;
    case Qt::Key_End:
        to = {whole ? config.layers - 1 : to.layer, config.heads - 1};
        break;
    case Qt::Key_PageUp:
        to.layer = 0;
        break;
    case Qt::Key_PageDown:
        to.layer = config.layers - 1;
        break;
    default:
        return false;
    }
    choose({std::clamp(to.layer, 0, config.layers - 1), std::clamp(to.head, 0, config.heads - 1)});
    return true;
}

} // namespace headlight
