#include "ui/views/leave_out_dialog.h"

#include "ui/figure/figure_text.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace headlight {
namespace {

QLabel* sentence(const QString& name, const QString& text)
{
    auto* label = new QLabel(text);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("role", QStringLiteral("muted"));
    return label;
}

} // namespace

LeaveOutDialog::LeaveOutDialog(const QStringList& tokens, bool onlyKeys, const Look& look,
                               QWidget* parent)
    : QDialog(parent)
    , m_look(look)
    , m_tokens(new QListWidget)
    , m_renormalised(new QCheckBox(tr("&Scale what is left of each row to add up to 1")))
    , m_complaint(sentence(QStringLiteral("leaveOutComplaint"), {}))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName(QStringLiteral("leaveOutDialog"));
    setWindowTitle(tr("Leave Out Tokens"));
    m_renormalised->setObjectName(QStringLiteral("leaveOutScale"));
    m_renormalised->setChecked(look.renormalised);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    const QString introduction = onlyKeys
        ? tr("Checked keys are not shown in heatmaps and pictures. The queries are another "
             "sentence and stay.")
        : tr("Checked tokens are not shown in heatmaps and pictures, neither as queries nor as "
             "keys. The computation stays as it is.");
    layout->addWidget(sentence(QStringLiteral("leaveOutIntroduction"), introduction));
    addTokens(tokens);
    layout->addWidget(m_tokens, 1);
    layout->addWidget(m_renormalised);
    layout->addWidget(m_complaint);
    QPushButton* none = m_buttons->addButton(tr("Show &All"), QDialogButtonBox::ResetRole);
    none->setObjectName(QStringLiteral("leaveOutNone"));
    connect(none, &QPushButton::clicked, this, [this] { setAll(Qt::Unchecked); });
    layout->addWidget(m_buttons);
    connect(m_tokens, &QListWidget::itemChanged, this, &LeaveOutDialog::react);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    react();
    resize(380, 440);
}

void LeaveOutDialog::addTokens(const QStringList& tokens)
{
    m_tokens->setObjectName(QStringLiteral("leaveOutTokens"));
    m_tokens->setAccessibleName(tr("Tokens to leave out"));
    for (int i = 0; i < int(tokens.size()); ++i) {
        auto* item
            = new QListWidgetItem(QStringLiteral("%1   %2").arg(i + 1).arg(oneLine(tokens[i])));
        const bool isOut
            = std::find(m_look.leftOut.begin(), m_look.leftOut.end(), i) != m_look.leftOut.end();
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(isOut ? Qt::Checked : Qt::Unchecked);
        m_tokens->addItem(item);
    }
    m_tokens->setCurrentRow(0);
}

void LeaveOutDialog::setAll(Qt::CheckState state)
{
    {
        const QSignalBlocker quiet(m_tokens);
        for (int i = 0; i < m_tokens->count(); ++i)
            m_tokens->item(i)->setCheckState(state);
    }
    m_tokens->viewport()->update();
    react();
}

std::vector<int> LeaveOutDialog::leftOut() const
{
    std::vector<int> tokens;
    for (int i = 0; i < m_tokens->count(); ++i) {
        if (m_tokens->item(i)->checkState() == Qt::Checked)
            tokens.push_back(i);
    }
    return tokens;
}

void LeaveOutDialog::react()
{
    const std::size_t out = leftOut().size();
    const bool isEmpty = out > 0 && out == std::size_t(m_tokens->count());
    m_complaint->setText(isEmpty ? tr("At least one token has to stay.") : QString());
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(!isEmpty);
    m_renormalised->setEnabled(out > 0);
}

Look LeaveOutDialog::look() const
{
    Look look = m_look;
    look.leftOut = leftOut();
    look.renormalised = m_renormalised->isChecked();
    return look;
}

} // namespace headlight
