#include "app/document_file.h"
#include "app/main_window.h"
#include "tests/fuzz/require.h"
#include "tests/support/quiet.h"
#include "ui/style/resources.h"

#include <QSettings>

#include <memory>

using namespace headlight;

namespace {

/// A window that what was read is given to.
struct Subject {
    int count = 1;
    char name[9] = "settings";
    char* arguments[2] = {name, nullptr};
    QApplication application{count, arguments};
    MainWindow window;

    Subject()
    {
        initResources();
        window.show();
    }
};

std::unique_ptr<Subject> subject;

/// Every file is another one, because Qt remembers what it has read.
void writeSettings(const QByteArray& bytes)
{
    static QTemporaryDir folder;
    static int files = 0;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                       folder.filePath(QString::number(++files)));
    QFile file(QSettings().fileName());
    QDir().mkpath(QFileInfo(file).path());
    require(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size(), "It is written.");
}

} // namespace

/// What Headlight.conf holds.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const TestHome home;
    if (!subject)
        subject = std::make_unique<Subject>();
    writeSettings(QByteArray(reinterpret_cast<const char*>(data), qsizetype(size)));
    subject->window.restoreFromSettings();
    QCoreApplication::processEvents();
    require(subject->window.isVisible(), "Damaged settings are no reason to hide the window.");
    for (const QString& path : recentFiles())
        require(QFileInfo::exists(path), "Only files that are there are offered.");
    return 0;
}

/// An application cannot be ended after main().
void afterLastInput()
{
    subject.reset();
}
