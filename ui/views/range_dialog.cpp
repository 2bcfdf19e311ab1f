#include "ui/views/range_dialog.h"

#include "ui/session/number_text.h"
#include "ui/views/range_histogram.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <cmath>

namespace headlight {

QString rangeComplaint(double low, double high)
{
    if (!std::isfinite(low) || !std::isfinite(high))
        return RangeDialog::tr("Both ends of the range have to be finite numbers.");
    if (!(low < high))
        return RangeDialog::tr("The range has to end above %1, where it begins.")
            .arg(numberText(low));
    return {};
}

RangeDialog::RangeDialog(double low, double high, const Histogram& histogram, ColorMap map,
                         QWidget* parent)
    : QDialog(parent)
    , m_histogram(new RangeHistogram(histogram, map))
    , m_lowValue(low)
    , m_highValue(high)
    , m_complaint(new QLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setObjectName(QStringLiteral("rangeDialog"));
    setWindowTitle(tr("Range of the Colours"));
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 16, 16, 16);
    form->setVerticalSpacing(8);
    form->addRow(m_histogram);
    m_low = addNumber(QStringLiteral("rangeLow"), tr("&First colour at"), low);
    m_high = addNumber(QStringLiteral("rangeHigh"), tr("&Last colour at"), high);
    m_complaint->setObjectName(QStringLiteral("rangeComplaint"));
    m_complaint->setTextFormat(Qt::PlainText);
    m_complaint->setWordWrap(true);
    m_complaint->setProperty("role", QStringLiteral("muted"));
    form->addRow(m_complaint);
    form->addRow(m_buttons);
    connect(m_histogram, &RangeHistogram::rangeDragged, this, &RangeDialog::take);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    read();
}

QLineEdit* RangeDialog::addNumber(const QString& name, const QString& label, double value)
{
    auto* edit = new QLineEdit(numberText(value));
    edit->setObjectName(name);
    edit->setAccessibleName(QString(label).remove(u'&'));
    connect(edit, &QLineEdit::textChanged, this, &RangeDialog::read);
    static_cast<QFormLayout*>(layout())->addRow(label, edit);
    return edit;
}

void RangeDialog::read()
{
    if (!m_high) // while it is built
        return;
    QString complaint;
    for (const auto& [edit, value] :
         {std::pair(m_low, &m_lowValue), std::pair(m_high, &m_highValue)}) {
        if (const Result<double> number = parseNumber(edit->text()))
            *value = *number;
        else
            complaint = QString::fromStdString(number.error().message);
    }
    if (complaint.isEmpty())
        complaint = rangeComplaint(m_lowValue, m_highValue);
    if (complaint.isEmpty())
        m_histogram->setRange(m_lowValue, m_highValue);
    m_complaint->setText(complaint);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(complaint.isEmpty());
}

/// What was dragged, in no more digits than a pixel is worth.
void RangeDialog::take(double low, double high)
{
    constexpr int digits = 4;
    m_low->setText(shortNumber(low, digits));
    m_high->setText(shortNumber(high, digits));
}

} // namespace headlight
