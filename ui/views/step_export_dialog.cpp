#include "ui/views/step_export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <limits>

namespace headlight {

StepExportDialog::StepExportDialog(const StepPage& page, QWidget* parent)
    : QDialog(parent)
    , m_page(page)
    , m_format(new QComboBox)
    , m_pages(new QComboBox)
    , m_facts(new QLabel)
{
    setObjectName(QStringLiteral("stepExportDialog"));
    setWindowTitle(tr("Save Steps as Pages"));
    m_format->setObjectName(QStringLiteral("stepFormat"));
    m_format->setAccessibleName(tr("Kind of file"));
    m_format->addItems({tr("One PDF"), tr("Numbered PNG files")});
    m_pages->setObjectName(QStringLiteral("stepPages"));
    m_pages->setAccessibleName(tr("Pages"));
    m_pages->addItems({tr("Every product"), tr("Every cell"), tr("Every row")});
    m_pages->setCurrentIndex(int(StepPages::EveryCell));
    const int count
        = int(std::min<std::int64_t>(page.plan->count(), std::numeric_limits<int>::max()));
    m_first = makeStepBox(QStringLiteral("firstStep"), tr("First step"), 1);
    m_last = makeStepBox(QStringLiteral("lastStep"), tr("Last step"), count);
    m_facts->setObjectName(QStringLiteral("stepFacts"));
    m_facts->setWordWrap(true);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(8);
    form->addRow(tr("&File"), m_format);
    form->addRow(tr("&A page for"), m_pages);
    form->addRow(tr("F&rom step"), m_first);
    form->addRow(tr("&To step"), m_last);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Save);
    m_ok->setText(tr("Save…"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_pages, &QComboBox::currentIndexChanged, this, &StepExportDialog::update);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(m_facts);
    layout->addWidget(buttons);
    update();
}

QSpinBox* StepExportDialog::makeStepBox(const QString& name, const QString& label, int value)
{
    auto* box = new QSpinBox;
    box->setObjectName(name);
    box->setAccessibleName(label);
    box->setRange(
        1, int(std::min<std::int64_t>(m_page.plan->count(), std::numeric_limits<int>::max())));
    box->setValue(value);
    connect(box, &QSpinBox::valueChanged, this, [this] {
        if (m_last)
            update();
    });
    return box;
}

std::vector<std::int64_t> StepExportDialog::steps() const
{
    return pageSteps(*m_page.plan, StepPages(m_pages->currentIndex()), m_first->value() - 1,
                     m_last->value() - 1);
}

bool StepExportDialog::isPdf() const
{
    return m_format->currentIndex() == 0;
}

void StepExportDialog::update()
{
    const std::size_t count = steps().size();
    const bool isAllowed = count > 0 && count <= mostStepPages;
    m_ok->setEnabled(isAllowed);
    if (count == 0)
        m_facts->setText(tr("The last step comes before the first one."));
    else if (!isAllowed)
        m_facts->setText(tr("More than %1 pages. Choose fewer steps, or a page for every row.")
                             .arg(mostStepPages));
    else
        m_facts->setText(tr("%n page(s)", nullptr, int(count)));
}

} // namespace headlight
