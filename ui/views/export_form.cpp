#include "ui/views/export_form.h"

#include "ui/views/export_cell_page.h"
#include "ui/views/export_size_page.h"
#include "ui/views/export_text_page.h"

namespace headlight {

ExportForm::ExportForm(const HeadRoom& room, QWidget* parent)
    : QTabWidget(parent)
    , m_size(new ExportSizePage(room))
    , m_texts(new ExportTextPage)
    , m_cells(new ExportCellPage)
{
    setObjectName(QStringLiteral("exportForm"));
    setAccessibleName(tr("How the picture looks"));
    setDocumentMode(true);
    addTab(m_size, tr("Picture"));
    addTab(m_texts, tr("Texts"));
    addTab(m_cells, tr("Cells"));
    m_size->setPoints(choice().points);
    connect(m_size, &ExportSizePage::pointsPreset, m_texts, &ExportTextPage::setPoints);
    connect(m_texts, &FormPage::changed, this, [this] { m_size->setPoints(choice().points); });
    for (FormPage* page : std::initializer_list<FormPage*>{m_size, m_texts, m_cells})
        connect(page, &FormPage::changed, this, &ExportForm::changed);
}

void ExportForm::setHeads(ExportedHeads heads)
{
    m_size->setHeads(heads);
}

ExportChoice ExportForm::choice() const
{
    ExportChoice choice;
    m_size->read(choice);
    m_texts->read(choice);
    m_cells->read(choice);
    return choice;
}

void ExportForm::remember() const
{
    m_size->remember();
    m_texts->remember();
    m_cells->remember();
}

} // namespace headlight
