#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QWidget>

#include <vector>

namespace headlight {

/// Controls of a dialog, one below the other. They begin as they were left the last time.
class FormPage : public QWidget {
    Q_OBJECT

public:
    /// `group`: under which settings the controls are kept.
    explicit FormPage(const QString& group, QWidget* parent = nullptr);

    /// Keeps what the controls are set to for the next time.
    void remember() const;

signals:
    void changed();

protected:
    template <class Control>
    Control* add(const char* name, const QString& label, Control* control)
    {
        control->setObjectName(QLatin1String(name));
        control->setAccessibleName(QString(label).remove(u'&'));
        m_form->addRow(label, control);
        return control;
    }

    QComboBox* addChoice(const char* name, const QString& label, const QStringList& items);
    QCheckBox* addCheck(const char* name, const QString& text, bool checked);

    /// The control begins with what it was left at, and says changed().
    void keep(QComboBox* box);
    void keep(QCheckBox* box);
    template <class Control>
    void keepValue(Control* control) // a spin box
    {
        keepProperty(control, "value");
        connect(control, &Control::valueChanged, this, &FormPage::changed);
    }
    /// Under the control's name; by whatever property the control has.
    void keepProperty(QWidget* control, const char* property);

private:
    /// A control, and the property that says what it was set to.
    struct Kept {
        QWidget* widget;
        const char* property;
    };

    QString key(const QWidget* widget) const;

    QString m_group;
    QFormLayout* m_form;
    std::vector<Kept> m_kept;
};

} // namespace headlight
