#include "tst_figure_support.h"
#include "ui/style/resources.h"
#include "ui/style/theme.h"
#include "ui/views/export_dialog.h"
#include "ui/views/range_dialog.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

using namespace headlight;

namespace {

template <class Control>
Control* control(const QDialog& dialog, const char* name)
{
    Control* const found = dialog.findChild<Control*>(QLatin1String(name));
    if (!found)
        qFatal("there is no %s", name);
    return found;
}

/// As a person chooses an item.
void choose(const QDialog& dialog, const char* name, int index)
{
    auto* const box = control<QComboBox>(dialog, name);
    box->setCurrentIndex(index);
    emit box->activated(index);
}

QString text(const QDialog& dialog, const char* name)
{
    return control<QLabel>(dialog, name)->text();
}

} // namespace

class TestExportDialog : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void init()
    {
        failOnAnyWarning();
        QSettings().clear();
    }

    void beginsWithOneColumnOfAJournal();
    void presetsSetSizeAndLetters();
    void unitsDoNotChangeTheSize();
    void everythingChosenReachesTheFigure();
    void sillySizesAreWarnedOf();
    void settingsAreRememberedWhenAccepted();
    void oneHeadOffersNoGrid();
    void everyControlHasANameAndAnAccessibleName();
    void looksRightInBothThemes();
    void rangesHaveToRise();
};

void TestExportDialog::beginsWithOneColumnOfAJournal()
{
    const ExportDialog dialog(figureOf(birds()), figureOf(birds(), 4), false);
    QCOMPARE(dialog.choice().size, FigureSize());
    QCOMPARE(dialog.figure().panels.size(), std::size_t(1));
    QCOMPARE(dialog.figure().columnTitle, QStringLiteral("key"));
    QVERIFY(text(dialog, "exportFacts").contains(QStringLiteral("992 × ")));
    QCOMPARE(text(dialog, "exportWarning"), QString());
    QCOMPARE(control<QComboBox>(dialog, "exportPreset")->currentIndex(), 1);
}

void TestExportDialog::presetsSetSizeAndLetters()
{
    const ExportDialog dialog(figureOf(birds()), figureOf(birds(), 4), true);
    QCOMPARE(dialog.figure().panels.size(), std::size_t(4));
    choose(dialog, "exportPreset", 3);
    QCOMPARE(pixelSize(dialog.figure(), dialog.choice().size), QSize(1920, 1080));
    QCOMPARE(dialog.figure().style.points, 18.0);
    control<QDoubleSpinBox>(dialog, "exportWidth")->setValue(100);
    QCOMPARE(control<QComboBox>(dialog, "exportPreset")->currentIndex(), 0);
}

void TestExportDialog::unitsDoNotChangeTheSize()
{
    const ExportDialog dialog(figureOf(birds()), Figure(), false);
    for (const int unit : {1, 2, 0}) {
        choose(dialog, "exportUnit", unit);
        QVERIFY(std::abs(dialog.choice().size.widthMillimetres - 84) < 0.2);
        QCOMPARE(control<QComboBox>(dialog, "exportPreset")->currentIndex(), 1);
    }
    choose(dialog, "exportUnit", 2);
    QCOMPARE(control<QDoubleSpinBox>(dialog, "exportWidth")->value(), 992.0);
}

void TestExportDialog::everythingChosenReachesTheFigure()
{
    const ExportDialog dialog(figureOf(birds()), Figure(), false);
    control<QLineEdit>(dialog, "exportTitle")->setText(QStringLiteral("Birds"));
    control<QLineEdit>(dialog, "exportRowTitle")->setText(QStringLiteral("from"));
    control<QCheckBox>(dialog, "exportColorBar")->setChecked(false);
    control<QSpinBox>(dialog, "exportDigits")->setValue(1);
    control<QDoubleSpinBox>(dialog, "exportPoints")->setValue(10.5);
    choose(dialog, "exportBackground", 1);
    const Figure figure = dialog.figure();
    QCOMPARE(figure.title, QStringLiteral("Birds"));
    QCOMPARE(figure.rowTitle, QStringLiteral("from"));
    QVERIFY(!figure.colorBar);
    QCOMPARE(figure.digits, 1);
    QCOMPARE(figure.style.points, 10.5);
    QCOMPARE(figure.style.background, QColor(Qt::transparent));
    control<QCheckBox>(dialog, "exportAxisTitles")->setChecked(false);
    QVERIFY(dialog.figure().rowTitle.isEmpty());
}

