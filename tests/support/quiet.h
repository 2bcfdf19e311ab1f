#pragma once

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QGuiApplication>
#endif

namespace headlight {

/// Makes every warning of Qt or ours a failure. To be called in init(): Qt forgets it after each
/// test function. The one line let through is what the offscreen platform always says; `besides`,
/// an expression, names what depends on the machine.
inline void failOnAnyWarning(const QString& besides = QStringLiteral("(?!)"))
{
    QTest::failOnWarning(QRegularExpression(
        QStringLiteral(
            "\\A(?!This plugin does not support propagateSizeHints\\(\\)\\s*\\z|%1)[\\s\\S]")
            .arg(besides)));
}

/// A home of its own for one test program, so that no test reads or writes what is the user's, and
/// none depends on a desktop's settings. It has to exist before the application object.
struct TestHome {
    TestHome()
    {
        for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
                                 "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
            giveFolder(name);
        for (const char* name : {"GTK_THEME", "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME",
                                 "XDG_CURRENT_DESKTOP", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS"})
            qunsetenv(name);
    }

    QTemporaryDir folder;

private:
    void giveFolder(const char* variable)
    {
        const QString path = folder.filePath(QString::fromLatin1(variable));
        QDir().mkpath(path);
        // Qt warns about a runtime folder that others may read.
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv(variable, QFile::encodeName(path));
    }
};

#ifdef QT_WIDGETS_LIB
using TestApplication = QApplication;
#else
using TestApplication = QGuiApplication;
#endif

} // namespace headlight

/// main() of a test program of ui or app.
#define HEADLIGHT_TEST_MAIN(Class)                                                                 \
    int main(int argc, char** argv)                                                                \
    {                                                                                              \
        const headlight::TestHome home;                                                            \
        headlight::TestApplication application(argc, argv);                                        \
        QTEST_SET_MAIN_SOURCE_PATH                                                                 \
        Class test;                                                                                \
        return QTest::qExec(&test, argc, argv);                                                    \
    }
