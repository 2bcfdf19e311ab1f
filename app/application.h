#pragma once

#include <QApplication>

namespace headlight {

/// The last place that memory which is refused unwinds to: whatever a key or a click has begun ends
/// there, with a sentence, and not with the program. Documents stay as they were, because an edit
/// either happens whole or not at all.
class Application : public QApplication {
    Q_OBJECT

public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;

private:
    void explain();

    bool m_isExplaining = false;
};

} // namespace headlight
