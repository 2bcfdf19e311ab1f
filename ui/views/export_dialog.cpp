#include "ui/views/export_dialog.h"

#include "ui/figure/figure_widget.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>

namespace headlight {
namespace {

const QString settingsGroup = QStringLiteral("export");

QCheckBox* makeCheck(const QString& name, const QString& text, bool checked)
{
    auto* box = new QCheckBox(text);
    box->setObjectName(name);
    box->setChecked(checked);
    return box;
}

QComboBox* makeCombo(const QString& name, const QStringList& items)
{
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->addItems(items);
    return box;
}

} // namespace

ExportDialog::ExportDialog(const Figure& single, const Figure& grid, bool startWithGrid,
                           QWidget* parent)
    : QDialog(parent)
    , m_single(single)
    , m_grid(grid)
    , m_what(makeCombo(QStringLiteral("exportWhat"),
                       {tr("The chosen head"), tr("All heads of the layer")}))
    , m_format(makeCombo(QStringLiteral("exportFormat"),
                         {tr("PNG picture"), tr("SVG drawing"), tr("PDF page")}))
    , m_width(new QDoubleSpinBox)
    , m_dpi(new QSpinBox)
    , m_values(makeCheck(QStringLiteral("exportValues"),
                         tr("&Numbers in the cells, where they fit"), true))
    , m_colorBar(makeCheck(QStringLiteral("exportColorBar"), tr("&Colour bar"), single.colorBar))
    , m_axisTitles(makeCheck(QStringLiteral("exportAxisTitles"),
                             tr("Write “&query” and “key” beside the axes"), true))
    , m_transparent(
          makeCheck(QStringLiteral("exportTransparent"), tr("&Transparent background"), false))
    , m_facts(new QLabel)
    , m_preview(new FigureWidget)
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export Picture"));
    const QSettings settings;
    m_what->setCurrentIndex(startWithGrid && grid.panels.size() > 1 ? 1 : 0);
    m_format->setCurrentIndex(settings.value(settingsGroup + QStringLiteral("/format"), 0).toInt());
    m_width->setObjectName(QStringLiteral("exportWidth"));
    m_width->setRange(10, 1000);
    m_width->setSuffix(tr(" mm"));
    m_width->setDecimals(1);
    m_width->setValue(settings.value(settingsGroup + QStringLiteral("/width"), 84.0).toDouble());
    m_dpi->setObjectName(QStringLiteral("exportDpi"));
    m_dpi->setRange(36, 2400);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setValue(settings.value(settingsGroup + QStringLiteral("/dpi"), 300).toInt());
    m_preview->setObjectName(QStringLiteral("exportPreview"));
    m_preview->setMinimumSize(360, 320);
    m_preview->setFocusPolicy(Qt::NoFocus);
    m_facts->setObjectName(QStringLiteral("exportFacts"));
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setWordWrap(true);
    m_facts->setProperty("role", QStringLiteral("muted"));

    auto* form = new QFormLayout;
    form->setVerticalSpacing(8);
    form->addRow(tr("&Show"), m_what);
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Width"), m_width);
    form->addRow(tr("&Resolution"), m_dpi);
    for (QCheckBox* box : {m_values, m_colorBar, m_axisTitles, m_transparent})
        form->addRow(box);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Choose &File…"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* left = new QVBoxLayout;
    left->setSpacing(12);
    left->addLayout(form);
    left->addWidget(m_facts);
    left->addStretch(1);
    left->addWidget(buttons);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addLayout(left);
    layout->addWidget(m_preview, 1);

    for (QComboBox* box : {m_what, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::update);
    for (QCheckBox* box : {m_values, m_colorBar, m_axisTitles, m_transparent})
        connect(box, &QCheckBox::toggled, this, &ExportDialog::update);
    connect(m_width, &QDoubleSpinBox::valueChanged, this, &ExportDialog::update);
    connect(m_dpi, &QSpinBox::valueChanged, this, &ExportDialog::update);
    connect(this, &QDialog::accepted, this, [this] {
        QSettings changed;
        changed.setValue(settingsGroup + QStringLiteral("/format"), m_format->currentIndex());
        changed.setValue(settingsGroup + QStringLiteral("/width"), m_width->value());
        changed.setValue(settingsGroup + QStringLiteral("/dpi"), m_dpi->value());
    });
    update();
}

Figure ExportDialog::figure() const
{
    Figure figure = m_what->currentIndex() == 1 ? m_grid : m_single;
    figure.values = m_values->isChecked();
    figure.colorBar = m_colorBar->isChecked() && figure.colorBar;
    if (m_axisTitles->isChecked()) {
        figure.rowTitle = tr("query");
        figure.columnTitle = tr("key");
    }
    figure.style = FigureStyle();
    if (m_transparent->isChecked())
        figure.style.background = Qt::transparent;
    return figure;
}

FigureFormat ExportDialog::format() const
{
    return FigureFormat(m_format->currentIndex());
}

FigureSize ExportDialog::size() const
{
    return {m_width->value(), m_dpi->value()};
}

void ExportDialog::update()
{
    m_dpi->setEnabled(format() == FigureFormat::Png);
    Figure shown = figure();
    if (m_transparent->isChecked())
        shown.style.background = Qt::white;
    m_preview->setFigure(shown);
    const QSize pixels = pixelSize(shown, size());
    const double height = size().widthMillimetres * pixels.height() / std::max(1, pixels.width());
    QString facts = tr("%1 × %2 mm").arg(size().widthMillimetres, 0, 'f', 1).arg(height, 0, 'f', 1);
    if (format() == FigureFormat::Png)
        facts += tr(", %1 × %2 pixels").arg(pixels.width()).arg(pixels.height());
    m_facts->setText(facts);
}

} // namespace headlight
