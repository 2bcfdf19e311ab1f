#include "ui/style/desktop_colors.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QPalette>
#include <QSettings>
#include <QStandardPaths>

namespace headlight {
namespace {

bool namesDarkTheme(const QString& gtkTheme)
{
    return gtkTheme.endsWith(QLatin1String("dark"), Qt::CaseInsensitive);
}

bool gtkFilePrefersDark(const QString& path)
{
    const QSettings file(path, QSettings::IniFormat);
    return file.value(QStringLiteral("Settings/gtk-application-prefer-dark-theme")).toBool()
        || namesDarkTheme(file.value(QStringLiteral("Settings/gtk-theme-name")).toString());
}

bool gtkPrefersDark()
{
    if (qEnvironmentVariableIsSet("GTK_THEME"))
        return namesDarkTheme(qEnvironmentVariable("GTK_THEME"));
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return gtkFilePrefersDark(folder + QStringLiteral("/gtk-4.0/settings.ini"))
        || gtkFilePrefersDark(folder + QStringLiteral("/gtk-3.0/settings.ini"));
}

} // namespace

bool desktopIsDark()
{
    return QGuiApplication::palette().color(QPalette::Window).lightness() < 128 || gtkPrefersDark();
}

DesktopWatcher::DesktopWatcher(QObject* application)
    : QObject(application)
{
    application->installEventFilter(this);
}

bool DesktopWatcher::eventFilter(QObject* object, QEvent* event)
{
    // The palette of the program changes at the application; a theme of the desktop that leaves our
    // palette as it is, only shows at the windows.
    const bool ofProgram = event->type() == QEvent::ApplicationPaletteChange && object == parent();
    const bool ofDesktop = event->type() == QEvent::ThemeChange;
    if ((ofProgram || ofDesktop) && !m_pending) {
        m_pending = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_pending = false;
                emit changed();
            },
            Qt::QueuedConnection);
    }
    return false;
}

} // namespace headlight
