#pragma once

#include <QMessageBox>
#include <QPushButton>

namespace headlight {

/// A question whose answers have names of their own. Cancel, where it is one, is what Enter and
/// Escape mean: nothing is guessed.
class Question : public QMessageBox {
public:
    Question(const QString& name, const QString& title, StandardButtons buttons, QWidget* parent)
        : QMessageBox(QMessageBox::Question, title, {}, buttons, parent)
    {
        setObjectName(name);
        setTextFormat(Qt::PlainText);
        if (buttons.testFlag(QMessageBox::Cancel))
            setDefaultButton(QMessageBox::Cancel);
    }

    QPushButton* addAnswer(const char* name, const QString& text, ButtonRole role = ActionRole)
    {
        QPushButton* button = addButton(text, role);
        button->setObjectName(QLatin1String(name));
        return button;
    }

    QAbstractButton* ask(const QString& text)
    {
        setText(text);
        exec();
        return clickedButton();
    }
};

} // namespace headlight