void TestExportDialog::sillySizesAreWarnedOf()
{
    const ExportDialog dialog(figureOf(varied(64, 64)), Figure(), false);
    control<QSpinBox>(dialog, "exportDpi")->setValue(2400);
    QVERIFY(text(dialog, "exportWarning").contains(QStringLiteral("very large")));
    control<QSpinBox>(dialog, "exportDpi")->setValue(36);
    QVERIFY(text(dialog, "exportWarning").contains(QStringLiteral("very small")));
    control<QSpinBox>(dialog, "exportDpi")->setValue(300);
    control<QDoubleSpinBox>(dialog, "exportPoints")->setValue(4);
    QVERIFY(text(dialog, "exportWarning").contains(QStringLiteral("5 points")));
    control<QDoubleSpinBox>(dialog, "exportPoints")->setValue(8);
    QCOMPARE(text(dialog, "exportWarning"), QString());
}

void TestExportDialog::settingsAreRememberedWhenAccepted()
{
    {
        ExportDialog dialog(figureOf(birds()), Figure(), false);
        choose(dialog, "exportUnit", 1);
        control<QDoubleSpinBox>(dialog, "exportWidth")->setValue(5);
        choose(dialog, "exportFormat", 2);
        control<QLineEdit>(dialog, "exportColumnTitle")->setText(QStringLiteral("to"));
        control<QLineEdit>(dialog, "exportTitle")->setText(QStringLiteral("Birds"));
        dialog.reject();
        QCOMPARE(ExportDialog(figureOf(birds()), Figure(), false).choice().size, FigureSize());
        dialog.accept();
    }
    const ExportDialog again(figureOf(birds()), Figure(), false);
    QCOMPARE(again.choice().size.widthMillimetres, 127.0);
    QCOMPARE(again.choice().format, FigureFormat::Pdf);
    QCOMPARE(again.choice().columnTitle, QStringLiteral("to"));
    QVERIFY(again.choice().title.isEmpty());
}

void TestExportDialog::oneHeadOffersNoGrid()
{
    const ExportDialog dialog(figureOf(birds()), figureOf(birds()), true);
    QCOMPARE(control<QComboBox>(dialog, "exportWhat")->count(), 1);
    const ExportDialog many(figureOf(birds()), figureOf(birds(), 2), true);
    choose(many, "exportWhat", 2);
    QCOMPARE(many.choice().heads, ExportedHeads::EachItsOwn);
    QCOMPARE(many.figure().panels.size(), std::size_t(1));
}

void TestExportDialog::everyControlHasANameAndAnAccessibleName()
{
    const ExportDialog dialog(figureOf(birds()), figureOf(birds(), 2), false);
    for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
        if (!widget->objectName().startsWith(QLatin1String("export"))
            || widget->focusPolicy() == Qt::NoFocus)
            continue;
        const auto* const button = qobject_cast<const QAbstractButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 qPrintable(widget->objectName()));
    }
}

void TestExportDialog::looksRightInBothThemes()
{
    QDir().mkpath(QStringLiteral(HEADLIGHT_SCREENSHOTS));
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        applyTheme(*qApp, theme);
        Figure figure = figureOf(varied(8, 8));
        figure.panels[0].scale.colors.bend = ColorBend::Logarithmic;
        ExportDialog dialog(figure, figureOf(varied(8, 8), 12), false);
        choose(dialog, "exportPreset", theme == ThemeChoice::Light ? 1 : 3);
        if (theme == ThemeChoice::Dark) {
            choose(dialog, "exportWhat", 1);
            choose(dialog, "exportBackground", 1);
        }
        dialog.show();
        const bool saved = dialog.grab().save(
            QStringLiteral(HEADLIGHT_SCREENSHOTS "/export-dialog-%1.png").arg(int(theme)));
        QVERIFY(saved);
    }
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestExportDialog::rangesHaveToRise()
{
    RangeDialog dialog(0, 1);
    const auto isAccepted = [&] {
        return control<QDialogButtonBox>(dialog, "")->button(QDialogButtonBox::Ok)->isEnabled();
    };
    QVERIFY(isAccepted());
    control<QLineEdit>(dialog, "rangeHigh")->setText(QStringLiteral("-1"));
    QVERIFY(!isAccepted());
    QVERIFY(text(dialog, "rangeComplaint").contains(QStringLiteral("above 0")));
    control<QLineEdit>(dialog, "rangeLow")->setText(QStringLiteral("x"));
    QVERIFY(text(dialog, "rangeComplaint").contains(QStringLiteral("x")));
    control<QLineEdit>(dialog, "rangeLow")->setText(QStringLiteral("−1,5"));
    QVERIFY(isAccepted());
    QCOMPARE(dialog.low(), -1.5);
    QCOMPARE(dialog.high(), -1.0);
}

HEADLIGHT_TEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
