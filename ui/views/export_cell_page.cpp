#include "ui/views/export_cell_page.h"

#include <QLineEdit>
#include <QSpinBox>

namespace headlight {
namespace {

/// The last item of the box; those before are BarSide.
constexpr int noBar = 3;

} // namespace

ExportCellPage::ExportCellPage(QWidget* parent)
    : FormPage(QStringLiteral("export"), parent)
{
    m_values = addCheck("exportValues", tr("Num&bers in the cells, where they fit"), true);
    m_digits = add("exportDigits", tr("&Decimals"), new QSpinBox);
    m_digits->setRange(0, 9);
    m_digits->setValue(ExportChoice().digits);
    m_borders = addCheck("exportBorders", tr("&Lines between the cells"), false);
    m_bar = addChoice("exportColorBar", tr("&Colour bar"),
                      {tr("on the right"), tr("on the left"), tr("below"), tr("none")});
    m_barTitle = add("exportBarTitle", tr("It &says"), new QLineEdit);
    m_barTitle->setPlaceholderText(tr("for example weight"));
    m_ticks = add("exportTicks", tr("&Numbers at it"), new QSpinBox);
    m_ticks->setRange(2, 11);
    m_ticks->setValue(FigureBar().ticks);
    keep(m_values);
    keepValue(m_digits);
    keep(m_borders);
    keep(m_bar);
    keepProperty(m_barTitle, "text");
    keepValue(m_ticks);
    connect(m_barTitle, &QLineEdit::textChanged, this, &FormPage::changed);
    connect(this, &FormPage::changed, this, &ExportCellPage::react);
    react();
}

void ExportCellPage::react()
{
    m_digits->setEnabled(m_values->isChecked());
    for (QWidget* part : {static_cast<QWidget*>(m_barTitle), static_cast<QWidget*>(m_ticks)})
        part->setEnabled(m_bar->currentIndex() != noBar);
}

void ExportCellPage::read(ExportChoice& choice) const
{
    choice.values = m_values->isChecked();
    choice.digits = m_digits->value();
    choice.cellBorders = m_borders->isChecked();
    choice.colorBar = m_bar->currentIndex() != noBar;
    choice.bar.side = choice.colorBar ? BarSide(m_bar->currentIndex()) : BarSide::Right;
    choice.bar.title = m_barTitle->text();
    choice.bar.ticks = m_ticks->value();
}

} // namespace headlight
