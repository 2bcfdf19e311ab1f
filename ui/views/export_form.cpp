#include "ui/views/export_form.h"

#include "ui/figure/figure_preset.h"

#include <QCheckBox>
#include <QFontComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>

#include <array>
#include <cmath>

namespace headlight {
namespace {

constexpr double millimetresPerInch = 25.4;
constexpr double sameLength = 0.2; // millimetres; what is shown in pixels is rounded

QComboBox* combo(const QStringList& items)
{
    auto* box = new QComboBox;
    box->addItems(items);
    return box;
}

QStringList presetLabels()
{
    QStringList labels = {ExportForm::tr("Own size")};
    for (const FigurePreset& preset : figurePresets())
        labels += preset.label;
    return labels;
}

QStringList formatLabels()
{
    QStringList labels;
    for (const FigureFormat format : figureFormats())
        labels += formatLabel(format);
    return labels;
}

QString settingsKey(const QWidget* widget)
{
    return QStringLiteral("export/") + widget->objectName();
}

bool isSize(const FigurePreset& preset, const ExportChoice& choice)
{
    const auto near = [](double a, double b) { return std::abs(a - b) < sameLength; };
    return near(preset.size.widthMillimetres, choice.size.widthMillimetres)
        && near(preset.size.heightMillimetres, choice.size.heightMillimetres)
        && preset.size.dpi == choice.size.dpi && preset.points == choice.points;
}

/// 0 for an own size.
int presetIndex(const ExportChoice& choice)
{
    const QList<FigurePreset> presets = figurePresets();
    const auto found
        = std::find_if(presets.begin(), presets.end(),
                       [&](const FigurePreset& preset) { return isSize(preset, choice); });
    return found == presets.end() ? 0 : int(found - presets.begin()) + 1;
}

} // namespace

ExportForm::ExportForm(bool manyHeads, QWidget* parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
{
    setObjectName(QStringLiteral("exportForm"));
    m_form->setContentsMargins({});
    m_form->setVerticalSpacing(8);
    QStringList heads = {tr("The chosen head")};
    if (manyHeads)
        heads += {tr("All heads of the layer, in one picture"),
                  tr("All heads of the layer, each into its own file")};
    m_heads = add("exportWhat", tr("&Show"), combo(heads));
    m_format = add("exportFormat", tr("&Format"), combo(formatLabels()));
    addSizes();
    addTexts();
    restore();
    connectControls();
    react();
}

template <class Control>
Control* ExportForm::add(const char* name, const QString& label, Control* control)
{
    control->setObjectName(QLatin1String(name));
    control->setAccessibleName(QString(label).remove(u'&'));
    m_form->addRow(label, control);
    return control;
}

QCheckBox* ExportForm::addCheck(const char* name, const QString& text, bool checked)
{
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setChecked(checked);
    m_form->addRow(box);
    return box;
}

QDoubleSpinBox* ExportForm::addLength(const char* name, const QString& label)
{
    auto* box = new QDoubleSpinBox;
    box->setMaximum(1e6);
    return add(name, label, box);
}

void ExportForm::addSizes()
{
    m_preset = add("exportPreset", tr("&Preset"), combo(presetLabels()));
    m_unit = add("exportUnit", tr("&Unit"), combo({tr("millimetres"), tr("inches"), tr("pixels")}));
    m_width = addLength("exportWidth", tr("&Width"));
    m_height = addLength("exportHeight", tr("H&eight"));
    m_height->setSpecialValueText(tr("as it needs"));
    m_dpi = add("exportDpi", tr("&Resolution"), new QSpinBox);
    m_dpi->setRange(36, 2400);
    m_dpi->setSuffix(tr(" dpi"));
    m_points = add("exportPoints", tr("&Letters"), new QDoubleSpinBox);
    m_points->setRange(3, 72);
    m_points->setDecimals(1);
    m_points->setSuffix(tr(" pt"));
    const FigurePreset usual = figurePresets().front();
    m_dpi->setValue(usual.size.dpi);
    m_points->setValue(usual.points);
    showLengths(usual.size.widthMillimetres, usual.size.heightMillimetres);
}

void ExportForm::addTexts()
{
    m_family = add("exportFamily", tr("F&ont"), new QFontComboBox);
    m_family->setCurrentFont(QFont(QStringLiteral("Inter")));
    m_title = add("exportTitle", tr("&Title"), new QLineEdit);
    m_title->setPlaceholderText(tr("none"));
    m_axisTitles = addCheck("exportAxisTitles", tr("Write &names beside the axes"), true);
    m_rowTitle = add("exportRowTitle", tr("Rows"), new QLineEdit(tr("query")));
    m_columnTitle = add("exportColumnTitle", tr("Columns"), new QLineEdit(tr("key")));
    m_colorBar = addCheck("exportColorBar", tr("&Colour bar"), true);
    m_values = addCheck("exportValues", tr("Num&bers in the cells, where they fit"), true);
    m_digits = add("exportDigits", tr("&Decimals"), new QSpinBox);
    m_digits->setRange(0, 9);
    m_digits->setValue(3);
    m_background
        = add("exportBackground", tr("B&ackground"), combo({tr("white"), tr("transparent")}));
}

std::vector<ExportForm::Kept> ExportForm::kept() const
{
    return {{m_format, "currentIndex"}, {m_unit, "currentIndex"},      {m_dpi, "value"},
            {m_width, "value"},         {m_height, "value"},           {m_family, "currentText"},
            {m_points, "value"},        {m_axisTitles, "checked"},     {m_rowTitle, "text"},
            {m_columnTitle, "text"},    {m_colorBar, "checked"},       {m_values, "checked"},
            {m_digits, "value"},        {m_background, "currentIndex"}};
}

void ExportForm::restore()
{
    const QSettings settings;
    for (const Kept& kept : kept()) {
        const QVariant value = settings.value(settingsKey(kept.widget));
        if (value.isValid())
            kept.widget->setProperty(kept.property, value);
        if (kept.widget == m_unit) {
            m_millimetres = unitMillimetres(); // the widths that follow are in this unit
            for (QDoubleSpinBox* box : {m_width, m_height})
                box->setDecimals(unitDecimals());
        }
    }
    m_format->setCurrentIndex(std::max(0, m_format->currentIndex())); // a format may be gone
}

void ExportForm::remember() const
{
    QSettings settings;
    for (const Kept& kept : kept())
        settings.setValue(settingsKey(kept.widget), kept.widget->property(kept.property));
}

void ExportForm::connectControls()
{
    for (QComboBox* box : {m_heads, m_format, m_background})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportForm::react);
    connect(m_preset, &QComboBox::activated, this, &ExportForm::applyPreset);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &ExportForm::changeUnit);
    connect(m_family, &QFontComboBox::currentFontChanged, this, &ExportForm::react);
    for (QDoubleSpinBox* box : {m_width, m_height, m_points})
        connect(box, &QDoubleSpinBox::valueChanged, this, &ExportForm::react);
    for (QSpinBox* box : {m_dpi, m_digits})
        connect(box, &QSpinBox::valueChanged, this, &ExportForm::react);
    for (QCheckBox* box : {m_axisTitles, m_colorBar, m_values})
        connect(box, &QCheckBox::toggled, this, &ExportForm::react);
    for (QLineEdit* edit : {m_title, m_rowTitle, m_columnTitle})
        connect(edit, &QLineEdit::textChanged, this, &ExportForm::react);
}

