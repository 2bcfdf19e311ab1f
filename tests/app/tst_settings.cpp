#include "app/memory_setting.h"
#include "core/document/memory_limit.h"
#include "tests/app/person.h"
#include "tests/core/support/mutations.h"
#include "ui/style/resources.h"
#include "ui/views/export_dialog.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QInputDialog>
#include <QSettings>

using namespace headlight;

namespace {

constexpr int damagedFiles = 100;

/// What Headlight.conf holds, wherever the test program keeps it.
QByteArray fileOfSettings()
{
    QSettings settings;
    settings.sync();
    QFile file(settings.fileName());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Every start has a file of its own, because Qt remembers what it has read.
void startWith(const QByteArray& bytes)
{
    static QTemporaryDir folder;
    static int starts = 0;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                       folder.filePath(QString::number(++starts)));
    QFile file(QSettings().fileName());
    QDir().mkpath(QFileInfo(file).path());
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// Uses what remembers something, so that it is in the file.
QByteArray settingsOfAWorkingDay()
{
    startWith({});
    {
        Person person;
        person.trigger("themeDark");
        person.window.session().undoStack()->setClean();
        person.window.close();
    }
    return fileOfSettings();
}

/// Settings that are well-formed and mean nothing.
const QByteArray nonsense = "[General]\n"
                            "theme=99\n"
                            "memoryLimit=-3\n"
                            "colorMap=no such map\n"
                            "colorRange=-1\n"
                            "colorBend=7\n"
                            "colorLow=nan\n"
                            "colorHigh=-inf\n"
                            "colorSymmetric=perhaps\n"
                            "geometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3)\n"
                            "layout=@ByteArray(\\0\\0\\0\\xff\\xff\\xff\\xff)\n"
                            "recentFiles=/papers/\\0, @Invalid()\n"
                            "[export]\n"
                            "widthMillimetres=nan\n"
                            "heightMillimetres=1e308\n"
                            "exportFormat=-5\n"
                            "exportDpi=many\n"
                            "[copy]\n"
                            "dialect=1000\n"
                            "digits=-1\n";

} // namespace

/// A start never depends on what the settings hold.
class TestSettings : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init() { failOnAnyWarning(); }

    void nonsenseIsReplacedByDefaults();
    void damagedFilesAreSurvived();
    void theMemoryLimitIsKept();
    void anOddMemoryLimitIsReplaced_data();
    void anOddMemoryLimitIsReplaced();
    void aWindowFromAScreenThatIsGoneComesBack();
};

void TestSettings::nonsenseIsReplacedByDefaults()
{
    startWith(nonsense);
    Person person;
    QVERIFY(person.find<QAction>("themeSystem")->isChecked());
    QVERIFY(person.find<MatrixEditor>("matrixEditor")->isVisible());
    QCOMPARE(person.find<FigureWidget>("singleHead")->figure().panels.at(0).scale.colors.map,
             ColorMap::Viridis);
    QCOMPARE(person.find<FigureWidget>("singleHead")->figure().panels.at(0).scale.colors.high, 1.0);
    bool looked = false;
    whenShown<ExportDialog>("exportDialog", [&](ExportDialog* dialog) {
        for (const QComboBox* box : dialog->findChildren<QComboBox*>())
            QVERIFY2(box->currentIndex() >= 0, qPrintable(box->objectName()));
        for (const QDoubleSpinBox* box : dialog->findChildren<QDoubleSpinBox*>())
            QVERIFY2(std::isfinite(box->value()), qPrintable(box->objectName()));
        looked = true;
        dialog->reject();
    });
    person.trigger("exportPicture");
    QVERIFY(looked);
}

void TestSettings::damagedFilesAreSurvived()
{
    const QByteArray good = settingsOfAWorkingDay();
    QVERIFY(good.contains("layout=") && good.contains("colorMap="));
    std::mt19937_64 random(19);
    for (int i = 0; i < damagedFiles; ++i) {
        std::string bytes = good.toStdString();
        for (std::size_t times = 1 + random() % 8; times > 0; --times)
            bytes = mutated(bytes, random);
        startWith(QByteArray::fromStdString(bytes));
        Person person;
        QVERIFY2(person.window.isVisible() && person.find<QLineEdit>("sentence")->isVisible(),
                 qPrintable(QStringLiteral("damage %1").arg(i)));
        QVERIFY(std::abs(person.weight(0, 1) - 0.882) <= 0.0005);
    }
}

void TestSettings::theMemoryLimitIsKept()
{
    startWith({});
    Person person;
    whenShown<QInputDialog>("", [](QInputDialog* dialog) {
        QCOMPARE(dialog->doubleValue(), 4.0);
        dialog->setDoubleValue(2.5);
        dialog->accept();
    });
    person.trigger("memoryLimit");
    QCOMPARE(memoryLimit(), 2.5 * gigabyte);
    setMemoryLimit(defaultMemoryLimit);
    restoreMemoryLimit();
    QCOMPARE(memoryLimit(), 2.5 * gigabyte);
    setMemoryLimit(defaultMemoryLimit);
}

void TestSettings::anOddMemoryLimitIsReplaced_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"much", "-1", "0", "1e9", "nan", "inf", ""})
        QTest::newRow(text) << QByteArray(text);
}

void TestSettings::anOddMemoryLimitIsReplaced()
{
    QFETCH(QByteArray, text);
    startWith("[General]\nmemoryLimit=" + text + "\n");
    setMemoryLimit(gigabyte);
    restoreMemoryLimit();
    QCOMPARE(memoryLimit(), defaultMemoryLimit);
}

/// The geometry of a window on a second screen to the right of the first.
void TestSettings::aWindowFromAScreenThatIsGoneComesBack()
{
    startWith({});
    {
        MainWindow window;
        window.move(5000, 3000);
        window.session().undoStack()->setClean();
        window.close();
    }
    MainWindow window;
    window.show();
    QVERIFY(window.screen()->availableGeometry().intersects(window.frameGeometry()));
}

HEADLIGHT_TEST_MAIN(TestSettings)
#include "tst_settings.moc"
