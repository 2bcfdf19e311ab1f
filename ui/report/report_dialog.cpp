#include "ui/report/report_dialog.h"

#include "core/support/digits.h"
#include "ui/report/report_preview.h"
#include "ui/session/number_list.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QTimer>

namespace headlight {
namespace {

template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& label)
{
    widget->setObjectName(QLatin1String(name));
    widget->setAccessibleName(label);
    return widget;
}

QComboBox* makeChoice(const char* name, const QString& label, const QStringList& items)
{
    auto* box = named(new QComboBox, name, label);
    box->addItems(items);
    return box;
}

} // namespace

ReportDialog::ReportDialog(const SnapshotPtr& snapshot, QWidget* parent)
    : QDialog(parent)
    , m_snapshot(snapshot)
    , m_format(makeChoice("reportFormat", tr("Kind of file"), {tr("PDF"), tr("Web page (HTML)")}))
    , m_paper(makeChoice("reportPaper", tr("Paper"), {tr("A4"), tr("Letter")}))
    , m_digits(named(new QSpinBox, "reportDigits", tr("Digits of every number")))
    , m_layers(makeList("reportLayers", tr("Layers")))
    , m_heads(makeList("reportHeads", tr("Heads")))
    , m_heatmaps(named(new QCheckBox(tr("&Heatmaps of the attention weights")), "reportHeatmaps",
                       tr("Heatmaps of the attention weights")))
    , m_brief(named(new QCheckBox(tr("&Short form: input, weights, output")), "reportBrief",
                    tr("Short form: input, weights, output")))
    , m_complaint(named(new QLabel, "reportComplaint", tr("What is wrong")))
    , m_preview(new ReportPreview)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel))
    , m_soon(new QTimer(this))
{
    setObjectName(QStringLiteral("reportDialog"));
    setWindowTitle(tr("Report"));
    m_preview->setObjectName(QStringLiteral("reportPreview"));
    m_complaint->setTextFormat(Qt::PlainText);
    m_complaint->setWordWrap(true);
    m_complaint->setProperty("role", QStringLiteral("warning"));
    m_digits->setRange(fewestDigits, mostDigits);
    m_digits->setValue(ReportOptions().digits);
    m_heatmaps->setChecked(true);
    addButton("saveReport", tr("&Save…"), Wish::Save);
    addButton("previewReport", tr("Print Pre&view…"), Wish::Preview);
    addButton("printReport", tr("&Print…"), Wish::Print);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_soon->setSingleShot(true);
    m_soon->setInterval(150);
    connect(m_soon, &QTimer::timeout, this, &ReportDialog::update);
    const auto soon = [this] { m_soon->start(); };
    connect(m_paper, &QComboBox::currentIndexChanged, this, soon);
    connect(m_digits, &QSpinBox::valueChanged, this, soon);
    for (QLineEdit* list : {m_layers, m_heads})
        connect(list, &QLineEdit::textChanged, this, soon);
    for (QCheckBox* box : {m_heatmaps, m_brief})
        connect(box, &QCheckBox::toggled, this, soon);
    auto* left = new QVBoxLayout;
    left->setSpacing(12);
    left->addLayout(makeForm());
    left->addWidget(m_complaint);
    left->addStretch();
    left->addWidget(m_buttons);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(16);
    layout->addLayout(left);
    layout->addWidget(m_preview, 1);
    update();
    resize(QSize(1040, 800).boundedTo(QGuiApplication::primaryScreen()->availableSize()
                                      - QSize(40, 60)));
}

QFormLayout* ReportDialog::makeForm()
{
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(24);
    form->setVerticalSpacing(8);
    form->addRow(tr("&File"), m_format);
    form->addRow(tr("Pap&er"), m_paper);
    form->addRow(tr("&Digits"), m_digits);
    form->addRow(tr("&Layers"), m_layers);
    form->addRow(tr("He&ads"), m_heads);
    form->addRow(m_heatmaps);
    form->addRow(m_brief);
    return form;
}

QLineEdit* ReportDialog::makeList(const char* name, const QString& label)
{
    auto* edit = named(new QLineEdit, name, label);
    edit->setPlaceholderText(tr("all, or as in 1,3-5"));
    return edit;
}

void ReportDialog::addButton(const char* name, const QString& text, Wish wish)
{
    QPushButton* button = m_buttons->addButton(text, QDialogButtonBox::ActionRole);
    button->setObjectName(QLatin1String(name));
    button->setProperty("primary", wish == Wish::Save);
    button->setDefault(wish == Wish::Save);
    connect(button, &QPushButton::clicked, this, [this, wish] {
        update(); // what was changed a moment ago counts
        m_wish = wish;
        if (m_complaint->text().isEmpty())
            accept();
    });
}

ReportFormat ReportDialog::format() const
{
    return ReportFormat(m_format->currentIndex());
}

Paper ReportDialog::paper() const
{
    return Paper(m_paper->currentIndex());
}

Result<ReportOptions> ReportDialog::options() const
{
    const Result<std::vector<int>> layers = readNumberList(m_layers->text());
    const Result<std::vector<int>> heads = readNumberList(m_heads->text());
    if (!layers || !heads)
        return layers ? heads.error() : layers.error();
    ReportOptions options{*layers, *heads};
    options.digits = m_digits->value();
    options.heatmaps = m_heatmaps->isChecked();
    options.brief = m_brief->isChecked();
    return options;
}

void ReportDialog::update()
{
    m_soon->stop();
    const Result<ReportOptions> wanted = options();
    const Result<Report> made
        = wanted ? headlight::makeReport(m_snapshot, *wanted) : Result<Report>(wanted.error());
    const QString complaint = made ? QString() : QString::fromStdString(made.error().message);
    m_complaint->setText(complaint);
    for (const char* name : {"saveReport", "previewReport", "printReport"})
        m_buttons->findChild<QPushButton*>(QLatin1String(name))->setEnabled(complaint.isEmpty());
    if (!made)
        return m_preview->setComplaint(complaint);
    m_report = *made;
    m_preview->setReport(m_report, pageSizeOf(paper()));
}

} // namespace headlight
