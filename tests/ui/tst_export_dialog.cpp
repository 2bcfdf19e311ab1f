#include "tst_figure_support.h"
#include "ui/style/resources.h"
#include "ui/style/theme.h"
#include "ui/views/export_dialog.h"
#include "ui/views/leave_out_dialog.h"
#include "ui/views/range_dialog.h"
#include "ui/views/range_histogram.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
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

/// As many maps of the same numbers as there are heads.
ExportDialog::Draw drawn(const Matrix& matrix)
{
    return [matrix](const std::vector<HeadPlace>& places) {
        return figureOf(matrix, int(places.size()));
    };
}

constexpr HeadRoom oneHead;
constexpr HeadRoom fourHeads = {1, 4, {0, 1}};
constexpr HeadRoom twoLayers = {2, 4, {1, 1}};

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
    void anyHeadsCanBeChosen();
    void everyControlHasANameAndAnAccessibleName();
    void looksRightInBothThemes();
    void rangesHaveToRise();
    void rangesAreDraggedOnAHistogram();
    void tokensAreLeftOutByTheirCheckBoxes();
};

void TestExportDialog::beginsWithOneColumnOfAJournal()
{
    const ExportDialog dialog(fourHeads, drawn(birds()), ExportedHeads::Chosen);
    QCOMPARE(dialog.choice().size, FigureSize());
    QCOMPARE(dialog.figure().panels.size(), std::size_t(1));
    QCOMPARE(dialog.figure().columnTitle, QStringLiteral("key"));
    QVERIFY(text(dialog, "exportFacts").contains(QStringLiteral("992 × ")));
    QCOMPARE(text(dialog, "exportWarning"), QString());
    QCOMPARE(control<QComboBox>(dialog, "exportPreset")->currentIndex(), 1);
}

void TestExportDialog::presetsSetSizeAndLetters()
{
    const ExportDialog dialog(fourHeads, drawn(birds()), ExportedHeads::Layer);
    QCOMPARE(dialog.figure().panels.size(), std::size_t(4));
    choose(dialog, "exportPreset", 3);
    QCOMPARE(pixelSize(dialog.figure(), dialog.choice().size), QSize(1920, 1080));
    QCOMPARE(dialog.figure().style.points, 18.0);
    control<QDoubleSpinBox>(dialog, "exportWidth")->setValue(100);
    QCOMPARE(control<QComboBox>(dialog, "exportPreset")->currentIndex(), 0);
}

void TestExportDialog::unitsDoNotChangeTheSize()
{
    const ExportDialog dialog(oneHead, drawn(birds()), ExportedHeads::Chosen);
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
    const ExportDialog dialog(oneHead, drawn(birds()), ExportedHeads::Chosen);
    control<QLineEdit>(dialog, "exportTitle")->setText(QStringLiteral("Birds"));
    control<QLineEdit>(dialog, "exportRowTitle")->setText(QStringLiteral("from"));
    choose(dialog, "exportColorBar", 2);
    control<QLineEdit>(dialog, "exportBarTitle")->setText(QStringLiteral("weight"));
    control<QSpinBox>(dialog, "exportTicks")->setValue(5);
    control<QCheckBox>(dialog, "exportBorders")->setChecked(true);
    choose(dialog, "exportRowLabels", 1);
    choose(dialog, "exportColumnLabels", 1);
    choose(dialog, "exportTurn", 2);
    control<QSpinBox>(dialog, "exportLongest")->setValue(7);
    control<QSpinBox>(dialog, "exportDigits")->setValue(1);
    control<QDoubleSpinBox>(dialog, "exportPoints")->setValue(10.5);
    choose(dialog, "exportBackground", 1);
    const Figure figure = dialog.figure();
    QCOMPARE(figure.title, QStringLiteral("Birds"));
    QCOMPARE(figure.rowTitle, QStringLiteral("from"));
    QVERIFY(figure.colorBar);
    QCOMPARE(figure.bar, (FigureBar{BarSide::Below, QStringLiteral("weight"), 5}));
    QVERIFY(figure.cellBorders);
    QCOMPARE(figure.labels, (FigureLabels{true, true, true, true, LabelTurn::Upright, 7}));
    QCOMPARE(figure.digits, 1);
    QCOMPARE(figure.style.points, 10.5);
    QCOMPARE(figure.style.background, QColor(Qt::transparent));
    control<QCheckBox>(dialog, "exportAxisTitles")->setChecked(false);
    QVERIFY(dialog.figure().rowTitle.isEmpty());
    choose(dialog, "exportColorBar", 3);
    choose(dialog, "exportRowLabels", 2);
    QVERIFY(!dialog.figure().colorBar);
    QVERIFY(!dialog.figure().labels.rows);
}

