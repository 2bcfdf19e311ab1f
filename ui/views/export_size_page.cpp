#include "ui/views/export_size_page.h"

#include "ui/figure/figure_preset.h"

#include <QLineEdit>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {
namespace {

constexpr double sameLength = 0.2; // millimetres; what is shown in pixels is rounded

const QString widthKey = QStringLiteral("export/widthMillimetres");
const QString heightKey = QStringLiteral("export/heightMillimetres");

QStringList presetLabels()
{
    QStringList labels = {ExportSizePage::tr("Own size")};
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

} // namespace

ExportSizePage::ExportSizePage(const HeadRoom& room, QWidget* parent)
    : FormPage(QStringLiteral("export"), parent)
{
    addHeads(room);
    addSizes();
    restoreLengths();
    connect(m_preset, &QComboBox::activated, this, &ExportSizePage::applyPreset);
    connect(this, &FormPage::changed, this, &ExportSizePage::react);
    react();
}

void ExportSizePage::addHeads(const HeadRoom& room)
{
    m_heads = addChoice("exportWhat", tr("&Show"), {});
    m_heads->addItem(tr("This head"), int(ExportedHeads::Chosen));
    if (room.layers * room.heads > 1)
        m_heads->addItem(tr("Heads of a list"), int(ExportedHeads::Listed));
    if (room.heads > 1)
        m_heads->addItem(tr("All heads of the layer"), int(ExportedHeads::Layer));
    if (room.layers > 1)
        m_heads->addItem(tr("All heads of all layers"), int(ExportedHeads::All));
    m_headList = add("exportHeadList", tr("&List"), new QLineEdit);
    m_headList->setPlaceholderText(room.layers > 1 ? tr("1-4, 7 or 2:1-4 for layer 2")
                                                   : tr("for example 1-4, 7"));
    m_each = addCheck("exportEach", tr("Each head into its &own file"), false);
    connect(m_heads, &QComboBox::currentIndexChanged, this, &FormPage::changed);
    connect(m_headList, &QLineEdit::textChanged, this, &FormPage::changed);
    connect(m_each, &QCheckBox::toggled, this, &FormPage::changed);
}

QDoubleSpinBox* ExportSizePage::addLength(const char* name, const QString& label)
{
    auto* box = new QDoubleSpinBox;
    box->setMaximum(1e6);
    return add(name, label, box);
}

void ExportSizePage::addSizes()
{
    m_format = addChoice("exportFormat", tr("&Format"), formatLabels());
    m_preset = addChoice("exportPreset", tr("&Preset"), presetLabels());
    m_unit = addChoice("exportUnit", tr("&Unit"), {tr("millimetres"), tr("inches"), tr("pixels")});
    m_width = addLength("exportWidth", tr("&Width"));
    m_height = addLength("exportHeight", tr("H&eight"));
    m_height->setSpecialValueText(tr("as it needs"));
    m_dpi = add("exportDpi", tr("&Resolution"), new QSpinBox);
    m_dpi->setRange(36, 2400);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setValue(figurePresets().front().size.dpi);
    m_background
        = addChoice("exportBackground", tr("B&ackground"), {tr("white"), tr("transparent")});
    for (QComboBox* box : {m_format, m_unit, m_background})
        keep(box);
    keepValue(m_dpi);
}

/// They are kept in millimetres, whatever unit they are shown in.
void ExportSizePage::restoreLengths()
{
    const QSettings settings;
    const FigureSize usual = figurePresets().front().size;
    showLengths(settings.value(widthKey, usual.widthMillimetres).toDouble(),
                settings.value(heightKey, usual.heightMillimetres).toDouble());
    for (QDoubleSpinBox* box : {m_width, m_height})
        connect(box, &QDoubleSpinBox::valueChanged, this, &FormPage::changed);
}

void ExportSizePage::remember() const
{
    FormPage::remember();
    QSettings settings;
    settings.setValue(widthKey, size().widthMillimetres);
    settings.setValue(heightKey, size().heightMillimetres);
}

double ExportSizePage::unitMillimetres() const
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

int ExportSizePage::unitDecimals() const
{
    constexpr std::array decimals = {2, 3, 0};
    return decimals[std::size_t(m_unit->currentIndex())];
}

FigureSize ExportSizePage::size() const
{
    return {m_width->value() * m_millimetres, m_dpi->value(), m_height->value() * m_millimetres};
}

void ExportSizePage::showLengths(double width, double height)
{
    const QSignalBlocker quiet(this);
    m_millimetres = unitMillimetres();
    for (const auto& [box, value] : {std::pair(m_width, width), std::pair(m_height, height)}) {
        box->setDecimals(unitDecimals());
        box->setValue(value / m_millimetres);
    }
}

void ExportSizePage::applyPreset(int index)
{
    if (index > 0) {
        const FigurePreset preset = figurePresets()[index - 1];
        const QSignalBlocker quiet(this);
        m_dpi->setValue(preset.size.dpi);
        showLengths(preset.size.widthMillimetres, preset.size.heightMillimetres);
        setPoints(preset.points);
    }
    emit pointsPreset(m_points);
    emit changed();
}

void ExportSizePage::setPoints(double points)
{
    m_points = points;
    m_preset->setCurrentIndex(presetIndex());
}

/// 0 for an own size.
int ExportSizePage::presetIndex() const
{
    const auto near = [](double a, double b) { return std::abs(a - b) < sameLength; };
    const QList<FigurePreset> presets = figurePresets();
    const auto found
        = std::find_if(presets.begin(), presets.end(), [&](const FigurePreset& preset) {
              return near(preset.size.widthMillimetres, size().widthMillimetres)
                  && near(preset.size.heightMillimetres, size().heightMillimetres)
                  && preset.size.dpi == m_dpi->value() && preset.points == m_points;
          });
    return found == presets.end() ? 0 : int(found - presets.begin()) + 1;
}

/// What is on paper stays as it is when its unit changes; pixels are as wide as the resolution
/// says.
void ExportSizePage::react()
{
    if (unitDecimals() != m_width->decimals())
        showLengths(size().widthMillimetres, size().heightMillimetres);
    m_millimetres = unitMillimetres();
    m_preset->setCurrentIndex(presetIndex());
    const auto heads = ExportedHeads(m_heads->currentData().toInt());
    const bool pixels = hasPixels(figureFormats()[std::size_t(m_format->currentIndex())]);
    m_dpi->setEnabled(pixels || m_unit->currentIndex() == 2);
    m_headList->setEnabled(heads == ExportedHeads::Listed);
    m_each->setEnabled(heads != ExportedHeads::Chosen);
}

void ExportSizePage::setHeads(ExportedHeads heads)
{
    m_heads->setCurrentIndex(std::max(0, m_heads->findData(int(heads))));
}

void ExportSizePage::read(ExportChoice& choice) const
{
    choice.heads = ExportedHeads(m_heads->currentData().toInt());
    choice.headList = m_headList->text();
    choice.eachItsOwn = m_each->isEnabled() && m_each->isChecked();
    choice.format = figureFormats()[std::size_t(m_format->currentIndex())];
    choice.size = size();
    choice.transparent = m_background->currentIndex() == 1;
}

} // namespace headlight
