#include "tests/app/monkey/monkey.h"
#include "ui/session/safe_file.h"
#include "ui/style/resources.h"

#include <cstdio>
#include <cstdlib>

using namespace headlight;

namespace {

/// What depends on the machine: a platform without a display cannot raise windows and so on, and
/// not every script has a font.
bool isHarmless(const QString& message)
{
    const QString text = message.trimmed();
    return text.startsWith(QLatin1String("This plugin does not support "))
        || text.startsWith(QLatin1String("OpenType support missing"))
        || (qEnvironmentVariableIsSet("QT_LINUX_ACCESSIBILITY_ALWAYS_ON")
            && text.startsWith(QLatin1String("QAccessibleTable::child: Invalid index")));
}

/// The first warning ends everything.
void failOnWarning(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtDebugMsg || type == QtInfoMsg || isHarmless(message))
        return;
    std::printf("FAILED %s\n", qPrintable(message));
    std::fflush(stdout);
    std::_Exit(1);
}

constexpr qint64 largestSequence = 1 << 28;

} // namespace

// monkey_subject FILE [PAUSE]: does the sequence in a file, in a window and a home of its own, and
// tells how far it came.
int main(int argc, char** argv)
{
    const TestHome home;
    QApplication application(argc, argv);
    qInstallMessageHandler(failOnWarning);
    initResources();
    const Result<QByteArray> text = readFile(application.arguments().value(1), largestSequence);
    const Result<Sequence> sequence
        = text ? readSequence({text->constData(), std::size_t(text->size())}) : text.error();
    if (!sequence) {
        std::fprintf(stderr, "monkey_subject: %s\n", sequence.error().message.c_str());
        return 2;
    }
    const Monkey monkey(*sequence, application.arguments().value(2).toInt());
    const int code = QApplication::exec();
    for (const std::size_t size : monkey.scene().heapSizes)
        std::printf("HEAP %zu\n", size);
    return code;
}
