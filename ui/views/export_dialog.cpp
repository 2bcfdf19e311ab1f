#include "ui/views/export_dialog.h"

#include "ui/views/export_form.h"
#include "ui/views/figure_preview.h"

#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

namespace headlight {
namespace {

QLabel* sentence(const char* name, const char* role)
{
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("role", QLatin1String(role));
    return label;
}

/// The form scrolls where the screen is too low for all of it; the buttons stay in sight.
QScrollArea* scrolling(QWidget* form)
{
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("exportFormArea"));
    area->setFocusPolicy(Qt::NoFocus);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidgetResizable(true);
    area->setWidget(form);
    area->setMinimumWidth(form->sizeHint().width() + area->verticalScrollBar()->sizeHint().width());
    return area;
}

} // namespace

ExportDialog::ExportDialog(const Figure& single, const Figure& grid, bool startWithGrid,
                           QWidget* parent)
    : QDialog(parent)
    , m_single(single)
    , m_grid(grid)
    , m_form(new ExportForm(grid.panels.size() > 1))
    , m_facts(sentence("exportFacts", "muted"))
    , m_warning(sentence("exportWarning", "warning"))
    , m_preview(new FigurePreview)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export Picture"));
    m_preview->setObjectName(QStringLiteral("exportPreview"));
    if (startWithGrid)
        m_form->setHeads(ExportedHeads::AllInOne);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addLayout(controls());
    layout->addWidget(m_preview, 1);
    connect(m_form, &ExportForm::changed, this, &ExportDialog::update);
    connect(this, &QDialog::accepted, m_form, &ExportForm::remember);
    update();
    const QSize wanted(sizeHint().width(), m_form->sizeHint().height() + 160);
    resize(wanted.boundedTo(QGuiApplication::primaryScreen()->availableSize() - QSize(40, 60)));
}

QLayout* ExportDialog::controls()
{
    auto* left = new QVBoxLayout;
    left->setSpacing(12);
    left->addWidget(scrolling(m_form), 1);
    left->addWidget(m_facts);
    left->addWidget(m_warning);
    left->addWidget(m_buttons);
    return left;
}

ExportChoice ExportDialog::choice() const
{
    return m_form->choice();
}

Figure ExportDialog::figure() const
{
    const ExportChoice now = choice();
    return styled(now.heads == ExportedHeads::AllInOne ? m_grid : m_single, now);
}

void ExportDialog::update()
{
    const Figure shown = figure();
    const ExportChoice now = choice();
    m_preview->setFigure(shown, now.size);
    m_facts->setText(sizeText(shown, now));
    m_warning->setText(sizeWarning(shown, now));
    m_buttons->button(QDialogButtonBox::Save)
        ->setText(now.heads == ExportedHeads::EachItsOwn ? tr("Choose &Folder…")
                                                         : tr("Choose &File…"));
}

} // namespace headlight
