#include "ui/style/desktop_colors.h"
#include "ui/style/icons.h"
#include "ui/style/resources.h"
#include "ui/style/style_sheet.h"
#include "ui/style/theme.h"

#include "tests/support/quiet.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDirIterator>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>
#include <QStatusBar>
#include <QStyleOptionComboBox>
#include <QTableWidget>
#include <QToolBar>
#include <QToolButton>
#include <QWindow>

#include <cmath>

using namespace headlight;

Q_DECLARE_METATYPE(const headlight::Theme*)

namespace {

/// WCAG 2.2: relative luminance of a colour and contrast of two.
double luminance(const QColor& color)
{
    const auto linear
        = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

/// How often a widget is told of new colours.
class PaletteCounter : public QWidget {
public:
    int count = 0;

protected:
    void changeEvent(QEvent* event) override
    {
        count += event->type() == QEvent::PaletteChange;
        QWidget::changeEvent(event);
    }
};

QPalette plainPalette(const QColor& window, const QColor& text)
{
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    return palette;
}

/// What another program's change of the desktop looks like from in here.
void desktopTurns(bool dark)
{
    QApplication::setPalette(dark ? plainPalette(Qt::black, Qt::white)
                                  : plainPalette(Qt::white, Qt::black));
    QCoreApplication::processEvents();
}

QStringList iconFiles()
{
    return QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
}

bool isLineIcon(const QString& file)
{
    return file != QLatin1String("app.svg") && !file.endsWith(QLatin1String("-light.svg"))
        && !file.endsWith(QLatin1String("-dark.svg"));
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The files a style sheet shows.
QStringList picturesOf(const QString& sheet)
{
    static const QRegularExpression url(QStringLiteral("url\\(([^)]+)\\)"));
    QStringList paths;
    for (QRegularExpressionMatchIterator i = url.globalMatch(sheet); i.hasNext();)
        paths += i.next().captured(1);
    return paths;
}

QImage drawn(const QIcon& icon, int size, qreal ratio, QIcon::Mode mode = QIcon::Normal)
{
    return icon.pixmap(QSize(size, size), ratio, mode).toImage();
}

/// The colour of the most opaque pixel.
QColor strokeColor(const QImage& image)
{
    QColor stroke = Qt::transparent;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y).alpha() > stroke.alpha())
                stroke = image.pixelColor(x, y);
    return stroke;
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void init();

    void textIsReadable_data();
    void textIsReadable();
    void graphicsCanBeSeen_data();
    void graphicsCanBeSeen();
    void choiceDecides();
    void paletteHasNoColourOfAnother();
    void widgetsAreToldOfANewTheme();
    void systemFollowsTheDesktop();
    void explicitChoiceStays();
    void themeEventsDoNotLoop();
    void gtkSettingsAreHeard();
    void fontsHaveTabularFigures();
    void styleSheetIsComplete_data();
    void styleSheetIsComplete();
    void styleSheetSuitsRealWidgets();
    void comboBoxesShowTheirWholeText();
    void requestedIconsExist();
    void lineIconsFollowOneGrid();
    void tonedIconsHaveColoursOfTheTheme_data();
    void tonedIconsHaveColoursOfTheTheme();
    void iconsFollowTheTheme();
    void iconsAreSharpAtEveryScale();
    void iconsStaySquare();
    void anIconWithoutRoomIsNothing();
    void everyResourceIsListed();

private:
    static void themeRows();
};

void TestTheme::init()
{
    failOnAnyWarning();
    qunsetenv("GTK_THEME");
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestTheme::themeRows()
{
    QTest::addColumn<const Theme*>("theme");
    QTest::newRow("light") << &lightTheme;
    QTest::newRow("dark") << &darkTheme;
}

void TestTheme::textIsReadable_data()
{
    themeRows();
}

void TestTheme::textIsReadable()
{
    QFETCH(const Theme*, theme);
    const Theme& t = *theme;
    const QColor surfaces[] = {t.window, t.panel, t.canvas, t.control, t.cell, t.hover};
    for (const QColor& surface : surfaces) {
        QVERIFY2(contrast(t.text, surface) >= 7, qPrintable(surface.name()));
        QVERIFY2(contrast(t.muted, surface) >= 4.5, qPrintable(surface.name()));
        QVERIFY2(contrast(t.accent, surface) >= 4.5, qPrintable(surface.name()));
        QVERIFY2(contrast(t.warning, surface) >= 4.5, qPrintable(surface.name()));
    }
    QVERIFY(contrast(t.text, t.cellTint) >= 4.5);
    QVERIFY(contrast(t.text, t.cellTintNegative) >= 4.5);
    QVERIFY(contrast(t.accentText, t.accent) >= 4.5);
}

void TestTheme::graphicsCanBeSeen_data()
{
    themeRows();
}

void TestTheme::graphicsCanBeSeen()
{
    QFETCH(const Theme*, theme);
    const Theme& t = *theme;
    for (const QColor& surface : {t.window, t.panel, t.canvas, t.control, t.cell}) {
        QVERIFY2(contrast(t.outline, surface) >= 3, qPrintable(surface.name()));
        QVERIFY2(contrast(t.selection, surface) >= 3, qPrintable(surface.name()));
        QVERIFY2(contrast(t.accent, surface) >= 3, qPrintable(surface.name()));
    }
    QVERIFY(contrast(t.disabled, t.window) < contrast(t.muted, t.window));
    QVERIFY(contrast(t.disabled, t.window) > 1.8);
}

void TestTheme::choiceDecides()
{
    applyTheme(*qApp, ThemeChoice::Dark);
    QVERIFY(currentTheme().dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window), darkTheme.window);
    applyTheme(*qApp, ThemeChoice::Light);
    QVERIFY(!currentTheme().dark);
    QCOMPARE(QApplication::palette().color(QPalette::Window), lightTheme.window);
}

void TestTheme::paletteHasNoColourOfAnother()
{
    desktopTurns(false);
    applyTheme(*qApp, ThemeChoice::Dark);
    for (int role = 0; role < QPalette::NColorRoles; ++role) {
        if (role == QPalette::NoRole)
            continue;
        for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Disabled}) {
            const QColor color = QApplication::palette().color(group, QPalette::ColorRole(role));
            QVERIFY2(color != Qt::white && color != Qt::black, qPrintable(QString::number(role)));
        }
    }
}

