#include "ui/views/export_text_page.h"

#include <QFontComboBox>
#include <QLineEdit>
#include <QSpinBox>

namespace headlight {
namespace {

/// Items of the boxes for the side of labels.
enum LabelSide { Before, After, Nowhere };

} // namespace

ExportTextPage::ExportTextPage(QWidget* parent)
    : FormPage(QStringLiteral("export"), parent)
{
    m_family = add("exportFamily", tr("F&ont"), new QFontComboBox);
    m_family->setCurrentFont(QFont(QStringLiteral("Inter")));
    keepProperty(m_family, "currentText");
    connect(m_family, &QFontComboBox::currentFontChanged, this, &FormPage::changed);
    m_points = add("exportPoints", tr("Lette&rs"), new QDoubleSpinBox);
    m_points->setRange(3, 72);
    m_points->setDecimals(1);
    m_points->setSuffix(tr(" pt"));
    m_points->setValue(ExportChoice().points);
    keepValue(m_points);
    m_title = add("exportTitle", tr("&Title"), new QLineEdit);
    m_title->setPlaceholderText(tr("none"));
    connect(m_title, &QLineEdit::textChanged, this, &FormPage::changed);
    m_axisTitles = addCheck("exportAxisTitles", tr("Write &names beside the axes"), true);
    keep(m_axisTitles);
    m_rowTitle = addText("exportRowTitle", tr("Rows"), tr("query"));
    m_columnTitle = addText("exportColumnTitle", tr("Columns"), tr("key"));
    addLabels();
    connect(this, &FormPage::changed, this, &ExportTextPage::react);
    react();
}

QLineEdit* ExportTextPage::addText(const char* name, const QString& label, const QString& text)
{
    auto* edit = add(name, label, new QLineEdit(text));
    keepProperty(edit, "text");
    connect(edit, &QLineEdit::textChanged, this, &FormPage::changed);
    return edit;
}

void ExportTextPage::addLabels()
{
    m_rowLabels = addChoice("exportRowLabels", tr("To&kens of rows"),
                            {tr("on the left"), tr("on the right"), tr("none")});
    m_columnLabels = addChoice("exportColumnLabels", tr("Tokens of &columns"),
                               {tr("above"), tr("below"), tr("none")});
    m_turn = addChoice("exportTurn", tr("They &lie"),
                       {tr("level where they fit"), tr("level always"), tr("upright")});
    for (QComboBox* box : {m_rowLabels, m_columnLabels, m_turn})
        keep(box);
    m_longest = add("exportLongest", tr("&Shorten to"), new QSpinBox);
    m_longest->setRange(3, 60);
    m_longest->setSuffix(tr(" letters"));
    m_longest->setValue(FigureLabels().longest);
    keepValue(m_longest);
}

void ExportTextPage::react()
{
    for (QWidget* edit : {m_rowTitle, m_columnTitle})
        edit->setEnabled(m_axisTitles->isChecked());
    m_turn->setEnabled(m_columnLabels->currentIndex() != Nowhere);
}

void ExportTextPage::setPoints(double points)
{
    m_points->setValue(points);
}

void ExportTextPage::read(ExportChoice& choice) const
{
    choice.family = m_family->currentFont().family();
    choice.points = m_points->value();
    choice.title = m_title->text();
    if (m_axisTitles->isChecked()) {
        choice.rowTitle = m_rowTitle->text();
        choice.columnTitle = m_columnTitle->text();
    }
    choice.labels.rows = m_rowLabels->currentIndex() != Nowhere;
    choice.labels.rowsRight = m_rowLabels->currentIndex() == After;
    choice.labels.columns = m_columnLabels->currentIndex() != Nowhere;
    choice.labels.columnsBelow = m_columnLabels->currentIndex() == After;
    choice.labels.turn = LabelTurn(m_turn->currentIndex());
    choice.labels.longest = m_longest->value();
}

} // namespace headlight