void TestExportDialog::sillySizesAreWarnedOf()
{
    const ExportDialog dialog(oneHead, drawn(varied(64, 64)), ExportedHeads::Chosen);
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
        ExportDialog dialog(oneHead, drawn(birds()), ExportedHeads::Chosen);
        choose(dialog, "exportUnit", 1);
        control<QDoubleSpinBox>(dialog, "exportWidth")->setValue(5);
        choose(dialog, "exportFormat", 2);
        control<QLineEdit>(dialog, "exportColumnTitle")->setText(QStringLiteral("to"));
        control<QLineEdit>(dialog, "exportTitle")->setText(QStringLiteral("Birds"));
        dialog.reject();
        QCOMPARE(ExportDialog(oneHead, drawn(birds()), ExportedHeads::Chosen).choice().size,
                 FigureSize());
        dialog.accept();
    }
    const ExportDialog again(oneHead, drawn(birds()), ExportedHeads::Chosen);
    QCOMPARE(again.choice().size.widthMillimetres, 127.0);
    QCOMPARE(again.choice().format, FigureFormat::Pdf);
    QCOMPARE(again.choice().columnTitle, QStringLiteral("to"));
    QVERIFY(again.choice().title.isEmpty());
}

void TestExportDialog::oneHeadOffersNoGrid()
{
    const ExportDialog dialog(oneHead, drawn(birds()), ExportedHeads::Layer);
    QCOMPARE(control<QComboBox>(dialog, "exportWhat")->count(), 1);
    QCOMPARE(dialog.places(), std::vector<HeadPlace>{HeadPlace()});
}

void TestExportDialog::anyHeadsCanBeChosen()
{
    const ExportDialog dialog(twoLayers, drawn(birds()), ExportedHeads::Layer);
    const QPushButton* const save
        = control<QDialogButtonBox>(dialog, "")->button(QDialogButtonBox::Save);
    using Places = std::vector<HeadPlace>;
    QCOMPARE(dialog.places(), (Places{{1, 0}, {1, 1}, {1, 2}, {1, 3}}));
    choose(dialog, "exportWhat", 0);
    QCOMPARE(dialog.places(), (Places{{1, 1}}));
    choose(dialog, "exportWhat", 3);
    QCOMPARE(dialog.places().size(), std::size_t(8));
    choose(dialog, "exportWhat", 1);
    QVERIFY(!save->isEnabled()); // there is no list yet
    auto* const list = control<QLineEdit>(dialog, "exportHeadList");
    list->setText(QStringLiteral("4, 1:2-3"));
    QCOMPARE(dialog.places(), (Places{{1, 3}, {0, 1}, {0, 2}}));
    QCOMPARE(dialog.figure().panels.size(), std::size_t(3));
    QVERIFY(save->isEnabled());
    list->setText(QStringLiteral("5"));
    QVERIFY(!save->isEnabled());
    QVERIFY(text(dialog, "exportWarning").contains(QStringLiteral("no head 5")));
    list->setText(QStringLiteral("2-4"));
    control<QCheckBox>(dialog, "exportEach")->setChecked(true);
    QVERIFY(dialog.choice().eachItsOwn);
    QCOMPARE(dialog.places().size(), std::size_t(3));
    QCOMPARE(dialog.figure().panels.size(), std::size_t(1)); // the first of the files
}