void TestTheme::widgetsAreToldOfANewTheme()
{
    PaletteCounter widget;
    widget.show();
    QCoreApplication::processEvents();
    widget.count = 0;
    applyTheme(*qApp, ThemeChoice::Dark);
    QCoreApplication::processEvents();
    QVERIFY(widget.count > 0);
    QCOMPARE(widget.palette().color(QPalette::Window), darkTheme.window);
}

void TestTheme::systemFollowsTheDesktop()
{
    desktopTurns(true);
    applyTheme(*qApp, ThemeChoice::System);
    QVERIFY(currentTheme().dark);
    for (const bool dark : {false, true, true, false}) {
        desktopTurns(dark);
        QCOMPARE(currentTheme().dark, dark);
        QCOMPARE(QApplication::palette().color(QPalette::Window), currentTheme().window);
    }
}

void TestTheme::explicitChoiceStays()
{
    applyTheme(*qApp, ThemeChoice::System);
    applyTheme(*qApp, ThemeChoice::Light);
    desktopTurns(true);
    QVERIFY(!currentTheme().dark);
}

void TestTheme::themeEventsDoNotLoop()
{
    applyTheme(*qApp, ThemeChoice::System);
    PaletteCounter widget;
    widget.show();
    QCoreApplication::processEvents();
    widget.count = 0;
    for (int i = 0; i < 5; ++i) {
        QEvent event(QEvent::ThemeChange);
        QCoreApplication::sendEvent(widget.windowHandle(), &event);
    }
    for (int i = 0; i < 50; ++i)
        QCoreApplication::processEvents();
    QVERIFY2(widget.count <= 4, qPrintable(QString::number(widget.count)));
    QCOMPARE(QApplication::palette().color(QPalette::Window), currentTheme().window);
}

void TestTheme::gtkSettingsAreHeard()
{
    applyTheme(*qApp, ThemeChoice::System);
    QVERIFY(!currentTheme().dark);
    qputenv("GTK_THEME", "Adwaita:dark");
    applyTheme(*qApp, ThemeChoice::System);
    QVERIFY(currentTheme().dark);
    qunsetenv("GTK_THEME");

    const QString file = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + QStringLiteral("/gtk-3.0/settings.ini");
    {
        QSettings gtk(file, QSettings::IniFormat);
        gtk.setValue(QStringLiteral("Settings/gtk-application-prefer-dark-theme"), 1);
    }
    applyTheme(*qApp, ThemeChoice::System);
    QVERIFY(currentTheme().dark);
    QVERIFY(QFile::remove(file));
}

