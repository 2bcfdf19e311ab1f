#include "app/background_work.h"

#include <QEventLoop>
#include <QProgressBar>
#include <QProgressDialog>
#include <QTimer>

#include <exception>
#include <new>
#include <thread>

namespace headlight {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 300ms; // before the dialog appears
constexpr auto progressInterval = 100ms;

/// Shows the progress until `loop` ends; Cancel ends it, too.
bool waitWithDialog(QWidget* parent, const QString& text, const std::atomic<int>& percent,
                    QEventLoop& loop)
{
    QProgressDialog dialog(text, QProgressDialog::tr("Cancel"), 0, 0, parent);
    dialog.setObjectName(QStringLiteral("backgroundWork"));
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(0);
    // QProgressDialog::setValue() would run events from inside the timer; its bar does not.
    auto* bar = new QProgressBar;
    bar->setRange(0, 0);
    dialog.setBar(bar);
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &dialog, [&] {
        if (percent < 0)
            return;
        bar->setMaximum(100);
        bar->setValue(percent);
    });
    QObject::connect(&dialog, &QProgressDialog::canceled, &loop, &QEventLoop::quit);
    timer.start(progressInterval);
    dialog.show();
    loop.exec();
    return !dialog.wasCanceled();
}

} // namespace

bool workInBackground(QWidget* parent, const QString& text,
                      const std::function<void(const BackgroundWork&)>& work)
{
    std::atomic<int> percent = -1;
    bool isDone = false;
    QEventLoop loop;
    std::exception_ptr failure;
    std::jthread thread([&](const std::stop_token& stop) {
        try {
            work({stop, percent});
        } catch (const std::bad_alloc&) {
            failure = std::current_exception();
        }
        QMetaObject::invokeMethod(&loop, [&] {
            isDone = true;
            loop.quit();
        });
    });
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    const bool wanted = isDone || waitWithDialog(parent, text, percent, loop);
    if (!wanted)
        thread.request_stop();
    else if (failure)
        std::rethrow_exception(failure);
    return wanted;
}

} // namespace headlight
