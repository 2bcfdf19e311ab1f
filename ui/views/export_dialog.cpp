#include "ui/views/export_dialog.h"

#include "ui/views/export_form.h"
#include "ui/views/figure_preview.h"

#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScreen>

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

} // namespace

ExportDialog::ExportDialog(const HeadRoom& room, const Draw& draw, bool startWithLayer,
                           QWidget* parent)
    : QDialog(parent)
    , m_room(room)
    , m_draw(draw)
    , m_form(new ExportForm(room))
    , m_facts(sentence("exportFacts", "muted"))
    , m_warning(sentence("exportWarning", "warning"))
    , m_preview(new FigurePreview)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export Picture"));
    m_preview->setObjectName(QStringLiteral("exportPreview"));
    if (startWithLayer)
        m_form->setHeads(ExportedHeads::Layer);
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
    left->addWidget(m_form);
    left->addStretch(1);
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
    return styled(m_figure, choice());
}

/// While the list of heads cannot be read, the picture stays as it was and cannot be saved.
void ExportDialog::choosePlaces()
{
    const ExportChoice now = choice();
    const Result<std::vector<HeadPlace>> places = chosenPlaces(now, m_room);
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(bool(places));
    if (!places) {
        m_places.clear();
        m_warning->setText(QString::fromStdString(places.error().message));
        return;
    }
    m_places = *places;
    std::vector<HeadPlace> drawn = m_places;
    if (now.eachItsOwn)
        drawn.resize(1);
    if (drawn != m_drawn) {
        m_drawn = drawn;
        m_figure = m_draw(drawn);
    }
    m_warning->setText(sizeWarning(figure(), now));
}

void ExportDialog::update()
{
    choosePlaces();
    const Figure shown = figure();
    const ExportChoice now = choice();
    m_preview->setFigure(shown, now.size);
    m_facts->setText(sizeText(shown, now));
    m_buttons->button(QDialogButtonBox::Save)
        ->setText(now.eachItsOwn ? tr("Choose &Folder…") : tr("Choose &File…"));
}

} // namespace headlight
