#include "app/main_window.h"
#include "tests/support/answers.h"
#include "ui/style/resources.h"

#include <QAbstractButton>
#include <QDateTime>
#include <QDialog>

#include <cstdio>

using namespace headlight;

// Opens the window, takes up what a crash left, and counts up in W_Q[1,1] every so many
// milliseconds, one edit each. Tells number and time of every edit, until it is killed.
int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    initResources();
    MainWindow window;
    window.show();
    whenShown<QDialog>("recoveryDialog", [](QDialog* dialog) {
        dialog->findChild<QAbstractButton*>(QStringLiteral("openRecovered"))->click();
    });
    window.offerRecovery();

    const auto number
        = [&window] { return int((*window.session().document().parameters.layers[0].wQ)(0, 0)); };
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &window, [&] {
        window.session().edit(SetCell{"layers.0.W_Q", 0, 0, std::max(number(), 1000) + 1.});
        std::printf("%d %lld\n", number(), QDateTime::currentMSecsSinceEpoch());
        std::fflush(stdout);
    });
    timer.start(application.arguments().value(1).toInt());
    return QApplication::exec();
}
