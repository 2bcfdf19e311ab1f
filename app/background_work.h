#pragma once

#include <QString>

#include <atomic>
#include <functional>
#include <stop_token>

class QWidget;

namespace headlight {

/// How work on another thread hears that it is to end, and says how far it is.
struct BackgroundWork {
    std::stop_token stop;
    std::atomic<int>& percent; // below 0 as long as nobody knows
};

/// Runs `work` on a thread of its own while the window waits for it; what takes longer than a
/// moment gets a dialog with progress and Cancel. False when it was cancelled: what the work made
/// does not count then. std::bad_alloc of the work is thrown on.
bool workInBackground(QWidget* parent, const QString& text,
                      const std::function<void(const BackgroundWork&)>& work);

} // namespace headlight
