#include "tests/app/monkey/dialog_answerer.h"

#include "tests/app/monkey/hands.h"

#include <QDialog>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPrintDialog>
#include <QProgressDialog>
#include <QPushButton>

namespace headlight {
namespace {

constexpr int pause = 1; // milliseconds between two looks
constexpr int mostAnswers = 6; // after which a dialog is cancelled

/// How often this window was answered before.
int countAnswer(QWidget* window)
{
    const int count = window->property("answers").toInt();
    window->setProperty("answers", count + 1);
    return count;
}

} // namespace

DialogAnswerer::DialogAnswerer(Scene& scene)
    : m_scene(scene)
{
    look();
}

/// An answer may open the next question and wait for that, so the next look is asked for first.
void DialogAnswerer::look()
{
    QTimer::singleShot(pause, this, &DialogAnswerer::look);
    QWidget* popup = QApplication::activePopupWidget();
    if (QWidget* window = popup ? popup : QApplication::activeModalWidget())
        answer(window);
}

void DialogAnswerer::answer(QWidget* window)
{
    if (auto* menu = qobject_cast<QMenu*>(window))
        return answerMenu(menu);
    auto* dialog = qobject_cast<QDialog*>(window);
    if (!dialog) {
        window->close(); // the list of a combo box
    } else if (qobject_cast<QProgressDialog*>(dialog)) {
        if (m_scene.below(50) == 0)
            dialog->reject();
    } else if (countAnswer(dialog) > mostAnswers) {
        dialog->reject();
    } else if (auto* box = qobject_cast<QMessageBox*>(dialog)) {
        answerQuestion(box);
    } else if (auto* files = qobject_cast<QFileDialog*>(dialog)) {
        chooseFile(files);
    } else if (qobject_cast<QPrintDialog*>(dialog) || dialog->inherits("QPrintPreviewDialog")) {
        dialog->reject();
    } else {
        fillIn(dialog);
    }
}

void DialogAnswerer::answerMenu(QMenu* menu)
{
    QList<QAction*> choices;
    for (QAction* action : menu->actions()) {
        if (action->isEnabled() && action->isVisible() && !action->isSeparator() && !action->menu()
            && action->objectName() != QLatin1String("quit"))
            choices += action;
    }
    if (choices.isEmpty() || m_scene.below(2) == 0 || countAnswer(menu) > mostAnswers) {
        menu->close();
        return;
    }
    menu->setActiveAction(m_scene.pick(choices));
    QTest::keyClick(menu, Qt::Key_Return);
}

void DialogAnswerer::answerQuestion(QMessageBox* box)
{
    const QList<QAbstractButton*> buttons = box->buttons();
    m_scene.pick(buttons)->click();
}

void DialogAnswerer::chooseFile(QFileDialog* dialog)
{
    const QStringList newNames = {QStringLiteral("new"), QStringLiteral("new.headlight"),
                                  QStringLiteral("new.png"), QStringLiteral("new.csv")};
    const QStringList known = m_scene.files();
    const bool isNew = dialog->acceptMode() == QFileDialog::AcceptSave && m_scene.below(2) == 0;
    const QString name = isNew || known.isEmpty() ? m_scene.pick(newNames) : m_scene.pick(known);
    const bool isFolder = dialog->fileMode() == QFileDialog::Directory;
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))
        ->setText(m_scene.path(isFolder ? QString() : name));
    if (m_scene.below(8) == 0 || !QMetaObject::invokeMethod(dialog, "accept"))
        dialog->reject();
}

void DialogAnswerer::fillIn(QDialog* dialog)
{
    if (m_scene.below(3) > 0)
        return poke(m_scene, *dialog);
    if (m_scene.below(4) == 0)
        return dialog->reject();
    if (dialog->objectName() == QLatin1String("leaveOutDialog"))
        m_scene.leavesOutTokens = true;
    dialog->accept();
}

} // namespace headlight
