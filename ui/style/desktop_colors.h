#pragma once

#include <QObject>

namespace headlight {

/// Whether the desktop around the program is dark. Qt 6.4 has neither a value nor a signal for it,
/// but the palette tells, and the settings of GTK where the platform has no palette of its own.
/// To be asked while the program's palette is the desktop's.
bool desktopIsDark();

/// Tells that the desktop may have changed its colours, or that somebody replaced the palette of
/// the program, once per burst of such events. Child of the application.
class DesktopWatcher : public QObject {
    Q_OBJECT

public:
    explicit DesktopWatcher(QObject* application);

signals:
    void changed();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    bool m_pending = false;
};

} // namespace headlight
