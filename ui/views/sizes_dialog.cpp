#include "ui/views/sizes_dialog.h"

#include "ui/style/theme.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace headlight {

SizesDialog::SizesDialog(const Config& config, QWidget* parent)
    : QDialog(parent)
    , m_config(config)
    , m_form(new QFormLayout)
    , m_layers(addNumber(QStringLiteral("layers"), tr("&Layers"), config.layers, maximumLayers))
    , m_heads(addNumber(QStringLiteral("heads"), tr("&Heads"), config.heads, maximumHeads))
    , m_modelWidth(addNumber(QStringLiteral("modelWidth"), tr("d_&model, width of X"),
                             int(config.modelWidth), int(headlight::maximumWidth)))
    , m_keyWidth(addNumber(QStringLiteral("keyWidth"), tr("d_&k, width of a query and key"),
                           int(config.keyWidth), int(headlight::maximumWidth)))
    , m_valueWidth(addNumber(QStringLiteral("valueWidth"), tr("d_&v, width of a value"),
                             int(config.valueWidth), int(headlight::maximumWidth)))
    , m_projection(new QCheckBox(tr("Multiply the concatenated heads by W_&O")))
    , m_residual(new QCheckBox(tr("Add the input of a layer to its output (&residual)")))
    , m_problem(new QLabel)
{
    setObjectName(QStringLiteral("sizesDialog"));
    setWindowTitle(tr("Sizes and Parts"));
    m_projection->setObjectName(QStringLiteral("outputProjection"));
    m_residual->setObjectName(QStringLiteral("residual"));
    m_projection->setChecked(config.outputProjection);
    m_residual->setChecked(config.residual);
    m_form->addRow(m_projection);
    m_form->addRow(m_residual);
    m_form->setHorizontalSpacing(24);
    m_form->setVerticalSpacing(8);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(3 * fontMetrics().height());
    m_problem->setAlignment(Qt::AlignTop);
    auto* note
        = new QLabel(tr("Numbers that exist stay where they are; new ones come from the seed."));
    note->setProperty("role", QStringLiteral("muted"));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(m_form);
    layout->addWidget(note);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);

    for (QSpinBox* box : {m_layers, m_heads, m_modelWidth, m_keyWidth, m_valueWidth})
        connect(box, &QSpinBox::valueChanged, this, &SizesDialog::check);
    for (QCheckBox* box : {m_projection, m_residual})
        connect(box, &QCheckBox::toggled, this, &SizesDialog::check);
    check();
}

QSpinBox* SizesDialog::addNumber(const QString& name, const QString& label, int value, int maximum)
{
    auto* box = new QSpinBox;
    box->setObjectName(name);
    box->setRange(1, maximum);
    box->setValue(value);
    box->setAccessibleName(QString(label).remove(u'&'));
    m_form->addRow(label, box);
    return box;
}

Config SizesDialog::config() const
{
    Config config = m_config;
    config.layers = m_layers->value();
    config.heads = m_heads->value();
    config.modelWidth = m_modelWidth->value();
    config.keyWidth = m_keyWidth->value();
    config.valueWidth = m_valueWidth->value();
    config.outputProjection = m_projection->isChecked();
    config.residual = m_residual->isChecked();
    // W_O leads back to the width of X, unless a document says otherwise and nothing else changed.
    if (config.modelWidth != m_config.modelWidth || !m_config.outputProjection)
        config.outputWidth = config.modelWidth;
    return config;
}

void SizesDialog::check()
{
    const Result<Ok> valid = validate(config());
    m_ok->setEnabled(bool(valid));
    m_problem->setText(valid ? QString() : QString::fromStdString(valid.error().message));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, currentTheme().warning);
    m_problem->setPalette(colors);
}

} // namespace headlight
