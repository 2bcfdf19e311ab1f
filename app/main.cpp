#include "app/application.h"
#include "app/command_line.h"
#include "app/main_window.h"
#include "app/memory_setting.h"
#include "core/support/out_of_memory.h"
#include "ui/style/resources.h"
#include "ui/style/theme.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTimer>

#include <csignal>
#include <cstdio>

namespace {

void setIdentity()
{
    QCoreApplication::setOrganizationName(QStringLiteral("Headlight"));
    QCoreApplication::setApplicationName(QStringLiteral("Headlight"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HEADLIGHT_VERSION));
}

void complain(const QString& text)
{
    std::fprintf(stderr, "headlight: %s\n", text.toLocal8Bit().constData());
}

/// A pipe or disk that takes less than everything is a failure, too.
bool print(const QByteArray& bytes)
{
    const std::size_t written
        = std::fwrite(bytes.constData(), 1, std::size_t(bytes.size()), stdout);
    return written == std::size_t(bytes.size()) && std::fflush(stdout) == 0;
}

int finish(const headlight::CommandResult& result)
{
    if (!result.complaint.isEmpty())
        complain(result.complaint);
    if (!print(result.output)) {
        complain(QStringLiteral("the output could not be written"));
        return 1;
    }
    return result.code;
}

headlight::CommandResult runWithinMemory(const QStringList& arguments)
{
    using headlight::CommandResult;
    const headlight::Result<CommandResult> done = headlight::withinMemory(
        [&]() -> headlight::Result<CommandResult> { return headlight::runCommand(arguments); });
    return done ? *done : CommandResult{1, {}, QString::fromStdString(done.error().message)};
}

/// Qt wants a private folder and complains where a system gives none (containers, sudo): then one
/// is made for as long as the program runs.
void provideRuntimeFolder()
{
#ifdef Q_OS_UNIX
    static const QTemporaryDir folder;
    if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR") && folder.isValid())
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(folder.path()));
#endif
}

/// A file that may not grow is an error to tell, not a reason to die.
void surviveSizeLimits()
{
#ifdef Q_OS_UNIX
    std::signal(SIGXFSZ, SIG_IGN);
#endif
}

QStringList argumentsOf(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments += QString::fromLocal8Bit(argv[i]);
    return arguments;
}

} // namespace

int main(int argc, char** argv)
{
    const QStringList arguments = argumentsOf(argc, argv);
    provideRuntimeFolder();
    surviveSizeLimits();
    headlight::initResources();
    if (headlight::isCommand(arguments)) {
        qputenv("QT_QPA_PLATFORM", "offscreen"); // commands work without any display
        QApplication application(argc, argv);
        setIdentity();
        headlight::restoreMemoryLimit();
        headlight::applyTheme(application, headlight::ThemeChoice::Light);
        return finish(runWithinMemory(arguments));
    }
    const headlight::WindowArguments wanted = headlight::windowArguments(arguments);
    if (!wanted.complaint.isEmpty()) {
        complain(wanted.complaint);
        return 2;
    }
    headlight::Application application(argc, argv);
    setIdentity();
    QGuiApplication::setDesktopFileName(QStringLiteral("org.headlight.Headlight"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/app.svg")));
    headlight::restoreMemoryLimit();
    headlight::MainWindow window;
    window.restoreFromSettings();
    window.show();
    headlight::MainWindow::sweepTemporaryFiles();
    if (!wanted.file.isEmpty())
        window.openFile(wanted.file);
    QTimer::singleShot(0, &window, &headlight::MainWindow::offerRecovery);
    return QApplication::exec();
}
