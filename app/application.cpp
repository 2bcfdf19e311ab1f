#include "app/application.h"

#include "core/support/out_of_memory.h"

#include <QMessageBox>
#include <QTimer>

namespace headlight {

bool Application::notify(QObject* receiver, QEvent* event)
{
    const Result<bool> done
        = withinMemory([&]() -> Result<bool> { return QApplication::notify(receiver, event); });
    if (done)
        return *done;
    if (!std::exchange(m_isExplaining, true))
        QTimer::singleShot(0, this, &Application::explain);
    return false;
}

void Application::explain()
{
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Out of Memory"),
                                QString::fromStdString(outOfMemory().message), QMessageBox::Ok,
                                activeWindow());
    box->setObjectName(QStringLiteral("outOfMemory"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QObject::destroyed, this, [this] { m_isExplaining = false; });
    box->open();
}

} // namespace headlight
