#include "app/main_window.h"
#include "ui/style/resources.h"

#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QFile>

using namespace headlight;

namespace {

void waitFor(int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

void settle(MainWindow& window)
{
    do
        waitFor(200);
    while (window.session().isComputing());
}

/// Leaves a line in the protocol of strace.
void mark(const char* moment)
{
    QFile::exists(QStringLiteral("/headlight-") + QLatin1String(moment));
}

/// What a person does who knows nothing: says yes to everything.
void acceptDialogs()
{
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
        dialog->accept();
}

void open(MainWindow& window, const QString& how, const QString& path)
{
    if (how == QLatin1String("matrix"))
        window.loadMatrixFrom(path);
    else if (how == QLatin1String("vectors"))
        window.loadWordVectorsFrom(path);
    else if (how == QLatin1String("trespass")) // what must be seen when it happens
        QFile(path).open(QIODevice::ReadOnly);
    else
        window.openFile(path);
}

} // namespace

// open_subject HOW FILE: opens a file in the window, shows what comes of it, and ends. Between two
// marks it does nothing else, for tst_strangers_files to watch.
int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Headlight"));
    QCoreApplication::setApplicationName(QStringLiteral("Headlight"));
    initResources();
    QTimer answers;
    QObject::connect(&answers, &QTimer::timeout, &application, acceptDialogs);
    answers.start(50);
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    settle(window);
    mark("begins");
    open(window, application.arguments().value(1), application.arguments().value(2));
    settle(window);
    window.grab();
    mark("ends");
    return 0;
}