void TestTheme::fontsHaveTabularFigures()
{
    QCOMPARE(QApplication::font().pointSizeF(), 10.0);
    const QFontMetricsF metrics(numberFont());
    for (const QChar c : QStringLiteral("123456789.-+e"))
        QCOMPARE(metrics.horizontalAdvance(c), metrics.horizontalAdvance(u'0'));
}

void TestTheme::styleSheetIsComplete_data()
{
    themeRows();
}

void TestTheme::styleSheetIsComplete()
{
    QFETCH(const Theme*, theme);
    const QString sheet = styleSheet(*theme);
    QVERIFY2(!sheet.contains(u'%'), "a name is left that is no colour of the theme");
    const QStringList pictures = picturesOf(sheet);
    for (const QString& path : pictures)
        QVERIFY2(QFile::exists(path), qPrintable(path));
    QVERIFY(pictures.size() > 8);
}

void TestTheme::styleSheetSuitsRealWidgets()
{
    for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, choice); // warns if a rule cannot be read
        QMainWindow window;
        window.menuBar()->addMenu(QStringLiteral("&File"))->addAction(QStringLiteral("Open"));
        QToolBar* bar = window.addToolBar(QStringLiteral("Main"));
        auto* primary = new QToolButton;
        primary->setText(QStringLiteral("Export"));
        primary->setProperty("primary", true);
        bar->addWidget(primary);
        bar->addWidget(new QComboBox);
        auto* dock = new QDockWidget(QStringLiteral("Dock"));
        dock->setWidget(new QTableWidget(3, 3));
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        window.setCentralWidget(new QSpinBox);
        window.statusBar()->addWidget(new QLabel(QStringLiteral("ready")));
        window.resize(600, 400);
        window.show();
        const QImage picture = window.grab().toImage();
        QCOMPARE(picture.pixelColor(599, 2), currentTheme().window);
        const QPoint inside = primary->mapTo(&window, QPoint(primary->width() / 2, 4));
        QCOMPARE(picture.pixelColor(inside * picture.devicePixelRatio()), currentTheme().accent);
        QVERIFY(primary->height() >= 24);
    }
}

void TestTheme::comboBoxesShowTheirWholeText()
{
    QComboBox box;
    box.addItems({QStringLiteral("a"), QStringLiteral("position table")});
    box.setCurrentIndex(1);
    box.show();
    box.resize(box.sizeHint());
    QStyleOptionComboBox option;
    option.initFrom(&box);
    const QRect field = box.style()->subControlRect(QStyle::CC_ComboBox, &option,
                                                    QStyle::SC_ComboBoxEditField, &box);
    const int text = box.fontMetrics().horizontalAdvance(box.currentText());
    QVERIFY2(field.width() >= text,
             qPrintable(QStringLiteral("%1 < %2").arg(field.width()).arg(text)));
    const int around = box.width() - field.width();
    QVERIFY2(around <= 42, qPrintable(QStringLiteral("%1 px around the text").arg(around)));
}

void TestTheme::requestedIconsExist()
{
    for (const char* name : {"copy", "dice", "export", "grid", "layers", "new", "open", "pin",
                             "redo", "save", "single", "start", "undo"}) {
        const QIcon icon = themedIcon(QString::fromLatin1(name));
        QVERIFY2(strokeColor(drawn(icon, 24, 1)).alpha() > 100, name);
        QCOMPARE(icon.actualSize(QSize(18, 18)), QSize(18, 18));
    }
    const QIcon program(QStringLiteral(":/icons/app.svg"));
    QCOMPARE(drawn(program, 64, 1).size(), QSize(64, 64));
}