double ExportForm::unitMillimetres() const
{
    switch (m_unit->currentIndex()) {
    case 1:
        return millimetresPerInch;
    case 2:
        return millimetresPerInch / m_dpi->value();
    default:
        return 1;
    }
}

int ExportForm::unitDecimals() const
{
    constexpr std::array decimals = {2, 3, 0};
    return decimals[std::size_t(m_unit->currentIndex())];
}

void ExportForm::showLengths(double width, double height)
{
    m_millimetres = unitMillimetres();
    for (const auto& [box, value] : {std::pair(m_width, width), std::pair(m_height, height)}) {
        box->setDecimals(unitDecimals());
        box->setValue(value / m_millimetres);
    }
}

/// What is on paper stays as it is.
void ExportForm::changeUnit()
{
    const FigureSize size = choice().size;
    {
        const QSignalBlocker quiet(this);
        showLengths(size.widthMillimetres, size.heightMillimetres);
    }
    react();
}

void ExportForm::applyPreset(int index)
{
    if (index > 0) {
        const FigurePreset preset = figurePresets()[index - 1];
        const QSignalBlocker quiet(this);
        m_dpi->setValue(preset.size.dpi);
        m_points->setValue(preset.points);
        showLengths(preset.size.widthMillimetres, preset.size.heightMillimetres);
    }
    react();
}

void ExportForm::react()
{
    m_millimetres = unitMillimetres(); // pixels are as wide as the resolution says
    const ExportChoice now = choice();
    m_preset->setCurrentIndex(presetIndex(now));
    m_dpi->setEnabled(hasPixels(now.format) || m_unit->currentIndex() == 2);
    for (QWidget* edit : {m_rowTitle, m_columnTitle})
        edit->setEnabled(m_axisTitles->isChecked());
    m_digits->setEnabled(now.values);
    emit changed();
}

void ExportForm::setHeads(ExportedHeads heads)
{
    m_heads->setCurrentIndex(std::min(int(heads), m_heads->count() - 1));
}

ExportChoice ExportForm::choice() const
{
    ExportChoice choice;
    choice.heads = ExportedHeads(m_heads->currentIndex());
    choice.format = figureFormats()[std::size_t(m_format->currentIndex())];
    choice.size
        = {m_width->value() * m_millimetres, m_dpi->value(), m_height->value() * m_millimetres};
    choice.family = m_family->currentFont().family();
    choice.points = m_points->value();
    choice.title = m_title->text();
    if (m_axisTitles->isChecked()) {
        choice.rowTitle = m_rowTitle->text();
        choice.columnTitle = m_columnTitle->text();
    }
    choice.colorBar = m_colorBar->isChecked();
    choice.values = m_values->isChecked();
    choice.digits = m_digits->value();
    choice.transparent = m_background->currentIndex() == 1;
    return choice;
}

} // namespace headlight