void TestExportDialog::everyControlHasANameAndAnAccessibleName()
{
    const ExportDialog dialog(fourHeads, drawn(birds()), ExportedHeads::Chosen);
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
        const auto draw = [](const std::vector<HeadPlace>& places) {
            Figure figure = figureOf(varied(8, 8), int(places.size()));
            for (Panel& panel : figure.panels)
                panel.scale.colors.bend = ColorBend::Logarithmic;
            return figure;
        };
        ExportDialog dialog({2, 12, {}}, draw, ExportedHeads::Chosen);
        choose(dialog, "exportPreset", theme == ThemeChoice::Light ? 1 : 3);
        if (theme == ThemeChoice::Dark) {
            choose(dialog, "exportWhat", 2);
            choose(dialog, "exportBackground", 1);
        }
        dialog.show();
        auto* const tabs = control<QTabWidget>(dialog, "exportForm");
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            const bool saved = dialog.grab().save(
                QStringLiteral(HEADLIGHT_SCREENSHOTS "/export-dialog-%1-%2.png")
                    .arg(int(theme))
                    .arg(tab));
            QVERIFY(saved);
        }
    }
    applyTheme(*qApp, ThemeChoice::Light);
}

void TestExportDialog::rangesHaveToRise()
{
    RangeDialog dialog(0, 1, histogramOf({}, 8), ColorMap::Viridis);
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

void TestExportDialog::rangesAreDraggedOnAHistogram()
{
    Matrix values(1, 5);
    values << 0, 0.1, 0.2, 0.2, 1;
    const Histogram histogram = histogramOf({std::make_shared<const Matrix>(values)}, 10);
    RangeDialog dialog(0, 1, histogram, ColorMap::Viridis);
    dialog.show();
    auto* const plot = dialog.findChild<RangeHistogram*>(QStringLiteral("rangeHistogram"));
    const auto place = [&](double value) { return QPoint(plot->placeOf(value), 20); };
    const auto drag = [&](double from, double to) {
        const QPoint end = place(to);
        QTest::mousePress(plot, Qt::LeftButton, {}, place(from));
        QTest::mouseMove(plot, end);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, end);
    };
    const double pixel = 1.1 / plot->width() * 1.2;
    drag(1, 0.5);
    QVERIFY(std::abs(dialog.high() - 0.5) < pixel);
    QCOMPARE(dialog.low(), 0.0);
    drag(0, 0.25);
    QVERIFY(std::abs(dialog.low() - 0.25) < pixel);
    drag(dialog.low(), 0.9); // past the other end: it stays where it was last allowed
    QVERIFY(dialog.low() < dialog.high());
    QDir().mkpath(QStringLiteral(HEADLIGHT_SCREENSHOTS));
    QVERIFY(dialog.grab().save(QStringLiteral(HEADLIGHT_SCREENSHOTS "/range-dialog.png")));
}

void TestExportDialog::tokensAreLeftOutByTheirCheckBoxes()
{
    Look look;
    look.leftOut = {1};
    LeaveOutDialog dialog(
        {QStringLiteral("[CLS]"), QStringLiteral("birds"), QStringLiteral("a\nb")}, false, look);
    auto* const list = control<QListWidget>(dialog, "leaveOutTokens");
    const QPushButton* const ok
        = control<QDialogButtonBox>(dialog, "")->button(QDialogButtonBox::Ok);
    QCOMPARE(list->item(2)->text(), QStringLiteral("3   a↵b"));
    QCOMPARE(list->item(1)->checkState(), Qt::Checked);
    list->item(0)->setCheckState(Qt::Checked);
    control<QCheckBox>(dialog, "leaveOutScale")->setChecked(true);
    QCOMPARE(dialog.look().leftOut, (std::vector<int>{0, 1}));
    QVERIFY(dialog.look().renormalised);
    list->item(2)->setCheckState(Qt::Checked);
    QVERIFY(!ok->isEnabled());
    QVERIFY(text(dialog, "leaveOutComplaint").contains(QStringLiteral("has to stay")));
    QTest::mouseClick(control<QPushButton>(dialog, "leaveOutNone"), Qt::LeftButton);
    QVERIFY(dialog.look().leftOut.empty());
    QVERIFY(ok->isEnabled());
}

HEADLIGHT_TEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