void TestTheme::lineIconsFollowOneGrid()
{
    for (const QString& file : iconFiles()) {
        if (!isLineIcon(file))
            continue;
        const QByteArray svg = contentOf(QStringLiteral(":/icons/") + file);
        QVERIFY2(svg.contains("viewBox=\"0 0 24 24\""), qPrintable(file));
        QVERIFY2(svg.contains("stroke=\"currentColor\" stroke-width=\"1.75\""), qPrintable(file));
        QVERIFY2(!svg.contains('#'), qPrintable(file + QStringLiteral(" has a colour of its own")));
        // Nothing is cut off: the outermost pixels of a 24 px drawing are empty.
        const QImage image = drawn(themedIcon(file.chopped(4)), 24, 4);
        for (int i = 0; i < image.width(); ++i)
            for (const QPoint edge : {QPoint(i, 0), QPoint(0, i), QPoint(i, 95), QPoint(95, i)})
                QVERIFY2(image.pixelColor(edge).alpha() == 0, qPrintable(file));
    }
}

void TestTheme::tonedIconsHaveColoursOfTheTheme_data()
{
    themeRows();
}

void TestTheme::tonedIconsHaveColoursOfTheTheme()
{
    QFETCH(const Theme*, theme);
    const QColor ours[]
        = {theme->muted, theme->text, theme->accentText, theme->accent, theme->warning};
    for (const QString& path : picturesOf(styleSheet(*theme))) {
        const QByteArray svg = contentOf(path);
        const bool known = std::any_of(std::begin(ours), std::end(ours), [&](const QColor& c) {
            return svg.contains("stroke=\"" + c.name().toLatin1());
        });
        QVERIFY2(known, qPrintable(path));
    }
}

void TestTheme::iconsFollowTheTheme()
{
    const QIcon icon = themedIcon(QStringLiteral("undo"));
    QCOMPARE(strokeColor(drawn(icon, 48, 1)), lightTheme.text);
    QCOMPARE(strokeColor(drawn(icon, 48, 1, QIcon::Disabled)), lightTheme.disabled);
    const QIcon copy = icon;
    applyTheme(*qApp, ThemeChoice::Dark);
    QCOMPARE(strokeColor(drawn(icon, 48, 1)), darkTheme.text);
    QCOMPARE(strokeColor(drawn(copy, 48, 1, QIcon::Disabled)), darkTheme.disabled);
}

void TestTheme::iconsAreSharpAtEveryScale()
{
    const QIcon icon = themedIcon(QStringLiteral("dice"));
    for (const qreal ratio : {1.0, 1.25, 1.5, 2.0, 3.0}) {
        const QImage image = drawn(icon, 24, ratio);
        QCOMPARE(image.size(), QSize(24, 24) * ratio);
        QCOMPARE(image.devicePixelRatio(), ratio);
        // Drawn at that size, not enlarged: the same as a large icon at ratio 1.
        QImage large = drawn(icon, qRound(24 * ratio), 1);
        large.setDevicePixelRatio(ratio);
        QCOMPARE(image, large);
    }
}

void TestTheme::iconsStaySquare()
{
    QImage wide(60, 20, QImage::Format_ARGB32_Premultiplied);
    wide.fill(Qt::transparent);
    QPainter painter(&wide);
    themedIcon(QStringLiteral("single")).paint(&painter, wide.rect());
    painter.end();
    for (int y = 0; y < 20; ++y) {
        QCOMPARE(wide.pixelColor(15, y).alpha(), 0);
        QCOMPARE(wide.pixelColor(44, y).alpha(), 0);
    }
    QVERIFY(wide.copy(20, 0, 20, 20) != QImage(20, 20, wide.format()));
}

/// What a squeezed tool button asks for; painting on nothing would make Qt warn.
void TestTheme::anIconWithoutRoomIsNothing()
{
    for (const QSize& room : {QSize(0, 24), QSize(24, 0), QSize(0, 0)})
        QVERIFY(themedIcon(QStringLiteral("undo")).pixmap(room).isNull());
}

void TestTheme::everyResourceIsListed()
{
    initResources();
    const QString source = QStringLiteral(HEADLIGHT_SOURCE_DIR) + QStringLiteral("/resources");
    for (const QString& folder : {QStringLiteral("/icons"), QStringLiteral("/examples")}) {
        const QStringList files = QDir(source + folder).entryList(QDir::Files);
        QCOMPARE(QDir(u':' + folder).entryList(QDir::Files), files);
        for (const QString& file : files)
            QCOMPARE(contentOf(u':' + folder + u'/' + file),
                     contentOf(source + folder + u'/' + file));
    }
}

HEADLIGHT_TEST_MAIN(TestTheme)

#include "tst_theme.moc"
