#pragma once

#include <QApplication>
#include <QTimer>
#include <QWidget>

#include <functional>

namespace headlight {

/// Does `answer` with the modal window of this name as soon as it is there.
template <class Window>
void whenShown(const char* name, const std::function<void(Window*)>& answer)
{
    auto* timer = new QTimer(QCoreApplication::instance());
    QObject::connect(timer, &QTimer::timeout, timer, [timer, name, answer] {
        auto* window = qobject_cast<Window*>(QApplication::activeModalWidget());
        if (!window || window->objectName() != QLatin1String(name))
            return;
        timer->deleteLater();
        timer->stop();
        answer(window);
    });
    timer->start(10);
}

} // namespace headlight
