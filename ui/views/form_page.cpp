#include "ui/views/form_page.h"

#include <QSettings>

namespace headlight {

FormPage::FormPage(const QString& group, QWidget* parent)
    : QWidget(parent)
    , m_group(group)
    , m_form(new QFormLayout(this))
{
    m_form->setVerticalSpacing(8);
}

QComboBox* FormPage::addChoice(const char* name, const QString& label, const QStringList& items)
{
    auto* box = new QComboBox;
    box->addItems(items);
    return add(name, label, box);
}

QCheckBox* FormPage::addCheck(const char* name, const QString& text, bool checked)
{
    auto* box = new QCheckBox(text);
    box->setObjectName(QLatin1String(name));
    box->setChecked(checked);
    m_form->addRow(box);
    return box;
}

/// An item that is gone by now leaves the box as it is.
void FormPage::keep(QComboBox* box)
{
    const int before = box->currentIndex();
    keepProperty(box, "currentIndex");
    if (box->currentIndex() < 0)
        box->setCurrentIndex(before);
    connect(box, &QComboBox::currentIndexChanged, this, &FormPage::changed);
}

void FormPage::keep(QCheckBox* box)
{
    keepProperty(box, "checked");
    connect(box, &QCheckBox::toggled, this, &FormPage::changed);
}

void FormPage::keepProperty(QWidget* control, const char* property)
{
    m_kept.push_back({control, property});
    const QVariant value = QSettings().value(key(control));
    if (value.isValid())
        control->setProperty(property, value);
}

void FormPage::remember() const
{
    QSettings settings;
    for (const Kept& kept : m_kept)
        settings.setValue(key(kept.widget), kept.widget->property(kept.property));
}

QString FormPage::key(const QWidget* widget) const
{
    return m_group + u'/' + widget->objectName();
}

} // namespace headlight
