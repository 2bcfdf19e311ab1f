#include "tests/app/monkey/hands.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QMenuBar>
#include <QTabBar>
#include <QWheelEvent>

#include <string>

namespace headlight {
namespace {

void sendMouse(QWidget& target, QEvent::Type type, QPoint place, Qt::MouseButton button,
               Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers)
{
    QMouseEvent event(type, place, target.mapToGlobal(place), button, buttons, modifiers);
    QApplication::sendEvent(&target, &event);
}

QPoint placeIn(Scene& scene, const QRect& rect)
{
    return rect.topLeft()
        + QPoint(int(scene.below(unsigned(rect.width()))),
                 int(scene.below(unsigned(rect.height()))));
}

bool isControl(const QWidget& widget)
{
    return widget.isVisible() && widget.isEnabled() && !widget.size().isEmpty()
        && (qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget)
            || qobject_cast<const QAbstractSlider*>(&widget)
            || qobject_cast<const QAbstractSpinBox*>(&widget)
            || qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const QTabBar*>(&widget)
            || qobject_cast<const QAbstractItemView*>(&widget));
}

/// Presses a key or types a character, which may take the target away, or disable it.
template <class Key>
void clickKey(const QPointer<QWidget>& target, Key key, Qt::KeyboardModifiers modifiers = {})
{
    if (target && isControl(*target))
        QTest::keyPress(target, key, modifiers);
    if (target && isControl(*target))
        QTest::keyRelease(target, key, modifiers);
}

void typeInto(Scene& scene, QWidget& line)
{
    const char* texts[]
        = {"", "3", "-1", "0.5", "1e999", "abc", "nan", "=row+column", "12", "birds"};
    const QPointer<QWidget> there(&line);
    clickKey(there, Qt::Key_A, Qt::ControlModifier);
    clickKey(there, Qt::Key_Delete);
    for (const char character : std::string(scene.pick(texts)))
        clickKey(there, character);
    if (scene.below(2) == 0)
        clickKey(there, Qt::Key_Tab);
}

void pressArrows(Scene& scene, QWidget& target)
{
    const Qt::Key keys[]
        = {Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End};
    const Qt::Key key = scene.pick(keys);
    const QPointer<QWidget> there(&target);
    for (unsigned i = scene.below(4); i <= 3; ++i)
        clickKey(there, key);
}

} // namespace

void poke(Scene& scene, QWidget& parent)
{
    QList<QWidget*> controls;
    for (QWidget* child : parent.findChildren<QWidget*>()) {
        if (isControl(*child))
            controls += child;
    }
    if (controls.isEmpty())
        return;
    QWidget* control = scene.pick(controls);
    if (auto* button = qobject_cast<QAbstractButton*>(control)) {
        button->click();
    } else if (auto* view = qobject_cast<QAbstractItemView*>(control)) {
        const QPoint place = placeIn(scene, view->viewport()->rect());
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place);
    } else if (auto* tabs = qobject_cast<QTabBar*>(control)) {
        tabs->setCurrentIndex(int(scene.below(unsigned(tabs->count()))));
    } else if (qobject_cast<QLineEdit*>(control)) {
        typeInto(scene, *control);
    } else {
        pressArrows(scene, *control);
    }
}

void useMouse(Scene& scene, QWidget& target)
{
    const QPoint place = placeIn(scene, target.rect());
    switch (scene.below(6)) {
    case 0:
        return QTest::mouseDClick(&target, Qt::LeftButton, {}, place);
    case 1:
        return drag(target, place, placeIn(scene, target.rect()), 4, {});
    case 2: {
        const QPoint turn(0, scene.below(2) == 0 ? 120 : -120);
        const Qt::KeyboardModifiers keys
            = scene.below(2) == 0 ? Qt::ControlModifier : Qt::NoModifier;
        QWheelEvent event(place, target.mapToGlobal(place), {}, turn, Qt::NoButton, keys,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&target, &event);
        return;
    }
    case 3: {
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, target.mapToGlobal(place));
        QApplication::sendEvent(&target, &event);
        return;
    }
    case 4:
        return sendMouse(target, QEvent::MouseMove, place, Qt::NoButton, Qt::NoButton, {});
    default:
        return QTest::mouseClick(&target, Qt::LeftButton, {}, place);
    }
}

/// What the drag brings about may take the target away.
void drag(QWidget& target, QPoint from, QPoint to, int steps, Qt::KeyboardModifiers modifiers)
{
    const QPointer<QWidget> alive(&target);
    sendMouse(target, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton, modifiers);
    for (int i = 1; i <= steps && alive; ++i) {
        sendMouse(target, QEvent::MouseMove, from + (to - from) * i / steps, Qt::NoButton,
                  Qt::LeftButton, modifiers);
        QCoreApplication::processEvents();
    }
    if (alive)
        sendMouse(target, QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton, modifiers);
}

void pasteText(QWidget& target, const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
    QTest::keyClick(&target, Qt::Key_V, Qt::ControlModifier);
}

} // namespace headlight
